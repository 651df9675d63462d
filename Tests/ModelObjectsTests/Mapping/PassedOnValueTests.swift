import Foundation
import ModelObjects
import Testing

/// Arrays and dictionaries that a hook passes on to super, as they are or changed.
struct PassedOnValueTests {
    class Node: ModelObject {
        var name = ""
        var keys: [String] = []
        var child: Node?
        var others: [Node] = []
        var byName: [String: Leaf] = [:]
        var numbers: [Int] = []
        var amount: Decimal = 0
        override class var propertyRules: [String: PropertyRule] { ["keys": .ignored] }

        override func serializeValue(_ value: Any, key: String) {
            keys.append(key)
            super.serializeValue(value, key: key)
        }
    }

    final class Leaf: ModelObject {
        var amount: Decimal = 0
        var node: Node?
    }

    @Test func nestedHooksGetKeysInPayloadOrder() throws {
        let json = """
            {"others": [{"z": 1, "name": "a", "child": {"y": 1, "name": "b", "a": 1, "y": 2}}],
             "byName": {"k": {"node": {"x": 1, "b": 2, "name": "c"}}}}
            """
        let node = try Node(json: json)
        #expect(node.keys == ["others", "byName"])
        #expect(node.others[0].keys == ["z", "name", "child"])
        #expect(node.others[0].child?.keys == ["y", "name", "a", "y"])
        #expect(node.byName["k"]?.node?.keys == ["x", "b", "name"])
        #expect(node.byName["k"]?.node?.name == "c")
    }

    /// A hook that changes what it passes on, by the name of the change.
    final class Changing: Node {
        nonisolated(unsafe) static var change = ""

        override func serializeValue(_ value: Any, key: String) {
            switch (Self.change, key, value) {
            case ("changed dictionary", "child", var child as [String: Any]):
                child["name"] = "changed"
                super.serializeValue(child, key: key)
            case ("changed array", "numbers", var numbers as [Any]):
                numbers.append("4")
                super.serializeValue(numbers, key: key)
            case ("equal copy", "child", let child as [String: Any]):
                super.serializeValue(Dictionary(uniqueKeysWithValues: child.map { ($0, $1) }), key: key)
            case ("part of it", "child", let child as [String: Any]):
                super.serializeValue(child["child"] ?? NSNull(), key: key)
            case ("another key", "child", _):
                super.serializeValue(value, key: "x")
                super.serializeValue([value], key: "others")
            case ("later", "child", _):
                super.serializeValue(7, key: "amount")
                super.serializeValue(value, key: key)
            default:
                super.serializeValue(value, key: key)
            }
        }
    }

