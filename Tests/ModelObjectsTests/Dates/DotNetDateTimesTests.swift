import Foundation
import Testing

@testable import ModelObjects

@Suite struct DotNetDateTimesTests {
    private static let noon = 1_709_208_000.0  // 2024-02-29T12:00:00Z
    private let newYork = TimeZone(identifier: "America/New_York")

    @Test(arguments: [
        DateRow("2024-02-29T12:00:00", noon), DateRow("2024-02-29T12:00:00.5", noon + 0.5),
        DateRow("2024-02-29T12:00:00.0000000", noon), DateRow(" 2024-02-29T12:00:00\n", noon),
        DateRow("2024-02-29T24:00:00", noon + 43_200), DateRow("0001-01-01T00:00:00", -62_135_596_800),
        DateRow("2024-02-29T12:00:00.12345678", nil), DateRow("2024-02-29T12:00:00.", nil),
        DateRow("2024-02-29T12:00:00,5", nil), DateRow("2024-02-29T12:00:00Z", nil),
        DateRow("2024-02-29T12:00", nil),
        DateRow("2024-02-29T12:00:00+01:00", nil), DateRow("2024-02-29 12:00:00", nil),
        DateRow("2024-02-29t12:00:00", nil), DateRow("20240229T120000", nil),
        DateRow("2024-02-29T120000", nil), DateRow("2024-02-29", nil),
        DateRow("2023-02-29T12:00:00", nil), DateRow("2024-02-29T12:00:00x", nil), DateRow("", nil),
    ])
    func simpleReadsTextsWithoutAnOffset(row: DateRow) {
        row.check(.dotNetSimple)
    }

    @Test(arguments: [
        DateRow("2024-02-29T12:00:00Z", noon), DateRow("2024-02-29T12:00:00.5000000Z", noon + 0.5),
        DateRow("2024-02-29T12:00:00+01:00", noon - 3_600),
        DateRow("2024-02-29T12:00:00-0330", noon + 12_600),
        DateRow("2024-02-29T12:00:00.25+00:00", noon + 0.25),
        DateRow("2024-02-29T12:00:00", nil), DateRow("2024-02-29T12:00:00+01", nil),
        DateRow("2024-02-29T12:00:00z", nil),
        DateRow("2024-02-29T12:00:00.12345678Z", nil), DateRow("2024-02-29T12:00:00+1:00", nil),
        DateRow("2024-02-29T12:00:00ZZ", nil), DateRow("2024-02-29T12:00:00+01:000", nil),
        DateRow("2024-02-29Z", nil),
        DateRow("2024-02-29T12:00Z", nil), DateRow("2024-02-29T120000Z", nil), DateRow("", nil),
    ])
    func withTimeZoneReadsTextsWithAnOffset(row: DateRow) {
        row.check(.dotNetWithTimeZone)
    }

    @Test(arguments: [
        (noon, "2024-02-29T12:00:00"), (noon + 0.5, "2024-02-29T12:00:00.5"),
        (noon + 0.001, "2024-02-29T12:00:00.001"),
        (-62_135_596_800, "0001-01-01T00:00:00"), (253_402_300_799.999, "9999-12-31T23:59:59.999"),
    ])
    func writesAsFewDigitsAsNeeded(seconds: Double, text: String) {
        #expect(DateFormat.dotNetSimple.written(secondsSince1970: seconds) == text)
        #expect(DateFormat.dotNetWithTimeZone.written(secondsSince1970: seconds) == text + "Z")
    }

    @Test(arguments: [
        (0.1234567, "2001-01-01T00:00:00.1234567"), (0.123456789, "2001-01-01T00:00:00.1234568"),
        (1e-8, "2001-01-01T00:00:00"), (0.10000001, "2001-01-01T00:00:00.1"),
        (0.999999999, "2001-01-01T00:00:01"),
    ])
    func writesTheNearest100Nanoseconds(seconds: Double, text: String) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(DateFormat.dotNetSimple.written(date) == text)
        #expect(DateFormat.dotNetWithTimeZone.written(date) == text + "Z")
    }

    @Test(arguments: [
        // Winter and summer, around the change in spring, and around the change in autumn, when an hour
        // occurs twice.
        ("2024-01-15T12:00:00", 1_705_338_000.0), ("2024-07-15T12:00:00", 1_721_059_200),
        ("2024-03-10T01:59:59", 1_710_053_999),
        ("2024-03-10T03:00:00", 1_710_054_000), ("2024-11-03T01:30:00", 1_730_615_400),
        ("2024-11-03T02:00:00", 1_730_617_200), ("2024-11-03T00:59:59", 1_730_609_999),
        ("9999-12-31T23:59:59", 253_402_318_799), ("0001-01-01T00:00:00", -62_135_579_038),
    ])
    func aTimeZoneGivesTheOffset(text: String, seconds: Double) throws {
        let format = DateFormat.dotNetSimple(timeZone: try #require(newYork))
        DateRow(text, seconds).check(format)
        #expect(format.written(secondsSince1970: seconds) == text)
    }

    @Test(arguments: [
        "2024-03-10T02:00:00", "2024-03-10T02:30:00", "2024-03-10T02:59:59.9999999", "2024-13-01T00:00:00",
        "2023-02-29T12:00:00", "2024-01-15T24:00:01", "2024-01-15T12:60:00",
    ])
    func localTimesThatDoNotExistAreRejected(text: String) throws {
        DateRow(text, nil).check(.dotNetSimple(timeZone: try #require(newYork)))
    }

    /// The maximum of .NET's DateTime.
    @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "GMT"])
    func theLastTickOfTheYear9999IsNotRoundedUp(zone: String) throws {
        let format = DateFormat.dotNetSimple(timeZone: try #require(TimeZone(identifier: zone)))
        let date = try #require(format.date(fromText: "9999-12-31T23:59:59.9999999"))
        #expect(format.written(date) == "9999-12-31T23:59:59.999")
    }

    @Test func localTimesOutsideTheYearRangeAreNotWritten() throws {
        let format = DateFormat.dotNetSimple(timeZone: try #require(newYork))
        #expect(format.written(secondsSince1970: -62_135_596_800) == nil)
        #expect(format.written(secondsSince1970: 253_402_300_800) == "9999-12-31T19:00:00")
        for seconds in [253_402_318_800, 1e12, -1e12, 1e300] {
            #expect(format.written(secondsSince1970: seconds) == nil)
        }
    }
}
