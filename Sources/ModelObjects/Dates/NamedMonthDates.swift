import Foundation

/// The dates with English names: RFC 1123 and RFC 2822, as HTTP and mail write them, and the one that Twitter
/// wrote.
///
///     Wed, 02 Oct 2002 13:00:00 GMT   2 Oct 2002 13:00 +0200   Wed Oct 02 13:00:00 +0000 2002
///
/// Names count in any case. The weekday must be one, but need not be that of the date, which stands there in
/// full without it (DateFormatter does not compare them either). Sources: RFC 2822, sections 3.3 and 4.3,
/// with four digits for the year; RFC 1123, section 5.2.14.
enum NamedMonthDates {
    static func date(from text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        if !scanner.isAtDigit(of: text) {
            guard let weekday = scanner.word(in: text), weekdays.contains(weekday) else { return nil }
            guard scanner.skip(UInt8(ascii: ","), in: text) else {
                return dateWithYearLast(in: text, with: &scanner)
            }
            _ = scanner.skipSpaces(in: text)
        }
        return dateWithDayFirst(in: text, with: &scanner)
    }

    /// As in `2 Oct 2002 13:00:00 GMT`.
    private static func dateWithDayFirst(in text: Span<UInt8>, with scanner: inout DateTextScanner) -> Date? {
        guard let day = day(in: text, with: &scanner), scanner.skipSpaces(in: text),
            let month = month(in: text, with: &scanner), scanner.skipSpaces(in: text),
            let year = scanner.number(digits: 4, in: text), scanner.skipSpaces(in: text)
        else { return nil }
        var fields = DateTimeFields(day: CalendarDay(year: year, month: month, day: day))
        guard scanner.time(.named, into: &fields, in: text), scanner.skipSpaces(in: text),
            readOffset(into: &fields, from: text, with: &scanner), scanner.isAtEnd(of: text)
        else { return nil }
        return fields.date
    }

    /// As in ` Oct 02 13:00:00 +0000 2002`.
    private static func dateWithYearLast(in text: Span<UInt8>, with scanner: inout DateTextScanner) -> Date? {
        guard scanner.skipSpaces(in: text), let month = month(in: text, with: &scanner),
            scanner.skipSpaces(in: text), let day = day(in: text, with: &scanner),
            scanner.skipSpaces(in: text)
        else { return nil }
        var fields = DateTimeFields(day: CalendarDay(year: 0, month: month, day: day))
        guard scanner.time(.named, into: &fields, in: text), scanner.skipSpaces(in: text),
            readOffset(into: &fields, from: text, with: &scanner), scanner.skipSpaces(in: text),
            let year = scanner.number(digits: 4, in: text), scanner.isAtEnd(of: text)
        else { return nil }
        fields.day.year = year
        return fields.date
    }

    /// One digit or two.
    private static func day(in text: Span<UInt8>, with scanner: inout DateTextScanner) -> Int? {
        guard let first = scanner.number(digits: 1, in: text) else { return nil }
        guard scanner.isAtDigit(of: text), let second = scanner.number(digits: 1, in: text) else {
            return first
        }
        return first * 10 + second
    }

    private static func month(in text: Span<UInt8>, with scanner: inout DateTextScanner) -> Int? {
        guard let name = scanner.word(in: text), let index = months.firstIndex(of: name) else { return nil }
        return index + 1
    }

    /// `+0000`, or a name of RFC 822.
    ///
    /// The single letters other than Z are left out: they were defined with the wrong
    /// sign there, and mean nothing since.
    private static func readOffset(
        into fields: inout DateTimeFields, from text: Span<UInt8>, with scanner: inout DateTextScanner
    ) -> Bool {
        if let name = scanner.word(in: text) {
            guard let hours = zoneHours[name] else { return false }
            fields.offset = hours * 3_600
            return true
        }
        guard let offset = scanner.offset(allowsColon: false, allowsHoursAlone: false, in: text)
        else { return false }
        fields.offset = offset
        return true
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static let zoneHours = [
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
        "pst": -8, "pdt": -7,
    ]
}
