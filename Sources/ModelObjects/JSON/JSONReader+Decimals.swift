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
        func integer(_ digits: ArraySlice<UInt8>) -> UInt64 { digits.reduce(0) { $0 * 10 + UInt64($1) } }
        let (high, low) = (integer(digits.prefix(19)), integer(digits.dropFirst(19).prefix(19)))
        var significand = Decimal(high)
        var dropped = 0
        if digits.count > 19 {
            let lowCount = min(digits.count, 38) - 19
            significand = Decimal(sign: .plus, exponent: lowCount, significand: significand) + Decimal(low)
            dropped = digits.count - 19 - lowCount
        }
        if dropped > 0 {
            let next = UInt64(digits[38])
            // 2^128 - 1 is 3402823669209384634 6337460743176821145 5.
            if (high, low, next) <= (3_402_823_669_209_384_634, 6_337_460_743_176_821_145, 5),
                digits.dropFirst(39).allSatisfy({ $0 == 0 })
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

    /// The integer before the decimal point, and whether any nonzero digit follows it.
    ///
    /// - Returns: nil `integer` if it has more than 128 bits.
    func wholePart(_ number: JSONNumber) -> (integer: WideInteger?, hasFraction: Bool) {
        // The number of digits before the point once the exponent has moved it.
        var count = number.exponent
        forEachDigit(of: number) { _ in count += 1 }
        var integer = WideInteger()
        var (fits, hasFraction) = (true, false)
        forEachDigit(of: number) { digit in
            if count > 0 {
                fits = fits && integer.append(UInt64(digit))
            } else if digit != 0 {
                hasFraction = true
            }
            count -= 1
        }
        while count > 0, fits, !integer.isZero {
            fits = integer.append(0)
            count -= 1
        }
        integer.isNegative = number.isNegative && !integer.isZero
        return (fits ? integer : nil, hasFraction)
    }

    /// The digits from the first nonzero one on, without the decimal point.
    private func significantDigits(_ number: JSONNumber) -> [UInt8] {
        var digits: [UInt8] = []
        forEachDigit(of: number) { digit in
            if digit != 0 || !digits.isEmpty { digits.append(digit) }
        }
        return digits
    }

    /// Calls a function with the value of each digit of a scanned number, without those of the exponent.
    @inline(__always)
    private func forEachDigit(of number: JSONNumber, _ body: (UInt8) -> Void) {
        withBytes(of: number) { text in
            for index in text.indices {
                let byte = text[index]
                if byte | 0x20 == UInt8(ascii: "e") { return }
                let digit = byte &- UInt8(ascii: "0")
                if digit <= 9 { body(digit) }
            }
        }
    }
}
