import Foundation
import Testing

@testable import ModelObjects

@Suite struct JSONWriterNumbersTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 0)
        write(&writer)
        return writer.finishString()
    }

    /// The documented form: `Double.description` without the ".0" of a whole number.
    private func expected(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
    }

    private func expectAgreement(_ value: Double, _ source: Comment) {
        let text = self.text { $0.value(value) }
        if text != expected(value) || Double(text)?.bitPattern != value.bitPattern {
            Issue.record("\(value) is written as \(text), \(source)")
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func randomDoublesMatchTheStandardLibrary(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(170_000, byDefault: 3_000) {
            let bits = Double(bitPattern: numbers.next())
            if bits.isFinite { expectAgreement(bits, "seed \(seed)") }
            expectAgreement(.random(in: -1000...1000, using: &numbers), "seed \(seed)")
            let decimals = Double(Int.random(in: -99_999_999...99_999_999, using: &numbers))
            expectAgreement(
                decimals / pow(10, Double.random(in: 0...12, using: &numbers).rounded()), "seed \(seed)")
            // The maximum number of digits of a Double, and one or two more.
            let digits = Double(Int.random(in: 0...99_999_999_999_999_999, using: &numbers))
            expectAgreement(
                digits / pow(10, Double.random(in: 0...22, using: &numbers).rounded()), "seed \(seed)")
        }
    }

    /// Covers values whose lower gap is half the upper gap, and every subnormal with one bit set.
    @Test func powersOfTwoAndNeighboursMatchTheStandardLibrary() {
        for exponent in -1074...1023 {
            let value = Double(sign: .plus, exponent: exponent, significand: 1)
            expectAgreement(value, "2^\(exponent)")
            expectAgreement(value.nextUp, "2^\(exponent)")
            expectAgreement(-value.nextDown, "2^\(exponent)")
        }
    }

    @Test func powersOfTenMatchTheStandardLibrary() throws {
        for exponent in -323...308 {
            let value = try #require(Double("1e\(exponent)"))
            expectAgreement(value, "10^\(exponent)")
            expectAgreement(value.nextUp, "10^\(exponent)")
            expectAgreement(value.nextDown, "10^\(exponent)")
        }
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "-0.0"), (3, "3"), (-3, "-3"), (3.25, "3.25"), (0.1, "0.1"), (0.3, "0.3"),
            (1 / 3, "0.3333333333333333"),
            (0.001, "0.001"), (0.000123456, "0.000123456"), (0.00001, "1e-05"), (1.5e-7, "1.5e-07"),
            (1e-300, "1e-300"),
            (100, "100"), (123456789.5, "123456789.5"), (9007199254740991, "9007199254740991"),
            (9007199254740992, "9007199254740992"), (9007199254740994, "9.007199254740994e+15"),
            (-0x1p54, "-1.8014398509481984e+16"),
            (18014398509481988, "1.8014398509481988e+16"), (1e20, "1e+20"), (1.25e20, "1.25e+20"),
            (-1e300, "-1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (-.leastNonzeroMagnitude, "-5e-324"),
            (.leastNormalMagnitude, "2.2250738585072014e-308"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (1234567.1234567, "1234567.1234567"), (4503599627370495.5, "4503599627370495.5"),
        ] as [(Double, String)])
    func aDoubleIsWritten(value: Double, text: String) {
        #expect(self.text { $0.value(value) } == text)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0.0"), (3, "3"), (0.1, "0.1"), (1.1, "1.1"), (16777216, "16777216"),
            (1e10, "1e+10"),
            (.leastNonzeroMagnitude, "1e-45"), (.greatestFiniteMagnitude, "3.4028235e+38"),
        ] as [(Float, String)])
    func aFloatIsWritten(value: Float, text: String) {
        #expect(self.text { $0.value(value) } == text)
        #expect(Float(text)?.bitPattern == value.bitPattern)
    }

    @Test(arguments: [24, 25] as [UInt64])
    func randomFloatsMatchTheStandardLibrary(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        func expectAgreement(_ value: Float) {
            let text = self.text { $0.value(value) }
            let description = value.description
            let isWhole = description.hasSuffix(".0") && description != "-0.0"
            let expected = isWhole ? String(description.dropLast(2)) : description
            if text != expected { Issue.record("\(value) is written as \(text), seed \(seed)") }
        }
        for _ in 0..<Effort.count(500_000, byDefault: 5_000) {
            let bits = Float(bitPattern: UInt32(truncatingIfNeeded: numbers.next()))
            if bits.isFinite { expectAgreement(bits) }
            let unit = Float(pow(10, Double.random(in: 0...8, using: &numbers).rounded()))
            // A Float keeps every number of six digits, but not every one of seven or eight.
            let decimal = Float(Int.random(in: -99_999_999...99_999_999, using: &numbers)) / unit
            for value in [decimal, decimal.nextUp, decimal.nextDown] { expectAgreement(value) }
            expectAgreement(Float(Int.random(in: -999_999...999_999, using: &numbers)) / unit)
        }
    }

    @Test(arguments: [26, 27] as [UInt64])
    func randomDecimalsMatchFoundation(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(100_000, byDefault: 2_000) {
            let digits = numbers.next() >> (numbers.next() % 64)
            let exponent = Int.random(in: -40...20, using: &numbers)
            let sign: FloatingPointSign = numbers.next() % 2 == 0 ? .plus : .minus
            var value = Decimal(sign: sign, exponent: exponent, significand: Decimal(digits))
            // More than 64 bits, and zeros at the end.
            if numbers.next() % 4 == 0 { value *= Decimal(numbers.next()) }
            if numbers.next() % 4 == 0 { value *= 100 }
            let text = self.text { $0.value(value) }
            if text != value.description { Issue.record("\(value) is written as \(text), seed \(seed)") }
        }
    }

    @Test func everyIntegerIsWritten() {
        var numbers = SeededNumbers(seed: 23)
        var values: [Int64] = [0, .min, .max]
        var power: Int64 = 1
        for _ in 0..<19 {
            values += [power, power - 1, power + 1, -power]
            power &*= 10
        }
        for _ in 0..<20_000 { values.append(Int64(bitPattern: numbers.next()) >> Int64(numbers.next() % 64)) }
        for value in values {
            var writer = JSONWriter(capacity: 0)
            writer.value(value)
            let text = writer.finishString()
            if text != value.description { Issue.record("\(value) is written as \(text), seed 23") }
        }
    }

    @Test func everyWidthOfIntegerIsWritten() {
        var writer = JSONWriter(capacity: 0)
        writer.beginArray()
        writer.value(Int8.min)
        writer.value(UInt8.max)
        writer.value(Int16.min)
        writer.value(UInt32.max)
        writer.value(Int.min)
        writer.value(UInt64.max)
        writer.endArray()
        let text = writer.finishString()
        #expect(text == "[-128,255,-32768,4294967295,-9223372036854775808,18446744073709551615]")
    }

    @Test func a128BitIntegerIsWritten() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        var writer = JSONWriter(capacity: 0)
        writer.value(digits: Int128.min.description)
        let text = writer.finishString()
        #expect(text == "-170141183460469231731687303715884105728")
    }
}
