import Foundation
import ModelObjects
import Testing

/// A set in an `Any` whose member holds the set.
///
/// On Linux, casting a Swift set to a class converts it to an NSSet, which hashes each member.
struct SetInAnyTests {
    private static func cycle() -> Ring {
        let ring = Ring()
        ring.name = "a"
        // The member is hashed before it has any content.
        ring.things = [Set<AnyHashable>([ring]), [Set<AnyHashable>([[1]])]]
        ring.thing = Set([ring, Ring()])
        return ring
    }

    @Test func isHashedComparedAndShown() {
        let (ring, other) = (Self.cycle(), Self.cycle())
        #expect(ring.hashValue == other.hashValue)
        #expect(ring == ring.copy())
        #expect(ring == other)
        other.name = "b"
        #expect(ring != other)
        #expect(ring.changes(since: other).map(\.path).contains("$.name"))
        #expect(ring.debugDescription.contains("Ring"))
    }

    /// The same for a model that is a dictionary key.
    @Test func aKeyMayContainItsDictionary() throws {
        let rings = (0..<2).map { _ in
            let ring = Ring()
            ring.thing = [AnyHashable(ring): 1, AnyHashable([ring]): [ring]] as [AnyHashable: Any]
            ring.things = [[AnyHashable(ring): ring] as [AnyHashable: Any]]
            return ring
        }
        #expect(rings[0].hashValue == rings[1].hashValue)
        #expect(rings[0] == rings[0])
        _ = rings[0] == rings[0].copy()
        _ = rings[0].changes(since: Ring())
        #expect(rings[0].debugDescription.contains("Ring"))
        #expect(throws: ModelError.self) { try rings[0].jsonData() }
        let data = try rings[0].archivedData()
        #expect(try Ring.unarchive(data: data).archivedData() == data)
    }

    @Test func isArchivedButNeitherExportedNorMapped() throws {
        let ring = Self.cycle()
        #expect(throws: ModelError.self) { try ring.jsonData() }
        var options = ExportOptions()
        options.relations = .railsAttributes
        #expect(throws: ModelError.self) { try ring.jsonData(options: options) }
        let again = try Ring.unarchive(data: ring.archivedData())
        #expect(again.name == "a")
        #expect((again.thing as? Set<AnyHashable>)?.count == 2)
        let dictionary: [String: Any] = ["next": Set([ring]), "number": Set([ring]), "name": Set([ring])]
        let mapped = try Ring(dictionary: dictionary)
        #expect(mapped.next == nil)
        #expect(mapped.number == nil)
        let (inspected, report) = Ring.inspect(dictionary: dictionary)
        #expect(inspected?.next == nil)
        #expect(report.problems.count == 3)
    }
}

final class Ring: ModelObject {
    var name = ""
    var next: Ring?
    var number: NSNumber?
    var thing: Any?
    var things: [Any] = []
}
