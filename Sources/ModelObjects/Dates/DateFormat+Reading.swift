import Foundation

extension DateFormat {
    /// Whether `date(from:)` must be called for every kind of value, which only `.custom` needs.
    var needsAnyValue: Bool {
        switch kind {
        case .custom: true
        case .firstOf(let formats): formats.contains { $0.needsAnyValue }
        default: false
        }
    }

    /// The date in a JSON string, given as UTF-8 without escapes; nil if it doesn't match this format.
    ///
    /// No intermediate String is made, except for `.format`, `.formatter` and `.custom`.
    func date(fromText text: Span<UInt8>) -> Date? {
        var start = 0
        var end = text.count
        while start < end, Self.isSpace(text[start]) { start += 1 }
        while start < end, Self.isSpace(text[end - 1]) { end -= 1 }
        let trimmed = text.extracting(start..<end)
        switch kind {
        case .automatic: return AutomaticDates.date(from: trimmed)
        case .iso8601: return DateTimeReader.date(iso8601: trimmed)
        case .dotNet(let offset): return DotNetDates.date(from: trimmed, addingOffset: offset == .added)
        case .dotNetDateTime(let zone):
            return DateTimeReader.date(dotNet: trimmed, hasOffset: false, zone: zone)
        case .dotNetDateTimeWithOffset: return DateTimeReader.date(dotNet: trimmed, hasOffset: true)
        case .unix(let unit): return unit.date(fromText: trimmed)
        case .secondsSinceReferenceDate:
            return Double(decimal: trimmed).flatMap(Self.date(sinceReferenceDate:))
        case .formatter(let formatter): return formatter.date(from: text)
        case .custom(let parse, _): return parse(String(copying: text))
        case .firstOf(let formats):
            for format in formats {
                if let date = format.date(fromText: text) { return date }
            }
            return nil
        }
    }

    /// Returns the date of a payload's value; nil if the value doesn't match the format.
    ///
    /// Use it in hooks, and in the functions of `converted` and `combined` rules.
    ///
    /// ```swift
    /// DateFormat.format("dd.MM.yyyy").date(from: "31.12.2024")
    /// ```
    ///
    /// - Parameter value: A String, a number or a Date, such as a value of ``ModelObject/jsonObject(options:)`` or of
    ///   JSONSerialization.
    public func date(from value: Any) -> Date? { date(from: JSONValue(value)) }

    /// The date in a text; nil if it doesn't match this format.
    func date(fromText text: String) -> Date? { text.withUTF8Span { date(fromText: $0) } }

    /// The date of a value: a Date itself, a text, or a number.
    ///
    /// Only `.automatic` and the formats of numbers read numbers. Only a `.custom` format can accept a Bool or anything else.
    func date(from value: JSONValue) -> Date? {
        if case .other(let date as Date) = value { return date }
        switch kind {
        case .custom(let parse, _): return parse(value.any)
        case .firstOf(let formats): return formats.lazy.compactMap { $0.date(from: value) }.first
        default: break
        }
        switch value {
        case .string(let text): return date(fromText: text)
        case .integer(let number): return date(magnitude: number.magnitude, isNegative: number < 0)
        case .unsigned(let number): return date(magnitude: number, isNegative: false)
        case .double(let number):
            if case .secondsSinceReferenceDate = kind { return Self.date(sinceReferenceDate: number) }
            return unit(of: UInt64(exactly: number.magnitude.rounded(.down)) ?? .max)?.date(
                fromNumber: number)
        // The text of a Decimal leads to the nearest Double; Foundation rounds several times.
        case .decimal(let number): return Double(number.description).flatMap { date(from: .double($0)) }
        case .null, .bool, .array, .object, .other: return nil
        }
    }

    /// The unit of a number; nil for a format that reads no numbers.
    private func unit(of magnitude: UInt64) -> UnixTimeUnit? {
        switch kind {
        case .automatic: .inferred(fromMagnitude: magnitude)
        case .unix(let unit): unit
        default: nil
        }
    }

    /// The date of an integer.
    private func date(magnitude: UInt64, isNegative: Bool) -> Date? {
        if case .secondsSinceReferenceDate = kind {
            return Self.date(sinceReferenceDate: isNegative ? -Double(magnitude) : Double(magnitude))
        }
        return unit(of: magnitude)?.instant(magnitude: magnitude, isNegative: isNegative)?.date
    }

    /// The date of a number of seconds since 2001; nil for infinities, NaN and numbers past 2^53.
    private static func date(sinceReferenceDate seconds: Double) -> Date? {
        guard seconds.magnitude < Double(Instant.largestSeconds) else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte
    }
}
