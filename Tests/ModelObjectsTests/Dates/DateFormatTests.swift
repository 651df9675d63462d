import Foundation
import Testing

@testable import ModelObjects

@Suite struct DateFormatTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 730_902_659)  // 2024-02-29T12:30:59Z
    private static let mood = DateFormat.custom(
        parse: { value in value as? Bool == true ? date : nil },
        format: { $0 == date })

    @Test func everyFormatAcceptsADate() {
        for format in [
            .automatic, .dotNet, .dotNetSimple, .unixSeconds, .format("yyyy"), Self.mood,
            .firstOf([.iso8601]),
        ] {
            #expect(format.date(from: Self.date) == Self.date)
        }
    }

    @Test(arguments: [
        1_709_209_859 as any Sendable, Int64(1_709_209_859), UInt64(1_709_209_859), UInt32(1_709_209_859),
        1_709_209_859.0, Decimal(1_709_209_859), "1709209859", "2024-02-29T12:30:59Z",
    ])
    func automaticAcceptsNumbersAndStrings(value: any Sendable) {
        #expect(DateFormat.automatic.date(from: value) == Self.date)
    }

    @Test func aDecimalKeepsItsDigits() throws {
        let decimal = try #require(Decimal(string: "1709209859.1"))
        #expect(
            DateFormat.unixSeconds.date(from: decimal)
                == DateFormat.iso8601.date(fromText: "2024-02-29T12:30:59.1Z"))
        #expect(DateFormat.unixSeconds.date(from: Decimal.nan) == nil)
        #expect(DateFormat.automatic.date(from: Decimal.greatestFiniteMagnitude) == nil)
        #expect(DateFormat.automatic.date(from: UInt64.max) != nil)
    }

    @Test(arguments: [
        DateRow("0", 978_307_200), DateRow("-1.5", 978_307_198.5), DateRow(" 7.3e8 ", 1_708_307_200),
        DateRow("nan", nil), DateRow("inf", nil), DateRow("1e16", nil), DateRow("0x10", nil),
        DateRow("", nil),
        DateRow("2024-02-29", nil), DateRow("/Date(1)/", nil),
    ])
    func secondsSinceTheReferenceDateAreReadFromAnyDecimalText(row: DateRow) {
        row.check(.secondsSinceReferenceDate)
    }

    @Test(arguments: [
        730_902_659 as any Sendable, UInt64(730_902_659), 730_902_659.0, Decimal(730_902_659), "730902659",
    ])
    func secondsSinceTheReferenceDateAreReadFromNumbers(value: any Sendable) {
        #expect(DateFormat.secondsSinceReferenceDate.date(from: value) == Self.date)
        #expect(DateFormat.secondsSinceReferenceDate.written(Self.date) == "730902659")
    }

    @Test(arguments: [
        Double.nan as any Sendable, Double.infinity, 0x1p53, -0x1p53, UInt64.max, Decimal.nan, true, [1],
    ])
    func secondsOutsideTheRangeOfDatesAreRejected(value: any Sendable) {
        #expect(DateFormat.secondsSinceReferenceDate.date(from: value) == nil)
        if let seconds = value as? Double {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(DateFormat.secondsSinceReferenceDate.written(date) == nil)
        }
    }

    @Test(arguments: [true as any Sendable, false, [1], ["a": 1], Data(), Optional<Int>.none as any Sendable])
    func valuesOtherThanTextAndNumbersAreRejected(value: any Sendable) {
        for format in [
            DateFormat.automatic, .unixSeconds, .unixMilliseconds, .iso8601, .dotNet, .format("yyyy"),
        ] {
            #expect(format.date(from: value) == nil)
        }
    }

    @Test func textFormatsRejectNumbers() {
        for format in [DateFormat.iso8601, .dotNet, .dotNetSimple, .dotNetWithTimeZone, .format("yyyy")] {
            #expect(format.date(fromInteger: 2024) == nil)
            #expect(format.date(fromNumber: 2024) == nil)
            #expect(format.date(from: 2024) == nil)
        }
    }

    @Test func customFormatsParseAndProduceAnyValue() {
        #expect(Self.mood.needsAnyValue)
        #expect(Self.mood.date(from: true) == Self.date)
        #expect(Self.mood.date(from: false) == nil)
        #expect(Self.mood.date(fromText: "true") == nil)
        #expect(Self.mood.written(Self.date) == "true")
        let echo = DateFormat.custom(
            parse: { $0 is Int || $0 is Double || $0 as? String == "x" ? Self.date : nil }, format: { _ in 0 }
        )
        #expect(echo.date(fromInteger: 1) == Self.date)
        #expect(echo.date(fromNumber: 1.5) == Self.date)
        #expect(echo.date(fromText: "x") == Self.date)
        #expect([UInt8(ascii: "x")].withSpan { echo.date(fromText: $0) } == Self.date)
    }

    @Test func firstOfReadsAnyOfItsFormatsAndWritesTheFirst() {
        let format = DateFormat.firstOf([.unixMilliseconds, .dotNet, .format("dd.MM.yyyy")])
        #expect(format.date(fromInteger: 1_709_209_859_000) == Self.date)
        #expect(format.date(fromNumber: 1_709_209_859_000) == Self.date)
        DateRow("/Date(1709209859000)/", 1_709_209_859).check(format)
        DateRow("29.02.2024", 1_709_164_800).check(format)
        DateRow("2024-02-29", nil).check(format)
        #expect(format.written(Self.date) == "1709209859000")
        #expect(!format.needsAnyValue)
        #expect(DateFormat.firstOf([.iso8601, .firstOf([Self.mood])]).needsAnyValue)
        #expect(DateFormat.firstOf([.iso8601, Self.mood]).date(from: true) == Self.date)
        #expect(DateFormat.firstOf([Self.mood, .iso8601]).written(Self.date) == "true")
    }

    @Test func anEmptyFirstOfReadsAndWritesNothing() {
        let format = DateFormat.firstOf([])
        #expect(format.date(fromText: "2024-02-29") == nil)
        #expect(format.date(fromInteger: 1) == nil)
        #expect(format.date(from: 1) == nil)
        #expect(format.written(Self.date) == nil)
        #expect(!format.needsAnyValue)
    }

    /// The latest dates of .NET and Python are also in the year 9999.
    @Test(arguments: [
        ("9999-12-31T23:59:59.9999999Z", DateFormat.automatic),
        ("9999-12-31T23:59:59.9999999", .dotNetSimple),
        ("9999-12-31T23:59:59.999999", .iso8601), ("9999-12-31T23:59:59.999999999Z", .iso8601),
    ])
    func theLastMomentOfTheLastYearIsExported(_ text: String, _ format: DateFormat) throws {
        final class Term: ModelObject { var end: Date? }
        let options = MappingOptions(dateFormat: format)
        let term = try Term(json: #"{"end":"\#(text)"}"#, options: options)
        let json = try term.jsonString(options: ExportOptions(dateFormat: format))
        #expect(json.contains("9999-12-31T23:59:59.999"))
        #expect(try Term(json: json, options: options) == term)
    }

    @Test func customGetsTheSameValueInCodableTypes() throws {
        struct Span: Codable { var at: Date? }
        final class Holder: ModelObject {
            var span: Span?
            var at: Date?
        }
        let format = DateFormat.custom(
            parse: { ($0 as? Double).map { Date(timeIntervalSince1970: $0) } },
            format: { $0.timeIntervalSince1970 })
        let options = MappingOptions(dateFormat: format)
        let holder = try Holder(json: #"{"span":{"at":1.5},"at":1.5}"#, options: options)
        #expect(holder.at == Date(timeIntervalSince1970: 1.5) && holder.span?.at == holder.at)
    }

    @Test(arguments: [
        ("1990-10-20", "yyyy-MM-dd", 656_391_600.0), ("1990-10-21", "yyyy-MM-dd", 656_478_000),
        ("1990-10-22", "yyyy-MM-dd", 656_560_800), ("1990-10-32", "yyyy-MM-dd", nil),
        ("x", "yyyy-MM-dd", nil),
        ("1990-10-21 00:30", "yyyy-MM-dd HH:mm", nil), ("1990-10-21 01:00", "yyyy-MM-dd HH:mm", 656_478_000),
    ])
    func aDayWithoutMidnightBeginsLater(text: String, pattern: String, seconds: Double?) throws {
        let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let formatter = DateFormatter()
        (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), zone)
        formatter.dateFormat = pattern
        final class Person: ModelObject { var born: Date? }
        for format in [DateFormat.format(pattern, timeZone: zone), .formatter(formatter)] {
            let person = try Person(
                json: #"{"born": "\#(text)"}"#, options: MappingOptions(dateFormat: format))
            #expect(person.born == seconds.map { Date(timeIntervalSince1970: $0) })
        }
    }

    private static let seconds = DateFormat.custom(
        parse: { value in
            let seconds = (value as? [String: Any])?["seconds"]
            // An NSNumber would be both.
            if seconds is Double { return nil }
            return (seconds as? Int).map { Date(timeIntervalSince1970: Double($0)) }
        },
        format: { ["seconds": Int($0.timeIntervalSince1970)] })

    struct Moment: Codable { var at: Date }
    final class Moments: ModelObject {
        var date: Date?
        var dates: [Date] = []
        var moment: Moment?
    }

    @Test func customFormatsGetPlainValues() throws {
        let json = #"{"date": {"seconds": 1}, "dates": [{"seconds": 2}], "moment": {"at": {"seconds": 3}}}"#
        let options = MappingOptions(dateFormat: Self.seconds)
        let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let optional: Int? = 1
        for moments in [
            try Moments(json: json, options: options),
            try Moments(dictionary: parsed ?? [:], options: options),
        ] {
            #expect(moments.date?.timeIntervalSince1970 == 1 && moments.moment?.at.timeIntervalSince1970 == 3)
            #expect(moments.dates == [Date(timeIntervalSince1970: 2)])
        }
        let own: [String: Any] = ["date": ["seconds": optional as Any]]
        #expect(try Moments(dictionary: own, options: options).date?.timeIntervalSince1970 == 1)
    }

    @Test func customFormatsGetNoNumbersThatAreNotFinite() throws {
        let format = DateFormat.custom(
            parse: { ($0 as? Double).map { Date(timeIntervalSince1970: $0) } },
            format: { $0.timeIntervalSince1970 })
        let options = MappingOptions(dateFormat: format)
        #expect(try Moments(json: #"{"date": 1e400}"#, options: options).date == nil)
        #expect(try Moments(dictionary: ["date": Double.nan], options: options).date == nil)
        #expect(try Moments(json: #"{"date": 1.5}"#, options: options).date != nil)
    }

    /// The format of the options may drop a part of the date, or write something other than text.
    @Test func datesInADictionaryAreKeptInCodableValues() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.123_456)
        for format in [DateFormat.dotNet, .format("yyyy-MM-dd"), .unixSeconds, .iso8601, Self.mood] {
            let options = MappingOptions(dateFormat: format)
            let moments = try Moments(dictionary: ["moment": ["at": date], "date": date], options: options)
            #expect(abs((moments.moment?.at ?? .distantPast).timeIntervalSince(date)) < 1e-6, "\(format)")
            #expect(moments.date == date)
        }
        let whole = Date(timeIntervalSince1970: 5)
        let options = MappingOptions(dateFormat: Self.seconds)
        #expect(try Moments(dictionary: ["moment": ["at": whole]], options: options).moment?.at == whole)
    }

    @Test func formatsReadAndWriteValuesOfPayloads() throws {
        let date = Date(timeIntervalSince1970: 1_735_603_200)
        let rows: [(DateFormat, any Equatable & Sendable)] = [
            (.format("dd.MM.yyyy"), "31.12.2024"), (.iso8601, "2024-12-31T00:00:00Z"),
            (.unixSeconds, 1_735_603_200), (.secondsSinceReferenceDate, 757_296_000),
            (.firstOf([.format("yyyy"), .iso8601]), "2024"),
        ]
        for (format, expected) in rows {
            let value = try #require(format.value(for: date))
            #expect("\(value)" == "\(expected)")
            #expect(type(of: value) == type(of: expected))
            if "\(value)" != "2024" { #expect(format.date(from: value) == date) }
            #expect(format.date(from: date) == date)
            for other: Any in ["x", true, [1], Double.nan, NSNull()] {
                #expect(format.date(from: other) == nil)
            }
        }
        #expect(DateFormat.unixSeconds.date(from: NSNumber(value: 1_735_603_200)) == date)
        #expect(DateFormat.automatic.date(from: Optional("2024-12-31") as Any) == date)
        #expect(DateFormat.iso8601.value(for: .distantFuture.addingTimeInterval(1e12)) == nil)
        let custom = DateFormat.custom(parse: { $0 as? Date }, format: { ["at": $0] })
        #expect(custom.value(for: date) as? [String: Date] == ["at": date])
    }

    /// JSON has no such dates, and no export could write them.
    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func datesThatAreNotFiniteAreMismatches(seconds: Double) throws {
        class Event: ModelObject {
            var start: Date?
            var end = Date(timeIntervalSince1970: 5)
            var all: [Date] = []
            var custom: Date?
            override class var propertyRules: [String: PropertyRule] {
                [
                    "custom": .date(
                        .custom(parse: { _ in Date(timeIntervalSince1970: .nan) }, format: { _ in 1 }))
                ]
            }
        }
        final class Hooked: Event {
            override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        }
        let date = Date(timeIntervalSince1970: seconds)
        let end = Date(timeIntervalSince1970: 1)
        for type in [Event.self, Hooked.self] {
            let (event, report) = type.inspect(
                dictionary: ["start": date, "end": date, "all": [date, end], "custom": "x"])
            #expect(
                event?.start == nil && event?.end == Date(timeIntervalSince1970: 5) && event?.all == [end])
            #expect(event?.custom == nil)
            #expect(report.problems.map(\.path) == ["$.all[0]", "$.custom", "$.end", "$.start"])
            #expect(
                report.problems[2].description == "Expected Date, found a date that is not finite at $.end.")
        }
    }
}
