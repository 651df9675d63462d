import Foundation

/// The dates of .NET's JSON serialisers: `/Date(1700000000000)/`, `/Date(1700000000000+0100)/`,
/// `/Date(-1+01)/`.
///
/// The number is milliseconds since 1970 in UTC. The offset is that of the writer's clock, and doesn't change
/// the instant. Source: Microsoft, "Stand-Alone JSON Serialization", section "DateTime Wire Format".
enum DotNetDates {
    /// The date that the whole of `text` represents: `Date` in any case, with an optional backslash before a slash.
    static func date(from text: Span<UInt8>, addingOffset: Bool) -> Date? {
        var scanner = DateTextScanner()
        guard skipSlash(in: text, with: &scanner),
            scanner.word(in: text) == DateTextScanner.packed("date"),
            scanner.skip(UInt8(ascii: "("), in: text)
        else { return nil }
        let isNegative = scanner.skip(UInt8(ascii: "-"), in: text)
        guard let magnitude = scanner.magnitude(in: text) else { return nil }
        var offset = 0
        if !scanner.skip(UInt8(ascii: ")"), in: text) {
            guard let seconds = scanner.offset(allowsColon: false, allowsHoursAlone: true, in: text),
                scanner.skip(UInt8(ascii: ")"), in: text)
            else { return nil }
            offset = seconds
        }
        guard skipSlash(in: text, with: &scanner), scanner.isAtEnd(of: text),
            var instant = UnixTimeUnit.milliseconds.instant(magnitude: magnitude, isNegative: isNegative)
        else { return nil }
        if addingOffset { instant.seconds += Int64(offset) }
        return instant.date
    }

    /// `/Date(ms)/`, with the millisecond nearest to `date`; nil for a date that is not finite or past 2^53 seconds.
    static func text(of date: Date) -> String? {
        guard let instant = Instant(date) else { return nil }
        return "/Date(\(instant.seconds * 1_000 + (instant.nanoseconds + 500_000) / 1_000_000))/"
    }

    private static func skipSlash(in text: Span<UInt8>, with scanner: inout DateTextScanner) -> Bool {
        _ = scanner.skip(UInt8(ascii: "\\"), in: text)
        return scanner.skip(UInt8(ascii: "/"), in: text)
    }
}
