import Foundation
import Testing

@testable import ModelObjects

@Suite struct DotNetDatesTests {
    static let accepted = [
        DateRow("/Date(946684861000+0100)/", 946_684_861), DateRow("/Date(946641661000+1300)/", 946_641_661),
        DateRow("/Date(946663200000+0600)/", 946_663_200), DateRow("/Date(946663200000-0600)/", 946_663_200),
        DateRow("/Date(946663200000+06)/", 946_663_200), DateRow("/Date(946663200000-06)/", 946_663_200),
        DateRow("/Date(-62135596800000)/", -62_135_596_800),
        DateRow("/Date(253402300799999)/", 253_402_300_799.999),
        DateRow("/Date(0)/", 0), DateRow("/Date(-0)/", 0), DateRow("/Date(-1)/", -0.001),
        DateRow("/Date(1)/", 0.001),
        DateRow("/Date(-1500)/", -1.5), DateRow("/Date(-1000+0100)/", -1), DateRow("/Date(000001000)/", 1),
        DateRow("/date(1000)/", 1), DateRow("/DATE(1000)/", 1), DateRow("/dAtE(1000)/", 1),
        DateRow("\\/Date(1000)\\/", 1), DateRow("\\/Date(1000)/", 1), DateRow("  /Date(1000)/\t\n", 1),
        DateRow("/Date(9007198276433792000)/", 9_007_198_276_433_792),
    ]

    static let refused = [
        "", "/", "//", "/Date", "/Date(", "/Date()", "/Date()/", "/Date(-)/", "/Date(+1)/", "/Date(1)",
        "/Date(1/",
        "Date(1)", "Date(1)/", "/Date(1)/x", "/Date(1)//", "/Date( 1 )/", "/Date (1)/", "/Date(1.5)/",
        "/Date(1e3)/",
        "/Date(1+1)/", "/Date(1+123)/", "/Date(1+12345)/", "/Date(1+01:00)/", "/Date(1+2400)/",
        "/Date(1+0060)/",
        "/Date(1+01)", "/Date(1 +01)/", "/Date(1Z)/", "/Dote(1)/", "\\Date(1)\\", "\\\\/Date(1)/",
        "/$ate(1)/",
        "/Date(9223372036854775807)/", "/Date(99999999999999999999)/", "/Date(18446744073709551616)/", "1000",
        "new Date(1000)", "/Date(2024-02-29)/", "2024-02-29",
    ]

    @Test(arguments: accepted) func reads(row: DateRow) {
        row.check(.dotNet)
        row.check(.automatic)
        row.check(.dotNet(offset: .ignored))
    }

    @Test(arguments: refused) func rejects(text: String) {
        DateRow(text, nil).check(.dotNet)
    }

    @Test(arguments: [
        DateRow("/Date(946663200000+0600)/", 946_684_800), DateRow("/Date(946663200000-0600)/", 946_641_600),
        DateRow("/Date(946663200000+06)/", 946_684_800), DateRow("/Date(946663200000+0530)/", 946_683_000),
        DateRow("/Date(-1+0000)/", -0.001), DateRow("/Date(1000)/", 1),
    ])
    func theOffsetIsAddedOnRequest(row: DateRow) {
        row.check(.dotNet(offset: .added))
    }

    @Test(arguments: [
        (0.0, "/Date(0)/"), (1_700_000_000.123, "/Date(1700000000123)/"), (-0.001, "/Date(-1)/"),
        (-1.5, "/Date(-1500)/"), (-62_135_596_800, "/Date(-62135596800000)/"),
        (253_402_300_799.999, "/Date(253402300799999)/"), (1.0009, "/Date(1001)/"),
        (-1.0001, "/Date(-1000)/"),
        (1_700_000_000.9999, "/Date(1700000001000)/"),
    ])
    func writesTheNearestMillisecond(seconds: Double, text: String) {
        #expect(DateFormat.dotNet.written(secondsSince1970: seconds) == text)
        #expect(DateFormat.dotNet(offset: .added).written(secondsSince1970: seconds) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e16, -1e16])
    func unrepresentableDatesAreNotWritten(seconds: Double) {
        #expect(DateFormat.dotNet.written(secondsSince1970: seconds) == nil)
    }

    @Test func numbersAreRejected() {
        #expect(DateFormat.dotNet.date(fromInteger: 1_000) == nil)
        #expect(DateFormat.dotNet.date(fromNumber: 1_000) == nil)
    }
}
