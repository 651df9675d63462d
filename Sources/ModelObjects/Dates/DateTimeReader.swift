import Foundation

/// Reads dates and times in digits, as ISO 8601 and .NET write them.
///
/// ISO 8601 and RFC 3339 have dates, and date-times with and without an offset:
///
///     2024-02-29   20240229   2024-02-29T12:30   20240229T123059,5+01   2024-02-29 12:30:59.123456789-03:30
///
/// .NET's pattern is `2024-02-29T12:30:59`, with 0 to 7 fraction digits (100 ns is the tick of its clock), alone or
/// with `Z`, `±hh:mm` or `±hhmm`.
///
/// Sources: ISO 8601-1:2019, sections 5.2 to 5.4; RFC 3339, section 5.6, with the lower-case letters and the
/// space that its notes allow; Microsoft, "Standard date and time format strings", the sortable ("s") and round-trip
/// ("O") formats.
enum DateTimeReader {
    /// The date that the whole of `text` represents.
    ///
    /// The time zone is UTC if the text has no offset, and the time is midnight if it has no time.
    ///
    /// - Parameter allowsSpace: Whether a space can precede the offset, UTC or GMT, as Ruby, Git and the description of a
    ///   Date write it: `2024-02-29 12:30:59 +0000`.
    static func date(iso8601 text: Span<UInt8>, allowsSpace: Bool = false) -> Date? {
        var scanner = DateTextScanner()
        guard var fields = scanner.day(isStrict: false, in: text) else { return nil }
        if scanner.isAtEnd(of: text) { return fields.date }
        guard scanner.skip(letter: UInt8(ascii: "t"), in: text) || scanner.skip(UInt8(ascii: " "), in: text),
            scanner.time(.iso8601, into: &fields, in: text)
        else { return nil }
        if !scanner.isAtEnd(of: text), !scanner.skip(letter: UInt8(ascii: "z"), in: text) {
            let hasSpace = allowsSpace && scanner.skip(UInt8(ascii: " "), in: text)
            guard
                let offset = hasSpace && scanner.skipUTC(in: text)
                    ? 0 : scanner.offset(allowsColon: true, allowsHoursAlone: !hasSpace, in: text)
            else { return nil }
            fields.offset = offset
        }
        return scanner.isAtEnd(of: text) ? fields.date : nil
    }

    /// The date of a .NET text.
    ///
    /// - Parameters:
    ///   - hasOffset: Whether the text has an offset, or `Z`.
    ///   - zone: The time zone of a text without an offset; nil is UTC.
    static func date(dotNet text: Span<UInt8>, hasOffset: Bool, zone: TimeZone? = nil) -> Date? {
        var scanner = DateTextScanner()
        guard var fields = scanner.day(isStrict: true, in: text), scanner.skip(UInt8(ascii: "T"), in: text),
            scanner.time(.dotNet, into: &fields, in: text)
        else { return nil }
        if hasOffset, !scanner.skip(UInt8(ascii: "Z"), in: text) {
            guard let offset = scanner.offset(allowsColon: true, allowsHoursAlone: false, in: text)
            else { return nil }
            fields.offset = offset
        }
        guard scanner.isAtEnd(of: text) else { return nil }
        guard let zone else { return fields.date }
        return fields.date(in: zone)
    }
}
