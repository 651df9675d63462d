import Foundation
import ModelObjects
import Testing

/// A number that no Double can hold leaves its property unchanged, and the report lists it.
struct OutOfRangeNumberTests {
    class Holder: ModelObject {
        var any: Any? = "old"
        var plain: Any = "old"
        var list: [Any] = []
        var optionals: [Any?] = []
        var map: [String: Any] = [:]
        var converted = 5.0
        var custom = Size(value: 4)
        var sum = 3.0
        var text: [Any] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "converted": .converted(from: { $0 as? Double }),
                "sum": .combined(keys: ["a", "b"]) { values -> Double? in
                    (values["a"] as? Double).flatMap { a in (values["b"] as? Double).map { a + $0 } }
                },
                "text": .embeddedJSON,
            ]
        }
    }

    final class Hooked: Holder {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    struct Size: ModelValue, Equatable {
        var value: Double
        static func modelValue(from value: Any) -> Size? { (value as? Double).map { Size(value: $0) } }
        var exportedValue: Any { value }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        /// The paths of the problems in the report.
        let paths: [String]
        /// The whole object as JSON, without the members that the row does not test.
        let kept: String
        let clamped: String
        var testDescription: String { json }

        init(_ json: String, _ paths: [String], _ kept: String, clamped: String) {
            (self.json, self.paths, self.kept, self.clamped) = (json, paths, kept, clamped)
        }
    }

    private static let most = "1.7976931348623157e+308"

    static let rows = [
        Row(#"{"any": 1e400}"#, ["$.any"], #""any":"old""#, clamped: #""any":\#(most)"#),
        Row(#"{"plain": -1e400}"#, ["$.plain"], #""plain":"old""#, clamped: #""plain":-\#(most)"#),
        Row(#"{"any": [1, 1e400, 2]}"#, ["$.any[1]"], #""any":[1,2]"#, clamped: #""any":[1,\#(most),2]"#),
        Row(
            #"{"any": {"a": 1e400, "b": [{"c": 2e308, "d": 1}]}}"#, ["$.any.a", "$.any.b[0].c"],
            #""any":{"b":[{"d":1}]}"#, clamped: #""any":{"a":\#(most),"b":[{"c":\#(most),"d":1}]}"#),
        Row(
            #"{"list": [1e400, [1e400], 3]}"#, ["$.list[0]", "$.list[1][0]"], #""list":[[],3]"#,
            clamped: #""list":[\#(most),[\#(most)],3]"#),
        Row(
            #"{"optionals": [null, 1e400]}"#, ["$.optionals[1]"], #""optionals":[null]"#,
            clamped: "[null,\(most)]"),
        Row(#"{"map": {"a": 1e400, "b": 2}}"#, ["$.map.a"], #""map":{"b":2}"#, clamped: #""a":\#(most)"#),
        Row(#"{"converted": 1e400}"#, ["$.converted"], #""converted":5"#, clamped: #""converted":\#(most)"#),
        Row(#"{"custom": 1e400}"#, ["$.custom"], #""custom":4"#, clamped: #""custom":\#(most)"#),
        Row(#"{"a": 1.5, "b": 1e400}"#, ["$.b", "$.a"], #""sum":3"#, clamped: #""sum":\#(most)"#),
        Row(
            #"{"text": "[1e400, {\"a\": -1e400}, 2]"}"#, ["$.text[0]", "$.text[1].a"], #""text":"[{},2]""#,
            clamped: #""text":"[\#(most),{\"a\":-\#(most)},2]""#),
        Row(#"{"other": 1e400}"#, ["$.other"], #""any":"old""#, clamped: #""other":\#(most)"#),
        Row(
            #"{"other": [1, {"x": 1e400}]}"#, ["$.other[1].x"], #""other":[1,{}]"#,
            clamped: #""other":[1,{"x":\#(most)}]"#),
    ]

    private func inspected(_ row: Row, _ options: MappingOptions) -> [(ModelObject?, MappingReport)] {
        let dictionary = ReferenceReader.read(row.json).swift as? [String: Any] ?? [:]
        return [Holder.self, Hooked.self].flatMap { type in
            [
                type.inspect(json: row.json, options: options),
                type.inspect(dictionary: dictionary, options: options),
            ]
        }
    }

    @Test(arguments: rows) func isDroppedAndReported(row: Row) throws {
        for (object, report) in inspected(row, MappingOptions(unknownKeys: .keep)) {
            let json = try #require(object).jsonString()
            #expect(json.contains(row.kept), "\(json)")
            #expect(report.problems.map(\.path).sorted() == row.paths.sorted())
            #expect(
                report.problems.allSatisfy {
                    $0.code == .typeMismatch && $0.found == "number" || $0.path == "$.a"
                })
        }
    }

    @Test(arguments: rows) func clampingTakesTheNearestDouble(row: Row) throws {
        for (object, report) in inspected(row, MappingOptions(unknownKeys: .keep, numbers: .clamp)) {
            let json = try #require(object).jsonString()
            #expect(json.contains(row.clamped), "\(json)")
            #expect(report.problems.isEmpty)
            #expect(report.conversions.map(\.path).sorted() == row.paths.filter { $0 != "$.a" }.sorted())
            #expect(report.conversions.allSatisfy { $0.from == "number out of range" && $0.to == "Double" })
        }
    }

    /// `didMap` of the inner object reads its dictionary first, which the rule of the outer object gets.
    @Test func isDroppedFromASharedDictionary() throws {
        final class Inner: ModelObject {
            var any: Any?
            var keys = 0
            override func didMap(_ dictionary: [String: Any]) { keys = dictionary.count }
        }
        final class Outer: ModelObject {
            var inner: Inner?
            var copy: Any?
            override class var propertyRules: [String: PropertyRule] {
                ["copy": .combined(keys: ["inner"]) { $0["inner"] }]
            }
        }
        let json = #"{"inner": {"any": [1e400, 2]}}"#
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for (outer, report) in [Outer.inspect(json: json), Outer.inspect(dictionary: dictionary)] {
            let text = try outer?.jsonString(options: ExportOptions(sortedKeys: true))
            #expect(text == #"{"copy":{"any":[2]},"inner":{"any":[2],"keys":1}}"#)
            #expect(report.problems.map(\.path) == ["$.inner.any[0]", "$.inner.any[0]"])
        }
    }

    @Test(arguments: rows) func strictModeRejectsIt(row: Row) throws {
        for type in [Holder.self, Hooked.self] as [ModelObject.Type] {
            let error = #expect(throws: ModelError.self) { try type.init(json: row.json, options: .strict) }
            #expect(error?.problems.isEmpty == false)
        }
    }

    final class Numbers: ModelObject {
        var double = 0.5
        var float = Float(0.5)
        var decimal = Decimal(1)
        var number = NSNumber(value: 1)
        var integer = 1
        var wide = 0.5
        var doubles: [Double] = []
        var optional: Double?
    }

    @Test(arguments: ["1e400", #""1e400""#, "-1e400", #"" -1e999 ""#])
    func numbersAreClampedToTheirType(value: String) throws {
        let sign = value.contains("-") ? -1.0 : 1
        let keys = ["double", "float", "decimal", "number", "optional"]
        let json =
            "{" + keys.map { "\"\($0)\": \(value)" }.joined(separator: ",") + ", \"doubles\": [\(value)]}"
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        let clamp = MappingOptions(numbers: .clamp)
        for (numbers, report) in [
            Numbers.inspect(json: json, options: clamp),
            Numbers.inspect(dictionary: dictionary, options: clamp),
        ] {
            let numbers = try #require(numbers)
            let most = sign * Double.greatestFiniteMagnitude
            #expect(numbers.double == most && numbers.doubles == [most] && numbers.optional == most)
            #expect(numbers.float == Float(sign) * Float.greatestFiniteMagnitude)
            #expect(
                numbers.decimal == (sign < 0 ? -Decimal.greatestFiniteMagnitude : .greatestFiniteMagnitude))
            #expect(numbers.number == NSNumber(value: most))
            let kind = value.contains("\"") ? "string" : "number"
            #expect(report.conversions.count == 6)
            #expect(report.conversions.allSatisfy { $0.from == "\(kind) out of range" })
        }
        let kept = try Numbers(json: json)
        #expect(kept.double == 0.5 && kept.float == 0.5 && kept.decimal == 1 && kept.number == 1)
    }

    @Test func aFloatIsClampedToItsOwnRange() throws {
        let clamp = MappingOptions(numbers: .clamp)
        for value in ["1e39", #""1e39""#, "1e300"] {
            #expect(
                try Numbers(json: "{\"float\": \(value)}", options: clamp).float
                    == Float.greatestFiniteMagnitude)
        }
        #expect(
            try Numbers(dictionary: ["float": 1e39], options: clamp).float == Float.greatestFiniteMagnitude)
    }

    @Test func aNaNHasNoNearestNumber() throws {
        let keys = ["double", "float", "decimal", "number", "integer", "optional"]
        for nan in [Double.nan, Float.nan, Decimal.nan, NSNumber(value: Double.nan)] as [Any] {
            let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, nan) })
            #expect(
                try Numbers(dictionary: dictionary, options: MappingOptions(numbers: .clamp)) == Numbers())
        }
    }

    @Test func nonFiniteNumbersInADictionaryAreDropped() throws {
        let values: [Any] = [
            Double.infinity, -Double.infinity, Double.nan, Float.infinity, NSNumber(value: Double.nan),
            CGFloat.nan,
        ]
        for value in values {
            let object = try Holder(dictionary: [
                "any": value, "list": [value, 1], "map": ["a": ["b": value]],
            ])
            #expect(object.any as? String == "old" && object.list.count == 1)
            #expect((object.map["a"] as? [String: Any])?.isEmpty == true)
            #expect(throws: Never.self) { try object.jsonData() }
        }
    }

    /// In a dictionary the last value of a key is used, even if it cannot be converted.
    @Test func theLastValueOfADuplicateKeyIsUsed() throws {
        #expect(try Holder(json: #"{"any": {"a": 1, "a": 1e400}}"#).jsonString().contains(#""any":{}"#))
        #expect(try Holder(json: #"{"any": {"a": 1e400, "a": 1}}"#).jsonString().contains(#""any":{"a":1}"#))
    }

    class Typed: ModelObject {
        var doubles: [Double] = []
        var floats: [Float?] = []
        var decimals: [Decimal] = []
        var byName: [String: Double] = [:]
        var nested: [[Double]] = []
    }
    final class HookedTyped: Typed {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// A container of the property's own type is no exception.
    @Test(arguments: [Typed.self, HookedTyped.self]) func typedContainersHaveNoInfinity(type: Typed.Type)
        throws
    {
        let dictionary: [String: Any] = [
            "doubles": [1, .nan, .infinity] as [Double], "floats": [1, nil, .nan] as [Float?],
            "decimals": [1, .nan] as [Decimal], "byName": ["a": 1, "b": .nan] as [String: Double],
            "nested": [[1], [.infinity]] as [[Double]],
        ]
        let typed = try type.init(dictionary: dictionary)
        #expect(typed.doubles == [1] && typed.floats == [1, nil] && typed.decimals == [1])
        #expect(typed.byName == ["a": 1] && typed.nested == [[1], []])
        #expect(throws: ModelError.self) { try type.init(dictionary: dictionary, options: .strict) }
        let clamped = try type.init(dictionary: dictionary, options: MappingOptions(numbers: .clamp))
        #expect(clamped.doubles == [1, .greatestFiniteMagnitude])
    }
}
