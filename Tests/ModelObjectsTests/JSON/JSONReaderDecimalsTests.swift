import Foundation
import Testing

@testable import ModelObjects

@Suite struct JSONReaderDecimalsTests {
    private func decimal(_ text: String) -> Decimal? { NumberText.read(text) { $0.decimal($1) } }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.000", "0"), ("0e500", "0"), ("-0.0e-500", "0"),
        ("1", "1"), ("-1", "-1"), ("0.1", "0.1"), ("12.50", "12.5"), ("100", "100"), ("1e3", "1000"),
        ("1E-3", "0.001"),
        ("-2.5e+2", "-250"), ("9999999999999999999", "9999999999999999999"),
        ("18446744073709551616", "18446744073709551616"),
        ("0.00000000000000000000123456789012345678901", "0.00000000000000000000123456789012345678901"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("-1.2345678901234567890123456789012345678", "-1.2345678901234567890123456789012345678"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ])
    func everyDigitIsKept(text: String, expected: String) throws {
        let value = try #require(decimal(text))
        #expect(value.description == expected)
        #expect(value == Decimal(string: expected))
    }

    @Test(arguments: [
        // 39 digits fit below 2^128.
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("123456789012345678901234567890123456789", "123456789012345678901234567890123456789"),
        // Above that, 38 digits are kept and the rest is rounded, halves away from zero.
        ("340282366920938463463374607431768211456", "340282366920938463463374607431768211460"),
        ("999999999999999999999999999999999999994", "999999999999999999999999999999999999990"),
        ("999999999999999999999999999999999999995", "1000000000000000000000000000000000000000"),
        ("-1234567890123456789012345678901234567850", "-1234567890123456789012345678901234567850"),
        ("1.23456789012345678901234567890123456785000", "1.23456789012345678901234567890123456785"),
        ("0.333333333333333333333333333333333333333333333", "0.33333333333333333333333333333333333333"),
        ("0.666666666666666666666666666666666666666666666", "0.66666666666666666666666666666666666667"),
        (
            "10000000000000000000000000000000000000000000000001",
            "10000000000000000000000000000000000000000000000000"
        ),
    ])
    func excessDigitsAreRounded(text: String, expected: String) throws {
        #expect(try #require(decimal(text)).description == expected)
    }

    @Test func everyExponentInRangeIsRead() throws {
        for exponent in -128...127 {
            let value = Decimal(sign: .plus, exponent: exponent, significand: 7)
            #expect(value.exponent == exponent)
            #expect(value.significand == 7)
            #expect(decimal("7e\(exponent)") == value)
            #expect(decimal("-7e\(exponent)") == -value)
            #expect(decimal(value.description) == value)
        }
    }

    @Test(arguments: [
        "1e128", "1e-129", "15e-129", "1e99999999999999999999", "1e-99999999999999999999", "1000e125",
    ])
    func anExponentOutOfRangeIsNil(text: String) {
        #expect(decimal(text) == nil)
    }

    @Test func trailingZerosDoNotAffectTheRange() {
        #expect(decimal("1000e124") == decimal("1e127"))
        #expect(decimal("1000e-131") == decimal("1e-128"))
    }

    @Test func limitsRoundTrip() {
        for limit in [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi] {
            #expect(decimal(limit.description) == limit)
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func randomDecimalsMatchFoundation(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(10_000, atLeast: 1_000) {
            let count = Int.random(in: 1...38, using: &numbers)
            let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &numbers)) }.joined()
            let point = Int.random(in: 1...count, using: &numbers)
            var whole = String(digits.prefix(point).drop { $0 == "0" })
            if whole.isEmpty { whole = "0" }
            let sign = Bool.random(using: &numbers) ? "-" : ""
            let text = sign + whole + (point < count ? "." + digits.dropFirst(point) : "")
            let value = decimal(text)
            #expect(value == Decimal(string: text), "\(text), seed \(seed)")
        }
    }

    // MARK: Whole parts

    struct WholeRow: Sendable, CustomTestStringConvertible {
        let text: String
        let value: Int8?
        let hasFraction: Bool
        var testDescription: String { text }
        init(_ text: String, _ value: Int8?, hasFraction: Bool = false) {
            (self.text, self.value, self.hasFraction) = (text, value, hasFraction)
        }
    }

    private static let zeros = String(repeating: "0", count: 50)

    @Test(arguments: [
        WholeRow("0", 0), WholeRow("-0", 0), WholeRow("127", 127), WholeRow("-128", -128),
        WholeRow("128", nil),
        WholeRow("-129", nil), WholeRow("1.5", 1, hasFraction: true), WholeRow("-1.5", -1, hasFraction: true),
        WholeRow("1.0", 1), WholeRow("12e1", 120), WholeRow("1.25e1", 12, hasFraction: true),
        WholeRow("1.20E+1", 12), WholeRow("1200e-2", 12), WholeRow("1250e-2", 12, hasFraction: true),
        WholeRow("5e-1", 0, hasFraction: true), WholeRow("0e999999999999999999999", 0),
        WholeRow("1e999999999999999999999", nil), WholeRow("1e-999999999999999999999", 0, hasFraction: true),
        WholeRow("20.\(zeros)1", 20, hasFraction: true), WholeRow("20.\(zeros)", 20),
        WholeRow("2\(zeros)e-50", 2), WholeRow("2\(zeros)1e-51", 2, hasFraction: true),
        WholeRow("2\(zeros).5", nil, hasFraction: true),
    ]) func theWholePartIsExact(_ row: WholeRow) throws {
        let (integer, hasFraction) = try #require(NumberText.read(row.text) { $0.wholePart($1) })
        #expect(Int8(inRange: integer) == row.value && hasFraction == row.hasFraction)
    }
}
