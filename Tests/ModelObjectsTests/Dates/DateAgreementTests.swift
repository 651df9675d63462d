import Foundation
import Testing

@testable import ModelObjects

/// The library agrees with Foundation's formatters on texts that both accept.
@Suite struct DateAgreementTests {
    /// Foundation uses the Julian calendar before 15 October 1582.
    private static let firstGregorianYear = 1583

    private static func dateFormatter(_ pattern: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = pattern
        return formatter
    }

    @Test(arguments: [
        ("yyyy-MM-dd'T'HH:mm:ssXXXXX", DateFormat.iso8601), ("yyyy-MM-dd'T'HH:mm:ss.SSSX", .iso8601),
        ("yyyy-MM-dd HH:mm:ssxx", .iso8601), ("yyyyMMdd'T'HHmmssX", .iso8601), ("yyyy-MM-dd", .iso8601),
        ("yyyyMMdd", .iso8601), ("yyyy-MM-dd'T'HH:mm", .iso8601), ("yyyy-MM-dd'T'HH:mm:ss", .dotNetSimple),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", .dotNetWithTimeZone),
        ("EEE, dd MMM yyyy HH:mm:ss 'GMT'", .automatic),
        ("EEE, d MMM yyyy HH:mm:ss Z", .automatic), ("EEE MMM dd HH:mm:ss Z yyyy", .automatic),
    ])
    func dateFormatterOutputIsReadAsTheSameDate(pattern: String, format: DateFormat) {
        let formatter = Self.dateFormatter(pattern)
        let hasZone = pattern.contains { "XxZ".contains($0) }
        var generator = SeededNumbers(seed: 21)
        for _ in 0..<Effort.count(150, atLeast: 30) {
            var instant = OracleInstant(using: &generator)
            instant.year = max(instant.year, Self.firstGregorianYear)
            if instant.day == 29 && instant.month == 2 { instant.day = 28 }
            if hasZone {
                formatter.timeZone = TimeZone(secondsFromGMT: 60 * .random(in: -720...840, using: &generator))
            }
            // Half of the dates are in years in which a Date is more precise than seconds since 1970.
            if Bool.random(using: &generator) { instant.year = .random(in: 2001...2034, using: &generator) }
            let text = formatter.string(from: instant.date)
            #expect(format.date(fromText: text) == formatter.date(from: text), "\(text)")
            #expect(format.date(fromText: text) != nil, "\(text)")
        }
    }

    @Test func iso8601MatchesISO8601DateFormatter() {
        let formatter = ISO8601DateFormatter()
        var generator = SeededNumbers(seed: 22)
        for _ in 0..<500 {
            var instant = OracleInstant(using: &generator)
            instant.year = max(instant.year, Self.firstGregorianYear)
            if instant.day == 29 && instant.month == 2 { instant.day = 28 }
            let date = Date(timeIntervalSince1970: Double(instant.seconds))
            let text = DateFormat.iso8601.written(date) ?? ""
            #expect(formatter.date(from: text) == date, "\(text)")
            #expect(DateFormat.iso8601.date(fromText: formatter.string(from: date)) == date)
        }
    }

    @Test(arguments: [
        "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
    ])
    func localTimesMatchDateFormatter(zone: String) throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        let formatter = Self.dateFormatter("yyyy-MM-dd'T'HH:mm:ss")
        formatter.timeZone = timeZone
        let format = DateFormat.dotNetSimple(timeZone: timeZone)
        // Each half hour around the days on which clocks change, and some others.
        for day in [
            "2024-03-10", "2024-11-03", "2024-03-31", "2024-10-27", "2024-04-07", "2024-10-06", "2011-12-30",
        ] {
            for halfHour in 0..<48 {
                let text = "\(day)T\(padded(halfHour / 2, 2)):\(halfHour % 2 == 0 ? "15" : "45"):07"
                #expect(format.date(fromText: text) == formatter.date(from: text), "\(text)")
            }
        }
    }
}
