import Foundation
import ModelObjects
import Testing

/// Dictionaries with values that JSON doesn't have, and properties that accept any value.
struct TypedValueTests {
    @Test func nsNumbersMustBeFinite() throws {
        final class Holder: ModelObject { var number = NSNumber(value: 7) }
        for json in ["1e400", "-1e400", #""1e400""#, #"" +1e999 ""#, #""inf""#, #""NaN""#] {
            #expect(try Holder(json: #"{"number": \#(json)}"#).number == 7, "\(json)")
            let report = Holder.inspect(json: #"{"number": \#(json)}"#).report
            #expect(report.problems.count == 1 && report.conversions.isEmpty, "\(json)")
        }
        let values: [Any] = [
            Double.infinity, -Double.infinity, Double.nan, Decimal.nan, "1e400",
            NSNumber(value: Double.infinity), NSNumber(value: Float.nan), NSDecimalNumber.notANumber,
        ]
        for value in values {
            #expect(try Holder(dictionary: ["number": value]).number == 7, "\(value)")
        }
        #expect(try Holder(json: #"{"number": "1e300"}"#).number == NSNumber(value: 1e300))
    }

    @Test(
        arguments: [
            (Decimal(2), true), (Decimal(0), false), (UInt64.max, true), (0.5, true), (Double.nan, nil),
        ] as [(any Sendable, Bool?)])
    func numbersBecomeBools(number: any Sendable, expected: Bool?) throws {
        final class Switch: ModelObject { var isOn: Bool? }
        #expect(try Switch(dictionary: ["isOn": number]).isOn == expected)
    }

    @Test func valuesOfThePropertyTypeAreAccepted() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.234567890123)
        #expect(try Box<Date>(dictionary: ["value": date, "optional": date]).optional == date)
        #expect(try Box<Date>(dictionary: ["value": date as Date? as Any]).value == date)
        #expect(try Box<Date>(dictionary: ["optional": date as Date? as Any]).optional == date)
        #expect(try Box<Date>(dictionary: ["optional": Date?.none as Any]).optional == nil)
        let point = Point(x: 1, y: 2)
        #expect(
            try Box<Point>(dictionary: ["value": point, "list": [point], "map": ["k": point]]).map == [
                "k": point
            ])
        #expect(try Box<Suit>(dictionary: ["value": Suit.spades]).value == .spades)
        #expect(try Box<Flags>(dictionary: ["optional": Flags(rawValue: 3)]).optional == Flags(rawValue: 3))
        #expect(try Box<Money>(dictionary: ["value": Money(cents: 3)]).value == Money(cents: 3))
        #expect(try Box<Data>(dictionary: ["value": Data([1])]).value == Data([1]))
        let url = URL(fileURLWithPath: "/a b")
        #expect(
            try Box<URL>(dictionary: ["value": url, "optionalList": [url, nil] as [URL?]]).optionalList == [
                url, nil,
            ])
        #expect(try Box<Set<Int>>(dictionary: ["value": Set([1, 2])]).value == [1, 2])
        #expect(try HookedBox<Date>(dictionary: ["value": date]).value == date)
    }

    /// JSONDecoder would use the first of duplicate keys in bytes.
    @Test(arguments: [
        #"{"value": {"x": 1, "y": 2, "x": 3}}"#, #"{"value": {"x": 1, "x": "no", "y": 2, "x": 3}}"#,
        #"{"value": {"y": 9, "x": 8}, "value": {"x": 3, "y": 2}}"#,
    ])
    func theLastOfDuplicateKeysWinsInStructs(json: String) throws {
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        #expect(try Box<Point>(json: json).value == Point(x: 3, y: 2))
        #expect(try Box<Point>(json: Data(json.utf8)).value == Point(x: 3, y: 2))
        #expect(try Box<Point>(dictionary: dictionary).value == Point(x: 3, y: 2))
        #expect(try HookedBox<Point>(json: json).value == Point(x: 3, y: 2))
        #expect(try Box<Point>(json: json.replacing("value", with: "optional")).optional == Point(x: 3, y: 2))
        let list = json.replacing(#""value": {"#, with: #""list": [{"#).replacing("}}", with: "}]}")
        if !json.contains(#""value": {"y""#) {
            #expect(try Box<Point>(json: list).list == [Point(x: 3, y: 2)])
        }
    }

    /// A Double in a dictionary therefore gives the same integer as the text it was read from.
    @Test(arguments: [
        ("3.86146372295883e16", 38_614_637_229_588_300), ("-3.86146372295883e16", -38_614_637_229_588_300),
        ("9007199254740994.0", 9_007_199_254_740_994), ("1.152921504606847e18", 1_152_921_504_606_847_000),
        ("1e18", 1_000_000_000_000_000_000), ("-9223372036854775808.0", .min), ("9.3e18", 7), ("1e300", 7),
    ])
    func largeDoublesConvertByTheirShortestText(text: String, expected: Int) throws {
        let number = try #require(Double(text))
        let json = #"{"value": \#(text), "list": [\#(text)]}"#
        #expect(try Box<Int>(json: json).value == expected)
        #expect(try HookedBox<Int>(json: json).value == expected)
        #expect(try Box<Int>(dictionary: ["value": number]).value == expected)
        #expect(try Box<Int>(dictionary: ["value": NSNumber(value: number)]).value == expected)
        #expect(try Box<Int>(dictionary: ["list": [number]]).list == (expected == 7 ? [] : [expected]))
        let clamped = try Box<Int>(dictionary: ["value": number], options: MappingOptions(numbers: .clamp))
        #expect(clamped.value == (expected == 7 ? .max : expected))
        #expect(try Box<Int>(json: json, options: MappingOptions(numbers: .clamp)).value == clamped.value)
    }

    @Test func modelsInDictionariesAreNotCopied() throws {
        let inner = Box<Int>()
        let other = HookedBox<Int>()
        let outer = try Outer<Int>(dictionary: ["there": inner, "made": other, "elements": [inner, other]])
        #expect(outer.there === inner)
        #expect(outer.made === other)
        #expect(outer.elements.count == 2)
        #expect(outer.elements.first === inner)
        #expect(outer.elements.last === other)
        // A model of another class does not fit.
        let kept = try Outer<Int>(dictionary: ["there": Box<String>(), "hooked": inner])
        #expect(kept.hooked == nil)
    }

    @Test func nonFiniteNumbersAreIgnored() throws {
        for number in [Double.nan, .infinity, -.infinity] {
            let box = try Box<Double>(dictionary: [
                "value": number, "optional": number, "list": [1, number] as [Any],
            ])
            #expect(box.value == 7)
            #expect(box.optional == 7)
            #expect(box.list == [1])
            #expect(try Box<Float>(dictionary: ["value": Float(number)]).value == 7)
            #expect(try Box<Int>(dictionary: ["value": number]).value == 7)
            #expect(
                try Box<Int>(dictionary: ["value": number], options: MappingOptions(numbers: .truncate)).value
                    == 7)
            #expect(try Box<Decimal>(dictionary: ["value": number]).value == 7)
            #expect(try Box<String>(dictionary: ["value": number]).value == "before")
            #expect(try Box<Date>(dictionary: ["value": number]).value == .before)
            #expect(try Box<Double>(dictionary: ["value": NSNumber(value: number)]).value == 7)
        }
        #expect(try Box<Decimal>(dictionary: ["value": Decimal.nan]).value == 7)
        #expect(try Box<Double>(dictionary: ["value": Decimal.nan]).value == 7)
        #expect(try Box<Int>(dictionary: ["value": NSDecimalNumber.notANumber]).value == 7)
    }

    final class Lookup: ModelObject {
        static let id = UUID()
        var byID: [Int: Double] = [0: 7]
        var optional: [Int: Double]?
        var byUUID: [UUID: [Double]] = [:]
        var nested: [Int: [String: Double]] = [:]
        var optionals: [Int: Double?] = [:]
        var decimals: [Int: Decimal] = [:]
        var byLetter: [Character: Float] = [:]
        var byNumber: [Double: Presence<Double>] = [:]
        var texts: [Int: String] = [:]
        var any: [Int: Any] = [:]
    }

    private let lookups: [String: Any] = [
        "byID": [1: .nan, 2: 3] as [Int: Double], "optional": [1: .infinity, 2: 3] as [Int: Double],
        "byUUID": [Lookup.id: [1, .nan]] as [UUID: [Double]],
        "nested": [1: ["a": .nan, "b": 2]] as [Int: [String: Double]],
        "optionals": [1: nil, 2: .nan, 3: 4] as [Int: Double?],
        "decimals": [1: .nan, 2: 3] as [Int: Decimal], "byLetter": ["a": .nan, "b": 2] as [Character: Float],
        "byNumber": [.nan: .value(1), 2: .value(.nan), 3: .null] as [Double: Presence<Double>],
        "texts": [1: "a", 2: [], 3: 4] as [AnyHashable: Any],
        "any": [1: NSNumber(value: 1.5), 2: Double.nan] as [Int: Any],
    ]

    /// As in a dictionary by text.
    @Test func badValuesOfDictionariesByOtherKeysAreLeftOut() throws {
        final class Passing: ModelObject {
            var byID: [Int: Double] = [:]
            override func serializeValue(_ value: Any?, key: String) {
                super.serializeValue([1: .nan, 2: 3] as [Int: Double], key: "byID")
            }
        }
        let lookup = try Lookup(dictionary: lookups)
        #expect(lookup.byID == [2: 3] && lookup.optional == [2: 3] && lookup.byUUID == [Lookup.id: [1]])
        #expect(lookup.nested == [1: ["b": 2]] && lookup.optionals == [1: nil, 3: 4])
        #expect(lookup.decimals == [2: 3] && lookup.byLetter == ["b": 2] && lookup.texts == [1: "a", 3: "4"])
        #expect(lookup.byNumber.count == 2 && lookup.byNumber[3] == .null)
        #expect(lookup.any.count == 1 && isExactly(lookup.any[1], Double.self))
        #expect(try Passing(json: #"{"x": 1}"#).byID == [2: 3])
        #expect(
            Lookup.inspect(dictionary: ["byID": [10: .nan, 9: .infinity] as [Int: Double]]).report.problems
                .map(\.description) == [
                    "Expected Double, found number at $.byID.10.",
                    "Expected Double, found number at $.byID.9.",
                ])
        let error = #expect(throws: ModelError.self) {
            try Lookup(dictionary: lookups, options: MappingOptions(elements: .reject))
        }
        #expect(error?.path == "$.any.2")
        #expect(try Lookup(dictionary: ["byID": ["a"] as Set<String>]).byID == [0: 7])
    }

    @Test func trueAndOneAreDistinguished() throws {
        let dictionary: [String: Any] = ["value": NSNumber(value: true), "optional": NSNumber(value: 1)]
        let strings = try Box<String>(dictionary: dictionary)
        #expect(strings.value == "true")
        #expect(strings.optional == "1")
        #expect(try Box<String>(dictionary: ["value": NSNumber(value: Int8(1))]).value == "1")
        #expect(try Box<String>(dictionary: ["value": NSNumber(value: UInt8(1))]).value == "1")
        #expect(try Box<String>(dictionary: ["value": NSNumber(value: 1.0)]).value == "1")
        #expect(
            try Box<String>(dictionary: ["value": NSNumber(value: UInt64.max)]).value
                == "18446744073709551615")
        #expect(
            try Box<Bool>(dictionary: ["value": NSNumber(value: false), "optional": NSNumber(value: 0)]).value
                == false)
        #expect(try Box<String>(dictionary: ["value": true]).value == "true")
        #expect(try Box<String>(dictionary: ["value": Int8(1)]).value == "1")
    }

    @Test func otherNumberAndStringTypesAreAccepted() throws {
        let dictionary: [String: Any] = [
            "value": Float(0.1), "optional": UInt16(5),
            "list": [NSDecimalNumber(string: "1.5"), NSString("2.5"), "3"[...]] as [Any],
        ]
        let box = try Box<Double>(dictionary: dictionary)
        #expect(box.value == 0.1)
        #expect(box.optional == 5)
        #expect(box.list == [1.5, 2.5, 3])
        let lists: [String: Any] = [
            "value": NSArray(array: [1, 2]), "map": NSDictionary(dictionary: ["k": [3]]),
        ]
        let nested = try Box<[Int]>(dictionary: lists)
        #expect(nested.value == [1, 2])
        #expect(nested.map == ["k": [3]])
        #expect(try Box<[Int]>(dictionary: ["value": [1, nil, 3] as [Int?]]).value == [1, 3])
        #expect(try Box<Int>(dictionary: ["map": ["a": 1, "b": nil] as [String: Int?]]).map == ["a": 1])
    }

    @Test func unsupportedObjectsAreRejected() throws {
        final class Stranger {}
        let dictionary: [String: Any] = [
            "value": Stranger(), "optional": Stranger.self, "list": [Stranger(), 5] as [Any], "map": (1, 2),
        ]
        let box = try Box<Int>(dictionary: dictionary)
        #expect(box.value == 7)
        #expect(box.optional == 7)
        #expect(box.list == [5])
        #expect(box.map == ["before": 7])
        #expect(try Box<String>(dictionary: dictionary).value == "before")
        #expect(try Box<Bool>(dictionary: dictionary).value == true)
        #expect(try Box<Point>(dictionary: dictionary).value == .before)
        #expect(try Box<Date>(dictionary: dictionary).value == .before)
        let report = Box<Int>.inspect(dictionary: dictionary).report
        #expect(report.problems.count == 4)
    }

    final class Anything: ModelObject {
        var any: Any = 0
        var optional: Any?
        var list: [Any] = []
        var optionalList: [Any?] = []
        var map: [String: Any] = [:]
        var number = NSNumber(value: 0)
        var text = NSString("")
    }

    private static let json = """
        {"any": {"b": true, "i": 1, "n": null, "d": 1.5, "u": 18446744073709551615, "a": [false, 0, "x", {"z": 1}]},
         "optional": 1.0, "list": [1, true, null, "a", 12345678901234567890123456789], "optionalList": [null, 1],
         "map": {"t": true, "n": null}, "number": 1.25, "text": "abc"}
        """

    @Test func anyPropertiesGetSwiftValues() throws {
        let data = Data(Self.json.utf8)
        let serialized = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let all = [
            try Anything(json: data), try Anything(dictionary: serialized),
            try Anything(dictionary: ReferenceReader.read(Self.json).swift as? [String: Any] ?? [:]),
        ]
        for (way, model) in all.enumerated() {
            let way: Comment = "entry point \(way)"
            let any = try #require(model.any as? [String: Any], way)
            #expect(isExactly(any["b"], Bool.self), way)
            #expect(isExactly(any["i"], Int.self), way)
            #expect(any["n"] is NSNull, way)
            #expect(isExactly(any["d"], Double.self), way)
            #expect(isExactly(any["u"], UInt64.self), way)
            let array = try #require(any["a"] as? [Any], way)
            #expect(isExactly(array[0], Bool.self), way)
            #expect(isExactly(array[1], Int.self), way)
            #expect(isExactly(array[2], String.self), way)
            #expect(isExactly((array[3] as? [String: Any])?["z"], Int.self), way)
            #expect(model.list.count == 5, way)
            #expect(isExactly(model.list[1], Bool.self), way)
            #expect(model.list[2] is NSNull, way)
            #expect(isExactly(model.list[4], Decimal.self), way)
            #expect(model.optionalList.count == 2 && model.optionalList[0] == nil, way)
            #expect(isExactly(model.optionalList[1], Int.self), way)
            #expect(isExactly(model.map["t"], Bool.self), way)
            #expect(model.map["n"] is NSNull, way)
            #expect(model.number == NSNumber(value: 1.25), way)
            #expect(model.text == NSString("abc"), way)
        }
        // JSONSerialization turns 1.0 into 1; the bytes keep the difference.
        #expect(isExactly(all[0].optional, Double.self))
    }

    private func isExactly<Value>(_ value: Any?, _ type: Value.Type) -> Bool {
        guard let value else { return false }
        return Swift.type(of: value) == type
    }
}

/// A negative zero stays negative in every type that supports it, through every entry point.
struct NegativeZeroTests {
    private final class Zeros: ModelObject {
        var number: NSNumber?
        var double = 1.0
        var float: Float = 1
        var decimal: Decimal = 1
        var integer = 1
    }

    @Test(arguments: ["-0", "-0.0", "-0e5"]) func allEntryPointsAgree(text: String) throws {
        let json = #"{"number": Z, "double": Z, "float": Z, "decimal": Z, "integer": Z}"#.replacing(
            "Z", with: text)
        let fromBytes = try Zeros(json: json)
        let zero: Any = -0.0
        let fromDictionary = try Zeros(
            dictionary: ["number": zero, "double": zero, "float": zero, "decimal": zero, "integer": zero])
        for zeros in [fromBytes, fromDictionary] {
            #expect(zeros.number?.doubleValue.sign == .minus)
            #expect(zeros.double.sign == .minus && zeros.double == 0)
            #expect(zeros.float.sign == .minus && zeros.float == 0)
            #expect(zeros.decimal == 0 && zeros.integer == 0)
        }
    }
}
