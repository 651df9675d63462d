import Foundation
import Testing

@testable import ModelObjects

@Suite struct NamedMonthDatesTests {
    static let accepted = [
        DateRow("Wed, 02 Oct 2002 13:00:00 GMT", 1_033_563_600),
        DateRow("Wed, 2 Oct 2002 13:00:00 GMT", 1_033_563_600),
        DateRow("wed, 02 OCT 2002 13:00:00 gmt", 1_033_563_600),
        DateRow("Wed,02 Oct 2002 13:00:00 GMT", 1_033_563_600),
        DateRow("Wed,  02  Oct  2002  13:00:00  GMT", 1_033_563_600),
        DateRow("02 Oct 2002 13:00:00 GMT", 1_033_563_600),
        DateRow("2 Oct 2002 13:00 +0000", 1_033_563_600), DateRow("Wed, 02 Oct 2002 13:00 UT", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 15:00:00 +0200", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 09:30:00 -0330", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 13:00:00 Z", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 13:00:00 UTC", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 08:00:00 EST", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 09:00:00 EDT", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 07:00:00 CST", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 08:00:00 CDT", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 06:00:00 MST", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 07:00:00 MDT", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 05:00:00 PST", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 06:00:00 PDT", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 13:00:00 -0000", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 24:00:00 GMT", 1_033_603_200),
        DateRow("Wed Aug 27 13:08:45 +0000 2008", 1_219_842_525),
        DateRow("Wed Aug 27 15:08:45 +0200 2008", 1_219_842_525),
        DateRow("wed aug 27 13:08:45 utc 2008", 1_219_842_525),
        DateRow("Fri Aug  1 00:00:00 +0000 2008", 1_217_548_800),
        DateRow("Fri Aug 1 00:00 GMT 2008", 1_217_548_800),
        DateRow(" Wed Aug 27 13:08:45 +0000 2008\n", 1_219_842_525),
        DateRow("Wed, 02 Oct 2002 13:00:00 +0000 (UTC)", 1_033_563_600),
        DateRow("2 Oct 2002 15:00 +0200  (Central European Summer Time) ", 1_033_563_600),
        DateRow("Wed, 02 Oct 2002 13:00:00 GMT()", 1_033_563_600),
        // The weekday is not compared.
        DateRow("Mon, 02 Oct 2002 13:00:00 GMT", 1_033_563_600),
    ]

    static let refused = [
        "", "Wed", "Wed,", "Wed, ", "Oct", "02 Oct 2002", "Wed, 02 Oct 2002", "Wed, 02 Oct 2002 13:00:00",
        "Wed, 02 Oct 2002 13:00:00 ", "Wed, 02 Oct 02 13:00:00 GMT", "Wed, 02-Oct-2002 13:00:00 GMT",
        "Wednesday, 02 Oct 2002 13:00:00 GMT", "Abc, 02 Oct 2002 13:00:00 GMT",
        "Wed, 02 Okt 2002 13:00:00 GMT",
        "Wed, 02 October 2002 13:00:00 GMT", "Wed, 32 Oct 2002 13:00:00 GMT", "Wed, 00 Oct 2002 13:00:00 GMT",
        "Wed, 31 Sep 2002 13:00:00 GMT", "Wed, 002 Oct 2002 13:00:00 GMT", "Wed, 02 Oct 2002 25:00:00 GMT",
        "Wed, 02 Oct 2002 13:60:00 GMT", "Wed, 02 Oct 2002 13:00:61 GMT", "Wed, 02 Oct 2002 13:00:00 XYZ",
        "Wed, 02 Oct 2002 13:00:00 A", "Wed, 02 Oct 2002 13:00:00 +02", "Wed, 02 Oct 2002 13:00:00 +02:00",
        "Wed, 02 Oct 2002 13:00:00 +2400", "Wed, 02 Oct 2002 13:00:00 GMTx",
        "Wed, 02 Oct 2002 13:00:00 GMT x",
        "Wed, 02 Oct 2002 13:00:00GMT", "Wed, 02 Oct 2002 1:00:00 GMT", "Wed, 02 Oct 2002 1300 GMT",
        "2 Oct 2002 130000 GMT", "Wed Aug 27 130845 +0000 2008", "Wed, Oct 02 2002 13:00:00 GMT",
        "Wed, 02 Oct 2002 13:00:00 (UTC)", "Wed, 02 Oct 2002 13:00:00 GMT (UTC",
        "Wed, 02 Oct 2002 13:00:00 GMT UTC)",
        "Wed, 02 Oct 2002 13:00:00 GMT (UTC) x", "Wed, 02 Oct 2002 13:00:00 GMT ((UTC))",
        "Wed, 02 Oct 2002 13:00:00 GMT (UTC)(x)", "Wed Aug 27 13:08:45 +0000 2008 (UTC)",
        "Wed Aug 27 13:08:45 2008", "Wed Aug 27 13:08:45 +0000", "Wed Aug 27 13:08:45 +0000 08",
        "Wed Aug 32 13:08:45 +0000 2008", "Wed Aug 27 13:08:45 +0000 20088", "WedAug 27 13:08:45 +0000 2008",
        "Aug 27 13:08:45 +0000 2008", "Wed 27 Aug 2008 13:08:45 GMT", "Wed Aug 27 13:08:45 +0000 2008 x",
        "Wed, 02 Oct 0000 13:00:00 GMT", "01/02/2024", "1/2/24", "01.02.2024", "01-02-2024", "Feb 1, 2024",
        "tomorrow",
        "GMT", "Wéd, 02 Oct 2002 13:00:00 GMT",
    ]

    @Test(arguments: accepted) func reads(row: DateRow) {
        row.check(.automatic)
    }

    @Test(arguments: refused) func rejects(text: String) {
        DateRow(text, nil).check(.automatic)
    }

    @Test func second60IsTheLastMillisecondOfItsMinute() throws {
        let date = try #require(DateFormat.automatic.date(fromText: "Sat, 31 Dec 2016 23:59:60 GMT"))
        #expect(date == Date(timeIntervalSince1970: 1_483_228_799.999))
    }
}
