import Foundation
import ModelObjects
import Testing

/// Second 60 is the last millisecond of its minute, in every format that accepts it.
struct LeapSecondTests {
    static let texts: [(DateFormat, String)] = [
        (.iso8601, "2016-12-31T23:59:60Z"), (.iso8601, "2016-12-31T23:59:60.999999Z"),
        (.iso8601, "20161231T235960,5Z"), (.iso8601, "2017-01-01T00:59:60+01:00"),
        (.automatic, "Sat, 31 Dec 2016 23:59:60 GMT"), (.automatic, "Sat Dec 31 23:59:60 +0000 2016"),
        (.automatic, "2016-12-31 23:59:60"), (.dotNetSimple, "2016-12-31T23:59:60"),
        (.dotNetSimple, "2016-12-31T23:59:60.1234567"), (.dotNetWithTimeZone, "2016-12-31T23:59:60Z"),
        (.dotNetWithTimeZone, "2016-12-31T15:59:60-08:00"),
    ]

    final class Event: ModelObject {
        var date = Date.distantPast
    }

    @Test(arguments: texts) func isTheLastMillisecondOfItsMinute(format: DateFormat, text: String) throws {
        let event = try Event(json: #"{"date": "\#(text)"}"#, options: MappingOptions(dateFormat: format))
        #expect(event.date == Date(timeIntervalSince1970: 1_483_228_799.999))
        #expect(event.date.timeIntervalSince1970 < 1_483_228_800)
        #expect(ISO8601DateFormatter().string(from: event.date) == "2016-12-31T23:59:59Z")
    }

    @Test func everyFormatWritesItInItsOwnMinute() throws {
        let event = try Event(json: #"{"date": "2016-12-31T23:59:60Z"}"#)
        for (format, expected) in [
            (.iso8601, #"{"date":"2016-12-31T23:59:59.999Z"}"#),
            (.unixMilliseconds, #"{"date":1483228799999}"#),
            (.unixSeconds, #"{"date":1483228799.999}"#), (.dotNet, #"{"date":"/Date(1483228799999)/"}"#),
            (.dotNetSimple, #"{"date":"2016-12-31T23:59:59.999"}"#),
        ] as [(DateFormat, String)] {
            var options = ExportOptions()
            options.dateFormat = format
            let text = try event.jsonString(options: options)
            #expect(text.replacing("\\/", with: "/") == expected)
            #expect(try Event(json: text, options: MappingOptions(dateFormat: format)).date == event.date)
        }
    }
}
