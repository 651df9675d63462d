/// A number as its digits stand in the text: `significand * 10^exponent`, nothing rounded.
struct JSONNumber {
    /// The digits as one integer, where `isExact`.
    var significand: UInt64 = 0
    /// The exponent as written, cut to ±2^40, which no type has room for, less the digits of the fraction.
    var exponent: Int64 = 0
    var isNegative = false
    /// No fraction and no exponent was written.
    var isInteger = true
    /// At most 19 digits were written, so `significand` holds all of them.
    var isExact = true
    /// Where the text starts and how long it is.
    var offset = 0
    var count = 0

    /// The value, where the number was written as an integer that Int64 can hold.
    ///
    /// `-0` is not one: an integer has no negative zero, a Double has.
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
