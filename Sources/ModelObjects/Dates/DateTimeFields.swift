import Foundation

/// The fields of a date and a time, as written in a text; not checked until a date is requested.
struct DateTimeFields {
    var day: CalendarDay
    var hour = 0
    var minute = 0
    var second = 0
    var nanoseconds = 0
    var fractionDigits = 0
    /// The number of seconds by which the text's clock is ahead of UTC.
    var offset = 0

    /// The date, or nil if a field is out of range.
    ///
    /// 24:00:00 is the next midnight; hour 24 is invalid with any other minute, second or fraction. Second 60 (a leap
    /// second, in any minute) is the last millisecond of its minute, with any fraction.
    var date: Date? { wholeSeconds.map { date(atSecond: $0, before: DateTimeWriter.years.upperBound) } }

    /// - Parameters:
    ///   - seconds: The whole seconds since 1970.
    ///   - end: The first second of the year 10000.
    private func date(atSecond seconds: Int64, before end: Int64) -> Date {
        if second == 60 { return Instant.lastDate(before: seconds) }
        let date = Instant(
            seconds: seconds, nanoseconds: Int64(nanoseconds), fractionDigits: fractionDigits
        ).date
        // The last tick of the year 9999, which is .NET's maximum date, must not be rounded to the year
        // 10000.
        let isRoundedUp = seconds == end - 1 && date.timeIntervalSince1970 >= Double(end)
        return isRoundedUp ? Instant.lastDate(before: end) : date
    }

    /// The date whose clock time in `zone` has these fields.
    ///
    /// If this clock shows a time twice, the date is the later one; if it skips a time, the date is nil. .NET
    /// (`TimeZoneInfo.ConvertTimeToUtc`) and DateFormatter on Linux do the same.
    func date(in zone: TimeZone) -> Date? {
        guard let local = wholeSeconds else { return nil }
        // The clock changes at most once in two days. Each offset in this period is tried, the later one first.
        for day in [86_400, -86_400] as [Int64] {
            let offset = Self.offset(of: zone, at: local + day)
            guard Self.offset(of: zone, at: local - offset) == offset else { continue }
            return date(atSecond: local - offset, before: DateTimeWriter.years.upperBound - offset)
        }
        return nil
    }

    /// The whole seconds since 1970, minus the offset; nil if a field is out of range.
    private var wholeSeconds: Int64? {
        guard day.exists, minute <= 59, second <= 60,
            hour <= 23 || (hour == 24 && minute == 0 && second == 0 && nanoseconds == 0)
        else { return nil }
        return Int64(day.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
    }

    /// The number of seconds by which a zone's clock is ahead of UTC, at a time in seconds since 1970.
    static func offset(of zone: TimeZone, at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Instant(seconds: seconds).date))
    }
}
