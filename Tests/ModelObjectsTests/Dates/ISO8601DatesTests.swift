import Foundation
import Testing

@testable import ModelObjects

@Suite struct ISO8601DatesTests {
    /// The seconds from 1970 to 2024-02-29T00:00:00Z.
    static let leapDay = 1_709_164_800.0

    static let accepted = [
        DateRow("2024-02-29", leapDay), DateRow("20240229", leapDay),
        DateRow("2024-02-29T12:30", leapDay + 45_000), DateRow("2024-02-29T1230", leapDay + 45_000),
        DateRow("20240229T12:30", leapDay + 45_000), DateRow("20240229T1230Z", leapDay + 45_000),
        DateRow("2024-02-29T12:30:59", leapDay + 45_059), DateRow("20240229T123059", leapDay + 45_059),
        DateRow("2024-02-29t12:30:59z", leapDay + 45_059), DateRow("2024-02-29 12:30:59Z", leapDay + 45_059),
        DateRow("2024-02-29T12:30:59.5Z", leapDay + 45_059.5),
        DateRow("2024-02-29T12:30:59,5Z", leapDay + 45_059.5),
        DateRow("2024-02-29T12:30:59.25", leapDay + 45_059.25),
        DateRow("2024-02-29T12:30:59.000000000Z", leapDay + 45_059),
        DateRow("2024-02-29T12:30:59.500000000+01", leapDay + 41_459.5),
        DateRow("2024-02-29T12:30:59+01", leapDay + 41_459),
        DateRow("2024-02-29T12:30:59+0130", leapDay + 39_659),
        DateRow("2024-02-29T12:30:59+01:30", leapDay + 39_659),
        DateRow("2024-02-29T12:30-03:30", leapDay + 57_600),
        DateRow("2024-02-29T12:30:59-00:00", leapDay + 45_059),
        DateRow("2024-02-29T00:00:00+23:59", leapDay - 86_340),
        DateRow("2024-02-29T00:00-2359", leapDay + 86_340),
        DateRow("2024-02-29T24:00:00Z", leapDay + 86_400), DateRow("2024-02-29T24:00", leapDay + 86_400),
        DateRow("2024-02-29T24:00:00.000", leapDay + 86_400),
        DateRow("2023-12-31T24:00:00+01:00", 1_704_063_600),
        DateRow("2000-02-29", 951_782_400), DateRow("1970-01-01", 0), DateRow("1969-12-31T23:59:59.5Z", -0.5),
        DateRow("0001-01-01", -62_135_596_800), DateRow("9999-12-31T23:59:59Z", 253_402_300_799),
        DateRow("9999-12-31T24:00:00Z", 253_402_300_800), DateRow("0001-01-01T00:00+01", -62_135_600_400),
        DateRow("1582-10-10T00:00:00Z", -12_219_724_800),
        DateRow(" 2024-02-29 ", leapDay), DateRow("\r\n\t2024-02-29\n", leapDay),
    ]

    static let refused = [
        "", " ", "2", "2024", "2024-02", "2024-0229", "202402-29", "2024-2-29", "24-02-29", "2024/02/29",
        "02024-02-29",
        "0000-01-01", "2024-00-01", "2024-13-01", "2024-04-31", "2023-02-29", "1900-02-29", "2024-01-32",
        "2024-01-00",
        "2024-02-29T", "2024-02-29T1", "2024-02-29T12", "2024-02-29T12:", "2024-02-29T12:3",
        "2024-02-29T12:30:",
        "2024-02-29T12:30:5", "2024-02-29T1:30", "2024-02-29T12:3059", "2024-02-29T1230:59", "2024-02-29T123",
        "2024-02-29T25:00", "2024-02-29T12:60", "2024-02-29T12:30:61", "2024-02-29T24:00:01",
        "2024-02-29T24:01",
        "2024-02-29T24:00:00.1", "2024-02-29T24:00:60", "2024-02-29T12:30:59.", "2024-02-29T12:30:59.Z",
        "2024-02-29T12:30.5", "2024-02-29T12:30:59.1234567890", "2024-02-29T12:30:59.5.5",
        "2024-02-29T12:30:59;5",
        "2024-02-29T12:30:59+", "2024-02-29T12:30:59+1", "2024-02-29T12:30:59+011", "2024-02-29T12:30:59+01:",
        "2024-02-29T12:30:59+01:3", "2024-02-29T12:30:59+24", "2024-02-29T12:30:59+01:60",
        "2024-02-29T12:30:59+01:30:00",
        "2024-02-29T12:30:59ZZ", "2024-02-29T12:30:59Z+01", "2024-02-29T12:30:59 Z", "2024-02-29T12:30:59GMT",
        "2024-02-29Z", "2024-02-29+01:00", "2024-02-29  12:30", "2024-02-29_12:30", "2024-02-29T12:30:59Zx",
        "-2024-02-29", "+2024-02-29", "2024-W09-4", "2024-060", "today", "２０２４-02-29",
        "2024-02-29T12:30:59−01:00",
        "1709164800", "2024-02-29T12:30:59\u{0}", "99999999999999999999999999999",
    ]

    @Test(arguments: accepted) func reads(row: DateRow) {
        row.check(.iso8601)
        row.check(.automatic)
    }

