// The text of integers and doubles, as bytes.
//
// Digits are made eight at a time in one word, without a table. For 1234567, the word is split by ten
// thousands, hundreds and tens, in lanes of 32, 16 and 8 bits (most significant digit in the lowest byte, as
// memory wants it):
//     0x0000_11D7_0000_007B    4567, 123
//     0x0043_002D_0017_0001    67, 45, 23, 1
//     0x0706_0504_0302_0100    7, 6, 5, 4, 3, 2, 1, 0: with 0x30 on each these are the characters
// A number shorter than eight digits is shifted down by its leading zeros, which the trailing zero bits
// count.
//
// Invariants
// 1. `output` has room for `capacity` bytes, whatever the number; all of it may be overwritten, also behind
//    the end that is returned.
// 2. Stores have no alignment to keep: they go through storeBytes and loadUnaligned.

/// Writes numbers as JSON text: whole numbers without a fraction, the shortest digits that read back the
/// same.
enum JSONNumberText {
    /// Room for any number: the longest are "-2.2250738585072014e-308" and its like, 24 bytes; a word may
    /// follow.
    static let capacity = 40

    /// Writes an integer and returns the end of its text.
    @inline(__always)
    @unsafe static func write(_ value: UInt64, to output: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    {
        let block: UInt64 = 100_000_000
        if value < block { return unsafe writeLeading(value, to: output) }
        let (upper, low) = value.quotientAndRemainder(dividingBy: block)
        var end = unsafe output
        if upper < block {
            unsafe end = writeLeading(upper, to: output)
        } else {
            let (high, middle) = upper.quotientAndRemainder(dividingBy: block)
            unsafe end = writeLeading(high, to: output)
            unsafe store(eightDigits(middle) | asciiZeros, to: end)  // 1, 2
            unsafe end += 8
        }
        unsafe store(eightDigits(low) | asciiZeros, to: end)  // 1, 2
        return unsafe end + 8
    }

    /// Writes an integer and returns the end of its text.
    @inline(__always)
    @unsafe static func write(_ value: Int64, to output: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        guard value < 0 else { return unsafe write(value.magnitude, to: output) }
        unsafe output.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)  // 1
        return unsafe write(value.magnitude, to: output + 1)
    }

    /// Writes a finite number and returns the end of its text.
    ///
    /// The digits and the form are those of `Double.description` (3.25, 1e-07, 5e-324, 1.5e+20), but a whole
    /// number up to 2^53 has no ".0". Minus zero is "-0.0", since "-0" would come back as the integer.
    @unsafe static func write(_ value: Double, to output: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    {
        let magnitude = value.magnitude
        var start = unsafe output
        if value.sign == .minus {
            unsafe start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)  // 1
            unsafe start += 1
        }
        if magnitude <= 0x1p53 {
            let whole = UInt64(magnitude)
            if Double(whole) == magnitude {
                if whole == 0, value.sign == .minus {
                    unsafe store(0x30_2E30, to: start)  // 1
                    return unsafe start + 3
                }
                return unsafe write(whole, to: start)
            }
        }

        // The digits stand a byte further on than the text begins, to leave room for the point.
        let shortest = ShortestDigits(fewDecimals: magnitude) ?? ShortestDigits(magnitude)
        let digits = unsafe start + 1
        var end = unsafe write(shortest.significand, to: digits)
        let point = unsafe end - digits + shortest.exponent  // the value is 0.d1d2d3... * 10^point
        unsafe end = endWithoutZeros(digits: digits, end: end)
        if point < -3 || magnitude > 0x1p53 {
            return unsafe insertExponent(point - 1, digits: digits, end: end)
        }
        return unsafe point > 0
            ? insertPoint(after: point, digits: digits, end: end)
            : insertZeros(-point, digits: digits, end: end)
    }

    /// The text of a finite number, in the form that `write` gives it.
    static func text(_ value: Double) -> String {
        unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer in
            guard let start = buffer.baseAddress else { return value.description }
            let count = unsafe write(value, to: start) - start  // 1
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }

    /// The text of a finite number: what `Float.description` says, without ".0" behind a whole number.
    static func text(_ value: Float) -> String {
        let text = value.description  // at most 15 bytes, so in most cases nothing is allocated
        return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
    }

