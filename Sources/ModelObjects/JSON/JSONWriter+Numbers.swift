// Writes numbers: whole numbers without a fraction, others with the fewest digits that read back the same.
//
// Digits are made eight at a time in one word, without a table. For 1234567, the word is split by ten thousands,
// hundreds and tens, in lanes of 32, 16 and 8 bits (most significant digit in the lowest byte, as in memory order):
//     0x0000_11D7_0000_007B    4567, 123
//     0x0043_002D_0017_0001    67, 45, 23, 1
//     0x0706_0504_0302_0100    7, 6, 5, 4, 3, 2, 1, 0: with 0x30 on each these are the characters
//
// Invariants: those of JSONWriter.swift. The longest integer has 20 digits and a sign.

import Foundation

extension JSONWriter {
    /// Writes an integer of at most 64 bits.
    @inline(__always)
    mutating func value(_ integer: some FixedWidthInteger) {
        value(UInt64(integer.magnitude), isNegative: integer < 0)
    }

    private mutating func value(_ magnitude: UInt64, isNegative: Bool) {
        reserve(32)  // 3: a sign, 20 digits, a comma, and the rest of the last word
        if isNegative { put(UInt8(ascii: "-")) }
        putDigits(magnitude)
        put(UInt8(ascii: ","))
    }

    /// Writes a number with the fewest digits that read back the same, without ".0" if it is whole and at most 2^53.
    ///
    /// The digits and the form are those of `Double.description` (3.25, 1e-07, 5e-324, 1.5e+20, and -0.0, since "-0"
    /// would be read back as the integer). NaN and infinity have no form in JSON. The caller decides whether they are
    /// an error; here they are written as null.
    mutating func value(_ number: Double) {
        if !put(number, integersUpTo: 0x1p53, digits: 15) { value(digits: number.description) }
    }

    /// Writes a number with the fewest digits that read back as the same Float; see `value(_: Double)`.
    mutating func value(_ number: Float) {
        if !put(number, integersUpTo: 0x1p24, digits: 6) { value(digits: number.description) }
    }

    /// Writes an integer or a number with few digits, and null for NaN and infinity; false for any other number.
    ///
    /// - Parameters:
    ///   - largest: The largest integer that is written without an exponent.
    ///   - digits: The number of digits that the type always keeps: two different numbers of at most so many never
    ///     round to the same value. So if such a number reads back as the value, it is the only one, and the shortest
    ///     except for trailing zeros.
    @inline(__always)
    private mutating func put<Number: BinaryFloatingPoint>(
        _ number: Number, integersUpTo largest: Double, digits: Int
    ) -> Bool {
        guard number.isFinite else {
            null()
            return true
        }
        let magnitude = Double(number.magnitude)
        if magnitude <= largest, Double(Int64(magnitude)) == magnitude, magnitude != 0 || number.sign == .plus
        {
            value(UInt64(magnitude), isNegative: number < 0)
            return true
        }
        guard magnitude >= 1e-3, magnitude < exactPowersOfTen[digits - 1] else { return false }
        // Prices have few digits.
        if magnitude < exactPowersOfTen[digits - 5], putFraction(number, digits: 4) { return true }
        var places = digits
        while magnitude >= exactPowersOfTen[digits - places] { places -= 1 }
        return putFraction(number, digits: places)
    }

    /// Writes a number with at most `digits` digits after the point; false if it has more.
    @inline(__always)
    private mutating func putFraction<Number: BinaryFloatingPoint>(_ number: Number, digits: Int) -> Bool {
        let scale = exactPowersOfTen[digits]
        let scaled = Int64(Double(number.magnitude) * scale + 0.5)
        guard Number(Double(scaled) / scale) == number.magnitude else { return false }
        put(UInt64(scaled), dividedBy: UInt64(scale), isNegative: number < 0)
        return true
    }

    /// Writes all digits of a number, without an exponent; NaN is written as null.
    mutating func value(_ number: Decimal) {
        guard number.isFinite else { return null() }
        // `description` takes ten times as long.
        let exponent = number.exponent
        if -15...0 ~= exponent {
            let significand = NSDecimalNumber(decimal: number.significand.magnitude).uint64Value
            let decimal = Decimal(sign: .plus, exponent: exponent, significand: Decimal(significand))
            if decimal == number.magnitude {
                let unit = UInt64(exactPowersOfTen[-exponent])
                return put(significand, dividedBy: unit, isNegative: number < 0)
            }
        }
        value(digits: number.description)
    }

    /// Writes a number divided by a power of ten, without zeros at the end of the fraction.
    private mutating func put(_ scaled: UInt64, dividedBy unit: UInt64, isNegative: Bool) {
        let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: unit)
        reserve(48)  // 3: a sign, two integers, a comma
        if isNegative { put(UInt8(ascii: "-")) }
        putDigits(whole)
        if fraction > 0 {
            let point = count
            putDigits(unit + fraction)  // The leading 1 keeps the zeros; the point overwrites it.
            unsafe start.storeBytes(of: UInt8(ascii: "."), toByteOffset: point, as: UInt8.self)
            while lastByte == UInt8(ascii: "0") { unsafe next -= 1 }  // 2
        }
        put(UInt8(ascii: ","))
    }

    /// Writes a number of any size by its digits.
    mutating func value(digits text: String) {
        reserve(text.utf8.count + 1)
        for byte in text.utf8 { put(byte) }
        put(UInt8(ascii: ","))
    }

    // MARK: - Digits

    /// Writes an integer; the caller has reserved room for it.
    @inline(__always)
    private mutating func putDigits(_ value: UInt64) {
        let block: UInt64 = 100_000_000
        if value < block { return putLeading(value) }
        let (upper, low) = value.quotientAndRemainder(dividingBy: block)
        if upper < block {
            putLeading(upper)
        } else {
            let (high, middle) = upper.quotientAndRemainder(dividingBy: block)
            putLeading(high)
            putWord(Self.eightDigits(middle) | Self.asciiZeros, count: 8)
        }
        putWord(Self.eightDigits(low) | Self.asciiZeros, count: 8)
    }

    /// Writes a number below 10^8 without leading zeros, which are the zero bytes at the word's lower end.
    @inline(__always)
    private mutating func putLeading(_ value: UInt64) {
        let digits = Self.eightDigits(value)
        let zeros = (digits | 1 << 56).trailingZeroBitCount & ~7
        putWord((digits | Self.asciiZeros) >> UInt64(zeros), count: 8 - (zeros >> 3))
    }

    private static var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The digits of a number below 10^8, one per byte, the first in the lowest byte.
    @inline(__always)
    private static func eightDigits(_ value: UInt64) -> UInt64 {
        let upper = value / 10_000
        let fours = upper | (value &- upper &* 10_000) << 32
        // x / 100 is x * 10486 >> 20 for x < 10^4, and x / 10 is x * 103 >> 10 for x < 100.
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- tens &* 10) << 8
    }
}
