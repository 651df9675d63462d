import Foundation

/// ISO 8601 and RFC 3339: dates, and date-times with and without an offset.
///
///     2024-02-29   20240229   2024-02-29T12:30   20240229T123059,5+01   2024-02-29 12:30:59.123456789-03:30
///
/// Sources: ISO 8601-1:2019, sections 5.2 to 5.4; RFC 3339, section 5.6, with the lower-case letters and the
/// space that its notes allow.
enum ISO8601Dates {
    /// The date that the whole of `text` gives: in UTC where it has no offset, at midnight where it has no
    /// time.
    static func date(from text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        guard let year = scanner.number(digits: 4, in: text) else { return nil }
        let hasHyphens = scanner.skip(UInt8(ascii: "-"), in: text)
        guard let month = scanner.number(digits: 2, in: text),
            !hasHyphens || scanner.skip(UInt8(ascii: "-"), in: text),
            let day = scanner.number(digits: 2, in: text)
        else { return nil }
        var fields = DateTimeFields(day: CalendarDay(year: year, month: month, day: day))
        if !scanner.isAtEnd(of: text) {
            guard
                scanner.skip(letter: UInt8(ascii: "t"), in: text)
                    || scanner.skip(UInt8(ascii: " "), in: text),
                readTime(into: &fields, from: text, with: &scanner),
                readOffset(into: &fields, from: text, with: &scanner),
                scanner.isAtEnd(of: text)
            else { return nil }
        }
        return fields.date
    }

    /// Appends `date` in UTC, with as few fraction digits, 0 to 9, as read back to the same date.
    ///
    /// Appends nothing and returns false for a date that is not finite or not in the years 1 to 9999.
    static func append(_ date: Date, to bytes: inout [UInt8]) -> Bool {
        guard let instant = Instant(date), let writer = DateTimeWriter(instant) else { return false }
        writer.append(to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
        return true
    }

    private static func readTime(
        into fields: inout DateTimeFields, from text: Span<UInt8>, with scanner: inout DateTextScanner
    ) -> Bool {
        guard let hour = scanner.number(digits: 2, in: text) else { return false }
        let hasColons = scanner.skip(UInt8(ascii: ":"), in: text)
        guard let minute = scanner.number(digits: 2, in: text) else { return false }
        fields.hour = hour
        fields.minute = minute
        let hasSeconds =
            hasColons ? scanner.skip(UInt8(ascii: ":"), in: text) : scanner.isAtDigit(of: text)
        guard hasSeconds else { return true }
        guard let second = scanner.number(digits: 2, in: text) else { return false }
        fields.second = second
        if scanner.skip(UInt8(ascii: "."), in: text) || scanner.skip(UInt8(ascii: ","), in: text) {
            return scanner.fraction(digits: 9, into: &fields, in: text)
        }
        return true
    }

    private static func readOffset(
        into fields: inout DateTimeFields, from text: Span<UInt8>, with scanner: inout DateTextScanner
    ) -> Bool {
        if scanner.isAtEnd(of: text) || scanner.skip(letter: UInt8(ascii: "z"), in: text) { return true }
        guard let offset = scanner.offset(allowsColon: true, allowsHoursAlone: true, in: text) else {
            return false
        }
        fields.offset = offset
        return true
    }
}
