import Foundation
import ModelObjects

extension Way {
    /// Checks a keyed archive: intact, with changed objects, or damaged, in both encodings.
    func checkKeyed(_ number: Int, _ random: inout Random, _ fixtures: KeyedFixtures) throws {
        try Linked.madeBy { try check(fixtures, at: Groups.place(of: number).index, &random) }.takeApart()
    }

    private func check(_ fixtures: KeyedFixtures, at place: Int, _ random: inout Random) throws {
        switch place {
        case 0: try checkIntact(fixtures)
        case 1...4:
            var list = fixtures.list
            list.change(&random)
            try checkRead(list.bytes, &random)
        case 5...9:
            var bytes = fixtures.xml
            for _ in 0...random.below(2) { ByteDamage.xml(&bytes, &random) }
            try checkRead(bytes, &random)
        default:
            var bytes = fixtures.binary
            ByteDamage.archive(&bytes, &random)
            try checkRead(bytes, &random)
        }
    }

    private func checkIntact(_ fixtures: KeyedFixtures) throws {
        let (colony, report) = Colony.inspect(keyedArchive: Data(fixtures.binary))
        let claims = MappingClaims { shown(fixtures.binary) }
        guard let colony else {
            throw Violation(claim: "an archive was refused: \(report)", input: shown(fixtures.binary))
        }
        try claim(
            colony.partner === colony && colony.first?.next?.next === colony.first
                && colony.first?.friends.count == 2 && colony.trinket?.text == "blue",
            "another graph was read", input: claims.input())
        try claims.same(
            colony, Colony.unarchive(keyedArchive: Data(fixtures.xml)), "XML gave another graph")
    }

    private func checkRead(_ bytes: [UInt8], _ random: inout Random) throws {
        let claims = MappingClaims { shown(bytes) }
        switch random.below(8) {
        case 0: _ = try? Colony.unarchiveArray(keyedArchive: Data(bytes), classes: ["Lost": Limb.self])
        case 1: _ = try? Knot.unarchive(keyedArchive: Data(bytes), classes: ["Colony": Knot.self])
        default: break
        }
        let (read, report) = Colony.inspect(keyedArchive: Data(bytes))
        try claim((read == nil) == (report.error != nil), "no object and no error", input: claims.input())
        _ = report.description
        if let read { try claims.isSound(read, &random) }
    }
}
