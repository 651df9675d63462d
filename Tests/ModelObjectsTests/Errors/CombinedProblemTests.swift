import Foundation
import ModelObjects
import Testing

/// The locations of payload values that a combination cannot use.
struct CombinedProblemTests {
    struct Rejection: Error {}

    class Person: ModelObject {
        var full = ""
        var strict = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "full": .combined(keys: ["first", "name.last"]) { parts -> String? in
                    guard let first = parts["first"] as? String, let last = parts["name.last"] as? String
                    else { return nil }
                    return "\(first) \(last)"
                },
                "strict": .combined(keys: ["x", "y"]) { parts -> String? in
                    if parts["x"] is Int { throw Rejection() }
                    return ""
                },
            ]
        }
    }

    class Needy: Person {
        override class var propertyRules: [String: PropertyRule] {
            ["full": (super.propertyRules["full"] ?? .required).required]
        }
    }

    final class HookedPerson: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class HookedNeedy: Needy {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    static let rows: [(json: String, sentence: String)] = [
        (
            #"{"FIRST": "a", "name": {}}"#,
            "Expected String, found keys that its converter rejects at $.FIRST (line 1, column 11)."
        ),
        (
            #"{"name": {"last": "b"}}"#,
            "Expected String, found keys that its converter rejects at $.name.last (line 1, column 19)."
        ),
        (
            #"{"y": 2, "x": 1}"#,
            "The converter of `strict` threw an error at $.x (line 1, column 15)."
        ),
    ]

    @Test(arguments: rows) func problemsPointToTheFirstPresentKey(_ json: String, _ sentence: String) throws {
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for (way, call) in ways(json, type) {
                let error = try #require(throws: ModelError.self) { try call(.strict) }
                let hasLines = way != "dictionary"
                #expect(
                    error.description == (hasLines ? sentence : sentence.replacing(/\ \(line .*\)/, with: ""))
                )
            }
        }
    }

    @Test func missingValuesPointToTheFirstKey() throws {
        for type in [Needy.self, HookedNeedy.self] as [ModelObject.Type] {
            for (_, call) in ways("{}", type) {
                let error = try #require(throws: ModelError.self) { try call(MappingOptions()) }
                #expect(error.path == "$.first" && error.code == .missingRequired)
                #expect(error.description.hasPrefix("Missing required `full` (keys `first`, `name.last`)"))
            }
        }
    }

    class Safe: ModelObject {
        var pin = 0.0
        override class var propertyRules: [String: PropertyRule] {
            ["pin": .combined(keys: ["a"]) { keys -> Double? in Double("\(keys["a"] ?? "")") }.redacted]
        }
    }

    final class HookedSafe: Safe {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test func theKeysOfARedactedPropertyAreNotShown() throws {
        let options = MappingOptions(includeValues: true)
        for type in [Safe.self, HookedSafe.self] as [ModelObject.Type] {
            for json in [
                #"{"a": 987654321e400}"#, #"{"a": [987654321e400]}"#, #"{"a": "x987654321"}"#,
                #"{"A": null, "a": 987654321e400}"#,
            ] {
                for report in reports(json, type, options) {
                    #expect(!report.problems.isEmpty && !everything(report).contains("987654321"), "\(json)")
                }
            }
        }
        let safe = Safe()
        let error = #expect(throws: ModelError.self) {
            try safe.apply(mergePatch: #"{"pin": "x987654321"}"#, options: .strict.showingValues)
        }
        #expect(try !everything(#require(error)).contains("987654321"))
    }
}

extension MappingOptions {
    fileprivate var showingValues: MappingOptions {
        var options = self
        options.includeValues = true
        return options
    }
}
