import Foundation
import ModelObjects
import Testing

private class Need: ModelObject {
    var qty = 0
    var sku = ""

    override class var propertyRules: [String: PropertyRule] {
        ["qty": .keys("qty", "amount", "deep.qty").required]
    }
}

private final class HookedNeed: Need {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

private final class CheckedNeed: Need {
    override func didMap(_ dictionary: [String: Any]) throws {}
}

/// The required property is beyond the first 64.
private final class WideNeed: WideClassTests.Half {
    override class var propertyRules: [String: PropertyRule] { ["item69": .required] }
}

private final class Total: ModelObject {
    var total = 0
    override class var propertyRules: [String: PropertyRule] {
        ["total": .combined(keys: ["x", "y"]) { $0["x"] as? Int }.required]
    }
}

/// What the error about a required property says.
struct RequiredValueTests {
    private static let types: [Need.Type] = [Need.self, HookedNeed.self, CheckedNeed.self]

    private static func sentences(_ type: Need.Type, _ json: String, _ options: MappingOptions) throws
        -> [String]
    {
        var rejecting = options
        rejecting.elements = .reject
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let ways: [() throws -> ModelObject] = [
            { try type.init(json: json, options: options) },
            { try type.init(dictionary: dictionary, options: options) },
            { try type.array(json: "[\(json)]", options: rejecting)[0] },
        ]
        return ways.map { way in
            do {
                return "\(try way())"
            } catch {
                return "\(error)"
            }
        }
    }

    @Test(arguments: [
        ("{}", "Missing required `qty`"), (#"{"sku": "s"}"#, "Missing required `qty`"),
        (#"{"qty": "many"}"#, "No usable value for required `qty`"),
        (#"{"qty": null}"#, "No usable value for required `qty`"),
        (#"{"AMOUNT": []}"#, "No usable value for required `qty`"),
        (#"{"qty": "a", "Qty": {}}"#, "No usable value for required `qty`"),
        (#"{"amount": null, "qty": "b", "sku": 1}"#, "No usable value for required `qty`"),
        (#"{"deep": {"qty": "x"}}"#, "No usable value for required `qty`"),
        (#"{"deep": {"other": 1}}"#, "Missing required `qty`"), (#"{"deep": 7}"#, "Missing required `qty`"),
    ])
    func theSentenceSaysWhetherTheKeyIsMissing(json: String, expected: String) throws {
        for type in Self.types {
            for sentence in try Self.sentences(type, json, MappingOptions()) {
                #expect(sentence.hasPrefix(expected + " (keys `qty`, `amount`, `deep.qty`)"), "\(type)")
                #expect(sentence.contains(": expected Int") == expected.hasPrefix("No"), "\(type)")
            }
        }
    }

    /// If the options reject the value, too, its own problem says what was found.
    @Test func rejectedValuesAreListed() throws {
        for type in Self.types {
            let error = try #require(throws: ModelError.self) {
                try type.init(json: #"{"sku": "s", "qty": "many"}"#, options: .strict)
            }
            #expect(error.code == .missingRequired)
            #expect(
                error.problems.map(\.description)[0]
                    == "Expected Int, found string at $.qty (line 1, column 21).")
            #expect(error.problems.map(\.code) == [.typeMismatch, .missingRequired])
        }
    }

    private final class Trio: ModelObject {
        var a = 0
        var b = 0
        var c: [Trio]?

        override class var propertyRules: [String: PropertyRule] { ["a": .required, "b": .required] }
    }

    /// Each of them is a reason why there is no object.
    @Test(arguments: [MappingOptions(), .strict])
    func allMissingPropertiesAreListed(options: MappingOptions) throws {
        let calls: [() throws -> ModelObject] = [
            { try Trio(json: "{}", options: options) }, { try Trio(dictionary: [:], options: options) },
        ]
        for call in calls {
            let error = try #require(throws: ModelError.self) { try call() }
            #expect(error.path == "$.a" && error.description.hasSuffix(", and 1 more."))
            #expect(error.problems.map(\.path) == ["$.a", "$.b"])
            #expect(error.problems.map(\.isRejected) == [true, true])
        }
        let (trio, report) = Trio.inspect(json: #"{"a": 1, "b": 2, "c": [{}]}"#, options: options)
        #expect(report.problems.map(\.path) == ["$.c[0].a", "$.c[0].b"])
        #expect(report.problems.map(\.isRejected) == Array(repeating: trio == nil, count: 2))
    }

    /// A key with an unusable value isn't missing.
    @Test(arguments: ["null", #""many""#, nil])
    func decodingErrorsSayWhetherTheKeyIsMissing(value: String?) throws {
        struct Holder: Decodable { var need: Need }
        let json = #"{"need": {\#(value.map { #""AMOUNT": \#($0)"# } ?? "")}}"#
        let error = try #require(throws: DecodingError.self) {
            try ModelDecoder().decode(Holder.self, from: json)
        }
        switch error {
        case .keyNotFound(let key, let context):
            #expect(value == nil && key.stringValue == "qty")
            #expect(context.codingPath.map(\.stringValue) == ["need"])
        case .dataCorrupted(let context):
            #expect(value != nil && context.codingPath.map(\.stringValue) == ["need", "qty"])
        default: Issue.record(error)
        }
    }

    @Test func allPropertiesAndRulesAreCovered() {
        let wide = #expect(throws: ModelError.self) { try WideNeed(json: #"{"item69": "x"}"#) }
        #expect(wide?.description.hasPrefix("No usable value for required `item69`") == true)
        for (json, start) in [
            ("{}", "Missing"), (#"{"y": 1}"#, "No usable value for"), (#"{"x": []}"#, "No usable value for"),
        ] {
            let total = #expect(throws: ModelError.self) { try Total(json: json) }
            #expect(total?.description.hasPrefix("\(start) required `total` (keys `x`, `y`)") == true)
        }
    }
}
