import Foundation

/// A format in which dates are read and written.
///
/// Set a format for a call or a class with ``MappingOptions/dateFormat``, or for one property with
/// ``PropertyRule/date(_:)-swift.type.method``. Exports use the same format, unless
/// ``ExportOptions/dateFormat`` is set.
///
/// No format depends on the time zone or the locale of the machine, except ``formatter(_:)`` and
/// ``custom(parse:format:)`` if your formatter or your closures do.
/// ``format(_:timeZone:locale:)`` and ``formatter(_:)`` give the results of DateFormatter, which uses the Julian calendar
/// before 15 October 1582. For all other formats:
///
/// - The calendar is the proleptic Gregorian one, with the years 1 to 9999.
/// - A string with a field out of range (31 April, month 13, minute 60) is rejected.
/// - A leap second (second 60, with or without a fraction) is the last millisecond of its minute: 23:59:60 is 23:59:59.999,
///   the last instant that all formats can write. 24:00:00 is the next midnight.
/// - Fractions of up to six digits give the same date as `Date(timeIntervalSince1970:)`. Longer fractions
///   give the nearest date, which can differ by a tenth of a microsecond.
/// - Spaces and line breaks around a string are ignored.
///
/// Every format accepts a value that is already a `Date`.
///
/// A date that is not finite, or outside the range of the format, can't be exported. The range is the years 1
/// to 9999 for calendar dates, and 2^53 seconds from 2001 for numbers and .NET times. These are read up to, but not including, 2^53 seconds from
/// 1970, except those of ``secondsSinceReferenceDate``. A string whose offset moves it a few hours outside these years is
/// still read. A pattern such as `yyyy` can write years beyond 9999.
///
/// ```swift
/// override class var mappingOptions: MappingOptions {
///     MappingOptions(dateFormat: .firstOf([.unixSeconds, .format("dd.MM.yyyy")]))
/// }
/// ```
public struct DateFormat: Sendable {
    enum Kind: Sendable {
        case automatic
        case iso8601
        case dotNet(DotNetOffset)
        case dotNetDateTime(TimeZone?)
        case dotNetDateTimeWithOffset
        case unix(UnixTimeUnit)
        case secondsSinceReferenceDate
        case formatter(SharedDateFormatter)
        case custom(parse: @Sendable (Any) -> Date?, format: @Sendable (Date) -> Any)
        case firstOf([DateFormat])
    }

    /// The effect of the offset in `/Date(946663200000+0600)/`.
    public enum DotNetOffset: Sendable {
        /// None: the number is UTC, and the offset only identifies the writer's time zone, as .NET defines
        /// it.
        case ignored
        /// The offset is added to the number, as some servers and older libraries expect.
        case added
    }

    let kind: Kind

    /// Reads several unambiguous formats, and writes ISO 8601 in UTC; the default.
    ///
    /// Reads:
    ///
    /// - ISO 8601 (``iso8601``), also with a space before the offset, UTC or GMT: `2024-02-29 12:30:59 +0000`, as Ruby and
    ///   Git write it;
    /// - RFC 1123 and 2822: `Wed, 02 Oct 2002 13:00:00 GMT`;
    /// - the pattern `EEE MMM dd HH:mm:ss Z yyyy`: `Wed Oct 02 13:00:00 +0000 2002`;
    /// - .NET (``dotNet``);
    /// - Unix time: a number, or a string of digits with or without a minus sign.
    ///
    /// The magnitude of a Unix time determines its unit:
    ///
    /// 1. below 1e11: seconds,
    /// 2. below 1e14: milliseconds,
    /// 3. below 1e17: microseconds,
    /// 4. otherwise: nanoseconds.
    ///
    /// A string of exactly eight digits is read as `yyyyMMdd`. A year alone, such as 1999, counts as seconds.
    /// Ambiguous dates, such as 01/02/2024, are rejected. A weekday must be valid, but is not compared with
    /// the date.
    public static let automatic = DateFormat(kind: .automatic)

    /// Reads ISO 8601 and RFC 3339, and writes `2024-02-29T12:30:59.5Z`.
    ///
    /// Reads `yyyy-MM-dd` and `yyyyMMdd`, alone (midnight) or followed by `T`, `t` or a space and `HH:mm` or
    /// `HHmm`. Seconds are optional, with 0 to 9 fraction digits after a dot or a comma. The time zone is
    /// `Z`, `±hh`, `±hhmm`, `±hh:mm` or missing (UTC). Writes UTC, with the fewest fraction digits that read
    /// back to the same date, at most 9.
    public static let iso8601 = DateFormat(kind: .iso8601)

    /// Reads and writes `/Date(1700000000000)/`, the milliseconds since 1970 in UTC.
    ///
    /// An offset, `/Date(1700000000000+0100)/` or `+01`, doesn't change the date. `Date` can be in any case,
    /// and slashes can be escaped with a backslash. Writes the nearest millisecond. Source: Microsoft,
    /// "Stand-Alone JSON Serialization", section "DateTime Wire Format".
    public static let dotNet = DateFormat(kind: .dotNet(.ignored))

    /// Reads and writes dates like ``dotNet``, with a choice of the effect of an offset.
    ///
    /// ```swift
    /// DateFormat.dotNet(offset: .added)   // "/Date(946663200000+0600)/" is 2000-01-01T00:00:00Z
    /// ```
    public static func dotNet(offset: DotNetOffset) -> DateFormat { DateFormat(kind: .dotNet(offset)) }

    /// Reads and writes `2024-02-29T12:30:59`, with 0 to 7 fraction digits and no offset, in UTC.
    ///
    /// Rounds to 100 nanoseconds, and writes as few fraction digits as possible.
    public static let dotNetSimple = DateFormat(kind: .dotNetDateTime(nil))

