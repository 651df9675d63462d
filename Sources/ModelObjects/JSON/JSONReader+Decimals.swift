import Foundation

/// Reads numbers with all their digits.
///
/// A Decimal has a significand of 128 bits, so 38 digits and some numbers of 39, times 10^-128 to 10^127. It is made as
/// the sum of two integers, because `Decimal(string:)` truncates excess digits instead of rounding.
extension JSONReader {
    /// The nearest Decimal, with as many digits as it can hold; nil if the exponent is out of its range, not counting
    /// trailing zeros.
    ///
    /// 38 digits always fit, and 39 if their integer is below 2^128. Further digits round to nearest, halves away from
    /// zero, as Decimal's arithmetic does by default. Zero has no sign: Decimal writes NaN as a negative zero.
    func decimal(_ number: JSONNumber) -> Decimal? {
        let digits = significantDigits(number)
        func integer(_ digits: ArraySlice<UInt8>) -> UInt64 { digits.reduce(0) { $0 * 10 + UInt64($1 & 15) } }
        let (high, low) = (integer(digits.prefix(19)), integer(digits.dropFirst(19).prefix(19)))
        var significand = Decimal(high)
        var dropped = 0
        if digits.count > 19 {
            let lowCount = min(digits.count, 38) - 19
            significand = Decimal(sign: .plus, exponent: lowCount, significand: significand) + Decimal(low)
            dropped = digits.count - 19 - lowCount
        }
        if dropped > 0 {
            let next = UInt64(digits[38] & 15)
            // 2^128 - 1 is 3402823669209384634 6337460743176821145 5.
            if (high, low, next) <= (3_402_823_669_209_384_634, 6_337_460_743_176_821_145, 5),
                digits.dropFirst(39).allSatisfy({ $0 == UInt8(ascii: "0") })
            {
                significand = Decimal(sign: .plus, exponent: 1, significand: significand) + Decimal(next)
                dropped -= 1
            } else if next >= 5 {
                significand += 1
            }
        }
        if significand.isZero { return significand }
        let exponent = number.exponent + Int64(dropped)
        // The integer's own exponent already includes its trailing zeros.
        guard (-128...127).contains(exponent + Int64(significand.exponent)) else { return nil }
        return Decimal(
            sign: number.isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
    }

    /// The digits before the decimal point, and whether any nonzero digit follows it.
    ///
    /// - Returns: nil `digits` if there are more than any integer has.
    func wholePart(_ number: JSONNumber) -> (digits: String?, hasFraction: Bool) {
        let digits = significantDigits(number)
        // The number of digits before the point once the exponent has moved it.
        let count = digits.isEmpty ? 0 : Int64(digits.count) + number.exponent
        guard count > 0 else { return ("0", !digits.isEmpty) }
        let hasFraction = digits.dropFirst(Int(clamping: count)).contains { $0 != UInt8(ascii: "0") }
        guard count <= 40 else { return (nil, hasFraction) }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(Int(count) - digits.count, 0))
        let whole = String(decoding: digits.prefix(Int(count)) + zeros, as: UTF8.self)
        return (number.isNegative ? "-" + whole : whole, hasFraction)
    }

    /// The digits from the first nonzero one on, without the decimal point.
    private func significantDigits(_ number: JSONNumber) -> [UInt8] {
        withBytes(of: number) { text in
            var digits: [UInt8] = []
            for index in text.indices {
                let byte = text[index]
                if byte | 0x20 == UInt8(ascii: "e") { break }
                if byte &- UInt8(ascii: "0") <= 9, byte != UInt8(ascii: "0") || !digits.isEmpty {
                    digits.append(byte)
                }
            }
            return digits
        }
    }
}
