import Foundation

/// A number as its digits stand in the text: `significand * 10^exponent`, nothing rounded.
struct JSONNumber {
    /// The digits as one integer, where `isExact`.
    var significand: UInt64 = 0
    var exponent = 0
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
