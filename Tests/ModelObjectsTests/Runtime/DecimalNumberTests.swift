import Foundation
import Testing

@testable import ModelObjects

/// The Double that a Decimal is, found without the text of the Decimal.
struct DecimalNumberTests {
    /// By the text, which every other way must agree with.
    private static func reference(_ decimal: Decimal) -> Double? {
        Double(decimal.description).flatMap { Decimal(string: $0.description) == decimal ? $0 : nil }
    }

    /// As the mapper reads the object that JSONSerialization makes of many digits.
    private static func bits(_ value: JSONValue) -> UInt64? {
        if case .double(let double) = value { double.bitPattern } else { nil }
    }

    private static func check(_ decimal: Decimal, _ comment: Comment) {
        let double = reference(decimal)
        #expect(decimal.exactDouble?.bitPattern == double?.bitPattern, "\(comment): \(decimal)")
        let integer = WideInteger(decimal.description)
        let value = JSONValue(NSDecimalNumber(decimal: decimal))
        switch (integer?.int64, integer?.uint64, double) {
        case (let integer?, _, _):
            guard case .integer(integer) = value else {
                Issue.record("\(comment): \(decimal) is not \(integer)")
                return
            }
            #expect(decimal.fraction == nil, "\(comment): \(decimal)")
        case (nil, let integer?, _):
            guard case .unsigned(integer) = value else {
                Issue.record("\(comment): \(decimal) is not \(integer)")
                return
            }
        case (nil, nil, let double?):
            #expect(bits(value) == double.bitPattern, "\(comment): \(decimal)")
        case (nil, nil, nil):
            guard case .decimal(decimal) = value else {
                Issue.record("\(comment): \(decimal) keeps its digits")
                return
            }
        }
    }

    private static func digits(_ count: ClosedRange<Int>, _ numbers: inout SeededNumbers) -> String {
        (0..<Int.random(in: count, using: &numbers))
            .map { _ in String(Int.random(in: 0...9, using: &numbers)) }.joined()
    }

    private static let shapes: [(name: String, make: @Sendable (inout SeededNumbers) -> String)] = [
        ("shortest text", { Double.random(in: -1e3...1e3, using: &$0).description }),
        (
            "any exponent",
            {
                let exponent = Int.random(in: -60...60, using: &$0)
                return Double(sign: .minus, exponent: exponent, significand: .random(in: 1..<2, using: &$0))
                    .description
            }
        ),
        ("fraction", { "-0." + digits(1...38, &$0) }),
        ("mixed", { digits(1...20, &$0) + "." + digits(1...18, &$0) }),
        ("near an integer", { digits(1...16, &$0) + ".000000000000000" + digits(1...6, &$0) }),
        ("exponent", { digits(1...38, &$0) + "e\(Int.random(in: -110...80, using: &$0))" }),
        ("tiny", { "1." + digits(1...9, &$0) + "e\(Int.random(in: -119 ... -80, using: &$0))" }),
        (
            "near 2^53",
            { "\((1 << 53) + Int.random(in: -3...3, using: &$0))e-\(Int.random(in: 0...2, using: &$0))" }
        ),
        (
            "between two Doubles",
            {
                let double = Double.random(in: 0..<1e3, using: &$0)
                let texts = [double, double.nextUp].compactMap { Decimal(string: $0.description) }
                return (texts.reduce(0, +) / 2).description
            }
        ),
    ]

    @Test(arguments: shapes.indices, [SeededNumbers(seed: 1)])
    func theDoubleIsThatOfTheText(_ shape: Int, _ numbers: SeededNumbers) throws {
        let (name, make) = Self.shapes[shape]
        var numbers = numbers
        for _ in 0..<Effort.count(10_000, atLeast: 300) {
            let text = make(&numbers)
            Self.check(try #require(Decimal(string: text), "\(text)"), "\(name), \(numbers.testDescription)")
        }
    }

    @Test func specialNumbers() {
        let limits: [Decimal] = [
            0, 1, -1, .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi,
            Decimal(Int64.min), Decimal(Int64.max), Decimal(UInt64.max), Decimal(UInt64.max) + 1,
        ]
        for decimal in limits { Self.check(decimal, "limit") }
        #expect(Decimal.nan.exactDouble == nil)
        #expect(Decimal.nan.fraction == nil)
    }

    /// Only a coder or C code makes a Decimal whose digits end with zeros.
    @Test(arguments: [(20, -1, 2.0), (1_250, -3, 1.25), (10, -2, 0.1), (90_071_992_547_409_920, -1, 0x1p53)])
    func zerosAtTheEndMakeNoDifference(digits: UInt64, exponent: Int, double: Double) throws {
        let words = (0..<8).map { UInt16(truncatingIfNeeded: $0 < 4 ? digits >> (16 * UInt64($0)) : 0) }
        let members: [String: Any] = [
            "exponent": exponent, "length": 4, "isNegative": false, "isCompact": false, "mantissa": words,
        ]
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["value": members], format: .binary, options: 0)
        let made = try PropertyListDecoder().decode([String: Decimal].self, from: list)
        let decimal = try #require(made["value"])
        #expect(decimal.exponent == exponent)
        Self.check(decimal, "\(digits)e\(exponent)")
        #expect(decimal.exactDouble == double)
    }

    /// Equal numbers of different kinds have the same hash.
    @Test(arguments: ["9007199254740993.5", "-12345678901234567890123", "0.1234567890123456789", "1e30"])
    func theHashIsThatOfTheNearestDouble(text: String) throws {
        let number = decimalNumber(try #require(Decimal(string: text)))
        #expect(number == NSNumber(value: number.doubleValue))
        #expect(number.hash == NSNumber(value: number.doubleValue).hash)
        if let integer = Int64(exactly: number.doubleValue) {
            #expect(number.hash == NSNumber(value: integer).hash)
        }
    }

    /// The text of a Decimal, which is slow to make, isn't needed for fractions with 17 and with 30 digits.
    @Test func fractionsNeedNoText() throws {
        for number in 1...1_000 where number % 7 != 0 {
            let double = Double(number) / 7
            let short = try #require(Decimal(string: double.description))
            guard case .double(double) = short.fraction else {
                Issue.record("\(short) is \(double)")
                continue
            }
            let long = try #require(Decimal(string: "\(double)0000000000001"))
            if case .double(let double) = long.fraction { Issue.record("\(long) is not \(double)") }
        }
        let long = try #require(Decimal(string: "0.142857142857142857142857142857"))
        guard case .decimal = long.fraction else {
            Issue.record("\(long) is no Double")
            return
        }
    }
}
