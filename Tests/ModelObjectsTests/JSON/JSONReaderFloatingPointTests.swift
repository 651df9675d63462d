import Foundation
import Testing

@testable import ModelObjects

@Suite struct JSONReaderFloatingPointTests {
    /// Reads a number and compares the result with the standard library's.
    private func expectAgreement(_ significand: UInt64, _ exponent: Int, _ source: Comment) {
        let text = "\(significand)e\(exponent)"
        let double = double(text)
        if double?.bitPattern != Double(text)?.bitPattern {
            Issue.record("\(text) is \(String(describing: double)), \(source)")
        }
        let float = float(text)
        if (float ?? .infinity).bitPattern != Float(text)?.bitPattern {
            Issue.record("\(text) is \(String(describing: float)), \(source)")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomNumbersMatchTheStandardLibrary(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(110_000, byDefault: 2_500) {
            let significand = numbers.next() >> UInt64.random(in: 0..<64, using: &numbers)
            expectAgreement(significand, .random(in: -345...310, using: &numbers), "seed \(seed)")
            expectAgreement(significand, .random(in: -60...40, using: &numbers), "seed \(seed)")
            expectAgreement(significand, .random(in: -20...0, using: &numbers), "seed \(seed)")
        }
    }

    /// Tests the midpoint between two neighbours, and the numbers next to it.
    @Test(arguments: [4, 5] as [UInt64])
    func halfwayNumbersRoundToEven(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(12_000) {
            // 54 or 25 bits with the last bit set: halfway for Double or for Float. Multiplied by 5^k, the number is
            // still halfway at 10^-k.
            for (bits, powers) in [(54, 0...4), (25, 0...16)] as [(UInt64, ClosedRange<Int>)] {
                var middle = numbers.next() >> (64 - bits) | 1 << (bits - 1) | 1
                let power = Int.random(in: powers, using: &numbers)
                for _ in 0..<power { middle *= 5 }
                expectAgreement(middle, -power, "seed \(seed)")
                expectAgreement(middle + 1, -power, "seed \(seed)")
                expectAgreement(middle - 1, -power, "seed \(seed)")
            }
        }
    }

    @Test func everyPowerOfTenAgreesWithTheStandardLibrary() {
        let significands: [UInt64] = [
            1, 2, 3, 5, 9, 99, 1 << 53, 1 << 53 + 1, 1 << 63, .max, 9_999_999_999_999_999_999,
            // Around the largest Double, the smallest normal one, the smallest subnormal one and half of it.
            17_976_931_348_623_157, 17_976_931_348_623_158, 17_976_931_348_623_159, 22_250_738_585_072_014,
            22_250_738_585_072_011, 49_406_564_584_124_654, 24_703_282_292_062_327, 24_703_282_292_062_328,
            // The same for Float.
            34_028_234_663_852_886, 34_028_235_677_973_366, 11_754_943_508_222_875, 14_012_984_643_248_171,
            7_006_492_321_624_085, 7_006_492_321_624_086,
        ]
        for exponent in -400...330 {
            for significand in significands { expectAgreement(significand, exponent, "table") }
        }
    }

    @Test func everyZeroKeepsItsSign() {
        for exponent in [-9999, -5, 0, 5, 9999] {
            #expect(double("-0e\(exponent)")?.sign == .minus)
            #expect(double("0e\(exponent)")?.sign == .plus)
            #expect(float("-0e\(exponent)")?.sign == .minus)
        }
        #expect(double("-1e-400")?.sign == .minus)
        #expect(double("1e\(Int.min)") == 0)
    }

    @Test func negativeNumbersAreRead() {
        #expect(double("-123e-2") == -1.23)
        #expect(double("-123e40") == -1.23e42)
        #expect(float("-123e-2") == -1.23)
    }

    @Test func tooLargeNumbersAreInfinite() {
        #expect(double("1e309") == .infinity)
        #expect(double("-17976931348623159e292") == -.infinity)
        #expect(double("1e\(Int.max)") == .infinity)
        #expect(double("-1e999999999999999999999") == -.infinity)
        #expect(float("34028236e31") == nil)
        #expect(float("3.4028236e38") == nil)
    }

    @Test(arguments: [
        ("0.1", 0.1),
        ("-0", -0.0),
        ("123456789012345678901234567890", 123456789012345678901234567890.0),
        ("9007199254740993.00000000000000000000000000000000001", 9007199254740994),  // just above halfway
        ("9007199254740993", 9007199254740992),
        ("2.4703282292062327208299439180687e-324", 0),
        ("2.4703282292062328e-324", .leastNonzeroMagnitude),
        ("1e-99999999999999999999", 0),
        ("1.7976931348623158e+308", .greatestFiniteMagnitude),
    ])
    func numbersOfAnyLengthAreRead(text: String, expected: Double) {
        #expect(double(text)?.bitPattern == expected.bitPattern)
    }

    @Test func aFloatIsNotRoundedTwice() {
        // Just above the midpoint of two Floats: the nearest Double is the midpoint itself.
        let text = "1.00000005960464477540"
        #expect(Double(text).map { Float($0) } == 1)
        #expect(float(text) == 1.0000001)
        #expect(float("1000000059604644776e-18") == 1.0000001)
    }

    /// The fast path gives the nearest number, or nothing; it never skips more than the number.
    @Test(arguments: [4, 5])
    func shortNumbersMatchTheStandardLibrary(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var readCount = 0
        func digits(_ count: ClosedRange<Int>) -> String {
            let count = Int.random(in: count, using: &numbers)
            return (0..<count).map { _ in String(Int.random(in: 0...9, using: &numbers)) }.joined()
        }
        for _ in 0..<Effort.count(100_000, byDefault: 5_000) {
            let fraction = Bool.random(using: &numbers) ? "." + digits(0...8) : ""
            let exponent = Int.random(in: 0..<8, using: &numbers) == 0 ? "e1" : ""
            let text = (Bool.random(using: &numbers) ? "-" : "") + digits(0...8) + fraction + exponent
            if text.isEmpty { continue }
            // At the end of the text, no whole word can be read.
            for rest in ["", "]", ",1,2,3,4,5", "\n         "] {
                let found = withJSONReader(text + rest) { reader in
                    reader.readShortDouble().map { ($0, reader.offset) }
                }
                guard let (number, offset) = found else { continue }
                readCount += 1
                let digits = text.drop { $0 == "-" }
                let isUsual = !digits.hasPrefix("0") || digits.count == 1 || digits.hasPrefix("0.")
                #expect(isUsual && exponent.isEmpty && offset == text.utf8.count, "\(text)\(rest)")
                #expect(number.bitPattern == Double(text)?.bitPattern, "\(text)\(rest)")
            }
        }
        #expect(readCount > 2_500)
    }

    private func double(_ text: String) -> Double? { NumberText.read(text) { $0.double($1) } }
    private func float(_ text: String) -> Float? {
        NumberText.read(text) { reader, number in
            let value = Float(number, reader)
            return value.isFinite ? value : nil
        }
    }
}
