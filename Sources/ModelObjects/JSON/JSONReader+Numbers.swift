import Foundation

/// Numbers. The invariants are those of `JSONReader`.
extension JSONReader {
    /// Reads an integer of at most 18 digits, as nearly all are; `peek` showed its first byte.
    ///
    /// Returns nil and leaves the cursor in place for any other value, and for one that `Number` cannot hold:
    /// `Int` has 32 bits on some watches.
    @inline(__always)
    mutating func readShortInteger<Number: FixedWidthInteger>(as: Number.Type = Int.self) -> Number? {
        if unsafe cursor <= lastWord, let digits = unsafe LeadingDigits(Self.word(at: cursor)) {
            if Self.continuesNumber(digits.next) || digits.hasLeadingZero { return nil }
            guard let value = Number(exactly: digits.value) else { return nil }
            unsafe cursor += digits.count
            return value
        }
        // (Static, so that a caller's reader can stay in registers.)
        guard let found = unsafe Self.integer(from: cursor, to: end),
            let value = Number(exactly: found.value)
        else { return nil }
        unsafe cursor += found.count
        return value
    }

    /// Reads a string that is such an integer and nothing else; nil, and the cursor stays, for any other.
    mutating func readQuotedInteger() -> Int? {
        var reader = self
        reader.advance()
        guard let number = reader.readShortInteger(), unsafe reader.cursor < end,
            unsafe reader.cursor.pointee == UInt8(ascii: "\"")
        else { return nil }
        reader.advance()
        self = reader
        return number
    }

