import Foundation
import Testing

@testable import ModelObjects

@Suite struct UnixTimeUnitTests {
    /// A whole number and the seconds that `.automatic` makes of it.
    private static let magnitudes: [(Int64, Double?)] = [
        (0, 0), (1, 1), (-1, -1), (1_700_000_000, 1_700_000_000), (99_999_999_999, 99_999_999_999),
        (100_000_000_000, 100_000_000), (-99_999_999_999, -99_999_999_999), (-100_000_000_000, -100_000_000),
        (1_700_000_000_123, 1_700_000_000.123), (-62_135_596_800_000, -62_135_596_800),
        (99_999_999_999_999, 99_999_999_999.999), (100_000_000_000_000, 100_000_000),
        (1_700_000_000_123_456, 1_700_000_000.123456), (99_999_999_999_999_999, 99_999_999_999.999999),
        (100_000_000_000_000_000, 100_000_000), (-100_000_000_000_000_000, -100_000_000),
        (1_700_000_000_000_000_000, 1_700_000_000),
    ]

    @Test(arguments: magnitudes) func automaticInfersTheUnit(number: Int64, seconds: Double?) {
        let expected = DateRow("", seconds).date
        #expect(DateFormat.automatic.date(fromInteger: number) == expected)
        #expect(DateFormat.automatic.date(from: number) == expected)
        #expect(
            DateFormat.automatic.date(from: Decimal(number)) == DateFormat.automatic.date(fromInteger: number)
        )
        if "\(number)".utf8.count != 8 {
            #expect(
                DateFormat.automatic.date(fromText: "\(number)")
                    == DateFormat.automatic.date(fromInteger: number))
        }
        if let double = Double(exactly: number) {
            #expect(
                DateFormat.automatic.date(fromNumber: double)
                    == DateFormat.automatic.date(fromInteger: number))
        }
    }

    @Test(arguments: [(Int64.max, 8_245_064_836.854_775_807), (.min, -10_201_679_236.854_775_808)])
    func theLargestIntegersAreNanoseconds(number: Int64, secondsSince2001: Double) {
        let date = DateFormat.automatic.date(fromInteger: number)
        #expect(date?.timeIntervalSinceReferenceDate == secondsSince2001)
    }

    /// As a Double, such a number would be rounded before its fraction of a second is read.
    @Test(arguments: [13_093_303_664_537_467_021, 12_943_910_223_408_716_948, UInt64.max])
    func numbersAboveInt64AreReadAsTheirText(number: UInt64) {
        let date = DateFormat.automatic.date(fromText: "\(number)")
        #expect(date != nil && DateFormat.automatic.date(from: number) == date)
        #expect(DateFormat.automatic.date(from: Decimal(number)) == date)
    }

    @Test(arguments: [
        DateRow("20240229", 1_709_164_800), DateRow("20240230", nil), DateRow("12345678", nil),
        DateRow("00000000", nil),
        DateRow("1234567", 1_234_567), DateRow("123456789", 123_456_789), DateRow("-12345678", -12_345_678),
        DateRow("2024", 2024), DateRow("0", 0), DateRow("-0", 0), DateRow("00000000001", 1),
        DateRow(" 12 ", 12),
        DateRow("-", nil), DateRow("--1", nil), DateRow("+1", nil), DateRow("1.5", nil), DateRow("1e3", nil),
        DateRow("1 2", nil), DateRow("1,000", nil), DateRow("0x10", nil),
        DateRow("99999999999999999999999", nil),
        DateRow("١٢٣", nil), DateRow("-2024-02-29", nil),
        DateRow("18446744073709551615", 18_446_744_073.709551615),
    ])
    func automaticReadsDigitsAsTimeUnlessThereAreEight(row: DateRow) {
        row.check(.automatic)
    }

    @Test(arguments: [
        DateRow("1700000000", 1_700_000_000), DateRow("100000000000", 100_000_000_000),
        DateRow("12345678", 12_345_678),
        DateRow("-1.5", -1.5), DateRow("+5", 5), DateRow("1.7e9", 1_700_000_000), DateRow(" 12 ", 12),
        DateRow("0.25", 0.25),
        DateRow("nan", nil), DateRow("inf", nil), DateRow("0x10", nil), DateRow("", nil), DateRow("-", nil),
        DateRow("e", nil), DateRow("1e", nil), DateRow("12abc", nil), DateRow("1e400", nil),
        DateRow("1e16", nil),
        DateRow("5.", nil), DateRow(".5", nil), DateRow("-.5", nil), DateRow("5.e1", nil),
        DateRow("9007199254740991", 9_007_199_254_740_991), DateRow("9007199254740992", nil),
        DateRow("9223372036854775808", nil), DateRow("2024-02-29", nil), DateRow("/Date(1)/", nil),
    ])
    func unixSecondsReadsAnyDecimalText(row: DateRow) {
        row.check(.unixSeconds)
    }

    @Test(arguments: [
        DateRow("1700000000123", 1_700_000_000.123), DateRow("-1", -0.001), DateRow("0.5", 0.0005),
        DateRow("12345678", 12_345.678),
        DateRow("x", nil),
    ])
    func unixMillisecondsReadsAnyDecimalText(row: DateRow) {
        row.check(.unixMilliseconds)
    }

    @Test func numbersThatAreNotATimeAreRejected() {
        for format in [DateFormat.automatic, .unixSeconds, .unixMilliseconds] {
            for number in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300] {
                #expect(format.date(fromNumber: number) == nil)
            }
        }
        #expect(DateFormat.unixSeconds.date(fromInteger: .max) == nil)
        #expect(DateFormat.unixSeconds.date(fromInteger: .min) == nil)
        #expect(DateFormat.unixMilliseconds.date(fromInteger: .max) == nil)
    }

    /// A Double cannot store 1700000000.1 exactly, but the payload means 0.1 s after a whole second.
    @Test(arguments: [
        (1_700_000_000.1, "2023-11-14T22:13:20.1Z"), (1_700_000_000.123456, "2023-11-14T22:13:20.123456Z"),
        (-0.25, "1969-12-31T23:59:59.75Z"), (0.125, "1970-01-01T00:00:00.125Z"),
        (978_307_200.3, "2001-01-01T00:00:00.3Z"),
    ])
    func numbersAreReadByTheirShortestText(seconds: Double, text: String) {
        let expected = DateFormat.iso8601.date(fromText: text)
        #expect(DateFormat.unixSeconds.date(fromNumber: seconds) == expected)
        #expect(DateFormat.unixSeconds.date(fromText: "\(seconds)") == expected)
        #expect(DateFormat.unixSeconds.date(from: seconds) == expected)
        #expect(DateFormat.unixMilliseconds.date(fromText: "\(seconds)e3") == expected)
    }

    @Test(arguments: [
        (0.0, "0", "0"), (1_700_000_000, "1700000000", "1700000000000"), (-1, "-1", "-1000"),
        (1_700_000_000.5, "1700000000.5", "1700000000500"),
        (1_700_000_000.123, "1700000000.123", "1700000000123"),
        (-0.25, "-0.25", "-250"), (1_700_000_000.123456, "1700000000.123456", "1700000000123.456"),
        (-62_135_596_800, "-62135596800", "-62135596800000"),
        (253_402_300_799, "253402300799", "253402300799000"),
    ])
    func wholeNumbersAreWrittenAsIntegers(seconds: Double, text: String, milliseconds: String) throws {
        let date = try #require(DateFormat.unixSeconds.date(fromNumber: seconds))
        #expect(DateFormat.unixSeconds.written(date) == text)
        #expect(DateFormat.unixMilliseconds.written(date) == milliseconds)
        if case .double(let number)? = DateFormat.unixSeconds.exported(date) {
            #expect(number != number.rounded())
        }
        #expect(DateFormat.unixSeconds.date(fromText: text) == date)
        #expect(DateFormat.unixMilliseconds.date(fromText: milliseconds) == date)
    }

    /// A date that was read from a number survives a round trip, although the resolutions of a Date and of a Double
    /// of milliseconds are finest in different ranges.
    @Test(arguments: [SeededNumbers(seed: 2_026_1120)])
    func datesReadFromNumbersRoundTrip(seeded: SeededNumbers) throws {
        var random = seeded
        for index in 0..<Effort.count(200_000, atLeast: 10_000) {
            let (unit, digits) =
                index.isMultiple(of: 2) ? (UnixTimeUnit.milliseconds, 1e13) : (.seconds, 1e10)
            let scale = [1e-6, 1e-3, 0.1, 1, 7][random.below(5)]
            let number = (Double(random.below(2_000_000_001)) / 1e9 - 1) * digits * scale
            let date = try #require(unit.date(fromNumber: number), "\(seeded)")
            let back: Date? =
                switch unit.exported(date) {
                case .double(let number)?: unit.date(fromNumber: number)
                case .integer(let integer)?: unit.date(fromInteger: integer)
                default: nil
                }
            try #require(back == date, "\(unit) of \(number), number \(index) of \(seeded)")
        }
    }

    /// A date between two Doubles of a unit is rounded to one of them, and further round trips don't change it.
    @Test(arguments: [SeededNumbers(seed: 2_026_1121)])
    func clockDatesAreRoundedAtMostOnce(seeded: SeededNumbers) throws {
        var random = seeded
        var checked: [UnixTimeUnit: Int] = [:]
        let count = Effort.count(50_000, atLeast: 5_000)
        for index in 0..<count {
            let clock = Date(timeIntervalSinceReferenceDate: Double(random.next() >> 12) / 1e7)
            for (unit, step) in [(UnixTimeUnit.milliseconds, 0.001), (.seconds, 1)] {
                guard case .double(let number)? = unit.exported(clock),
                    let moved = unit.date(fromNumber: number)
                else { continue }
                checked[unit, default: 0] += 1
                try #require(
                    abs(moved.timeIntervalSince(clock)) <= 2 * number.ulp * step, "\(index) of \(seeded)")
                guard case .double(let again)? = unit.exported(moved) else {
                    Issue.record("\(index) of \(seeded) became a whole number")
                    return
                }
                try #require(unit.date(fromNumber: again) == moved, "\(index) of \(seeded)")
            }
        }
        #expect(checked.count == 2 && checked.values.allSatisfy { $0 > count / 10 * 9 }, "\(checked)")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e16, -1e16, .greatestFiniteMagnitude])
    func unrepresentableDatesAreNotWritten(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(DateFormat.unixSeconds.written(date) == nil)
        #expect(DateFormat.unixMilliseconds.written(date) == nil)
    }

    @Test(arguments: [9_007_199_254_740_992.0, -9_007_199_254_740_992])
    func theLargestDatesDoNotOverflow(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(DateFormat.unixSeconds.written(date) != nil)
        #expect(DateFormat.unixMilliseconds.written(date) != nil)
        #expect(DateFormat.dotNet.written(date) != nil)
    }
}
