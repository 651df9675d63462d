// From the digits of a number to Foundation's Decimal: a significand of 128 bits, so 38 digits and some of
// 39, times 10^-128 to 10^127.
//
// Only integers, one sum and init(sign:exponent:significand:) make the value. Decimal(string:) cuts off
// digits that it has no room for where it should round, and it is the slower way (280 ns for "12.55", this is
// 20 ns).

import Foundation

/// The Decimal equal to `significand` * 10^`exponent`.
///
/// Zero has no sign: Decimal writes NaN as a negative zero.
///
/// - Returns: nil where the exponent is out of Decimal's range, trailing zeros not counted.
func decimalFromDecimal(significand: UInt64, exponent: Int, isNegative: Bool) -> Decimal? {
    scaled(Decimal(significand), exponent: Int64(exponent), isNegative: isNegative)
}

/// The Decimal nearest to a number of any length: every digit, as far as Decimal has room.
///
/// 38 digits always fit, 39 where their integer is below 2^128. Further digits round to nearest, halves away
/// from zero, as Decimal's arithmetic does by default.
///
/// - Parameter text: a number of RFC 8259, section 6, that is known to be valid.
/// - Returns: nil where the exponent is out of Decimal's range. Complexity: O(n).
func decimalFromText(_ text: Span<UInt8>) -> Decimal? {
    var digits = SignificantDigits()
    var exponent: Int64 = 0
    var isFraction = false
    scan: for index in text.indices {
        switch text[index] {
        case UInt8(ascii: "-"):
            continue
        case UInt8(ascii: "."):
            isFraction = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            exponent += exponentFromText(text, at: index + 1)
            break scan
        case let byte:
            digits.append(UInt64(byte & 15))
            if isFraction { exponent -= 1 }
        }
    }
    let (significand, dropped) = digits.rounded()
    return scaled(
        significand, exponent: exponent + Int64(dropped), isNegative: text[0] == UInt8(ascii: "-"))
}

/// The digits before the decimal point, of a number of any length, and whether there are others than zeros after it.
///
/// - Parameter text: a number of RFC 8259, section 6, that is known to be valid.
/// - Returns: a nil `value` if the type cannot hold it. Complexity: O(n).
func wholePart<Value: FixedWidthInteger>(
    ofText text: Span<UInt8>, as type: Value.Type = Value.self
) -> (value: Value?, hasFraction: Bool) {
    let isNegative = text[0] == UInt8(ascii: "-")
    var value: Value? = 0
    var hasFraction = false
    func append(_ digit: UInt8) {
        guard let (product, overflow) = value?.multipliedReportingOverflow(by: 10) else { return }
        let (sum, carry) =
            isNegative
            ? product.subtractingReportingOverflow(Value(digit))
            : product.addingReportingOverflow(Value(digit))
        value = overflow || carry ? nil : sum
    }
    var end = text.count
    var point = text.count
    var exponent: Int64 = 0
    for index in text.indices {
        if text[index] == UInt8(ascii: ".") { point = index }
        if text[index] | 0x20 == UInt8(ascii: "e") {
            exponent = exponentFromText(text, at: index + 1)
            end = index
            break
        }
    }
    // How many digits come before the point once the exponent has moved it.
    var remaining = Int64(min(point, end)) - (isNegative ? 1 : 0) + exponent
    for index in (isNegative ? 1 : 0)..<end where index != point {
        let digit = text[index] & 15
        if remaining > 0 { append(digit) } else if digit != 0 { hasFraction = true }
        remaining -= 1
    }
    while remaining > 0, let known = value, known != 0 {
        append(0)
        remaining -= 1
    }
    return (value, hasFraction)
}

private func scaled(_ significand: Decimal, exponent: Int64, isNegative: Bool) -> Decimal? {
    guard !significand.isZero else { return significand }
    // Trailing zeros of the integer are in its own exponent already.
    guard (-128...127).contains(exponent + Int64(significand.exponent)) else { return nil }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
}

/// The number behind the letter e, or one far out of range where it has more digits than could matter.
private func exponentFromText(_ text: Span<UInt8>, at start: Int) -> Int64 {
    var magnitude: Int64 = 0
    for index in start..<text.count where text[index] >= UInt8(ascii: "0") && magnitude < 1 << 40 {
        magnitude = magnitude * 10 + Int64(text[index] & 15)
    }
    return text[start] == UInt8(ascii: "-") ? -magnitude : magnitude
}

/// The digits of a number from its first that is not zero on, in two integers that have room for 19 each.
private struct SignificantDigits {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var count = 0
    private var thirtyNinth: UInt64 = 0
    private var hasMore = false

    mutating func append(_ digit: UInt64) {
        if count == 0 && digit == 0 { return }
        switch count {
        case ..<19: high = high * 10 + digit
        case ..<38: low = low * 10 + digit
        case 38: thirtyNinth = digit
        default: hasMore = hasMore || digit != 0
        }
        count += 1
    }

    /// The integer that the digits make, less those dropped at its end.
    func rounded() -> (integer: Decimal, dropped: Int) {
        guard count > 19 else { return (Decimal(high), 0) }
        let lowCount = min(count, 38) - 19
        let integer = Decimal(sign: .plus, exponent: lowCount, significand: Decimal(high)) + Decimal(low)
        guard count > 38 else { return (integer, 0) }
        // 2^128 - 1 is 3402823669209384634 6337460743176821145 5.
        let fitsWhole = (high, low, thirtyNinth) <= (3_402_823_669_209_384_634, 6_337_460_743_176_821_145, 5)
        if fitsWhole, !hasMore {
            let whole = Decimal(sign: .plus, exponent: 1, significand: integer) + Decimal(thirtyNinth)
            return (whole, count - 39)
        }
        return (thirtyNinth < 5 ? integer : integer + 1, count - 38)
    }
}
