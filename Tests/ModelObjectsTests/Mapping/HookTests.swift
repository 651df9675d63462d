import Foundation
import ModelObjects
import Testing

/// The order and arguments of the hooks, and the effect of a rejection.
struct HookTests {
    final class Log: ModelObject {
        nonisolated(unsafe) static var calls: [String] = []
        var a = 0
        var child: Child?
        var children: [Child] = []

        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            calls.append("willMap \(dictionary.keys.sorted())")
            return dictionary
        }
        override func serializeValue(_ value: Any, key: String) {
            Self.calls.append("\(key)")
            super.serializeValue(value, key: key)
        }
        override func didMap(_ dictionary: [String: Any]) throws {
            Self.calls.append("didMap \(dictionary.keys.sorted()) \(a)")
        }
        override func validate() throws { Self.calls.append("validate") }
    }

    final class Child: ModelObject {
        var b = 0
        override func serializeValue(_ value: Any, key: String) {
            Log.calls.append("child \(key)")
            super.serializeValue(value, key: key)
        }
        override func validate() throws { Log.calls.append("child validate \(b)") }
    }

    @Test(.knowsHooks) func hooksAreCalledInTheirOrder() throws {
        let json = #"{"x": 1, "a": 2, "child": {"B": 1}, "A": 3, "children": [{"b": 2}], "a": 4}"#
        Log.calls = []
        let model = try Log(json: json)
        #expect(model.a == 4)
        // willMap receives a dictionary; serializeValue receives its result, ordered by Unicode scalars.
        #expect(
            Log.calls == [
                #"willMap ["A", "a", "child", "children", "x"]"#, "A", "a", "child", "child B",
                "child validate 1", "children",
                "child b", "child validate 2", "x", #"didMap ["A", "a", "child", "children", "x"] 4"#,
                "validate",
            ])
    }

    final class Renaming: ModelObject {
        var n = 0
        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(value, key: key.hasSuffix("VALUE") ? "n" : key)
        }
    }

    /// A problem is located at the payload's key, whatever key the hook passes to super.
    @Test func problemsAreLocatedAtTheKeyOfThePayload() throws {
        let report = Renaming.inspect(json: "{\n\"numberVALUE\":\"x\"}").report
        #expect(
            report.problems.map(\.description)
                == ["Expected Int, found string at $.numberVALUE (line 2, column 15)."])
        let error = #expect(throws: ModelError.self) {
            try Renaming(json: "{\n\"q\":1,\n\"q\":5}", options: .strict)
        }
        #expect(error?.problems.map(\.line) == [2, 3])
    }

    /// Passes `amount` on when `currency` arrives, `nm` as `name`, and the members of `w` as its own.
    final class Rearranging: ModelObject {
        var amount: Int?
        var currency = ""
        var name = ""
        private var kept: Any?
        override class var mappedProperties: Set<String>? { ["amount", "currency", "name"] }
        override func serializeValue(_ value: Any, key: String) {
            switch key {
            case "amount": kept = value
            case "currency":
                super.serializeValue(value, key: key)
                if let kept { super.serializeValue(kept, key: "amount") }
            case "nm": super.serializeValue(value, key: "name")
            case "w":
                for (key, value) in value as? [String: Any] ?? [:] { super.serializeValue(value, key: key) }
            default: super.serializeValue(value, key: key)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"amount":[1],"currency":"EUR"}"#, "array at $.amount (line 1, column 11)"),
            (#"{"amount":2,"nm":[1]}"#, "array at $.nm (line 1, column 18)"),
            (#"{"w":{"name":[1]}}"#, "array at $.w (line 1, column 6)"),
            (#"{"w":{"name":[1]},"w":{"name":[2]}}"#, "array at $.w (line 1, column 23)"),
        ])
    func problemsOfRearrangedValuesAreLocatedAtTheirKeys(json: String, place: String) throws {
        let problems = Rearranging.inspect(json: json).report.problems.filter { $0.code == .typeMismatch }
        #expect(problems.last?.description.contains(place) == true, "\(problems)")
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let others = Rearranging.inspect(dictionary: dictionary).report.problems
        #expect(others.map(\.code).contains(.typeMismatch))
    }

    final class Types: ModelObject {
        var seen: [String] = []
        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored] }
        override func serializeValue(_ value: Any, key: String) {
            seen.append("\(key): \(type(of: value))")
        }
    }

    /// As in JSON text, a number without a fraction is an Int, whatever its type in the dictionary.
    @Test func aDecimalWithoutAFractionIsAnInt() throws {
        let dictionary: [String: Any] = [
            "a": Decimal(12), "b": NSDecimalNumber(string: "12.0"), "c": Decimal(string: "1250e-2") ?? 0,
            "d": Decimal(UInt64.max), "e": Decimal(string: "1e30") ?? 0, "f": Decimal.nan,
        ]
        let seen = try Types(dictionary: dictionary).seen.sorted()
        #expect(seen == ["a: Int", "b: Int", "c: Decimal", "d: UInt64", "e: Decimal", "f: Double"])
    }

    final class Recorder: ModelObject {
        var seen: [String] = []
        var name = ""
        var number = 0
        var inner: Recorder?
        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored] }

        override func serializeValue(_ value: Any, key: String) {
            seen.append("\(key)=\(shown(value))")
            if key == "numberVALUE" {
                number = value as? Int ?? -1
            } else {
                super.serializeValue(value, key: key)
            }
        }
    }

    private static let json = """
        {"b": true, "a": 1, "numberVALUE": 5, "b": 0, "d": 1.5, "s": "x", "n": null, "u": 18446744073709551615,
         "o": {"b": true, "i": [false, 1, null]}, "inner": {"name": "in", "z": 1}}
        """

    @Test func keysArriveInPayloadOrderWithDuplicates() throws {
        let model = try Recorder(json: Self.json)
        #expect(
            model.seen == [
                "b=Bool(true)", "a=Int(1)", "numberVALUE=Int(5)", "b=Int(0)", "d=Double(1.5)", #"s="x""#,
                "n=NSNull(<null>)",
                "u=UInt64(18446744073709551615)",
                #"o={"b": Bool(true), "i": [Bool(false), Int(1), NSNull(<null>)]}"#,
                #"inner={"name": "in", "z": Int(1)}"#,
            ])
        #expect(model.number == 5)
        #expect(model.inner?.name == "in")
        #expect(model.inner?.seen == [#"name="in""#, "z=Int(1)"])
    }

    @Test func jsonSerializationDictionariesGiveSwiftValues() throws {
        let dictionary = try JSONSerialization.jsonObject(with: Data(Self.json.utf8)) as? [String: Any] ?? [:]
        let model = try Recorder(dictionary: dictionary)
        #expect(
            model.seen.filter { !$0.hasPrefix("b=") } == [
                "a=Int(1)", "d=Double(1.5)", #"inner={"name": "in", "z": Int(1)}"#, "n=NSNull(<null>)",
                "numberVALUE=Int(5)",
                #"o={"b": Bool(true), "i": [Bool(false), Int(1), NSNull(<null>)]}"#, #"s="x""#,
                "u=UInt64(18446744073709551615)",
            ])
        #expect(model.inner?.seen == [#"name="in""#, "z=Int(1)"])
    }

    final class Watcher: ModelObject {
        var first = ""
        var second = 0
        var log: [String] = []
        override class var propertyRules: [String: PropertyRule] { ["log": .ignored] }

        override func serializeValue(_ value: Any, key: String) {
            switch key {
            case "swap": super.serializeValue("swapped", key: "first")
            case "double": super.serializeValue((value as? Int ?? 0) * 2, key: "second")
            default: super.serializeValue(value, key: key)
            }
            log.append("\(key): \(first) \(second)")
        }
    }

    @Test func superStoresAtOnceAndAcceptsOtherKeysAndValues() throws {
        let model = try Watcher(
            json: #"{"FIRST": "a", "first": "b", "F_IRST": "c", "double": 4, "first": []}"#)
        #expect(
            model.log == ["FIRST: a 0", "first: b 0", "F_IRST: b 0", "double: b 8", "first: b 8"])
        #expect(model.first == "b")
        #expect(try Watcher(json: #"{"swap": 1}"#).first == "swapped")
        // Outside a mapping, the call is an update.
        model.serializeValue("out", key: "FIRST")
        #expect(model.first == "out")
        model.serializeValue([1], key: "first")
        #expect(model.first == "out")
    }

    final class Choosy: ModelObject {
        struct Refused: Error {}
        var number = 0
        var child: Choosy?
        var fixed = Part()
        var list: [Choosy] = []
        var map: [String: Choosy] = [:]
        override func validate() throws { if number < 0 { throw Refused() } }

        final class Part: ModelObject {
            var number = 0
            override func validate() throws { if number < 0 { throw Refused() } }
        }
    }

    final class Order: ModelObject {
        struct Invalid: Error {}
        var quantity = 0
        override func validate() throws { if quantity < 1 { throw Invalid() } }
    }

    /// A value that the options reject is more likely the cause than what `validate` then says.
    @Test func aRejectedValueComesBeforeValidation() throws {
        let error = try #require(throws: ModelError.self) {
            try Order(json: #"{"quantity": "12a"}"#, options: .strict)
        }
        #expect(error.code == .typeMismatch)
        #expect(
            error.description == "Expected Int, found string at $.quantity (line 1, column 14), and 1 more.")
        #expect(error.problems.map(\.code) == [.validationFailed, .typeMismatch])
        let invalid = #expect(throws: ModelError.self) {
            try Order(json: #"{"quantity": 0}"#, options: .strict)
        }
        #expect(invalid?.code == .validationFailed)
    }

    @Test func validateRejectsOnlyItsObject() throws {
        for json in [#"{"number": -1}"#, #"{"number": -1, "child": {"number": 1}}"#] {
            let error = try #require(throws: ModelError.self) { try Choosy(json: json) }
            #expect(error.code == .validationFailed)
            #expect(error.path == "$")
            #expect(error.underlyingError is Choosy.Refused)
            #expect(throws: ModelError.self) { try Choosy(dictionary: ["number": -1]) }
        }
        let json = """
            {"number": 1, "child": {"number": -1}, "fixed": {"number": -1}, "list": [{"number": -1}, {"number": 2}],
             "map": {"a": {"number": -1}, "b": {"number": 3}}}
            """
        for model in [
            try Choosy(json: json),
            try Choosy(dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:]),
        ] {
            #expect(model.child == nil)
            #expect(model.fixed.number == 0)
            #expect(model.list.map(\.number) == [2])
            #expect(model.map.mapValues(\.number) == ["b": 3])
        }
        let report = Choosy.inspect(json: json).report
        #expect(report.problems.map(\.path) == ["$.child", "$.fixed", "$.list[0]", "$.map.a"])
        #expect(report.problems.allSatisfy { $0.code == .validationFailed })
        #expect(
            report.problems.map(\.action.rawValue) == [
                "keptValue", "keptValue", "skippedElement", "skippedElement",
            ]
                || report.problems.allSatisfy { $0.action == .refusedObject })
        for (path, options) in [
            ("$.child", MappingOptions(mismatches: .reject)),
            ("$.list[0]", MappingOptions(elements: .reject)),
        ] {
            let error = try #require(throws: ModelError.self) { try Choosy(json: json, options: options) }
            #expect(error.path == path)
            #expect(error.underlyingError is Choosy.Refused)
        }
    }

    final class Throwing: ModelObject {
        struct Oops: Error {}
        var a = 0
        var nested: Throwing?
        override class var propertyRules: [String: PropertyRule] {
            [
                "a": .converted(from: { (value: Any) -> Int? in
                    if value is String { throw Oops() } else { value as? Int }
                })
            ]
        }
        override func didMap(_ dictionary: [String: Any]) throws { if a == 9 { throw Oops() } }
    }

    @Test func errorsFromHooksAndConvertersHavePaths() throws {
        let converter = try #require(throws: ModelError.self) { try Throwing(json: #"{"a": "x"}"#) }
        #expect(
            converter.code == .hookFailed && converter.path == "$.a"
                && converter.underlyingError is Throwing.Oops)
        let hook = try #require(throws: ModelError.self) { try Throwing(dictionary: ["a": 9]) }
        #expect(hook.code == .hookFailed && hook.path == "$" && hook.underlyingError is Throwing.Oops)
        let nested = try Throwing(json: #"{"a": 1, "nested": {"a": "x"}}"#)
        #expect(nested.a == 1 && nested.nested == nil)
        #expect(
            Throwing.inspect(json: #"{"nested": {"a": "x"}}"#).report.problems.map(\.path) == ["$.nested.a"])
    }

    /// A converter may call super for the property that it converts.
    final class Recursive: ModelObject {
        nonisolated(unsafe) static weak var current: Recursive?
        /// The call of the converter that calls super, counted from 1.
        nonisolated(unsafe) static var turn = 0
        var number = 0

        override class var propertyRules: [String: PropertyRule] {
            let keys = PropertyRule.keys("a.number", "b.number", "number")
            return ["number": keys.converted(from: { current?.convert($0) })]
        }
        private var calls = 0

        private func convert(_ value: Any) -> Int? {
            calls += 1
            if calls == Self.turn { super.serializeValue(40, key: "number") }
            return value as? Int
        }

        override func serializeValue(_ value: Any, key: String) {
            Self.current = self
            super.serializeValue(value, key: key)
        }
    }

    @Test(
        .serialized,
        arguments: [
            #"{"a": {"number": 1}}"#, #"{"b": {"number": 2}}"#, #"{"b": {"number": 2}, "a": {"number": 1}}"#,
            #"{"a": {"number": 1}, "b": {"number": 2}}"#, #"{"number": 3, "b": {"number": 2}, "number": 4}"#,
            #"{"b": {"number": 2}, "number": 3, "a": {"number": 1}}"#,
        ], [1, 2, 3])
    func aConverterMayCallSuperForItsProperty(json: String, turn: Int) throws {
        Recursive.turn = turn
        let number = try Recursive(json: json).number
        #expect([1, 2, 3, 4, 40].contains(number))
    }

    /// JSONSerialization makes NSDecimalNumbers of some numbers that a Double holds.
    @Test func fractionsOfJSONSerializationAreDoubles() throws {
        final class Noise: ModelObject {
            var any: Any?
            var converted = 0.0
            var exact = Decimal(0)
            override class var propertyRules: [String: PropertyRule] {
                ["converted": .converted(from: { $0 as? Double })]
            }
        }
        let number = "0.30000000000000004"
        let json = #"{"any": [\#(number)], "converted": \#(number), "exact": \#(number)}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        for noise in [try Noise(json: json), try Noise(dictionary: object)] {
            #expect(noise.any as? [Double] == [0.1 + 0.2] && noise.converted == 0.1 + 0.2)
            #expect(noise.exact == Decimal(string: number))
        }
    }

    @Test func willMapMayChangeOrRejectThePayload() throws {
        final class Gate: ModelObject {
            var a = 0
            var inner: Gate?
            override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
                if dictionary["closed"] != nil { return nil }
                return dictionary.merging(["a": 5]) { old, _ in old }
            }
        }
        #expect(try Gate(json: "{}").a == 5)
        #expect(try Gate(json: #"{"a": 1, "inner": {}}"#).inner?.a == 5)
        #expect(try Gate(json: #"{"inner": {"closed": 1}}"#).inner == nil)
        let error = try #require(throws: ModelError.self) { try Gate(json: #"{"closed": 1}"#) }
        #expect(error.path == "$")
        #expect(try Gate.array(json: #"[{}, {"closed": 1}, {"a": 3}]"#).map(\.a) == [5, 3])
    }

    @Test func unknownKeysHaveTheSamePositionWithHooks() throws {
        class Plain: ModelObject { var a = "" }
        final class Hooked: Plain {
            override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        }
        final class Changing: Plain {
            override class func willMap(_ payload: [String: Any]) -> [String: Any]? { payload }
        }
        let json = #"{"a": "x", "unknown" : 1}"#
        for type in [Plain.self, Hooked.self, Changing.self] as [Plain.Type] {
            let error = #expect(throws: ModelError.self) { try type.init(json: json, options: .strict) }
            #expect(error?.column == 12, "\(type)")
        }
    }
}
