/// A day of the proleptic Gregorian calendar: today's rules, extended back to the year 1.
///
/// Foundation's calendars use the Julian calendar before 15 October 1582. ISO 8601, RFC 3339, .NET and this type do
/// not.
struct CalendarDay: Equatable {
    var year: Int
    var month: Int
    var day: Int

    /// The days from 1 March of the year 0 to 1 January 1970.
    private static let epochMarchDay = 719_468

    /// Whether the calendar has this day, in a year from 1 to 9999.
    var exists: Bool {
        1...9999 ~= year && 1...12 ~= month && day >= 1 && day <= Self.lastDay(ofMonth: month, year: year)
    }

    /// The days since 1 January 1970, negative before it; the day must exist.
    ///
    /// Years are counted from March here, so that a leap day is the last of its year. From March on the
    /// months have 31, 30, 31, 30 and 31 days, twice: before month 0 to 11 of them `(153 * month + 2) / 5`
    /// days have passed.
    var daysSince1970: Int {
        let isBeforeMarch = month < 3
        let marchYear = isBeforeMarch ? year - 1 : year
        let marchMonth = isBeforeMarch ? month + 9 : month - 3
        let daysBeforeYear = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
        return daysBeforeYear + (153 * marchMonth + 2) / 5 + day - 1 - Self.epochMarchDay
    }

    private static func lastDay(ofMonth month: Int, year: Int) -> Int {
        guard month == 2 else { return 30 + ((month + (month >> 3)) & 1) }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return isLeap ? 29 : 28
    }
}

extension CalendarDay {
    /// The day `days` after 1 January 1970, which must be in the years 1 to 9999.
    ///
    /// 400 years are 146,097 days; the divisions subtract the leap days that have passed within them.
    init(daysSince1970 days: Int) {
        let marchDay = days + Self.epochMarchDay
        let cycle = marchDay / 146_097
        let dayOfCycle = marchDay % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = cycle * 400 + yearOfCycle + (month < 3 ? 1 : 0)
    }
}
