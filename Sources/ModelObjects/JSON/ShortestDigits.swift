// From a Double to the fewest decimal digits that read back as the same Double, and of those the nearest.
//
// The method is Schubfach: R. Giulietti, "The Schubfach way to render doubles", 2020. Every Double owns the
// interval of real numbers that round to it. At the largest power of ten that is not above the interval's
// width at least one multiple of it lies inside, at ten times that at most one. So four candidates are
// enough: the two multiples of the larger power around the value, and, where neither is inside, the two of
// the smaller.
//
// The interval's ends and the value are compared as multiples of a quarter of the smaller power. They are
// computed with 128 bits of the power of ten and rounded to odd, which keeps every comparison with an even
// integer exact (section 9 of the paper).

/// The shortest decimal form of a Double: `significand` * 10^`exponent`.
struct ShortestDigits: Equatable {
    /// At most 17 digits, the last of which may be zeros.
    var significand: UInt64
    var exponent: Int

    /// The digits of a magnitude with at most four decimals and 15 digits, or nil for any other.
    ///
    /// No two numbers of at most 15 digits are one Double, so a number of so few that reads back as the
    /// magnitude is the only one, and the shortest but for its zeros at the end.
    @inline(__always)
    init?(fewDecimals magnitude: Double) {
        guard magnitude < 1e10 else { return nil }
        let whole = UInt64(magnitude * 1e4 + 0.5)
        guard Double(whole) / 1e4 == magnitude else { return nil }
        significand = whole
        exponent = -4
    }

    /// The digits of a magnitude, which must be finite and not zero.
    @inline(__always)
    init(_ magnitude: Double) {
        let fraction = magnitude.significandBitPattern
        let encodedExponent = Int(magnitude.exponentBitPattern)
        let isNormal = encodedExponent != 0
        // The value is c * 2^q.
        let c = isNormal ? fraction | 1 << 52 : fraction
        let q = (isNormal ? encodedExponent : 1) - 1075
        // Below a power of two the neighbour is only half as far away as above it.
        let isLowerCloser = fraction == 0 && encodedExponent > 1

        // 10^k is the largest power not above the interval's width: floor(log10(2^q)), or of 3/4 * 2^q.
        let k = (q * 1_262_611 - (isLowerCloser ? 524_031 : 0)) >> 22
        let shift = UInt64(q + PowersOfTen.binaryExponent(of: -k) + 1)
        var power = PowersOfTen.shared[-k]
        if !PowersOfTen.exactExponents.contains(-k) {  // the method wants the power from above
            let (low, carry) = power.low.addingReportingOverflow(1)
            power = (power.high + (carry ? 1 : 0), low)
        }

        let lowerEnd = Self.roundedToOdd(power, (4 * c - (isLowerCloser ? 1 : 2)) << shift)
        let value = Self.roundedToOdd(power, 4 * c << shift)
        let upperEnd = Self.roundedToOdd(power, (4 * c + 2) << shift)
        // The ends themselves round to the Double where it is even.
        let lowest = lowerEnd + c & 1
        let highest = upperEnd - c & 1

        let below = value / 4
        if below >= 10 {
            let tens = below / 10
            let isBelowInside = lowest <= 40 * tens
            let isAboveInside = 40 * tens + 40 <= highest
            if isBelowInside != isAboveInside {
                significand = isAboveInside ? tens + 1 : tens
                exponent = k + 1
                return
            }
        }
        let isBelowInside = lowest <= 4 * below
        let isAboveInside = 4 * below + 4 <= highest
        exponent = k
        if isBelowInside != isAboveInside {
            significand = isAboveInside ? below + 1 : below
        } else {  // both are: the nearer, and the even one of two equally near
            let middle = 4 * below + 2
            significand = value > middle || value == middle && below & 1 == 1 ? below + 1 : below
        }
    }

    /// floor(power * factor / 2^128), its last bit set where that cut anything off.
    @inline(__always)
    private static func roundedToOdd(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
        let lower = power.low.multipliedFullWidth(by: factor).high
        let upper = power.high.multipliedFullWidth(by: factor)
        let (middle, carry) = upper.low.addingReportingOverflow(lower)
        return (upper.high &+ (carry ? 1 : 0)) | (middle > 1 ? 1 : 0)
    }
}
