import Foundation
import ModelObjects
import Testing

/// Several `combined` rules of one class, which share keys.
struct CombinedKeysTests {
    class Person: ModelObject {
        var full = ""
        var initials = ""
        var label = ""

        override class var propertyRules: [String: PropertyRule] {
            func joined(_ keys: String...) -> PropertyRule {
                .combined(keys: keys) { (parts: [String: Any]) -> String? in
                    keys.map { "\(parts[$0] ?? "-")" }.joined(separator: " ")
                }
            }
            return [
                "full": joined("first", "name.last"), "initials": joined("name.last", "first", "middle"),
                "label": joined("id", "name.prefix"),
            ]
        }

        var shown: String { "\(full)|\(initials)|\(label)" }
    }

    final class Hooked: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [
        (#"{"first": "a", "name": {"last": "b", "prefix": "c"}, "id": 4}"#, "a b|b a -|4 c"),
        (#"{"name": {"last": "b"}, "FIRST": "a", "middle": "m"}"#, "a b|b a m|"),
        (#"{"first": null, "First": "a", "name": {"LAST": "x", "last": "b"}}"#, "a b|b a -|"),
        (#"{"name": {"prefix": "c"}}"#, "||- c"),
        (#"{"name": 5, "middle": "m"}"#, "|- - m|"),
        (#"{"x": 1}"#, "||"),
    ])
    func eachRuleGetsTheValuesOfItsOwnKeys(_ json: String, _ expected: String) throws {
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for type in [Person.self, Hooked.self] as [Person.Type] {
            #expect(try type.init(json: json).shown == expected)
            #expect(try type.init(dictionary: dictionary).shown == expected)
        }
    }

    /// Findings have the key of the payload, not the one under which a hook passed the value on.
    @Test(.knowsHooks) func findingsHaveTheKeyThatAHookReceived() throws {
        final class Prefixed: ModelObject {
            var place = ""
            var count = 0
            override class var propertyRules: [String: PropertyRule] {
                ["place": .combined(keys: ["lat"]) { $0["lat"] as? String }]
            }
            override func serializeValue(_ value: Any, key: String) {
                super.serializeValue(value, key: key.hasPrefix("x-") ? String(key.dropFirst(2)) : key)
            }
        }
        let report = Prefixed.inspect(json: #"{"x-lat": 5, "x-count": "q"}"#).report
        #expect(
            report.problems.map(\.description) == [
                "Expected String, found keys that its converter rejects at $[\"x-lat\"] (line 1, column 11).",
                "Expected Int, found string at $[\"x-count\"] (line 1, column 25).",
            ])
        #expect(report.matched.map(\.key) == ["x-lat", "x-count"])
    }
}