    /// 12345 with one digit before the point: 1.2345e+02.
    @unsafe private static func insertExponent(
        _ exponent: Int, digits: UnsafeMutableRawPointer, end digitsEnd: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var end = unsafe digitsEnd
        unsafe (digits - 1).storeBytes(of: digits.load(as: UInt8.self), as: UInt8.self)  // 1
        unsafe digits.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
        if unsafe end - digits == 1 { unsafe end = digits }
        unsafe store(exponent < 0 ? 0x2D65 : 0x2B65, to: end)  // e- or e+
        unsafe end += 2
        if exponent.magnitude < 10 {
            unsafe end.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
            unsafe end += 1
        }
        return unsafe write(UInt64(exponent.magnitude), to: end)
    }

    /// 12345 with a point after two digits: the two move down by a byte, the others stay.
    @inline(__always)
    @unsafe private static func insertPoint(
        after count: Int, digits: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let fraction = unsafe digits + count
        // 1: up to 17 digits before and behind the point, moved as two words whatever their number
        let whole = unsafe (load(digits), load(digits + 8))
        let rest = unsafe (load(fraction), load(fraction + 8))
        unsafe store(whole.0, to: digits - 1)
        unsafe store(whole.1, to: digits + 7)
        unsafe (fraction - 1).storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
        unsafe store(rest.0, to: fraction)
        unsafe store(rest.1, to: fraction + 8)
        return unsafe end
    }

    /// 12345 behind "0." and up to three zeros: 0.0012345.
    @inline(__always)
    @unsafe private static func insertZeros(
        _ zeros: Int, digits: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let moved = unsafe digits + 1 + zeros
        let words = unsafe (load(digits), load(digits + 8), load(digits + 16))  // 1
        unsafe store(0x30_3030_2E30, to: digits - 1)
        unsafe store(words.0, to: moved)
        unsafe store(words.1, to: moved + 8)
        unsafe store(words.2, to: moved + 16)
        return unsafe end + 1 + zeros
    }

    /// The end of the digits without the zeros that they end in.
    @inline(__always)
    @unsafe private static func endWithoutZeros(
        digits: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var end = unsafe end
        while unsafe end - digits >= 8 {
            let zeros = unsafe (load(end - 8) ^ asciiZeros).leadingZeroBitCount >> 3
            unsafe end -= zeros
            if zeros < 8 { return unsafe end }
        }
        while unsafe end - digits > 1, unsafe (end - 1).load(as: UInt8.self) == UInt8(ascii: "0") {
            unsafe end -= 1
        }
        return unsafe end
    }

    // MARK: - Eight digits in a word

    private static let asciiZeros: UInt64 = 0x3030_3030_3030_3030

    /// Writes a number below 10^8 without leading zeros.
    @inline(__always)
    @unsafe private static func writeLeading(
        _ value: UInt64, to output: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        if value < 10 {
            unsafe output.storeBytes(of: UInt8(truncatingIfNeeded: value) | 0x30, as: UInt8.self)
            return unsafe output + 1
        }
        // The digits are counted by comparisons, not in the digits, so that what is written next need not
        // wait for the multiplications.
        var zeros = 6
        if value >= 100 { zeros -= 1 }
        if value >= 1_000 { zeros -= 1 }
        if value >= 10_000 { zeros -= 1 }
        if value >= 100_000 { zeros -= 1 }
        if value >= 1_000_000 { zeros -= 1 }
        if value >= 10_000_000 { zeros -= 1 }
        unsafe store((eightDigits(value) | asciiZeros) >> UInt64(zeros << 3), to: output)  // 1, 2
        return unsafe output + 8 - zeros
    }

    /// The digits of a number below 10^8, one to a byte, the first in the lowest.
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

    @inline(__always)
    @unsafe private static func load(_ pointer: UnsafeMutableRawPointer) -> UInt64 {
        unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    @unsafe private static func store(_ word: UInt64, to pointer: UnsafeMutableRawPointer) {
        unsafe pointer.storeBytes(of: word.littleEndian, as: UInt64.self)
    }
}
