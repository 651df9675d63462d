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
        guard var fields = scanner.day(isStrict: false, in: text) else { return nil }
        if scanner.isAtEnd(of: text) { return fields.date }
        guard scanner.skip(letter: UInt8(ascii: "t"), in: text) || scanner.skip(UInt8(ascii: " "), in: text),
            scanner.time(.iso8601, into: &fields, in: text)
        else { return nil }
        if scanner.isAtEnd(of: text) || scanner.skip(letter: UInt8(ascii: "z"), in: text) {
            return scanner.isAtEnd(of: text) ? fields.date : nil
        }
        guard let offset = scanner.offset(allowsColon: true, allowsHoursAlone: true, in: text),
            scanner.isAtEnd(of: text)
        else { return nil }
        fields.offset = offset
        return fields.date
    }
}
