import Foundation

extension DateFormat {
    /// Whether the format is to be asked with `date(from:)` about every kind of value, which only `.custom`
    /// is.
    var needsAnyValue: Bool {
        switch kind {
        case .custom: true
        case .firstOf(let formats): formats.contains { $0.needsAnyValue }
        default: false
        }
    }

    /// The date that a JSON string holds, given as UTF-8 without escapes; nil where it is none of this
    /// format.
    ///
    /// No String is made on the way, except for `.format`, `.formatter` and `.custom`.
    func date(fromText text: Span<UInt8>) -> Date? {
        switch kind {
        case .formatter(let formatter): return formatter.date(from: String(copying: text))
        case .custom(let parse, _): return parse(String(copying: text))
        case .firstOf(let formats):
            for format in formats {
                if let date = format.date(fromText: text) { return date }
            }
            return nil
        default: break
        }
        var start = 0
        var end = text.count
        while start < end, Self.isSpace(text[start]) { start += 1 }
        while start < end, Self.isSpace(text[end - 1]) { end -= 1 }
        let trimmed = text.extracting(start..<end)
        switch kind {
        case .automatic: return AutomaticDates.date(from: trimmed)
        case .iso8601: return ISO8601Dates.date(from: trimmed)
        case .dotNet(let offset): return DotNetDates.date(from: trimmed, addingOffset: offset == .added)
        case .dotNetDateTime(let zone): return DotNetDateTimes.date(from: trimmed, zone: zone)
        case .dotNetDateTimeWithOffset: return DotNetDateTimes.dateWithOffset(from: trimmed)
        case .unix(let unit): return UnixTimeText.date(from: trimmed, unit: unit)
        case .formatter, .custom, .firstOf: return nil
        }
    }

    /// The date that a text holds; nil where it is none of this format.
    func date(fromText text: String) -> Date? {
        switch kind {
        case .formatter(let formatter): formatter.date(from: text)
        case .custom(let parse, _): parse(text)
        default: Array(text.utf8).withSpan { date(fromText: $0) }
        }
    }

    /// The date that a whole JSON number holds; nil for all formats but Unix times, `.automatic` and
    /// `.custom`.
    func date(fromInteger value: Int64) -> Date? {
        switch kind {
        case .automatic: return AutomaticDates.date(fromInteger: value)
        case .unix(let unit): return unit.date(fromInteger: value)
        case .custom(let parse, _): return parse(Int(exactly: value).map { $0 as Any } ?? value)
        case .firstOf(let formats):
            for format in formats {
                if let date = format.date(fromInteger: value) { return date }
            }
            return nil
        default: return nil
        }
    }

    /// The date that any other JSON number holds; nil for all formats but Unix times, `.automatic` and
    /// `.custom`.
    func date(fromNumber value: Double) -> Date? {
        switch kind {
        case .automatic: return AutomaticDates.date(fromNumber: value)
        case .unix(let unit): return unit.date(fromNumber: value)
        case .custom(let parse, _): return parse(value)
        case .firstOf(let formats):
            for format in formats {
                if let date = format.date(fromNumber: value) { return date }
            }
            return nil
        default: return nil
        }
    }

    /// The date that a Swift value holds: a Date itself, a text, a number of any type; a Bool and all else
    /// only where a `.custom` format says so.
    func date(from value: Any) -> Date? {
        if let date = value as? Date { return date }
        switch kind {
        case .custom(let parse, _): return parse(value)
        case .firstOf(let formats):
            for format in formats {
                if let date = format.date(from: value) { return date }
            }
            return nil
        default: break
        }
        switch value {
        case let text as String: return date(fromText: text)
        case is Bool: return nil
        case let number as Int: return date(fromInteger: Int64(number))
        case let number as Double: return date(fromNumber: number)
        case let number as Decimal: return date(fromDecimal: number)
        case let number as any BinaryInteger:
            return Int64(exactly: number).map(date(fromInteger:)) ?? date(fromNumber: Double(number))
        case let number as Float: return date(fromNumber: Double(number))
        default: return nil
        }
    }

    /// A Decimal has more digits than a Double, and its text has all of them.
    private func date(fromDecimal number: Decimal) -> Date? {
        let text = number.description
        if let integer = Int64(text) { return date(fromInteger: integer) }
        return Double(text).flatMap(date(fromNumber:))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte
    }
}