    /// Reads and writes dates like ``dotNetSimple``, in a time zone.
    ///
    /// A local time that occurs twice, in autumn, is read as the later one, as in .NET. A local time that
    /// doesn't occur, in spring, is rejected.
    public static func dotNetSimple(timeZone: TimeZone) -> DateFormat {
        DateFormat(kind: .dotNetDateTime(timeZone))
    }

    /// Reads `2024-02-29T12:30:59` with an offset, and writes it with `Z`.
    ///
    /// Seconds can have 0 to 7 fraction digits. The offset is `Z`, `±hh:mm` or `±hhmm`.
    public static let dotNetWithTimeZone = DateFormat(kind: .dotNetDateTimeWithOffset)

    /// Reads a number, or a string of it, as seconds since 1970, and writes a number.
    ///
    /// Writes an integer if there is no fraction. A date between 1902 and 2242 that was read from a number with at
    /// most 6 fraction digits is written as the same number. Other dates keep the fraction that a `Double` of these
    /// seconds can hold.
    public static let unixSeconds = DateFormat(kind: .unix(.seconds))

    /// Reads a number, or a string of it, as milliseconds since 1970, and writes a number.
    ///
    /// Writes an integer if there is no fraction. A date between 1902 and 2242 that was read from a number with at
    /// most 3 fraction digits is written as the same number. Other dates keep the fraction that a `Double` of these
    /// milliseconds can hold: in 2026, multiples of 244 nanoseconds.
    public static let unixMilliseconds = DateFormat(kind: .unix(.milliseconds))

    /// Reads a number, or a string of it, as seconds since 2001-01-01T00:00:00Z, and writes a number.
    ///
    /// Foundation's `JSONEncoder` writes such numbers if no `dateEncodingStrategy` is set. Every date in the range of
    /// numbers is written exactly: the number is its `timeIntervalSinceReferenceDate`.
    public static let secondsSinceReferenceDate = DateFormat(kind: .secondsSinceReferenceDate)

    /// Reads and writes dates with a Unicode date pattern, like a DateFormatter with the Gregorian calendar.
    ///
    /// DateFormatter reads and writes only milliseconds: of `SSSSSS`, the last three digits are ignored, and written as
    /// zeros. ``automatic`` keeps them.
    ///
    /// A string with more than 34 digits is rejected, because it can crash a DateFormatter. So is one with more than
    /// nine digits in a row, unless the pattern has a longer row of letters: such fractions of a second are misread. Of a
    /// fraction's letters (`S`), only nine count, so a pattern with more can't read what it writes.
    ///
    /// In the default locale, a date in a numeric pattern is read without a DateFormatter. On Linux, this is about 300
    /// times as fast in UTC, and 50 times as fast in other time zones. Such a pattern consists of `yyyy`, `MM`,
    /// `dd`, `HH`, `mm`, `ss` and `SSS`, of `M`, `d`, `H`, `m` and `s`, of an offset (`Z`, `XXX` or `ZZZZZ`), and of literal
    /// text. Other patterns need a DateFormatter, and so do time zones with a name such as `EST`. So do dates before
    /// 1970 and after 2036 if the time zone isn't UTC, and dates that aren't spelled exactly as in the pattern.
    ///
    /// The formatters of the first 256 patterns, time zones and locales live as long as the process and serve all
    /// threads; further ones are made for each call.
    ///
    /// ```swift
    /// DateFormat.format("dd.MM.yyyy HH:mm", timeZone: berlin)
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: A pattern of Unicode Technical Standard #35, part 4, section "Date Format Patterns".
    ///   - timeZone: The time zone of strings that don't contain one, and of written dates. UTC by default.
    ///   - locale: The language of month and day names. The default is `en_US_POSIX`, which suits dates that
    ///     programs write.
    public static func format(
        _ pattern: String, timeZone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX")
    ) -> DateFormat {
        let formatter = DateFormatterCache.shared.formatter(
            pattern: pattern, timeZone: timeZone, locale: locale)
        return DateFormat(kind: .formatter(formatter))
    }

    /// Reads and writes dates with a copy of a DateFormatter.
    ///
    /// The same strings are rejected as by ``format(_:timeZone:locale:)``, before the formatter gets them. A subclass
    /// of DateFormatter gets strings with up to 34 digits and, on Linux, only characters of a single UTF-16 unit (no emoji).
    ///
    /// Later changes to the formatter have no effect. The format can be used on all threads. An instance of a
    /// DateFormatter subclass isn't copied: one thread at a time uses it, and you must not change it afterwards.
    public static func formatter(_ formatter: DateFormatter) -> DateFormat {
        DateFormat(kind: .formatter(SharedDateFormatter(copying: formatter)))
    }

    /// Reads and writes dates with your functions.
    ///
    /// - Parameters:
    ///   - parse: Gets the same value as ``ModelObject/serializeValue(_:key:)``. Returns nil if the value
    ///     isn't a date. Several threads can call the function at the same time.
    ///   - format: Returns a value that JSON can represent. It gets all dates, including those that are not
    ///     finite. A function in a property's rule can return a date, which is written in the format of the
    ///     class. Otherwise, if the function returns a date, or a value that contains one, the export throws
    ///     ``ModelError/Code/notExportable``.
    public static func custom(
        parse: @escaping @Sendable (Any) -> Date?, format: @escaping @Sendable (Date) -> Any
    ) -> DateFormat {
        DateFormat(kind: .custom(parse: parse, format: format))
    }

    /// Reads with the first of several formats that accepts the value, and writes with the first one.
    ///
    /// An empty list reads nothing, and an export of a date throws ``ModelError/Code/notExportable``.
    public static func firstOf(_ formats: [DateFormat]) -> DateFormat { DateFormat(kind: .firstOf(formats)) }
}
