import Foundation
import ModelObjects
import Testing

/// Codable types that take their name from the last key of the decoder's coding path.
struct SessionKeyTests {
    struct Rule: Codable, Equatable {
        var name = ""
        var pattern = ""

        init(_ name: String, _ pattern: String) { (self.name, self.pattern) = (name, pattern) }

        init(from decoder: any Decoder) throws {
            name = decoder.codingPath.last?.stringValue ?? "none"
            let container = try decoder.container(keyedBy: CodingKeys.self)
            pattern = try container.decode(String.self, forKey: .pattern)
            if pattern.isEmpty {
                let path = container.codingPath + [CodingKeys.pattern]
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "Empty."))
            }
        }
    }

    class Grammar: ModelObject {
        var rules: [String: Rule] = [:]
        var start: Rule?
        var others: [Rule] = []
    }

    final class HookedGrammar: Grammar {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let json = #"""
        {"rules": {"word": {"pattern": "a"}, "b \"q\\" :	 {"pattern": "b"}, "größe":{"pattern":"c"},
                   "" : {"pattern": "d"}},
         "START" : {"pattern": "e"}, "others": [{"pattern": "f"}]}
        """#

    private static let inputs: [@Sendable (Data) throws -> Grammar] = [
        { try Grammar(json: $0) },
        { try HookedGrammar(json: $0) },
        { try ModelDecoder().decode(Grammar.self, from: $0) },
        { try Grammar(dictionary: JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:]) },
    ]

    @Test(arguments: inputs)
    func theyGetTheKeyOfTheirMember(read: @Sendable (Data) throws -> Grammar) throws {
        let grammar = try read(Data(Self.json.utf8))
        let names = ["word": "a", #"b "q\"#: "b", "größe": "c", "": "d"]
        #expect(grammar.rules.allSatisfy { $0.key == $0.value.name })
        #expect(grammar.rules.mapValues(\.pattern) == names)
        #expect(grammar.start == Rule("START", "e"))
        #expect(grammar.others.map(\.pattern) == ["f"])
    }

    @Test func reportsNameTheMemberOnce() {
        let json = #"{"rules": {"word": {"pattern": ""}, "other": {"pattern": 1}}, "start": {}}"#
        let (_, report) = Grammar.inspect(json: json)
        let problems = report.problems.map { "\($0)" }
        #expect(
            problems == [
                "Expected Rule, found object at $.rules.word (line 1, column 20): `pattern` doesn't fit.",
                "Expected Rule, found object at $.rules.other (line 1, column 46): expected String at `pattern`.",
                "Expected Rule, found object at $.start (line 1, column 72): `pattern` is missing.",
            ])
    }
}
