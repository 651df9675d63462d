/// A place in the bytes of a date's text, moved forward over what is recognised there.
///
/// A method that returns nil or false has not found what it looks for; one that looks for several bytes may
/// then have moved over some of them. The bytes come with every call, for a struct that holds a `Span` cannot
/// be made without an experimental feature of Swift 6.2.
struct DateTextScanner {
    private(set) var position = 0

    func isAtEnd(of text: Span<UInt8>) -> Bool { position == text.count }

    func isAtDigit(of text: Span<UInt8>) -> Bool {
        position < text.count && text[position] &- UInt8(ascii: "0") <= 9
    }

    /// `byte`, if it is next.
    @inline(__always)
    mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }

    /// An ASCII letter, given in lower case, if it is next in either case.
    @inline(__always)
    mutating func skip(letter: UInt8, in text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] | 0x20 == letter else { return false }
        position += 1
        return true
    }

    /// One space or more.
    mutating func skipSpaces(in text: Span<UInt8>) -> Bool {
        let start = position
        while skip(UInt8(ascii: " "), in: text) {}
        return position > start
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

    /// The digits of a fraction, 1 to `maximum` (at most 9) of them, into `fields`; more digits are refused.
    mutating func fraction(digits maximum: Int, into fields: inout DateTimeFields, in text: Span<UInt8>)
        -> Bool
    {
        let end = min(text.count, position + maximum)
        let start = position
        var value = 0
        var scale = 1_000_000_000
        while position < end {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            value = value * 10 + Int(digit)
            scale /= 10
            position += 1
        }
        guard position > start, !isAtDigit(of: text) else { return false }
        fields.nanoseconds = value * scale
        fields.fractionDigits = position - start
        return true
    }

    /// A whole number of one digit or more; nil where `UInt64` cannot hold it.
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

    /// One to four ASCII letters in either case, as a word of lower-case ones; nil for fewer or more.
    mutating func word(in text: Span<UInt8>) -> ShortWord? {
        var word = ShortWord()
        let start = position
        while position < text.count {
            let letter = text[position] | 0x20
            guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter else { break }
            guard position - start < 4 else { return nil }
            word.append(letter)
            position += 1
        }
        return position > start ? word : nil
    }

    /// `±hhmm`, where `allowsColon` `±hh:mm`, where `allowsHoursAlone` `±hh`, as seconds; 23:59 is the
    /// largest.
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
