import Testing

@testable import ModelObjects

@Suite struct CalendarDayTests {
    @Test func dayCountsMatchTheOracle() {
        var days = CalendarDay(year: 1, month: 1, day: 1).daysSince1970
        #expect(days == -719_162)
        var failures: [String] = []
        let years = Set(Effort.some(of: 1...9999, atLeast: 1_000))
        for year in 1...9999 {
            guard years.contains(year) else {
                days += CalendarOracle.months(of: year).reduce(0, +)
                continue
            }
            for (index, length) in CalendarOracle.months(of: year).enumerated() {
                for day in 1...length {
                    let calendarDay = CalendarDay(year: year, month: index + 1, day: day)
                    // Plain comparisons for each day: three million expectations would take a minute.
                    if calendarDay.daysSince1970 != days
                        || CalendarDay(daysSince1970: days) != calendarDay || !calendarDay.exists
                    {
                        failures.append("\(calendarDay)")
                    }
                    days += 1
                }
                if CalendarDay(year: year, month: index + 1, day: length + 1).exists {
                    failures.append("\(year)-\(index + 1)-\(length + 1)")
                }
            }
        }
        #expect(failures.isEmpty)
        #expect(days == CalendarDay(year: 10_000, month: 1, day: 1).daysSince1970)
    }

    @Test(arguments: [(0, 1, 1), (10_000, 1, 1), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (1900, 2, 29)])
    func invalidDaysDoNotExist(year: Int, month: Int, day: Int) {
        #expect(!CalendarDay(year: year, month: month, day: day).exists)
    }
}
