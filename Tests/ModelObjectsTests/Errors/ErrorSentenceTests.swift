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

    final class Plain: ModelObject {
        var id = 0
        override class var propertyRules: [String: PropertyRule] { ["id": .required] }
    }

    final class Deep: ModelObject {
        var id = 0
        override class var propertyRules: [String: PropertyRule] { ["id": .key("meta.id").required] }
    }

    final class Unwilling: ModelObject {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { nil }
    }

    final class Misled: ModelObject {
        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { Dog.self }
    }

    final class Failing: ModelObject {
        var a = 0
        override func didMap(_ dictionary: [String: Any]) throws { throw Picky.No() }
    }

    final class Priced: ModelObject {
        var price = 0
        override class var propertyRules: [String: PropertyRule] {
            ["price": .converted(from: { (_: Any) throws -> Int? in throw Picky.No() })]
        }
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
        ("money", #""5""#, "Money, found string"), ("list", "5", "Array, found number"),
        ("list", "{}", "Array, found object"),
        ("list", "null", "Array, found null"), ("texts", "{}", "Set, found object"),
        ("map", "[]", "Dictionary, found array"),
        ("map", #""x""#, "Dictionary, found string"), ("number", #""x""#, "NSNumber, found string"),
        ("child", "5", "Wide, found number"), ("child", "[]", "Wide, found array"),
        ("children", "{}", "Array, found object"),
    ]

    private static let single: [Row] = mismatches.map { key, value, text in
        Row(
            json: "{\"\(key)\":\(value)}",
            expected: "Expected \(text) at $.\(key) (line 1, column \(key.utf8.count + 5)).")
    }

    private static let others: [Row] = [
        Row(
            json: #"{"point":{}}"#,
            expected: "Expected Point, found object at $.point (line 1, column 10): `x` is missing."),
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
            expected: "Expected object, found number at $.meta (line 1, column 9)."),
        Row(
            json: #"{"a.b \"c\"":"x"}"#,
            expected: #"Expected Int, found string at $["a.b \"c\""] (line 1, column 14)."#),
        Row(json: #"{"INT":"x"}"#, expected: "Expected Int, found string at $.INT (line 1, column 8)."),
        Row(
            json: #"{"nope":1}"#,
            expected: "Unknown key $.nope (line 1, column 2)."),
        Row(
            json: #"{"child":{"é-x":1}}"#,
            expected: #"Unknown key $.child["é-x"] (line 1, column 11)."#),
        Row(
            json: #"{"USERID":1,"userID":1}"#,
            expected:
                "Key $.USERID (line 1, column 2) matches several properties: userID and user_id.",
            type: Twins.self),
        Row(
            json: #"{"int":"y?","int":"x"}"#,
            expected: "Expected Int, found string at $.int (line 1, column 8), and 1 more."),
        Row(
            json: #"{"byName":{"k":7,"k":{"int":[]}}}"#,
            expected: "Expected Wide, found number at $.byName.k (line 1, column 16), and 1 more."),
        Row(json: "[]", expected: "Expected object, found array at $ (line 1, column 1)."),
        Row(json: " 5", expected: "Expected object, found number at $ (line 1, column 2)."),
        Row(
            json: "{}", expected: "Missing required `name` (keys `n`, `title`) at $ (line 1, column 1).",
            type: Needy.self),
        Row(
            json: #"{"title":null}"#,
            expected:
                "No usable value for required `name` (keys `n`, `title`) at $ (line 1, column 1): expected String.",
            type: Needy.self,
            options: MappingOptions()),
        Row(
            json: #"{"needy":{"id":1}}"#,
            expected: "Missing required `name` (keys `n`, `title`) at $.needy (line 1, column 10).",
            type: Holder.self),
        Row(
            json: #"{"list":[{"n":"a"},{}]}"#,
            expected: "Missing required `name` (keys `n`, `title`) at $.list[1] (line 1, column 20).",
            type: Holder.self),
        Row(
            json: #"{"kind":"cat"}"#,
            expected: #"Unknown class at $.kind (line 1, column 9): expected "dog", found another string."#,
            type: Animal.self),
        Row(
            json: #"{"Kind":7}"#,
            expected: #"Unknown class at $.Kind (line 1, column 9): expected "dog", found another number."#,
            type: Animal.self),
        Row(
            json: #"{"kind":{}}"#,
            expected: #"Unknown class at $.kind (line 1, column 9): expected "dog", found object."#,
            type: Animal.self),
        Row(
            json: #"{"kind":null,"KIND":null}"#,
            expected: #"Unknown class at $.kind (line 1, column 9): expected "dog", found null."#,
            type: Animal.self),
        Row(
            json: #" {"name":"cat"}"#,
            expected: #"No discriminator `kind` at $ (line 1, column 2): expected "dog"."#,
            type: Animal.self),
        Row(
            json: #"{"animals":[{"meta":{"kind":"owl"}},{"meta":{"kind":"elk"}}]}"#,
            expected:
                #"Unknown class at $.animals[1].meta.kind (line 1, column 53): expected one of "a\"b", "cod", "eel", "emu", "owl" and 2 more, found another string."#,
            type: Zoo.self),
        Row(
            json: #"{"animals":[{"meta":[]}]}"#,
            expected:
                #"No discriminator `meta.kind` at $.animals[0] (line 1, column 13): expected one of "a\"b", "cod", "eel", "emu", "owl" and 2 more."#,
            type: Zoo.self),
        Row(
            json: #"{"meta":{"kind":"owl"}}"#,
            expected:
                #"Unknown class at $.meta.kind (line 1, column 17): expected one of "cod", "eel", "ray", found another string."#,
            type: Fish.self),
        Row(
            json: #"{"kind":"dog"}"#,
            expected:
                "The discriminator lists no class that is Unlisted or a subclass of it at $ (line 1, column 1).",
            type: Unlisted.self),
        Row(
            json: #"{"a":1}"#,
            expected: "Validation of Picky failed at $ (line 1, column 1).",
            type: Picky.self),
        Row(
            json: #"{"picky":{}}"#,
            expected: "Validation of Picky failed at $.picky (line 1, column 10).",
            type: Picnic.self),
        Row(
            json: #"{"child":{}}"#,
            expected: "Nested deeper than 1 level at $.child (line 1, column 10).",
            options: MappingOptions(limits: MappingLimits(depth: 1))),
        Row(
            json: "{}", expected: "The input has 2 bytes; the limit is 1.",
            options: MappingOptions(limits: MappingLimits(bytes: 1))),
        Row(
            json: #"{"list":[1,2]}"#, expected: "The input has more than 2 values.",
            options: MappingOptions(limits: MappingLimits(elements: 2))),
        Row(
            json: "{}", expected: "No value at rootPath `a.b`.", options: MappingOptions(rootPath: "a.b")),
        Row(
            json: #"{"a":[{}]}"#, expected: "No value at rootPath `a[0]`; for an element, write `a.0`.",
            options: MappingOptions(rootPath: "a[0]")),
        Row(
            json: #"{"name":"x"}"#,
            expected: "Missing required `name` (keys `n`, `title`) at $ (line 1, column 1), and 1 more.",
            type: Needy.self),
        Row(
            json: #"{"int":"x","small":300,"text":[]}"#,
            expected: "Expected Int, found string at $.int (line 1, column 8), and 2 more."),
        Row(
            json: "{\"list\":[\(repeatElement("[]", count: 150).joined(separator: ","))]}",
            expected: "Expected Int, found array at $.list[0] (line 1, column 10), and 149 more."),
        Row(
            json: "{}", expected: "Missing required `id` at $ (line 1, column 1).", type: Plain.self),
        Row(
            json: #"{"meta":{"id":null}}"#,
            expected:
                "No usable value for required `id` (key `meta.id`) at $ (line 1, column 1): expected Int.",
            type: Deep.self,
            options: MappingOptions()),
        Row(
            json: #"{"kind":"dog"}"#,
            expected: "willMap of Unwilling rejected the object at $ (line 1, column 1).",
            type: Unwilling.self),
        Row(
            json: #"{"kind":"dog"}"#,
            expected:
                "modelClass(for:) chose a class that is not Misled or a subclass of it at $ (line 1, column 1).",
            type: Misled.self),
        Row(
            json: #"{"a":1}"#, expected: "didMap of Failing threw an error at $ (line 1, column 1).",
            type: Failing.self),
        Row(
            json: #"{"price":1}"#,
            expected: "The converter of `price` threw an error at $.price (line 1, column 10).",
            type: Priced.self),
        Row(
            json: #"{"child":{"child":{"child":{}}}}"#,
            expected: "Nested deeper than 3 levels at $.child.child.child (line 1, column 28).",
            options: MappingOptions(limits: MappingLimits(depth: 3))),
        Row(
            json: "[[]",
            expected: "Expected ',' or ']', found the end of the input at byte 3 (line 1, column 4)."),
        Row(json: "<html>", expected: "Not JSON: found `<` at line 1, column 1."),
        Row(json: "\n  'a'", expected: "Not JSON: found `'` at line 2, column 3."),
        Row(json: "é", expected: "Not JSON: found a byte that cannot start a value at line 1, column 1."),
        Row(
            json: "<html>", expected: "Not JSON: found `<` at line 1, column 1.",
            options: MappingOptions(rootPath: "a")),
        Row(json: "nope", expected: "Expected 'null', found another character at byte 1 (line 1, column 2)."),
        Row(json: #"{"a":1,}"#, expected: "Expected a key, found '}' at byte 7 (line 1, column 8)."),
        Row(json: #"{"a":tru}"#, expected: "Expected 'true', found '}' at byte 8 (line 1, column 9)."),
        Row(json: "", expected: "Expected a value, found the end of the input at byte 0 (line 1, column 1)."),
        Row(
            json: "{\n\"int\":\n01}",
            expected: "Expected a number, found a leading zero at byte 9 (line 3, column 1)."),
        Row(json: "{}{}", expected: "Expected the end of the input, found '{' at byte 2 (line 1, column 3)."),
    ]

    @Test(.knowsHooks, arguments: single + others) func everyErrorHasTheExpectedMessage(_ row: Row) throws {
        let error = try #require(throws: (any Error).self) {
            try row.type.model(json: row.json, options: row.options)
        }
        #expect("\(error)" == row.expected)
        #expect(error.localizedDescription == row.expected)
    }

    @Test func messagesNeverContainValues() throws {
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

    @Test func problemsAndErrorsHaveTheSameMessage() throws {
        for row in Self.single {
            let report = Wide.inspect(json: row.json).report
            let texts = report.problems.map(\.description)
            #expect(texts.isEmpty && row.json.contains("null") || texts == [row.expected], "\(row.json)")
        }
    }
}
