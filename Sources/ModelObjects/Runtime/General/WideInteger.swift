/// An integer of up to 128 bits and a sign, so that code for all integer types is compiled only once.
struct WideInteger {
    var isNegative = false
    /// The magnitude.
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0

    init() {}

    @inline(__always)
    init(isNegative: Bool, high: UInt64, low: UInt64) {
        (self.isNegative, self.high, self.low) = (isNegative, high, low)
    }

    /// The integer of a text as the standard library's integers read it: a sign and digits.
    ///
    /// (The standard library's own parser takes two kilobytes for each integer type.)
    @inline(never)
    init?(_ text: String, radix: UInt64 = 10) {
        var digits = text.utf8[...]
        isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        if digits.isEmpty { return nil }
        for byte in digits {
            guard let digit = byte.hexDigitValue.map(UInt64.init), digit < radix,
                append(digit, radix: radix)
            else { return nil }
        }
        if isZero { isNegative = false }
    }

    var isZero: Bool { high == 0 && low == 0 }

    /// Appends a digit to the magnitude; false if it has more than 128 bits then.
    @inline(__always)
    mutating func append(_ digit: UInt64, radix: UInt64 = 10) -> Bool {
        let lower = low.multipliedFullWidth(by: radix)
        let upper = high.multipliedReportingOverflow(by: radix)
        let sum = lower.low.addingReportingOverflow(digit)
        let carried = upper.partialValue.addingReportingOverflow(lower.high + (sum.overflow ? 1 : 0))
        if upper.overflow || carried.overflow { return false }
        (high, low) = (carried.partialValue, sum.partialValue)
        return true
    }

    /// Nil if an Int64 cannot hold it.
    var int64: Int64? {
        let value = Int64(truncatingIfNeeded: isNegative ? 0 &- low : low)
        return high == 0 && (value < 0) == isNegative ? value : nil
    }

    /// Nil if a UInt64 cannot hold it.
    var uint64: UInt64? { high == 0 && !isNegative ? low : nil }
}