    /// As Ruby, Git, and the description of a Date write it.
    static let spaced = [
        DateRow("2024-02-29 12:30:59 +0000", leapDay + 45_059),
        DateRow("2024-02-29 12:30:59 UTC", leapDay + 45_059),
        DateRow("2024-02-29 12:30:59.25 -07:00", leapDay + 70_259.25),
        DateRow("2024-02-29T12:30 gmt", leapDay + 45_000),
        DateRow("2024-02-29 12:30:59 +0130", leapDay + 39_659),
        DateRow("2024-02-29 12:30:59  +0000", nil), DateRow("2024-02-29 12:30:59 +00", nil),
        DateRow("2024-02-29 12:30:59 UT", nil), DateRow("2024-02-29 12:30:59 PST", nil),
        DateRow("2024-02-29 12:30:59 UTCx", nil), DateRow("2024-02-29 12:30:59 Z", nil),
        DateRow("2024-02-29 12:30:59 x", nil), DateRow("2024-02-29 12:30:59UTC", nil),
        DateRow("2024-02-29 UTC", nil),
        DateRow("2024-02-29 12:30:59 +2400", nil), DateRow("2024-02-29 12:30:59 UTC +0100", nil),
    ]

    @Test(arguments: spaced) func onlyAutomaticReadsASpaceBeforeTheOffset(row: DateRow) {
        row.check(.automatic)
        DateRow(row.text, nil).check(.iso8601)
    }

    @Test(arguments: refused) func rejects(text: String) {
        DateRow(text, nil).check(.iso8601)
    }

    /// The start of the next minute in seconds since 2001.
    @Test(arguments: [
        ("2016-12-31T23:59:60Z", 504_921_600.0), ("2016-12-31T23:59:60.999Z", 504_921_600),
        ("1990-12-31T15:59:60-08:00", -315_619_200), ("2024-02-29T12:30:60", 730_902_660),
        ("2000-12-31T23:59:60Z", 0),
    ])
    func second60IsTheLastMillisecondOfItsMinute(text: String, nextMinute: Double) throws {
        let date = try #require(DateFormat.iso8601.date(fromText: text))
        #expect(date == Date(timeIntervalSince1970: nextMinute + 978_307_200 - 0.001))
        let plain = try #require(DateFormat.iso8601.written(date))
        #expect(plain.contains(":59."))
        #expect(DateFormat.iso8601.date(fromText: plain) == date)
    }

    /// `Double(String)` rounds correctly and is independent of this library's arithmetic.
    @Test func shortFractionsMatchFoundationAndLongOnesAreNearest() {
        for nanoseconds in stride(from: 1, to: 1_000_000_000, by: 9_999_991) {
            let digits = padded(nanoseconds, 9)
            let long = DateFormat.iso8601.date(fromText: "2023-11-14T22:13:20.\(digits)Z")
            #expect(long?.timeIntervalSinceReferenceDate == Double("721692800.\(digits)"))
            for count in 1...6 {
                let short = DateFormat.iso8601.date(fromText: "2023-11-14T22:13:20.\(digits.prefix(count))Z")
                #expect(
                    short
                        == Double("1700000000.\(digits.prefix(count))").map(Date.init(timeIntervalSince1970:))
                )
            }
        }
    }

    /// The type is explicit because the compiler takes seconds to infer it.
    private static let written: [(seconds: Double, text: String)] = [
        (0.0, "1970-01-01T00:00:00Z"), (leapDay + 45_059, "2024-02-29T12:30:59Z"),
        (leapDay + 0.5, "2024-02-29T00:00:00.5Z"), (leapDay + 0.12, "2024-02-29T00:00:00.12Z"),
        (leapDay + 0.123, "2024-02-29T00:00:00.123Z"), (leapDay + 0.123456, "2024-02-29T00:00:00.123456Z"),
        (leapDay + 0.001, "2024-02-29T00:00:00.001Z"), (-0.25, "1969-12-31T23:59:59.75Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-12_219_724_800, "1582-10-10T00:00:00Z"),
    ]

    @Test(arguments: written)
    func writesAsFewDigitsAsNeeded(seconds: Double, text: String) {
        #expect(DateFormat.iso8601.written(secondsSince1970: seconds) == text)
        #expect(DateFormat.automatic.written(secondsSince1970: seconds) == text)
    }

    @Test func writesNineDigitsAtMost() {
        for (seconds, text) in [
            (0.123456789, "2001-01-01T00:00:00.123456789Z"), (1e-9, "2001-01-01T00:00:00.000000001Z"),
            (0.1234567894, "2001-01-01T00:00:00.123456789Z"), (1e-10, "2001-01-01T00:00:00Z"),
            (-1e-10, "2001-01-01T00:00:00Z"), (0.99999999999, "2001-01-01T00:00:01Z"),
        ] {
            #expect(DateFormat.iso8601.written(Date(timeIntervalSinceReferenceDate: seconds)) == text)
        }
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e16, 1e12,
        -1e12,
        252_423_993_600, (-63_113_904_000.0).nextDown,
    ])
    func unrepresentableDatesAreNotWritten(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        for format in [DateFormat.automatic, .iso8601, .dotNetSimple, .dotNetWithTimeZone] {
            #expect(format.written(date) == nil)
        }
    }

    @Test func theFirstAndTheLastDateAreWritten() {
        let first = Date(timeIntervalSinceReferenceDate: -63_113_904_000)
        let last = Date(timeIntervalSinceReferenceDate: 252_423_993_600.0.nextDown)
        for date in [first, last] {
            let text = DateFormat.iso8601.written(date)
            #expect(text.flatMap(DateFormat.iso8601.date(fromText:)) == date)
        }
    }
}
