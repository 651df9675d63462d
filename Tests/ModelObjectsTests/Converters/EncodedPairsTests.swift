import Foundation
import ModelObjects
import Testing

/// A dictionary that encodes itself as a list loses its keys and values only in pairs.
struct EncodedPairsTests {
    enum Plain: String, Codable { case a, b, c }

    struct Key: Codable, Hashable {
        var number: Double
        init(_ number: Double) { self.number = number }
        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Double.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }

    struct Wrapped<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var value: Value?
        var list: [Value] = []
        var count = 1
    }

    final class Holder<Value: Codable & Equatable & Sendable>: ModelObject {
        var direct = Wrapped<Value>()
        var list: [Wrapped<Value>] = []
    }

    private static let (first, second) = (UUID(), UUID())

    /// Checks what is left of a dictionary, wherever it is exported.
    private func check<Value: Codable & Equatable & Sendable, Left: Codable & Equatable & Sendable>(
        _ value: Value, _ notFinite: ExportOptions.NotFinite, gives expected: Left
    ) throws {
        let options = ExportOptions(notFinite: notFinite)
        func copy<Source: Encodable, Copy: Decodable>(_ source: Source, _ type: Copy.Type) throws -> Copy {
            try JSONDecoder().decode(type, from: ModelEncoder(options: options).encode(source))
        }
        #expect(try copy(value, Left.self) == expected)
        #expect(try copy(Value?.some(value), Left?.self) == expected)
        #expect(try copy([value, value], [Left].self) == [expected, expected])
        let wrapped = Wrapped(value: value, list: [value])
        let left = Wrapped(value: expected, list: [expected])
        #expect(try copy(wrapped, Wrapped<Left>.self) == left)

        let holder = Holder<Value>()
        (holder.direct, holder.list) = (wrapped, [wrapped])
        let copies = [
            try Holder<Left>(json: holder.jsonString(options: options)),
            try Holder<Left>(dictionary: holder.jsonObject(options: options)),
            try copy(holder, Holder<Left>.self),
        ]
        for copy in copies { #expect(copy.direct == left && copy.list == [left]) }
    }

    @Test func aPairIsLeftOutWithItsKeyOrValue() throws {
        try check([Double.nan: 1.0, 5: .infinity, 2: 3], .omit, gives: [2.0: 3.0])
        try check([Double.nan: Double.nan], .omit, gives: [Double: Double]())
        try check(
            [Plain.a: Double.nan, .b: 2, .c: -.infinity], .omit, gives: [Plain.b: 2.0])
        try check([Self.first: 1, Self.second: Double.nan], .omit, gives: [Self.first: 1.0])
        try check([Decimal.nan: "a", 1: "b"], .omit, gives: [Decimal(1): "b"])
        try check([Key(.infinity): 1, Key(2): 3], .omit, gives: [Key(2): 3])
        try check([Double?.none: 1.0, .nan: 2, 3: .nan, 4: 5], .omit, gives: [nil: 1.0, 4.0: 5])
    }

    @Test func aKeyThatIsReplacedByNullIsLeftOutWithItsValue() throws {
        try check([Double.nan: 1.0, 5: .infinity, 2: 3], .null, gives: [5.0: nil, 2: Double?.some(3)])
        try check([Plain.a: Double.nan, .b: 2], .null, gives: [Plain.a: nil, .b: Double?.some(2)])
        try check([Decimal.nan: "null", 1: "l"], .null, gives: [Decimal(1): "l"])
        try check([Key(.infinity): 1, Key(2): 3], .null, gives: [Key(2): 3])
        try check([Double?.none: 1.0, .nan: 2, 4: 5], .null, gives: [nil: 1.0, 4.0: 5])
    }

    @Test func otherPairsAreKept() throws {
        for notFinite in [ExportOptions.NotFinite.error, .omit, .null] {
            try check([1.5: "a", 2: "b"], notFinite, gives: [1.5: "a", 2: "b"])
            try check([Plain.a: Int?.none, .b: 1], notFinite, gives: [Plain.a: Int?.none, .b: 1])
            try check([Plain.a: [1.5: 2]], notFinite, gives: [Plain.a: [1.5: 2]])
        }
        #expect(throws: EncodingError.self) { try ModelEncoder().encode([Double.nan: 1]) }
        #expect(throws: EncodingError.self) { try ModelEncoder().encode([1.5: Double.nan]) }
    }

    final class Untyped: ModelObject { var any: Any? }

    @Test func anyHashableKeysThatAreNotFiniteAreLeftOut() throws {
        let holder = Untyped()
        holder.any = [AnyHashable(Double.nan): 1, AnyHashable("a"): 2] as [AnyHashable: Any]
        for notFinite in [ExportOptions.NotFinite.omit, .null] {
            #expect(
                try holder.jsonString(options: ExportOptions(notFinite: notFinite)) == #"{"any":{"a":2}}"#)
        }
        let error = #expect(throws: ModelError.self) { try holder.jsonString() }
        #expect(error?.code == .notFinite)
    }

    @Test func dictionariesInDictionariesLoseTheirOwnPairs() throws {
        let value: [Double: [Double: [Double]]] = [
            .nan: [1: [2]], 3: [.nan: [4], 5: [.nan, 6]], 7: [8: [.nan]],
        ]
        try check(value, .omit, gives: [3.0: [5.0: [6.0]], 7: [8: []]])
        try check(value, .null, gives: [3.0: [5.0: [nil, 6.0]], 7: [8: [Double?.none]]])
    }

    /// A dictionary can also add its pairs to an array that is open.
    private struct Added: Encodable {
        let pairs: [Double: Double]

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(0)
            var container = encoder.singleValueContainer()
            try container.encode(pairs)
            try list.encode(Double.nan)
            try list.encode(9)
        }
    }

    @Test func pairsAddedToAnArrayAreLeftOut() throws {
        func text(_ pairs: [Double: Double], _ notFinite: ExportOptions.NotFinite) throws -> String {
            let options = ExportOptions(notFinite: notFinite)
            return String(
                decoding: try ModelEncoder(options: options).encode(Added(pairs: pairs)), as: UTF8.self)
        }
        #expect(try text([.nan: 1, 2: .nan], .omit) == "[0,9]")
        #expect(try text([.nan: 1, 2: 3], .omit) == "[0,2,3,9]")
        #expect(try text([.nan: 1, 2: .nan], .null) == "[0,2,null,null,9]")
    }
}
