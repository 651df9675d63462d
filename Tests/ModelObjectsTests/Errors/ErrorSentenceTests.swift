import Foundation
import ModelObjects
import Testing

/// The exact sentence for every kind of mistake in a payload.
struct ErrorSentenceTests {
    final class Wide: ModelObject {
        var int = 0
        var small = Int8(0)
        var unsigned = UInt(0)
        var double = 0.0
        var float = Float(0)
        var flag = false
        var text = ""
        var decimal = Decimal(0)
        var date: Date?
        var link: URL?
        var uuid: UUID?
        var data: Data?
        var level = Level.low
        var suit: Suit?
        var flags = Flags(rawValue: 0)
        var point: Point?
        var money: Money?
        var list: [Int] = []
        var texts: Set<String> = []
        var map: [String: Int] = [:]
        var byNumber: [Int: String] = [:]
        var grid: [[Int]] = []
        var number = NSNumber(value: 0)
        var child: Wide?
        var children: [Wide] = []
        var byName: [String: Wide] = [:]
        var deep = 0
        var paid = 0
        var odd = 0

        override class var propertyRules: [String: PropertyRule] {
            ["deep": .key("meta.inner.0.n"), "paid": .embeddedJSON, "odd": .literalKey("a.b \"c\"")]
        }
    }

    final class Needy: ModelObject {
        var name = ""
        var id = 0
        override class var propertyRules: [String: PropertyRule] { ["name": .keys("n", "title").required] }
    }

    final class Holder: ModelObject {
        var needy: Needy?
        var list: [Needy] = []
    }