    /// An integer with a sign, with more digits than a word holds, or near the end of the text.
    @inline(never)
    private static func integer(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> (value: Int64, count: Int)? {
        guard unsafe end - start >= 2 else { return nil }
        let isNegative = unsafe start.pointee == UInt8(ascii: "-")
        let first = unsafe isNegative ? start + 1 : start
        let limit = unsafe min(first + 18, end - 1)  // Invariant 2: the byte there is looked at, too.
        var pointer = unsafe first
        var value: Int64 = 0  // 18 digits fit.
        var byte = unsafe pointer.pointee
        while byte &- UInt8(ascii: "0") <= 9, unsafe pointer < limit {
            value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
            unsafe pointer += 1
            byte = unsafe pointer.pointee
        }
        // A digit more, or no digit; a zero in front of others; an integer has no -0.
        if byte &- UInt8(ascii: "0") <= 9 || continuesNumber(byte) { return nil }
        if unsafe first.pointee == UInt8(ascii: "0"), unsafe pointer - first != 1 || isNegative { return nil }
        if unsafe pointer == first { return nil }
        return unsafe (isNegative ? 0 &- value : value, pointer - start)
    }

    /// Whether a fraction or an exponent starts with the byte.
    @inline(__always)
    private static func continuesNumber(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
    }

    /// Reads a number's digits; nothing is rounded.
    @inline(__always)
    mutating func scanNumber() throws -> JSONNumber {
        var number = JSONNumber()
        let first = unsafe cursor
        number.offset = offset
        if unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: "-") {
            number.isNegative = true
            advance()
        }
        let integerStart = unsafe cursor
        guard scanDigits(into: &number.significand) else {
            throw unsafe first == cursor ? unexpected("a value") : unexpected("a digit")
        }
        var digits = unsafe cursor - integerStart
        if digits > 1, unsafe integerStart.pointee == UInt8(ascii: "0") {
            throw unsafe error("Expected a number, found a leading zero", at: integerStart - start)
        }
        if unsafe cursor < end {
            let byte = unsafe cursor.pointee
            if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
                var slow = self
                var slowNumber = number
                digits += try slow.scanFractionAndExponent(&slowNumber)
                move(to: slow)
                number = slowNumber
            }
        }
        if digits > 19 { number.isExact = false }
        number.count = unsafe cursor - first
        return number
    }

    /// Digits from the cursor on; the sum wraps beyond 19 of them, which the caller counts.
    ///
    /// False without any.
    @inline(__always)
    private mutating func scanDigits(into significand: inout UInt64) -> Bool {
        let first = unsafe cursor
        while unsafe cursor < end {
            let digit = unsafe cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            significand = significand &* 10 &+ UInt64(digit)
            advance()
        }
        return unsafe cursor != first
    }

    @inline(never)
    private mutating func scanFractionAndExponent(_ number: inout JSONNumber) throws -> Int {
        var digits = 0
        number.isInteger = false
        if unsafe cursor.pointee == UInt8(ascii: ".") {
            advance()
            let fractionStart = unsafe cursor
            guard scanDigits(into: &number.significand) else { throw unexpected("a digit") }
            digits = unsafe cursor - fractionStart
            number.exponent = -digits
        }
        if unsafe cursor < end, unsafe cursor.pointee | 0x20 == UInt8(ascii: "e") {
            advance()
            var isNegative = false
            if unsafe cursor < end {
                let sign = unsafe cursor.pointee
                if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                    isNegative = sign == UInt8(ascii: "-")
                    advance()
                }
            }
            let exponentStart = unsafe cursor
            var exponent = 0
            while unsafe cursor < end {
                let digit = unsafe cursor.pointee &- UInt8(ascii: "0")
                if digit > 9 { break }
                // Beyond every type's range from there on.
                exponent = min(exponent * 10 + Int(digit), 1_000_000)
                advance()
            }
            guard unsafe cursor != exponentStart else { throw unexpected("a digit") }
            number.exponent += isNegative ? -exponent : exponent
        }
        return digits
    }

    /// The bytes of a scanned number.
    @inline(__always)
    func withBytes<Result>(of number: JSONNumber, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe body(UnsafeBufferPointer(start: start + number.offset, count: number.count).span)
    }

    /// The digits of a scanned number.
    func text(_ number: JSONNumber) -> String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: start + number.offset, count: number.count), as: UTF8.self)
    }

    /// The nearest Double; infinite where the number is beyond its range.
    @inline(__always)
    func double(_ number: JSONNumber) -> Double {
        if number.isExact,
            let value = doubleFromDecimal(
                significand: number.significand, exponent: number.exponent, isNegative: number.isNegative)
        {
            return value
        }
        return withBytes(of: number) { doubleFromText($0) } ?? (number.isNegative ? -.infinity : .infinity)
    }

    /// The nearest Float, from the digits and rounded once; nil where the number is beyond its range.
    func float(_ number: JSONNumber) -> Float? {
        if number.isExact {
            return floatFromDecimal(
                significand: number.significand, exponent: number.exponent, isNegative: number.isNegative)
        }
        return withBytes(of: number) { floatFromText($0) }
    }

    /// Every digit, as far as a Decimal holds them; nil where it is out of its range.
    func decimal(_ number: JSONNumber) -> Decimal? {
        withBytes(of: number) { decimalFromText($0) }
    }

    /// The number as the type that holds it.
    ///
    /// The digits before the decimal point; see the function of this name.
    func wholePart<Value: FixedWidthInteger>(_ number: JSONNumber) -> (value: Value?, hasFraction: Bool) {
        withBytes(of: number) { ModelObjects.wholePart(ofText: $0) }
    }

    /// With `keepingDigits` a fraction is a Decimal, not a Double.
    func value(_ number: JSONNumber, keepingDigits: Bool = false) -> JSONValue {
        if let integer = number.int64 { return .integer(integer) }
        // Only a Double has a negative zero, however it is written.
        if number.isNegative, number.isExact, number.significand == 0 { return .double(-0.0) }
        if number.isInteger {
            if !number.isNegative, let unsigned = withBytes(of: number, unsignedFromText) {
                return .unsigned(unsigned)
            }
            if let decimal = decimal(number) { return .decimal(decimal) }
        } else if keepingDigits, let decimal = decimal(number) {
            return .decimal(decimal)
        }
        return .double(double(number))
    }
}

private func unsignedFromText(_ digits: Span<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for index in digits.indices {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digits[index] - UInt8(ascii: "0")))
        if overflow || carry { return nil }
        value = sum
    }
    return value
}
