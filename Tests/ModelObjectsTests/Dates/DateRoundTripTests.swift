import Foundation
import Testing

@testable import ModelObjects

/// At full effort a million random instants of the years 1 to 9999, compared with days counted by the oracle.
@Suite struct DateRoundTripTests {
    @Test(arguments: UInt64(1)...10)
    func everyFormatRoundTrips(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        var failures: [String] = []
        for turn in 0..<Effort.count(100_000, byDefault: 1_500) {
            let instant = OracleInstant(using: &generator)
            let date = instant.date
            let format: DateFormat
            let expected: String
            switch turn % 8 {
            case 0, 1: (format, expected) = (.iso8601, instant.text + "Z")
            case 2, 3: (format, expected) = (.automatic, instant.text + "Z")
            case 4: (format, expected) = (.dotNet, "/Date(\(instant.millisecondsSince1970))/")
            case 5: (format, expected) = (.dotNetSimple, instant.text)
            case 6: (format, expected) = (.dotNetWithTimeZone, instant.text + "Z")
            default: (format, expected) = (.unixMilliseconds, "\(instant.millisecondsSince1970)")
            }
            let written = format.written(date)
            let read = Array(expected.utf8).withSpan { format.date(fromText: $0) }
            if written != expected || read != date {
                failures.append("\(expected) became \(written ?? "nil")")
            }
        }
        #expect(failures.isEmpty)
    }

    /// Up to the year 2242, a Double of seconds distinguishes all microseconds.
    @Test(arguments: [UInt64(11), 12])
    func microsecondsRoundTrip(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(20_000, atLeast: 1_000) {
            let microseconds = Int64.random(
                in: -8_000_000_000_000_000...8_000_000_000_000_000, using: &generator)
            let date = Date(timeIntervalSince1970: Double(microseconds) / 1e6)
            for format in [
                DateFormat.iso8601, .dotNetSimple, .dotNetWithTimeZone, .unixSeconds, .unixMilliseconds,
            ] {
                let text = format.written(date)
                if text.flatMap(format.date(fromText:)) != date {
                    Issue.record("\(microseconds) µs became \(text ?? "nil")")
                }
            }
        }
    }

    /// Dates from a clock are not multiples of any decimal fraction.
    @Test(arguments: [UInt64(13), 14])
    func everyDateRoundTripsThroughISO8601(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(20_000, atLeast: 1_000) {
            // From 100 days around 2001, beyond which nine digits are enough, to the years 1 and 9999.
            let magnitude = exp2(Double.random(in: 23.1...35.8, using: &generator))
            let isBefore = Bool.random(using: &generator)
            let date = Date(timeIntervalSinceReferenceDate: isBefore ? -magnitude : magnitude)
            let text = DateFormat.iso8601.written(date)
            if text.flatMap(DateFormat.iso8601.date(fromText:)) != date {
                Issue.record("\(date.timeIntervalSinceReferenceDate) became \(text ?? "nil")")
            }
        }
    }

    /// JSONEncoder writes dates in this way by default.
    @Test func datesOfJSONEncoderAreExact() throws {
        final class Entry: ModelObject {
            var dates: [Date] = []
            override class var mappingOptions: MappingOptions {
                MappingOptions(dateFormat: .secondsSinceReferenceDate)
            }
        }
        struct CodableEntry: Codable { var dates: [Date] }
        var generator = SeededNumbers(seed: 15)
        let dates = (0..<Effort.count(20_000, atLeast: 1_000)).map { _ in
            let magnitude = exp2(Double.random(in: -40...53, using: &generator))
            return Date(
                timeIntervalSinceReferenceDate: Bool.random(using: &generator) ? magnitude : -magnitude)
        }
        let entry = try Entry(json: try JSONEncoder().encode(CodableEntry(dates: dates)))
        #expect(entry.dates == dates)
        let read = try JSONDecoder().decode(CodableEntry.self, from: try entry.jsonData())
        #expect(read.dates == dates)
    }
}
