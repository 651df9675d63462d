/// Reads numbers.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Reads an integer of at most 19 digits, the common case; `peek` returned its first byte.
    ///
    /// Returns nil and leaves the cursor in place for any other value, and for one that `Number` cannot hold:
    /// `Int` has 32 bits on some watches.
    @inline(__always)
    mutating func readShortInteger<Number: FixedWidthInteger>(as: Number.Type = Int.self) -> Number? {
        if unsafe hasWord(at: cursor), let digits = unsafe LeadingDigits(Self.word(at: cursor)) {
            if Self.continuesNumber(digits.next) || digits.hasLeadingZero { return nil }
            guard let value = Number(exactly: digits.value) else { return nil }
            unsafe cursor += digits.count
            return value
        }
        guard let found = longInteger(), let value = Number(exactly: found.value) else { return nil }
        unsafe cursor += found.count
        return value
    }

    /// Reads a number without exponent that has at most seven digits before the point and after it, the common case.
    ///
    /// Returns nil and leaves the cursor in place for any other value.
    @inline(__always)
    mutating func readShortDouble() -> Double? {
        // There may be no byte: the text can end after a quote or a colon.
        guard unsafe hasWord(at: cursor) else { return nil }
        var pointer = unsafe cursor
        let isNegative = unsafe pointer.pointee == UInt8(ascii: "-")
        if isNegative {
            unsafe pointer += 1
            guard unsafe hasWord(at: pointer) else { return nil }
        }
        guard let whole = unsafe LeadingDigits(Self.word(at: pointer)), !whole.hasLeadingZero else {
            return nil
        }
        unsafe pointer += whole.count
        var next = whole.next
        var magnitude = Double(whole.value)
        if next == UInt8(ascii: ".") {
            unsafe pointer += 1
            guard unsafe hasWord(at: pointer), let fraction = unsafe LeadingDigits(Self.word(at: pointer))
            else { return nil }
            unsafe pointer += fraction.count
            next = fraction.next
            // The sum has at most 14 digits and is exact, so only the division rounds.
            let scale = exactPowersOfTen[fraction.count]
            magnitude = (magnitude * scale + Double(fraction.value)) / scale
        }
        if next | 0x20 == UInt8(ascii: "e") { return nil }
        unsafe cursor = pointer
        return isNegative ? -magnitude : magnitude
    }

    /// Skips a number that has neither a sign nor an exponent.
    ///
    /// Returns false and leaves the cursor in place for any other value.
    @inline(__always)
    mutating func skipUsualNumber() -> Bool {
        guard var numberEnd = unsafe endOfDigits(from: cursor) else { return false }
        if unsafe numberEnd > cursor + 1, unsafe cursor.pointee == UInt8(ascii: "0") { return false }
        if unsafe numberEnd.pointee == UInt8(ascii: ".") {
            guard let fractionEnd = unsafe endOfDigits(from: numberEnd + 1) else { return false }
            unsafe numberEnd = fractionEnd
        }
        if unsafe numberEnd.pointee | 0x20 == UInt8(ascii: "e") { return false }
        unsafe cursor = numberEnd
        return true
    }

    /// The first byte after one or more digits, which can be read; nil if there are no digits, or if the end of the
    /// text is near.
    @inline(__always)
    private func endOfDigits(from first: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var pointer = unsafe first
        while unsafe hasWord(at: pointer) {
            let count = unsafe LeadingDigits.count(in: Self.word(at: pointer))
            unsafe pointer += count
            if count < 8 { return unsafe pointer > first ? pointer : nil }
        }
        return nil
    }

    /// `readShortInteger`, for less common types.
    @inline(never)
    mutating func readShortIntegerOutOfLine() -> Int? { readShortInteger() }

    /// Reads a string with a closure that reads all of its contents.
    ///
    /// Returns nil if there is anything else, possibly after moving past a part of it.
    @inline(__always)
    mutating func readQuoted<Value>(_ read: (inout JSONReader) -> Value?) -> Value? {
        let quote = UInt8(ascii: "\"")
        guard skip(quote), let value = read(&self), skip(quote) else { return nil }
        return value
    }

    /// An integer with a sign, with more digits than a word holds, or near the end of the text.
    @inline(never)
    private func longInteger() -> (value: Int64, count: Int)? {
        guard unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: "-") || Self.isDigit(cursor.pointee)
        else { return nil }
        var reader = self
        return (try? reader.scanNumber()).flatMap { number in number.int64.map { ($0, number.count) } }
    }

    /// Whether the byte starts a fraction or an exponent.
    @inline(__always)
    private static func continuesNumber(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    /// Reads a number's digits without rounding.
    @inline(__always)
    mutating func scanNumber() throws -> JSONNumber {
        var scanner = self
        let number = try scanner.scannedNumber()
        move(to: scanner)
        return number
    }

    @inline(never)
    private mutating func scannedNumber() throws -> JSONNumber {
        var number = JSONNumber()
        number.offset = offset
        number.isNegative = skip(UInt8(ascii: "-"))
        let first = unsafe cursor
        var digits = scanDigits(into: &number.significand)
        if digits == 0 { throw unexpected(number.isNegative ? "a digit" : "a value") }
        if digits > 1, unsafe first.pointee == UInt8(ascii: "0") {
            throw unsafe error("Expected a number, found a leading zero", at: first - start)
        }
        if skip(UInt8(ascii: ".")) {
            let count = scanDigits(into: &number.significand)
            if count == 0 { throw unexpected("a digit") }
            digits += count
            number.exponent = -Int64(count)
            number.isInteger = false
        }
        if unsafe cursor < end, unsafe cursor.pointee | 0x20 == UInt8(ascii: "e") {
            advance()
            number.exponent += try scanExponent()
            number.isInteger = false
        }
        number.isExact = digits <= 19
        number.count = offset - number.offset
        return number
    }

    /// Counts the digits from the cursor on; their accumulated value wraps beyond 19 digits.
    @inline(__always)
    private mutating func scanDigits(into significand: inout UInt64) -> Int {
        let first = unsafe cursor
        while unsafe cursor < end, Self.isDigit(unsafe cursor.pointee) {
            significand = significand &* 10 &+ UInt64(unsafe cursor.pointee & 15)
            advance()
        }
        return unsafe cursor - first
    }

    private mutating func scanExponent() throws -> Int64 {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        guard unsafe cursor < end, Self.isDigit(unsafe cursor.pointee) else { throw unexpected("a digit") }
        var exponent: Int64 = 0
        while unsafe cursor < end, Self.isDigit(unsafe cursor.pointee) {
            exponent = min(exponent * 10 + Int64(unsafe cursor.pointee & 15), 1 << 40)
            advance()
        }
        return isNegative ? -exponent : exponent
    }

    // MARK: From a scanned number

    /// The bytes of a scanned number.
    @inline(__always)
    func withBytes<Result>(of number: JSONNumber, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe body(UnsafeBufferPointer(start: start + number.offset, count: number.count).span)
    }

    /// The digits of a scanned number.
    func text(_ number: JSONNumber) -> String { withBytes(of: number) { String(copying: $0) } }

    /// The nearest Double; infinite if the number is beyond its range.
    @inline(__always)
    func double(_ number: JSONNumber) -> Double {
        // Both operands are exact, so the one division rounds once (W. Clinger, "How to Read Floating Point Numbers
        // Accurately", 1990). It takes a tenth of the time of the general path.
        if number.isExact, number.significand <= 1 << 53, number.exponent <= 0,
            number.exponent > -Int64(exactPowersOfTen.count)
        {
            let magnitude =
                Double(number.significand) / exactPowersOfTen[Int(truncatingIfNeeded: -number.exponent)]
            return number.isNegative ? -magnitude : magnitude
        }
        return doubleOfText(number)
    }

    @inline(never)
    private func doubleOfText(_ number: JSONNumber) -> Double {
        Double(text(number)) ?? (number.isNegative ? -.infinity : .infinity)
    }

    /// The number as the type that holds it.
    ///
    /// With `keepingDigits` a fraction is a Decimal, not a Double.
    func value(_ number: JSONNumber, keepingDigits: Bool = false) -> JSONValue {
        if let integer = number.int64 { return .integer(integer) }
        // Only a Double has a negative zero, in any notation.
        if number.isNegative, number.isExact, number.significand == 0 { return .double(-0.0) }
        if number.isInteger, let unsigned = wholePart(number).integer?.uint64 { return .unsigned(unsigned) }
        if number.isInteger || keepingDigits, let decimal = decimal(number) { return .decimal(decimal) }
        return .double(double(number))
    }
}
