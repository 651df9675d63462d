import Foundation

/// How dates stand in a payload: what is read as one, and what is written for one.
///
/// Set it for a call or a class with `MappingOptions.dateFormat`, for one property with
/// `PropertyRule.date(_:)`. The same format writes the date on export, unless `ExportOptions.dateFormat`
/// names another.
///
/// Except for `.formatter`, no format depends on the zone or the locale of the machine. `.format` and
/// `.formatter` do as DateFormatter does, which counts days by the Julian calendar before 15 October 1582.
/// For all others:
///
/// - The calendar is the proleptic Gregorian one, of the years 1 to 9999.
/// - A field out of range (31 April, month 13, minute 60) refuses the text.
/// - Second 60, a leap second, is the last millisecond of its minute, with every fraction: 23:59:60 is
///   23:59:59.999, the last instant that all formats can write. 24:00:00 is the next midnight.
/// - Fractions of up to six digits give the date that `Date(timeIntervalSince1970:)` makes of them, longer
///   ones the date nearest to them, which can be a tenth of a microsecond away.
/// - Spaces and line ends around a text do not count.
///
/// A value that is a `Date` already is taken by every format.
///
/// A date that is not finite, or that lies outside of what the format can write, has no exported value. That
/// is the years 1 to 9999 for texts with a calendar, and 2^53 seconds for Unix and .NET times; a text with an
/// offset can lie some hours past the years, and is read.
///
///     override class var mappingOptions: MappingOptions {
///         var options = MappingOptions()
///         options.dateFormat = .firstOf([.unixSeconds, .format("dd.MM.yyyy")])
///         return options
///     }
public struct DateFormat: Sendable {
    enum Kind: Sendable {
        case automatic
        case iso8601
        case dotNet(DotNetOffset)
        case dotNetDateTime(TimeZone?)
        case dotNetDateTimeWithOffset
        case unix(UnixTimeUnit)
        case formatter(SharedDateFormatter)
        case custom(parse: @Sendable (Any) -> Date?, format: @Sendable (Date) -> Any)
        case firstOf([DateFormat])
    }

    /// What the offset in `/Date(946663200000+0600)/` does.
    public enum DotNetOffset: Sendable {
        /// Nothing: the number is UTC, and the offset says which clock the writer had. So .NET writes and
        /// reads it.
        case ignored
        /// It is added to the number. Some servers and older libraries understood it so.
        case added
    }

    let kind: Kind

    /// Reads all formats that cannot be mistaken for each other, and writes ISO 8601 in UTC.
    ///
    /// This is the default.
    ///
    /// Read are ISO 8601 (`iso8601`), RFC 1123 and 2822 (`Wed, 02 Oct 2002 13:00:00 GMT`), the pattern
    /// `EEE MMM dd HH:mm:ss Z yyyy` (`Wed Oct 02 13:00:00 +0000 2002`), .NET (`dotNet`), and Unix time: a
    /// number, or a text of digits with or without a minus sign. Its magnitude gives the unit:
    ///
    /// 1. below 1e11 seconds,
    /// 2. below 1e14 milliseconds,
    /// 3. below 1e17 microseconds,
    /// 4. else nanoseconds.
    ///
    /// A text of exactly eight digits is `yyyyMMdd` or nothing. Texts such as 01/02/2024, in which day and
    /// month could change places, are refused. The weekday before a date must be the name of one, and is not
    /// compared.
    public static let automatic = DateFormat(kind: .automatic)

    /// Reads ISO 8601 and RFC 3339, and writes `2024-02-29T12:30:59.5Z`.
    ///
    /// Read are `yyyy-MM-dd` and `yyyyMMdd`, then nothing (midnight) or `T`, `t` or a space and `HH:mm` or
    /// `HHmm`, with or without seconds and 0 to 9 fraction digits after a dot or a comma, then `Z`, `±hh`,
    /// `±hhmm`, `±hh:mm` or nothing (UTC). Written is UTC, with as few fraction digits as read back to the
    /// same date, at most 9.
    public static let iso8601 = DateFormat(kind: .iso8601)

    /// Reads and writes `/Date(1700000000000)/`, the milliseconds from 1970 in UTC.
    ///
    /// An offset, `/Date(1700000000000+0100)/` or `+01`, does not move the instant. `Date` may be in any
    /// case, and a backslash may stand before a slash. The nearest millisecond is written. Source: Microsoft,
    /// "Stand-Alone JSON Serialization", section "DateTime Wire Format".
    public static let dotNet = DateFormat(kind: .dotNet(.ignored))

