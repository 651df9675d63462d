import Foundation
import Testing

@testable import ModelObjects

/// Archiving and unarchiving preserves values and references.
struct ArchiveRoundTripTests {
    @Test(arguments: [SeededNumbers(seed: 2_026_1120), SeededNumbers(seed: 9)])
    func randomGraphsRoundTrip(seeded: SeededNumbers) throws {
        var random = seeded
        for index in 0..<Effort.count(1_000, byDefault: 15) {
            let graph = RandomExport.make(depth: 1 + index % 3, &random)
            // Values that JSON cannot represent: arbitrary bits of numbers, and dates between two milliseconds.
            graph.double = Double(bitPattern: random.next())
            graph.float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            graph.dateTime = Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next()))
            let data = try graph.archivedData()
            let again = try RandomExport.unarchive(data: data)
            try #require(again == graph, "graph \(index) of \(seeded)")
            try #require(again.double.bitPattern == graph.double.bitPattern, "graph \(index) of \(seeded)")
            try #require(try again.archivedData() == data, "graph \(index) of \(seeded)")
            let migrated = try RandomExport.unarchive(data: EditableArchive.older(data))
            try #require(try migrated.archivedData() == data, "graph \(index) of \(seeded)")
        }
    }

    /// Arbitrary references keep the identity of their objects.
    @Test(arguments: [SeededNumbers(seed: 2_026_1122)])
    func randomReferencesRoundTrip(seeded: SeededNumbers) throws {
        var random = seeded
        for index in 0..<Effort.count(500, atLeast: 50) {
            let knots = (0..<1 + random.below(12)).map { number in
                let knot = TangledKnot()
                knot.number = number
                return knot
            }
            for knot in knots {
                knot.next = random.maybe { knots[$0.below(knots.count)] }
                knot.all = random.many { knots[$0.below(knots.count)] }
                knot.any = random.maybe { knots[$0.below(knots.count)] }
                knot.byKey = Dictionary(
                    random.many { ("\($0.below(3))", knots[$0.below(knots.count)]) }
                ) { $1 }
            }
            let data = try TangledKnot.archivedData(knots)
            let again = try TangledKnot.unarchiveArray(data: data)
            try #require(try TangledKnot.archivedData(again) == data, "graph \(index) of \(seeded)")
            for (old, new) in zip(knots, again) {
                try #require(
                    old.references.map(\.number) == new.references.map(\.number),
                    "graph \(index) of \(seeded)")
                // One object for each number.
                try #require(
                    new.references.allSatisfy { again[$0.number] === $0 }, "graph \(index) of \(seeded)")
            }
            let migrated = try TangledKnot.unarchiveArray(data: EditableArchive.older(data))
            try #require(try TangledKnot.archivedData(migrated) == data, "graph \(index) of \(seeded)")
            for knot in knots + again + migrated { knot.cut() }
        }
    }
}

final class TangledKnot: ModelObject {
    var number = 0
    var next: TangledKnot?
    var all: [TangledKnot] = []
    var any: Any?
    var byKey: [String: TangledKnot] = [:]

    var references: [TangledKnot] {
        var found = all
        for (_, knot) in byKey.sorted(by: { $0.key < $1.key }) { found.append(knot) }
        if let next { found.append(next) }
        if let knot = any as? TangledKnot { found.append(knot) }
        return found
    }

    /// Breaks the cycles so that the objects are freed.
    func cut() { (next, all, any, byKey) = (nil, [], nil, [:]) }
}
