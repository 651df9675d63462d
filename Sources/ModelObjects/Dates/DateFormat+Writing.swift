import Foundation

extension DateFormat {
    /// The exported value of a date, or nil if the format cannot write it.
    ///
    /// Nil for a date that is not finite, or outside the years 1 to 9999 for calendar dates and 2^53 seconds
    /// for Unix and .NET times; and for any date with an empty `.firstOf`.
    func exported(_ date: Date) -> JSONValue? {
        switch kind {
        case .unix(let unit): return unit.exported(date)
        case .formatter(let formatter): return formatter.text(of: date).map { .string($0) }
        case .custom(_, let format): return .other(format(date))
        case .firstOf(let formats): return formats.first?.exported(date)
        default:
            var bytes: [UInt8] = []
            bytes.reserveCapacity(32)
            return append(date, to: &bytes) ? .string(String(decoding: bytes, as: UTF8.self)) : nil
        }
    }

    /// The text of a date; nil if the format writes none, or a number.
    package func text(of date: Date) -> String? {
        if case .string(let text) = exported(date) { text } else { nil }
    }

    /// Appends the UTF-8 of the text that `exported(_:)` returns, without an intermediate String.
    ///
    /// None of the bytes needs an escape in JSON. Appends nothing and returns false if there is no such text, and
    /// always for Unix times, patterns and `.custom`: call `exported(_:)` then.
    func append(_ date: Date, to bytes: inout [UInt8]) -> Bool {
        switch kind {
        case .automatic, .iso8601: DateTimeWriter.append(date, fractionDigits: 9, isMarked: true, to: &bytes)
        case .dotNet: DotNetDates.append(date, to: &bytes)
        case .dotNetDateTime(let zone):
            DateTimeWriter.append(date, fractionDigits: 7, zone: zone, isMarked: false, to: &bytes)
        case .dotNetDateTimeWithOffset:
            DateTimeWriter.append(date, fractionDigits: 7, isMarked: true, to: &bytes)
        case .firstOf(let formats): formats.first?.append(date, to: &bytes) ?? false
        case .unix, .formatter, .custom: false
        }
    }
}
