import Foundation

/// The date-times that .NET writes by pattern: `2024-02-29T12:30:59`, with 0 to 7 fraction digits (100 ns is
/// the tick of its clock), and the same with `Z`, `±hh:mm` or `±hhmm`.
///
/// Source: Microsoft, "Standard date and time format strings", the sortable ("s") and round-trip ("O")
/// formats.
enum DotNetDateTimes {
    /// The date of a text without an offset, whose clock is in `zone`; nil is UTC.
    static func date(from text: Span<UInt8>, zone: TimeZone?) -> Date? {
        var scanner = DateTextScanner()
        guard let fields = fields(in: text, with: &scanner), scanner.isAtEnd(of: text) else { return nil }
        guard let zone else { return fields.date }
        return fields.date(in: zone)
    }

    /// The date of a text that has an offset.
    static func dateWithOffset(from text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        guard var fields = fields(in: text, with: &scanner) else { return nil }
        if !scanner.skip(UInt8(ascii: "Z"), in: text) {
            guard let offset = scanner.offset(allowsColon: true, allowsHoursAlone: false, in: text)
            else { return nil }
            fields.offset = offset
        }
        return scanner.isAtEnd(of: text) ? fields.date : nil
    }

    private static func fields(
        in text: Span<UInt8>, with scanner: inout DateTextScanner
    ) -> DateTimeFields? {
        guard var fields = scanner.day(isStrict: true, in: text), scanner.skip(UInt8(ascii: "T"), in: text),
            scanner.time(.dotNet, into: &fields, in: text)
        else { return nil }
        return fields
    }
}
