// From decimal digits to binary floating point, rounded to nearest, ties to even.
//
// The method is Eisel and Lemire's: D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice
// and Experience 51 (2021). The significand times the leading 128 bits of the power of ten gives the bits of
// the result. N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback", ibid. 53 (2023), prove that
// for any significand of 64 bits the part of the power that is cut off never decides a rounding, so that no
// second method has to stand by.

/// The Double nearest to `significand` * 10^`exponent`, in about 3 to 7 ns.
///
/// Too small a number is zero, and every zero has the number's sign.
///
/// - Parameters:
///   - significand: all the digits of the number as one integer; 19 digits always fit.
///   - exponent: the power of ten that belongs to the integer; any value.
///   - isNegative: whether a minus sign stands before the number.
/// - Returns: nil where the nearest Double is infinite; `doubleFromText` returns nil for it too.
@inline(__always)
func doubleFromDecimal(significand: UInt64, exponent: Int, isNegative: Bool) -> Double? {
    // Both operands are exact, so the one division rounds once (W. Clinger, 1990). It takes half the other's
    // time.
    if significand <= 1 << 53, exponent <= 0, exponent > -exactPowersOfTen.count {
        let magnitude = Double(significand) / exactPowersOfTen[-exponent]
        return isNegative ? -magnitude : magnitude
    }
    guard let bits = BinaryFormat.double.nearest(significand, exponent) else { return nil }
    return Double(bitPattern: bits | (isNegative ? 1 << 63 : 0))
}

/// The Float nearest to `significand` * 10^`exponent`: rounded once, not by way of Double.
///
/// The edges are those of `doubleFromDecimal`.
func floatFromDecimal(significand: UInt64, exponent: Int, isNegative: Bool) -> Float? {
    guard let bits = BinaryFormat.float.nearest(significand, exponent) else { return nil }
    return Float(bitPattern: UInt32(truncatingIfNeeded: bits) | (isNegative ? 1 << 31 : 0))
}

/// The Double nearest to a number of any length: the slow way, for more digits than a UInt64 holds.
///
/// - Parameter text: a number of RFC 8259, section 6, that is known to be valid.
/// - Returns: nil where the nearest Double is infinite. Complexity: O(n).
func doubleFromText(_ text: Span<UInt8>) -> Double? {
    Double(string(text)).flatMap { $0.isFinite ? $0 : nil }
}

/// The Float nearest to a number of any length; see `doubleFromText`.
func floatFromText(_ text: Span<UInt8>) -> Float? {
    Float(string(text)).flatMap { $0.isFinite ? $0 : nil }
}

private func string(_ text: Span<UInt8>) -> String {
    unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}

/// The powers of ten that a Double holds exactly.
private let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
]

/// What the method has to know of a binary format.
private struct BinaryFormat {
    let significandBits: Int
    /// The exponent that the encoding writes as 0.
    let minimumExponent: Int
    let infinityExponent: Int
    /// Outside of these powers no number of 64 bits lies halfway between two values of the format.
    let tieExponents: ClosedRange<Int>

    static let double = BinaryFormat(
        significandBits: 52, minimumExponent: -1023, infinityExponent: 2047, tieExponents: -4...23)
    static let float = BinaryFormat(
        significandBits: 23, minimumExponent: -127, infinityExponent: 255, tieExponents: -17...10)

    /// The encoding of the value nearest to a magnitude, or nil where that is infinity.
    @inline(__always)
    func nearest(_ significand: UInt64, _ exponent: Int) -> UInt64? {
        guard significand != 0, exponent >= PowersOfTen.exponents.lowerBound else { return 0 }
        guard exponent <= 308 else { return nil }

        let shift = significand.leadingZeroBitCount
        let normalized = significand << UInt64(shift)
        // A reciprocal of a power that fits 64 bits is rounded up: then an exact quotient comes out exact.
        var power = PowersOfTen.shared[exponent]
        if exponent < 0, exponent >= -27 { power.low += 1 }
        var product = normalized.multipliedFullWidth(by: power.high)
        // The lower half of the power is wanted only where it could carry into the bits that are kept.
        let unneeded = UInt64.max >> UInt64(significandBits + 3)
        if product.high & unneeded == unneeded {
            let (low, carry) = product.low.addingReportingOverflow(
                normalized.multipliedFullWidth(by: power.low).high)
            product.low = low
            if carry { product.high &+= 1 }
        }

        let upperBit = Int(product.high >> 63)
        let discarded = upperBit + 64 - significandBits - 3
        // One bit more than the format keeps, by which it is rounded.
        var result = product.high >> UInt64(discarded)
        var binaryExponent =
            PowersOfTen.binaryExponent(of: exponent) + 63 + upperBit - shift - minimumExponent

        if binaryExponent <= 0 {  // subnormal, or zero
            guard binaryExponent > -63 else { return 0 }
            result >>= UInt64(1 - binaryExponent)
            result = (result + result & 1) >> 1
            return result  // a carry into the exponent makes the smallest normal number, as it should
        }
        if product.low <= 1, tieExponents.contains(exponent), result & 3 == 1,
            result << UInt64(discarded) == product.high
        {
            result &= ~1  // halfway, and the lower neighbour is the even one
        }
        result = (result + result & 1) >> 1
        if result == 2 << UInt64(significandBits) {
            result >>= 1
            binaryExponent += 1
        }
        guard binaryExponent < infinityExponent else { return nil }
        result &= ~(1 << UInt64(significandBits))
        return result | UInt64(binaryExponent) << UInt64(significandBits)
    }
}
