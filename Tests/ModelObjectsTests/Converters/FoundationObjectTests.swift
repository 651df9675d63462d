import Foundation
import ModelObjects
import Testing

/// Objects of Foundation's classes, such as UserDefaults and PropertyListSerialization produce on Apple platforms, count as
/// the Swift values that they hold.
struct FoundationObjectTests {
    private final class Holder: ModelObject {
        var date: Date?
        var data: Data?
        var url: URL?
        var uuid: UUID?
        var any: Any?
        var list: [Any] = []
    }

    private struct Row: Sendable, CustomTestStringConvertible {
        let key: String
        let object: @Sendable () -> Any
        let value: (any Hashable & Sendable)?
        let json: String
        var testDescription: String { key }
    }

    private static let rows = [
        Row(
            key: "date", object: { NSDate(timeIntervalSinceReferenceDate: 5) },
            value: Date(timeIntervalSinceReferenceDate: 5), json: "2001-01-01T00:00:05Z"),
        Row(key: "data", object: { NSData(data: Data([1, 2])) }, value: Data([1, 2]), json: "AQI="),
        Row(
            key: "url", object: { NSURL(string: "https://example.com/a") as Any },
            value: URL(string: "https://example.com/a"), json: "https://example.com/a"),
        Row(
            key: "uuid", object: { NSUUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F") as Any },
            value: UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"),
            json: "00010203-0405-0607-0809-0A0B0C0D0E0F"),
    ]

    @Test(arguments: rows) private func objectsCountAsValues(row: Row) throws {
        let object = row.object()
        let value: any Hashable & Sendable = try #require(row.value)
        let holder = try Holder(dictionary: [row.key: object, "any": object, "list": [object]])
        func holds(_ found: Any?) -> Bool { (found as? AnyHashable) == AnyHashable(value) }
        #expect(type(of: try #require(holder.any)) == type(of: value) && holds(holder.any))
        #expect(holds(holder.list.first))

        let assigned = Holder()
        (assigned.any, assigned.list) = (object, [object])
        let text = try assigned.jsonString(options: ExportOptions(only: ["any", "list"]))
        #expect(
            text.replacingOccurrences(of: "\\/", with: "/")
                == #"{"any":"\#(row.json)","list":["\#(row.json)"]}"#)
        for archive in [try assigned.archivedData(), try assigned.archivedData(format: .xml)] {
            let copy = try Holder.unarchive(data: archive)
            #expect(holds(copy.any) && holds(copy.list.first) && copy == assigned)
        }
        #expect(assigned == assigned.copy() && assigned.hashValue == assigned.copy().hashValue)
        let patch = try assigned.mergePatch(since: Holder())
        #expect(patch["any"] as? String == row.json)

        var exported = try holder.jsonObject(options: ExportOptions(only: [row.key]))
        #expect(exported.removeValue(forKey: row.key) as? String == row.json)
    }
}
