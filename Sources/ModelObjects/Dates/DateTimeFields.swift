import Foundation

/// The fields of a date and a time, as a text gives them; not checked until a date is asked for.
struct DateTimeFields {
    var day: CalendarDay
    var hour = 0
    var minute = 0
    var second = 0
    var nanoseconds = 0
    var fractionDigits = 0
    /// What the text's clock is ahead of UTC, in seconds.
    var offset = 0

    init(day: CalendarDay) {
        self.day = day
    }

    /// The date, or nil where a field is out of range.
    ///
    /// 24:00:00 is the next midnight, and no hour 24 has anything after it. Second 60 (a leap second,
    /// whatever the minute) is the last millisecond of its minute, with every fraction.
    var date: Date? {
        guard let seconds = wholeSeconds else { return nil }
        if second == 60 { return Instant.lastDate(before: seconds) }
        return Instant(seconds: seconds, nanoseconds: Int64(nanoseconds), fractionDigits: fractionDigits).date
    }

    /// The date where the fields are those that a clock in `zone` shows.
    ///
    /// A time that this clock shows twice is the later one, and one that it skips is none: as .NET has it
    /// (`TimeZoneInfo.ConvertTimeToUtc`), and DateFormatter on Linux.
    func date(in zone: TimeZone) -> Date? {
        guard let local = wholeSeconds else { return nil }
        // The clock changes at most once in two days; each offset that it has then is tried, the later one
        // first.
        for day in [86_400, -86_400] as [Int64] {
            let offset = Self.offset(of: zone, at: local + day)
            guard Self.offset(of: zone, at: local - offset) == offset else { continue }
            var utc = self
            utc.offset = Int(offset)
            return utc.date
        }
        return nil
    }

    /// The whole seconds from 1970, with the offset taken off; nil where a field is out of range.
    private var wholeSeconds: Int64? {
        guard day.exists, minute <= 59, second <= 60,
            hour <= 23 || (hour == 24 && minute == 0 && second == 0 && nanoseconds == 0)
        else { return nil }
        return Int64(day.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
    }

    private static func offset(of zone: TimeZone, at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Instant(seconds: seconds).date))
    }
}