    /// The same as `dotNet`, with the choice of what an offset in the text does.
    ///
    ///     DateFormat.dotNet(offset: .added)   // "/Date(946663200000+0600)/" is 2000-01-01T00:00:00Z
    public static func dotNet(offset: DotNetOffset) -> DateFormat { DateFormat(kind: .dotNet(offset)) }

    /// Reads and writes `2024-02-29T12:30:59`, with 0 to 7 fraction digits and no offset, in UTC.
    ///
    /// Written are as few digits as read back to the same date, to the nearest 100 nanoseconds.
    public static let dotNetSimple = DateFormat(kind: .dotNetDateTime(nil))

    /// The same as `dotNetSimple`, by a clock in `timeZone`.
    ///
    /// A time that this clock shows twice, in autumn, is read as the later one, as .NET does; one that it
    /// skips, in spring, is refused.
    public static func dotNetSimple(timeZone: TimeZone) -> DateFormat {
        DateFormat(kind: .dotNetDateTime(timeZone))
    }

    /// Reads `2024-02-29T12:30:59` with 0 to 7 fraction digits and `Z`, `±hh:mm` or `±hhmm`, and writes it
    /// with `Z`.
    public static let dotNetWithTimeZone = DateFormat(kind: .dotNetDateTimeWithOffset)

    /// Reads a number, or the text of one, as seconds from 1970, and writes a number: whole where there is no
    /// fraction.
    ///
    /// A date that was read from a number comes back. Any other does as far as a `Double` of these seconds holds
    /// its fraction: all microseconds up to the year 2242.
    public static let unixSeconds = DateFormat(kind: .unix(.seconds))

    /// Reads a number, or the text of one, as milliseconds from 1970, and writes a number: whole where there
    /// is no fraction.
    ///
    /// A date that was read from a number comes back. Any other does as far as a `Double` of these milliseconds
    /// holds its fraction, which is less than a `Date` holds: in 2026 every 244th nanosecond.
    public static let unixMilliseconds = DateFormat(kind: .unix(.milliseconds))

    /// Reads and writes texts by a Unicode date pattern, through a DateFormatter of the Gregorian calendar.
    ///
    /// DateFormatters are made once for each pattern, zone and locale, kept as long as the program runs, and
    /// safe to use from all threads. One date costs some 30 µs on Linux: prefer the other formats where one
    /// fits.
    ///
    ///     DateFormat.format("dd.MM.yyyy HH:mm", timeZone: berlin)
    ///
    /// - Parameters:
    ///   - pattern: As in Unicode Technical Standard #35, part 4, section "Date Format Patterns".
    ///   - timeZone: The zone of texts that do not name one, and of those written. UTC by default.
    ///   - locale: The language of month and day names. `en_US_POSIX` by default, which is right for
    ///     machines.
    public static func format(
        _ pattern: String, timeZone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX")
    ) -> DateFormat {
        let formatter = DateFormatterCache.shared.formatter(
            pattern: pattern, timeZone: timeZone, locale: locale)
        return DateFormat(kind: .formatter(formatter))
    }

    /// Reads and writes texts with a DateFormatter as it is now: a copy is taken, later changes do not count.
    ///
    /// Safe to use from all threads. (On Linux a subclass of DateFormatter cannot be copied: do not change it
    /// after.)
    public static func formatter(_ formatter: DateFormatter) -> DateFormat {
        DateFormat(kind: .formatter(SharedDateFormatter(copying: formatter)))
    }

    /// Reads and writes by functions of one's own.
    ///
    /// - Parameters:
    ///   - parse: Gets the value as `ModelObject.serializeValue(_:key:)` does, a String, Int, Double, Bool,
    ///     array or dictionary, and returns nil where it is no date. It may be called from several threads.
    ///   - format: Returns a value that JSON has. It gets all dates, those that are not finite too.
    public static func custom(
        parse: @escaping @Sendable (Any) -> Date?, format: @escaping @Sendable (Date) -> Any
    ) -> DateFormat {
        DateFormat(kind: .custom(parse: parse, format: format))
    }

    /// Reads by the first of `formats` that accepts the value, and writes by the first of them.
    ///
    /// An empty list reads nothing and writes nothing.
    public static func firstOf(_ formats: [DateFormat]) -> DateFormat { DateFormat(kind: .firstOf(formats)) }
}
