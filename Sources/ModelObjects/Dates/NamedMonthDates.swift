import Foundation

/// Dates with English names: RFC 1123 and RFC 2822, as used in HTTP and mail, and Twitter's former format.
///
///     Wed, 02 Oct 2002 13:00:00 GMT   2 Oct 2002 13:00 +0200   Wed Oct 02 13:00:00 +0000 2002
///
/// Names match in any case. A weekday must be valid, but is not compared with the date (as in DateFormatter).
/// Sources: RFC 2822, sections 3.3 and 4.3, with four digits for the year and comments only at the end;
/// RFC 1123, section 5.2.14.
enum NamedMonthDates {
    static func date(from text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        var order: [Field] = [.day, .month, .year, .time, .zone]
        if !scanner.isAtDigit(of: text) {
            guard let weekday = scanner.word(in: text), weekdays.contains(weekday) else { return nil }
            let hasComma = scanner.skip(UInt8(ascii: ","), in: text)
            if !hasComma { order = [.month, .day, .time, .zone, .year] }
            guard scanner.skipSpaces(in: text) || hasComma else { return nil }
        }
        var fields = DateTimeFields(day: CalendarDay(year: 0, month: 0, day: 0))
        for (place, field) in order.enumerated() {
            guard place == 0 || scanner.skipSpaces(in: text),
                read(field, into: &fields, from: text, with: &scanner)
            else { return nil }
        }
        if order.last == .zone { scanner.skipComment(in: text) }
        return scanner.isAtEnd(of: text) ? fields.date : nil
    }

    private enum Field {
        /// One or two digits.
        case day
        case month
        case year
        /// For example `13:00` and `13:00:00`.
        case time
        /// `+0000`, or a zone name from RFC 822.
        ///
        /// The single letters other than Z are not accepted: RFC 822 defined them with the wrong sign, and they have
        /// had no defined meaning since.
        case zone
    }

    private static func read(
        _ field: Field, into fields: inout DateTimeFields, from text: Span<UInt8>,
        with scanner: inout DateTextScanner
    ) -> Bool {
        switch field {
        case .day:
            guard let first = scanner.number(digits: 1, in: text) else { return false }
            fields.day.day = scanner.number(digits: 1, in: text).map { first * 10 + $0 } ?? first
        case .month:
            guard let name = scanner.word(in: text), let index = months.firstIndex(of: name) else {
                return false
            }
            fields.day.month = index + 1
        case .year:
            guard let year = scanner.number(digits: 4, in: text) else { return false }
            fields.day.year = year
        case .time:
            return scanner.time(.named, into: &fields, in: text)
        case .zone:
            let offset =
                if let name = scanner.word(in: text) {
                    zoneHours[name].map { $0 * 3_600 }
                } else {
                    scanner.offset(allowsColon: false, allowsHoursAlone: false, in: text)
                }
            guard let offset else { return false }
            fields.offset = offset
        }
        return true
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map(
        DateTextScanner.packed)

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map(DateTextScanner.packed)

    private static let zoneHours = Dictionary(
        uniqueKeysWithValues: [
            "gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
            "mdt": -6,
            "pst": -8, "pdt": -7,
        ].map { (DateTextScanner.packed($0), $1) })
}