    class Animal: ModelObject {
        override class var discriminator: Discriminator? { .key("kind", ["dog": Dog.self]) }
    }
    final class Dog: Animal {}
    final class Zoo: ModelObject { var animals: [Vertebrate] = [] }
    class Vertebrate: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "meta.kind",
                [
                    "eel": Fish.self, "cod": Fish.self, "owl": Bird.self, "tit": Bird.self, "emu": Bird.self,
                    "ray": Fish.self, "a\"b": Bird.self, "stone": Dog.self,
                ])
        }
    }
    final class Fish: Vertebrate {}
    final class Bird: Vertebrate {}
    final class Unlisted: Animal {}

    final class Picky: ModelObject {
        struct No: Error {}
        var a = 0
        override func validate() throws { throw No() }
    }

    final class Twins: ModelObject {
        var userID = 0
        var user_id = 0
    }

    final class Picnic: ModelObject { var picky: Picky? }

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let expected: String
        var type: ModelObject.Type = Wide.self
        var options = MappingOptions.strict
        var testDescription: String { json }
    }

    private static let mismatches: [(String, String, String)] = [
        ("int", #""x""#, "Int, found string"), ("int", "1.5", "Int, found number"),
        ("int", "[]", "Int, found array"),
        ("int", "{}", "Int, found object"), ("int", "null", "Int, found null"),
        ("int", #""null""#, "Int, found null"),
        ("int", "1e400", "Int, found number"), ("small", "300", "Int8, found number"),
        ("unsigned", "-1", "UInt, found number"),
        ("double", #""NaN""#, "Double, found string"), ("double", "[]", "Double, found array"),
        ("double", "1e999", "Double, found number"),
        ("float", "1e39", "Float, found number"), ("float", "{}", "Float, found object"),
        ("flag", #""maybe""#, "Bool, found string"),
        ("flag", "{}", "Bool, found object"), ("flag", "null", "Bool, found null"),
        ("text", "{}", "String, found object"),
        ("text", "null", "String, found null"), ("text", "[]", "String, found array"),
        ("decimal", #""x""#, "Decimal, found string"),
        ("decimal", "null", "Decimal, found null"), ("date", #""yesterday""#, "Date, found string"),
        ("date", "true", "Date, found bool"),
        ("date", "{}", "Date, found object"), ("link", "5", "URL, found number"),
        ("link", "[]", "URL, found array"),
        ("uuid", #""x""#, "UUID, found string"), ("uuid", "5", "UUID, found number"),
        ("data", #""*""#, "base64 text, found string"),
        ("data", "5", "Data, found number"), ("level", "2", "a raw value of Level, found number"),
        ("level", "[]", "Level, found array"),
        ("level", #""x""#, "Level, found string"), ("suit", #""x""#, "a raw value of Suit, found string"),
        ("flags", "-1", "Flags, found number"), ("point", "5", "Point, found number"),
        ("point", "{}", "Point, found object"),
        ("money", #""5""#, "Money, found string"), ("list", "5", "Array, found number"),
        ("list", "{}", "Array, found object"),
        ("list", "null", "Array, found null"), ("texts", "{}", "Set, found object"),
        ("map", "[]", "Dictionary, found array"),
        ("map", #""x""#, "Dictionary, found string"), ("number", #""x""#, "NSNumber, found string"),
        ("child", "5", "Wide, found number"), ("child", "[]", "Wide, found array"),
        ("children", "{}", "Array, found object"),
        ("paid", #""{""#, "JSON text, found string"),
    ]

    private static let single: [Row] = mismatches.map { key, value, text in
        Row(
            json: "{\"\(key)\":\(value)}",
            expected: "Expected \(text) at $.\(key) (line 1, column \(key.utf8.count + 5)).")
    }

    private static let others: [Row] = [
        Row(
            json: #"{"list":[1,"x"]}"#,
            expected: "Expected Int, found string at $.list[1] (line 1, column 12)."),
        Row(
            json: #"{"list":[null]}"#, expected: "Expected Int, found null at $.list[0] (line 1, column 10)."),
        Row(
            json: #"{"texts":[[]]}"#,
            expected: "Expected String, found array at $.texts[0] (line 1, column 11)."),
        Row(
            json: #"{"grid":[[1],[2,{}]]}"#,
            expected: "Expected Int, found object at $.grid[1][1] (line 1, column 17)."),
        Row(
            json: #"{"map":{"a b":[]}}"#,
            expected: #"Expected Int, found array at $.map["a b"] (line 1, column 15)."#),
        Row(
            json: #"{"byNumber":{"x":"a"}}"#,
            expected: "Expected Int key, found another key at $.byNumber.x (line 1, column 18)."),
        Row(
            json: "{\n  \"child\": {\n    \"INT\": \"x\"}}",
            expected: "Expected Int, found string at $.child.INT (line 3, column 12)."),
        Row(
            json: #"{"children":[{},{"int":[]}]}"#,
            expected: "Expected Int, found array at $.children[1].int (line 1, column 24)."),
        Row(
            json: #"{"children":[7]}"#,
            expected: "Expected Wide, found number at $.children[0] (line 1, column 14)."),
        Row(
            json: #"{"byName":{"k":7}}"#,
            expected: "Expected Wide, found number at $.byName.k (line 1, column 16)."),
        Row(
            json: #"{"meta":{"inner":[{"N":"x"}]}}"#,
            expected: "Expected Int, found string at $.meta.inner[0].N (line 1, column 24)."),
        Row(
            json: #"{"meta":5}"#,
            expected: "Expected object or array, found number at $.meta (line 1, column 9)."),
        Row(
            json: #"{"a.b \"c\"":"x"}"#,
            expected: #"Expected Int, found string at $["a.b \"c\""] (line 1, column 14)."#),
        Row(json: #"{"INT":"x"}"#, expected: "Expected Int, found string at $.INT (line 1, column 8)."),
        Row(
            json: #"{"nope":1}"#,
            expected: "Expected a key of Wide, found an unknown one at $.nope (line 1, column 2)."),
        Row(
            json: #"{"child":{"é-x":1}}"#,
            expected: #"Expected a key of Wide, found an unknown one at $.child["é-x"] (line 1, column 11)."#),
        Row(
            json: #"{"USERID":1,"userID":1}"#,
            expected:
                "Expected a key of one property, found one of userID and user_id at $.USERID (line 1, column 2).",
            type: Twins.self),
        Row(
            json: #"{"int":"y?","int":"x"}"#,
            expected: "Expected Int, found string at $.int (line 1, column 8)."),
        Row(
            json: #"{"byName":{"k":7,"k":{"int":[]}}}"#,
            expected: "Expected Wide, found number at $.byName.k (line 1, column 16)."),
        Row(json: "[]", expected: "Expected object, found array at $ (line 1, column 1)."),
        Row(json: " 5", expected: "Expected object, found number at $ (line 1, column 2)."),
        Row(
            json: "{}", expected: "Expected String, found no usable value at $.n (line 1, column 1).",
            type: Needy.self),
        Row(
            json: #"{"title":null}"#,
            expected: "Expected String, found no usable value at $.n (line 1, column 1).", type: Needy.self,
            options: MappingOptions()),
        Row(
            json: #"{"needy":{"id":1}}"#,
            expected: "Expected String, found no usable value at $.needy.n (line 1, column 10).",
            type: Holder.self),
        Row(
            json: #"{"list":[{"n":"a"},{}]}"#,
            expected: "Expected String, found no usable value at $.list[1].n (line 1, column 20).",
            type: Holder.self),
        Row(
            json: #"{"kind":"cat"}"#,
            expected: #"Expected "dog", found another text at $.kind (line 1, column 9)."#,
            type: Animal.self),
        Row(
            json: #"{"Kind":7}"#,
            expected: #"Expected "dog", found another text at $.Kind (line 1, column 9)."#,
            type: Animal.self),
        Row(
            json: #"{"kind":{}}"#,
            expected: #"Expected "dog", found object at $.kind (line 1, column 9)."#,
            type: Animal.self),
        Row(
            json: #"{"kind":null,"KIND":null}"#,
            expected: #"Expected "dog", found null at $.kind (line 1, column 9)."#,
            type: Animal.self),
        Row(
            json: #" {"name":"cat"}"#,
            expected: #"Expected "dog" for the key "kind", found none at $ (line 1, column 2)."#,
            type: Animal.self),
        Row(
            json: #"{"animals":[{"meta":{"kind":"owl"}},{"meta":{"kind":"elk"}}]}"#,
            expected:
                #"Expected one of "a\"b", "cod", "eel", "emu", "owl" and 2 more, found another text at $.animals[1].meta.kind (line 1, column 53)."#,
            type: Zoo.self),
        Row(
            json: #"{"animals":[{"meta":[]}]}"#,
            expected:
                #"Expected one of "a\"b", "cod", "eel", "emu", "owl" and 2 more for the key "meta.kind", found none at $.animals[0] (line 1, column 13)."#,
            type: Zoo.self),
        Row(
            json: #"{"meta":{"kind":"owl"}}"#,
            expected:
                #"Expected one of "cod", "eel", "ray", found another text at $.meta.kind (line 1, column 17)."#,
            type: Fish.self),
        Row(
            json: #"{"kind":"dog"}"#,
            expected: "Expected Unlisted or a subclass of it, found another class at $ (line 1, column 1).",
            type: Unlisted.self),
        Row(
            json: #"{"a":1}"#,
            expected: "Expected a valid Picky, found one that it refuses at $ (line 1, column 1).",
            type: Picky.self),
        Row(
            json: #"{"picky":{}}"#,
            expected: "Expected a valid Picky, found one that it refuses at $.picky (line 1, column 10).",
            type: Picnic.self),
        Row(
            json: #"{"child":{}}"#,
            expected: "Expected at most 1 levels, found more at $.child (line 1, column 10).",
            options: MappingOptions(limits: MappingLimits(depth: 1))),
        Row(
            json: "{}", expected: "Expected at most 1 bytes, found 2 at $.",
            options: MappingOptions(limits: MappingLimits(bytes: 1))),
        Row(
            json: #"{"list":[1,2]}"#, expected: "Expected at most 2 values, found more at $.",
            options: MappingOptions(limits: MappingLimits(elements: 2))),
        Row(
            json: "{}", expected: "Expected the root of the mapping, found no value at $.a.b.",
            options: MappingOptions(rootPath: "a.b")),
        Row(json: #"{"a":1,}"#, expected: "Expected a key, found '}' at byte 7 (line 1, column 8)."),
        Row(json: #"{"a":tru}"#, expected: "Expected 'true', found '}' at byte 8 (line 1, column 9)."),
        Row(json: "", expected: "Expected a value, found the end of the input at byte 0 (line 1, column 1)."),
        Row(
            json: "{\n\"int\":\n01}",
            expected: "Expected a number, found a leading zero at byte 9 (line 3, column 1)."),
        Row(json: "{}{}", expected: "Expected the end of the input, found '{' at byte 2 (line 1, column 3)."),
    ]

    @Test(.knowsHooks, arguments: single + others) func everyMistakeHasItsSentence(_ row: Row) throws {
        let error = try #require(throws: (any Error).self) {
            try row.type.model(json: row.json, options: row.options)
        }
        #expect("\(error)" == row.expected)
        #expect(error.localizedDescription == row.expected)
    }

    @Test func noSentenceHoldsAValue() throws {
        let secret = "hunter2"
        for (key, _, _) in Self.mismatches {
            for value in [
                "\"\(secret)\"", "[\"\(secret)\"]", "{\"k\":\"\(secret)\"}", "{\"x\":\"\(secret)\"}",
            ] {
                do {
                    _ = try Wide(
                        json: "{\"\(key)\":\(value)}",
                        options: MappingOptions(mismatches: .reject, elements: .reject))
                } catch let error as ModelError {
                    #expect(!"\(error) \(error.localizedDescription) \(error.problems)".contains(secret))
                }
            }
        }
        let syntax = try #require(throws: JSONSyntaxError.self) {
            try Wide(json: "{\"text\":\"\(secret)\" \"\(secret)\"}")
        }
        #expect(!"\(syntax)".contains(secret))
    }

    @Test func problemsSayTheSameAsErrors() throws {
        for row in Self.single {
            let report = Wide.inspect(json: row.json).report
            let texts = report.problems.map(\.description)
            #expect(texts.isEmpty && row.json.contains("null") || texts == [row.expected], "\(row.json)")
        }
    }

    @Test func codingPathsHoldKeysAndIndexes() throws {
        let error = try #require(throws: ModelError.self) {
            try Wide(json: #"{"children":[{},{"int":[]}]}"#, options: .strict)
        }
        #expect(error.codingPath.map(\.stringValue) == ["children", "Index 1", "int"])
        #expect(error.codingPath.map(\.intValue) == [nil, 1, nil])
        #expect(error.code == .typeMismatch && error.expected == "Int" && error.found == "array")
    }
}
