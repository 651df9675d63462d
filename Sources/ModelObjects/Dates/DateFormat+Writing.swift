import Foundation

extension DateFormat {
    /// Returns what an export writes for a date: a String, an Int or a Double, or what the closure of
    /// ``custom(parse:format:)`` returns; nil if the format can't write the date.
    public func value(for date: Date) -> Any? { exported(date)?.any }

    /// The exported value of a date, or nil if the format cannot write it.
    ///
    /// Nil for a date that is not finite, or outside the years 1 to 9999 for calendar dates and 2^53 seconds
    /// for numbers and .NET times; and for any date with an empty `.firstOf`.
    func exported(_ date: Date) -> JSONValue? {
        switch kind {
        case .automatic, .iso8601:
            DateTimeWriter.text(of: date, fractionDigits: 9, isMarked: true).map { .string($0) }
        case .dotNet: DotNetDates.text(of: date).map { .string($0) }
        case .dotNetDateTime(let zone):
            DateTimeWriter.text(of: date, fractionDigits: 7, zone: zone, isMarked: false).map { .string($0) }
        case .dotNetDateTimeWithOffset:
            DateTimeWriter.text(of: date, fractionDigits: 7, isMarked: true).map { .string($0) }
        case .unix(let unit): unit.exported(date)
        case .secondsSinceReferenceDate: Self.seconds(sinceReferenceDate: date)
        case .formatter(let formatter): formatter.text(of: date).map { .string($0) }
        case .custom(_, let format): .other(format(date))
        case .firstOf(let formats): formats.first?.exported(date)
        }
    }

    private static func seconds(sinceReferenceDate date: Date) -> JSONValue? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.magnitude < Double(Instant.largestSeconds) else { return nil }
        return Int64(exactly: seconds).map { .integer($0) } ?? .double(seconds)
    }

    /// The text of a date; nil if the format writes none, or a number.
    func text(of date: Date) -> String? {
        if case .string(let text) = exported(date) { text } else { nil }
    }
}
