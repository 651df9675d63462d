import Foundation
import ModelObjects

/// A graph with references to anything, cycles among them.
final class Colony: ModelObject {
    var queen: Creature?
    var members: [Creature] = []
    var byName: [String: Creature?] = [:]
    var figures: Set<Knot> = []
    var things: [Any] = []
    var first: Knot?
    var partner: Colony?

    override class var archivableClasses: [ModelObject.Type] { [HookedCreature.self] }
}

/// A member of cycles.
final class Knot: ModelObject {
    var name = ""
    var next: Knot?
    var all: [Knot] = []
    var owner: Colony?
    weak var nothing: Knot?
}

extension Way {
    /// The archive of a random graph: as it is, damaged, or changed with a digest that fits.
    func checkArchive(_ random: inout Random) throws {
        let colony = Colony.random(&random)
        let data = try colony.archivedData()
        let claims = MappingClaims { shown(data) }
        let back = try Colony.unarchive(data: data)
        try claims.same(colony, back, "another graph came back")
        try claim(try back.archivedData() == data, "the same graph gives other bytes", input: claims.input())
        try claim(
            back.first === back.first?.next?.all.first || colony.first?.next == nil, "one object became two",
            input: claims.input())

        for _ in 0..<3 {
            var bytes = [UInt8](data)
            ByteDamage.archive(&bytes, &random)
            let damaged = MappingClaims { shown(bytes) }
            if let read = try? Colony.unarchive(data: Data(bytes)) {
                try damaged.same(colony, read, "a damaged archive was read as another")
            }
        }
        guard var list = PropertyList(data) else {
            throw Violation(claim: "the archive is not a property list", input: claims.input())
        }
        for _ in 0..<3 {
            list.change(&random)
            let bytes = list.sealed
            let changed = MappingClaims { shown(bytes) }
            try changed.isSoundWhereRead(Data(bytes))
        }
    }
}

extension MappingClaims {
    /// An archive that says something else in good order may be read, and then is as good as any.
    fileprivate func isSoundWhereRead(_ data: Data) throws {
        _ = try? Colony.unarchiveArray(data: data)
        _ = try? ModelObject.unarchive(data: data)
        guard let read = try? Colony.unarchive(data: data) else { return }
        _ = read.debugDescription
        _ = try? read.jsonData()
        try claim(read == read.copy(), "a copy is unequal", input: input())
        guard let archived = try? read.archivedData() else { return }
        try same(read, try Colony.unarchive(data: archived), "another graph came back")
    }
}

extension Colony {
    fileprivate static func random(_ random: inout Random) -> Colony {
        let colony = Colony()
        colony.queen = random.maybe { creature(&$0) }
        colony.members = random.many(2) { creature(&$0) }
        if let one = colony.members.first, random.oneIn(2) {
            colony.members.append(one)
            colony.byName = ["": nil, "$0": one, "é": creature(&random)]
            one.child = colony.members.last
        }
        let knots = (0..<random.below(5)).map { number in
            let knot = Knot()
            knot.name = "\(number)"
            return knot
        }
        if let last = knots.last {
            last.next = random.maybe { $0.pick(knots) }
            last.all = random.many(4) { $0.pick(knots) }
            last.owner = random.maybe { _ in colony }
            last.nothing = knots.first
            colony.first = last
            if last.next != nil { last.next?.all = [last] }
            // Members of a set are compared by all that they reach: not in cycles that change.
            colony.things = [last, [last], ["a": last], 1, true, 1.0, random.double, NSNull()]
        }
        colony.partner = random.maybe { _ in colony }
        return colony
    }

    private static func creature(_ random: inout Random) -> Creature {
        var source = TreeSource(random)
        let creature = random.oneIn(4) ? HookedCreature() : Creature()
        try? creature.update(json: Data(source.creature().bytes))
        random = source.random
        creature.double = random.double
        creature.float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        creature.bornAt = Date(timeIntervalSinceReferenceDate: random.double)
        creature.price = random.pick([Decimal.nan, Decimal(random.integer), 0])
        creature.blob = Data((0..<random.below(40)).map { _ in random.byte })
        if random.oneIn(3) { creature.twice = .some(nil) }
        return creature
    }
}