    @Test(
        .serialized,
        arguments: [
            ("nothing", "a b [] [1, 2, 3] 0"), ("changed dictionary", "changed b [] [1, 2, 3] 0"),
            ("changed array", "a b [] [1, 2, 3, 4] 0"), ("equal copy", "a b [] [1, 2, 3] 0"),
            ("part of it", #"b - [] [1, 2, 3] 0"#), ("another key", #"- - ["a"] [1, 2, 3] 0"#),
            ("later", "a b [] [1, 2, 3] 7"),
        ]) func valuesPassedToSuperAreStored(change: String, expected: String) throws
    {
        Changing.change = change
        let json = #"{"child": {"child": {"name": "b"}, "name": "a"}, "numbers": [1, "2", 3.0]}"#
        let model = try Changing(json: json)
        let child = model.child
        let found = [
            child?.name ?? "-", child?.child?.name ?? "-", "\(model.others.map(\.name))", "\(model.numbers)",
            "\(model.amount)",
        ]
        #expect(found.joined(separator: " ") == expected)
    }

    /// A dictionary would hold the amount as a Double.
    @Test(.knowsHooks) func numbersKeepTheirDigits() throws {
        let json = #"{"byName": {"a": {"amount": 12345678901234567.25}}}"#
        #expect(try Node(json: json).byName["a"]?.amount == Decimal(string: "12345678901234567.25"))
    }

    /// A spelling that no API uses makes no difference.
    @Test(.knowsHooks, arguments: ["byName", "by_name", "b_y_name", "BYname", "by-Na-me"])
    func numbersUnderAnySpellingKeepTheirDigits(key: String) throws {
        let json = #"{"\#(key)": {"a": {"amount": 12345678901234567.25}}}"#
        #expect(try Node(json: json).byName["a"]?.amount == Decimal(string: "12345678901234567.25"))
    }

    /// A hook that passes a value on under another key.
    final class Renaming: ModelObject {
        var addressLine1 = 0
        override func serializeValue(_ value: Any, key: String) {
            let keys = ["usual": "addressLine1", "unusual": "address_line_1"]
            super.serializeValue(value, key: keys[key] ?? key)
        }
    }

    @Test(.knowsHooks, arguments: ["usual", "unusual", "address_line_1", "ADDRESS_line1"])
    func problemsAreLocatedAtTheKeyInThePayload(key: String) throws {
        let json = #"{"\#(key)": "x"}"#
        let error = try #require(throws: ModelError.self) { try Renaming(json: json, options: .strict) }
        #expect(error.path == "$.\(key)")
        #expect(try Renaming(json: #"{"\#(key)": "5"}"#).addressLine1 == 5)
    }

    /// Not at the earlier key, whose value the hook has passed on.
    @Test func problemsOfExchangedValuesAreLocatedAtTheirKeys() throws {
        final class Exchanging: ModelObject {
            var first = 0
            var second = 0
            override func serializeValue(_ value: Any, key: String) {
                super.serializeValue(value, key: key == "first" ? "second" : "first")
            }
        }
        let error = #expect(throws: ModelError.self) {
            try Exchanging(json: #"{"first": 1, "second": "x"}"#, options: .strict)
        }
        #expect(error?.path == "$.second")
    }

    /// Each occurrence of a key has its own value, though a dictionary holds only the last.
    @Test func nestedHooksGetTheValueOfEachOccurrence() throws {
        final class Recorder: ModelObject {
            var log: [String] = []
            var child: Recorder?
            var list: [Recorder] = []
            override class var propertyRules: [String: PropertyRule] { ["log": .ignored] }

            override func serializeValue(_ value: Any, key: String) {
                let dictionary = value as? [String: Any] ?? (value as? [Any])?.first as? [String: Any]
                log.append("\(key) \(dictionary?["a"] ?? value)")
                super.serializeValue(value, key: key)
            }
        }
        let inner =
            #"{"child": {"a": 1}, "list": [{"a": 2}], "child": {"a": 3}, "b": 1e3, "list": [{"a": 4}, 5]}"#
        let model = try Recorder(json: #"{"child": {"child": \#(inner), "list": [\#(inner)]}}"#)
        let alone = try Recorder(json: inner)
        #expect(alone.log == ["child 1", "list 2", "child 3", "b 1000.0", "list 4"])
        for nested in [model.child?.child, model.child?.list.first] {
            #expect(nested?.log == alone.log)
            #expect(nested?.child?.log == alone.child?.log)
            #expect(nested?.list.map(\.log) == alone.list.map(\.log))
        }
    }

    /// The declared class doesn't have the property in which the last array is.
    @Test func hooksOfASubclassGetTheContainersThatTheTextEndsWith() throws {
        class Base: ModelObject {
            var child: Base?
            var list: [Int] = []
            override class var discriminator: Discriminator? {
                .key("kind", ["sub": Sub.self], fallback: Base.self)
            }
            override func serializeValue(_ value: Any, key: String) {
                super.serializeValue(value, key: key)
            }
        }
        final class Sub: Base { var extra: Base? }
        let base = try Base(json: #"{"child": {"kind": "sub", "extra": {"list": [1]}}}"#)
        #expect((base.child as? Sub)?.extra?.list == [1])
    }

    /// Each hook is called once for each of its keys, however deep it is.
    @Test func deepHooksAreCalledOnce() throws {
        let depth = 60
        let json =
            String(repeating: #"{"b": 1, "a": 2, "child": "#, count: depth) + "null"
            + String(repeating: "}", count: depth)
        var node: Node? = try Node(json: json)
        var count = 0
        while let each = node {
            #expect(each.keys.sorted() == ["a", "b", "child"])
            count += 1
            node = each.child
        }
        #expect(count == depth)
    }

    @Test func problemsHavePathsAndPositions() throws {
        let json = #"{"others": [{"name": "a"}, {"numbers": ["x"]}], "byName": {"k": 5}}"#
        let report = Node.inspect(json: json).report
        let paths = report.problems.map { "\($0.path) \($0.line ?? 0):\($0.column ?? 0)" }
        #expect(paths == ["$.others[1].numbers[0] 1:41", "$.byName.k 1:65"])
    }

    class Part: ModelObject {
        var id = 0
        var userName = ""
        var webUrl = ""
        var amount: Double?
        var part: Part?
        var list: [Part] = []
        var byName: [String: Part] = [:]
    }

    /// A hook that keeps the text of the dictionary that it gets.
    class PartOwner: ModelObject {
        var text = ""
        override class var propertyRules: [String: PropertyRule] { ["text": .ignored] }

        override func serializeValue(_ value: Any, key: String) { text = Self.text(of: value) }

        private static func text(of value: Any) -> String {
            switch value {
            case let object as [String: Any]:
                let members = object.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
                return "{\(members.joined(separator: ", "))}"
            case let array as [Any]: return "\(array.map(text))"
            default: return "\(value)"
            }
        }
    }

    final class TypedOwner: PartOwner { var value: Part? }
    final class UntypedOwner: PartOwner { var value: Any? }

    private func object(_ random: inout SeededNumbers, depth: Int = 0) -> String {
        let keys = [
            "id", "ID", "Id", "user_name", "userName", "user-name", "UserName", "USER_NAME", "web_url",
            "webUrl", "amount", "AMOUNT", "part", "list", "by_name", "byName", "x", "xY", "\\u0069d",
        ]
        let members = (0..<Int.random(in: 0...12, using: &random)).map { index in
            let key = keys.randomElement(using: &random) ?? ""
            let isNested = depth < 3 && Int.random(in: 0..<3, using: &random) == 0
            let scalars = [#""text 0""#, "true", "null", "0.5", "123456789012", "0"]
            let scalar = scalars[Int.random(in: 0..<6, using: &random)]
                .replacingOccurrences(of: "0", with: "\(index)")
            let value = isNested ? object(&random, depth: depth + 1) : scalar
            switch key {
            case "list": return #""list": [\#(scalar), \#(value)]"#
            case "by_name", "byName":
                return #""\#(key)": {"a": \#(scalar), "b": \#(value), "a": \#(value)}"#
            default: return #""\#(key)": \#(value)"#
            }
        }
        return "{\(members.joined(separator: ", "))}"
    }

    /// Keys in several styles, repeated, unknown or missing, and numbers for which the text is read again.
    @Test func hooksGetTheDictionariesOfTheTextForAnyType() throws {
        var random = SeededNumbers(seed: 2_026_1124)
        for round in 0..<Effort.count(4_000) {
            var json = #"{"value": \#(object(&random))}"#
            if round % 4 == 0 { json = json.replacingOccurrences(of: "null", with: "1e999") }
            let expected = try UntypedOwner(json: json).text
            #expect(!expected.isEmpty)
            #expect(try TypedOwner(json: json).text == expected, "\(json)")
        }
    }

    @Test(arguments: [
        (#"{"userName": 1, "user_name": 2, "userName": 3}"#, "{userName: 3, user_name: 2}"),
        (#"{"id": 1, "user_name": 2, "ID": 3, "id": 4}"#, "{ID: 3, id: 4, user_name: 2}"),
        (#"{"Id": 1, "user_name": 2, "UserName": 3, "Id": 4}"#, "{Id: 4, UserName: 3, user_name: 2}"),
        (
            #"{"ID": 1, "UserName": 2, "id": 3, "by_name": 4, "id": 5}"#,
            "{ID: 1, UserName: 2, by_name: 4, id: 5}"
        ),
    ])
    func theLastValueOfAKeyCounts(json: String, expected: String) throws {
        #expect(try TypedOwner(json: #"{"value": \#(json)}"#).text == expected)
    }

    /// The name of one property is also a spelling of the name of another one.
    @Test func theLastValueOfAKeyInTwoStylesCounts() throws {
        final class Letters: ModelObject {
            var a_b_c = 0
            var userName = 0
            var ABC = 0
        }
        final class Owner: ModelObject {
            var letters: Letters?
            var values: [String: Any] = [:]
            override func serializeValue(_ value: Any, key: String) {
                values = value as? [String: Any] ?? [:]
                super.serializeValue(value, key: key)
            }
        }
        let owner = try Owner(json: #"{"letters": {"ABC": 1, "userName": 2, "ABC": 3}}"#)
        #expect(owner.values as? [String: Int] == ["ABC": 3, "userName": 2])
        #expect(owner.letters?.ABC == 3)
    }

    private final class Chained: ModelObject {
        var first = 0
        var second = 0
        private static let current = CurrentModel()

        /// A converter that passes on a second value when it is called for its second key.
        override class var propertyRules: [String: PropertyRule] {
            [
                "first": .converted(from: { value in
                    if value as? Int == 2 { current.model?.storeSecond() }
                    return value as? Int
                }),
                "second": .required,
            ]
        }

        override func serializeValue(_ value: Any, key: String) {
            Self.current.model = self
            super.serializeValue(value, key: key)
        }

        private func storeSecond() { super.serializeValue(7, key: "second") }

        private final class CurrentModel: @unchecked Sendable {  // Used by one test, on one thread.
            weak var model: Chained?
        }
    }

    @Test func aConverterCanPassOnAValueForAnotherKey() throws {
        let chained = try Chained(json: #"{"FIRST": 1, "first": 2}"#)
        #expect(chained.first == 2 && chained.second == 7)
    }

    class Holder: ModelObject {
        var any: Any = 0
        var list: [Any] = []
        var members: [String: Any] = [:]
    }

    /// Ignores the value and passes another one to super.
    final class Making: Holder {
        nonisolated(unsafe) static var made: Any = 0
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(Self.made, key: key) }
    }

    /// Values from hooks are converted like those of dictionaries.
    @Test func madeValuesBecomePlain() throws {
        let made: [Any] = [
            [1, nil] as [Int?], ["a": NSNumber(value: 2), "b": NSNumber(value: true)], [1, 2] as [Int8],
            ["a": ["b": 1]], ["k": NSDictionary(dictionary: ["n": 5])], [[1.5, Double.infinity]],
            ["k": Double.nan], NSArray(array: ["x", NSNull()]), [Optional("x") as Any], NSNumber(value: 7),
            Substring("text"), ["k": [Decimal(1), UInt8(2)] as [Any]], Double.infinity,
        ]
        for value in made {
            Making.made = value
            for (key, read) in [
                ("any", { $0.any }), ("list", { $0.list }), ("members", { $0.members }),
            ] as [(String, (Holder) -> Any)] {
                let expected = ExactText.of(read(try Holder(dictionary: [key: value])))
                #expect(ExactText.of(read(try Making(json: #"{"\#(key)": 1}"#))) == expected, "\(value)")
                #expect(ExactText.of(read(try Making(json: #"{"\#(key)": [1]}"#))) == expected, "\(value)")
                #expect(ExactText.of(read(try Making(dictionary: [key: ["a": 1]]))) == expected, "\(value)")
            }
        }
    }

    /// Stores the parts of its value in another order than that of the text.
    final class Unpacking: Node {
        override func serializeValue(_ value: Any, key: String) {
            guard key == "bag", let bag = value as? [String: Any] else {
                return super.serializeValue(value, key: key)
            }
            for (key, part) in bag.sorted(by: { $0.key > $1.key }) { super.serializeValue(part, key: key) }
        }
    }

    final class Reversing: Node {
        override func serializeValue(_ value: Any, key: String) {
            let list = key == "others" ? value as? [Any] : nil
            super.serializeValue(list.map { Array($0.reversed()) } ?? value, key: key)
        }
    }

    @Test func partsInAnotherOrderAreTheSame() throws {
        let inner = #"{"name": "i", "child": {"name": "c", "numbers": [1]}, "others": [{"name": "o"}]}"#
        let others = [#"{"name": "a", "others": [\#(inner), {"name": "b"}]}"#, inner]
        let bag = #""child": \#(inner), "numbers": [1, 2], "others": [\#(others[0]), \#(others[1])]"#
        let expected = try Node(json: "{\(bag)}").jsonString()
        #expect(try Unpacking(json: #"{"bag": {\#(bag)}}"#).jsonString() == expected)
        let reversed = bag.replacing(others[0] + ", " + others[1], with: others[1] + ", " + others[0])
        #expect(try Reversing(json: "{\(reversed)}").jsonString() == expected)
    }
}
