/// A position in the bytes of a date's text, which moves past recognized parts.
///
/// A method returns nil or false if it didn't find the expected bytes, possibly after moving past some of
/// them. The bytes are passed to every call, because a struct that contains a `Span` requires an experimental
/// feature of Swift 6.2.
struct DateTextScanner {
    private(set) var position = 0

    func isAtEnd(of text: Span<UInt8>) -> Bool { position == text.count }

    func isAtDigit(of text: Span<UInt8>) -> Bool {
        position < text.count && text[position] &- UInt8(ascii: "0") <= 9
    }

    /// Skips `byte` if it is next.
    @inline(__always)
    mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }

    /// Skips an ASCII letter, given in lower case, if it is next in either case.
    @inline(__always)
    mutating func skip(letter: UInt8, in text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] | 0x20 == letter else { return false }
        position += 1
        return true
    }

    mutating func skipSpaces(in text: Span<UInt8>) -> Bool {
        let start = position
        while skip(UInt8(ascii: " "), in: text) {}
        return position > start
    }

    /// Skips spaces and a comment in parentheses, such as `(UTC)`; skips nothing if there is no comment.
    mutating func skipComment(in text: Span<UInt8>) {
        var scanner = self
        _ = scanner.skipSpaces(in: text)
        guard scanner.skip(UInt8(ascii: "("), in: text) else { return }
        while scanner.position < text.count, text[scanner.position] != UInt8(ascii: "("),
            text[scanner.position] != UInt8(ascii: ")")
        {
            scanner.position += 1
        }
        if scanner.skip(UInt8(ascii: ")"), in: text) { self = scanner }
    }

    /// The decimal number of exactly `count` digits, at most 9 of them.
    @inline(__always)
    mutating func number(digits count: Int, in text: Span<UInt8>) -> Int? {
        guard text.count - position >= count else { return nil }
        var value = 0
        for index in position..<position + count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }

    /// Reads the digits of a fraction, 1 to `maximum` (at most 9), into `fields`; more digits are rejected.
    mutating func fraction(digits maximum: Int, into fields: inout DateTimeFields, in text: Span<UInt8>)
        -> Bool
    {
        let start = position
        guard let value = magnitude(in: text), position - start <= maximum else { return false }
        fields.fractionDigits = position - start
        fields.nanoseconds = Int(value)
        for _ in fields.fractionDigits..<9 { fields.nanoseconds *= 10 }
        return true
    }

    /// A whole number of one or more digits; nil if `UInt64` cannot hold it.
    mutating func magnitude(in text: Span<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        let start = position
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
            if productOverflows || sumOverflows { return nil }
            value = sum
            position += 1
        }
        return position > start ? value : nil
    }

    /// Reads one to four ASCII letters in either case, packed in lower case like `packed`; nil for fewer or
    /// more letters.
    mutating func word(in text: Span<UInt8>) -> UInt32? {
        var word: UInt32 = 0
        let start = position
        while position < text.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= text[position] | 0x20 {
            guard position - start < 4 else { return nil }
            word = word << 8 | UInt32(text[position] | 0x20)
            position += 1
        }
        return position > start ? word : nil
    }

    /// Skips `UTC` or `GMT` in either case if it is next.
    mutating func skipUTC(in text: Span<UInt8>) -> Bool {
        var scanner = self
        guard let word = scanner.word(in: text), word == Self.packed("utc") || word == Self.packed("gmt")
        else { return false }
        self = scanner
        return true
    }

    /// A word of up to four ASCII letters in one integer, for comparison without a String.
    static func packed(_ word: String) -> UInt32 { word.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// `yyyy-MM-dd`, or `yyyyMMdd` unless it is strict.
    @inline(__always)
    mutating func day(isStrict: Bool, in text: Span<UInt8>) -> DateTimeFields? {
        guard let year = number(digits: 4, in: text) else { return nil }
        let hasHyphens = skip(UInt8(ascii: "-"), in: text)
        guard hasHyphens || !isStrict, let month = number(digits: 2, in: text),
            !hasHyphens || skip(UInt8(ascii: "-"), in: text), let day = number(digits: 2, in: text)
        else { return nil }
        return DateTimeFields(day: CalendarDay(year: year, month: month, day: day))
    }

    /// The part of a family's texts after `HH:mm`.
    enum TimeStyle {
        /// Optional seconds, with 0 to 9 fraction digits after a dot or a comma; colons can be missing.
        case iso8601
        /// Seconds, and 0 to 7 fraction digits after a dot.
        case dotNet
        /// Optional seconds.
        case named
    }

    /// Reads the time of day into `fields`.
    @inline(__always)
    mutating func time(_ style: TimeStyle, into fields: inout DateTimeFields, in text: Span<UInt8>) -> Bool {
        guard let hour = number(digits: 2, in: text) else { return false }
        let hasColons = skip(UInt8(ascii: ":"), in: text)
        guard hasColons || style == .iso8601, let minute = number(digits: 2, in: text) else { return false }
        fields.hour = hour
        fields.minute = minute
        guard hasColons ? skip(UInt8(ascii: ":"), in: text) : isAtDigit(of: text) else {
            return style != .dotNet
        }
        guard let second = number(digits: 2, in: text) else { return false }
        fields.second = second
        guard style != .named,
            skip(UInt8(ascii: "."), in: text) || style == .iso8601 && skip(UInt8(ascii: ","), in: text)
        else { return true }
        return fraction(digits: style == .dotNet ? 7 : 9, into: &fields, in: text)
    }

    /// `±hhmm`, with `allowsColon` also `±hh:mm`, with `allowsHoursAlone` also `±hh`, in seconds; 23:59 is the maximum.
    mutating func offset(allowsColon: Bool, allowsHoursAlone: Bool, in text: Span<UInt8>) -> Int? {
        let isNegative = skip(UInt8(ascii: "-"), in: text)
        guard isNegative || skip(UInt8(ascii: "+"), in: text), let hours = number(digits: 2, in: text),
            hours <= 23
        else { return nil }
        var minutes = 0
        let hasColon = allowsColon && skip(UInt8(ascii: ":"), in: text)
        if hasColon || !allowsHoursAlone || isAtDigit(of: text) {
            guard let number = number(digits: 2, in: text), number <= 59 else { return nil }
            minutes = number
        }
        let seconds = hours * 3_600 + minutes * 60
        return isNegative ? -seconds : seconds
    }
}
