/// A number with the digits of the text, not rounded: `significand * 10^exponent`.
struct JSONNumber {
    /// The digits as one integer, if `isExact`.
    var significand: UInt64 = 0
    /// The exponent as written, clamped to ±2^40, which exceeds the range of every type, minus the number of fraction
    /// digits.
    var exponent: Int64 = 0
    var isNegative = false
    /// No fraction and no exponent was written.
    var isInteger = true
    /// At most 19 digits were written, so `significand` holds all of them.
    var isExact = true
    /// The offset and the length of the text.
    var offset = 0
    var count = 0

    /// The value, if the number was written as an integer that Int64 can hold.
    ///
    /// `-0` is excluded: an integer has no negative zero, but a Double does.
    @inline(__always)
    var int64: Int64? {
        guard isInteger, isExact else { return nil }
        if !isNegative { return Int64(exactly: significand) }
        if significand == 0 || significand > 1 << 63 { return nil }
        return 0 &- Int64(truncatingIfNeeded: significand)
    }
}

/// The powers of ten that a Double holds exactly.
let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
]
