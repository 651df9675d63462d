import Foundation
import ModelObjects

/// Archives of random graphs: one for each group of inputs, which damage and change it.
final class RandomArchives {
    private var group: (number: Int, seed: UInt64)?
    private(set) var colony = Colony()
    private var made: [Linked] = []
    private(set) var data = Data()
    private(set) var list: PropertyList?

    /// Creates the archive of an input's group, unless it is the previous input's.
    func prepare(_ number: Int, seed: UInt64) throws {
        let wanted = Groups.place(of: number).group
        if let group, group == (wanted, seed) { return }
        var random = Random(seed: seed ^ 0xA5A5_A5A5, index: wanted)
        made.takeApart()
        made = Linked.madeBy { colony = Colony.random(&random) }
        data = try colony.archivedData()
        list = PropertyList(data)
        group = (wanted, seed)
    }
}

extension Colony {
    static func random(_ random: inout Random) -> Colony {
        let colony = Colony()
        if random.oneIn(2) { colony.trinket = trinket(&random) }
        colony.limbs = random.many(2) { random in
            let limb = Limb()
            limb.size = random.integer
            return limb
        }
        colony.shape = random.maybe { $0.oneIn(2) ? Circle() : Square() }
        // Sixty properties make an archive ten times as long, and find hardly any more errors.
        if random.oneIn(12) {
            colony.queen = random.maybe { creature(&$0) }
            colony.members = random.many(2) { creature(&$0) }
        }
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
            // Set last, after the values that determine the members' hashes.
            last.friends = Set(random.many(3) { $0.pick(knots) })
            if random.oneIn(2) { colony.figures = Set(knots) }
            colony.things = [last, [last], ["a": last], 1, true, 1.0, random.double, NSNull()]
        }
        colony.partner = random.maybe { _ in colony }
        return colony
    }

    private static func trinket(_ random: inout Random) -> Trinket {
        let trinket = Trinket()
        trinket.double = random.double
        trinket.float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        trinket.large = random.next()
        trinket.madeAt = random.maybe { Date(timeIntervalSinceReferenceDate: $0.double) }
        trinket.price = random.pick([Decimal.nan, Decimal(random.integer), 0])
        trinket.link = random.maybe { _ in URL(string: "a/b", relativeTo: URL(string: "x://y/")) } ?? nil
        trinket.identifier = random.maybe { UUID(uuid: uuid(&$0)) }
        trinket.blob = Data(random.many(40) { $0.byte })
        trinket.text = random.maybe { $0.pick(["", "$nil", "$0", "$$", "é", "e\u{301}", "😀", "a\u{0}"]) }
        if random.oneIn(3) { trinket.twice = .some(nil) }
        trinket.level = random.maybe { $0.pick(Level.allCases) }
        trinket.codes = Set(random.many(3) { $0.integer })
        if random.oneIn(3) { trinket.byLevel = [.low: [random.next()], .high: []] }
        trinket.point = random.maybe { Point(x: $0.finite, label: nil, inner: ["a": [nil, 1]]) }
        trinket.any = random.pick([1, true, 1.0, "a", [1, ["$set": NSNull()]], random.double] as [Any])
        return trinket
    }

    private static func uuid(_ random: inout Random) -> uuid_t {
        let (a, b) = (random.byte, random.byte)
        return (a, b, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
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
