import Foundation
import Testing

@testable import ModelObjects

/// Bytes that are not meant as a date neither trap nor hang.
@Suite struct DateHostileTextTests {
    private static let seeds = [
        "2024-02-29T12:30:59.123456789+01:30", "20240229T123059Z", "/Date(1700000000123+0100)/",
        "\\/Date(-1)\\/",
        "Wed, 02 Oct 2002 13:00:00 GMT", "Wed Aug 27 13:08:45 +0000 2008", "-1700000000123", "1.7e9",
    ]
    private static let formats: [DateFormat] = [
        .automatic, .iso8601, .dotNet, .dotNet(offset: .added), .dotNetSimple, .dotNetWithTimeZone,
        .unixSeconds,
        .unixMilliseconds, .secondsSinceReferenceDate, .firstOf([.dotNet, .unixSeconds]),
    ]

    @Test(arguments: [UInt64(31), 32])
    func mutatedTextsAreReadOrRejected(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(10_000, atLeast: 1_000) {
            var bytes = Array(Self.seeds.randomElement(using: &generator)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(.random(in: 0...255, using: &generator), at: place)
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.insert(contentsOf: bytes.prefix(place), at: place)
                default: if place < bytes.count { bytes[place] = .random(in: 0...255, using: &generator) }
                }
            }
            for format in Self.formats {
                guard let date = bytes.withSpan({ format.date(fromText: $0) }) else { continue }
                #expect(date.timeIntervalSinceReferenceDate.isFinite)
                _ = format.exported(date)
            }
        }
    }

    @Test func randomNumbersAreReadOrRejected() {
        var generator = SeededNumbers(seed: 33)
        for _ in 0..<Effort.count(20_000, atLeast: 1_000) {
            let bits = generator.next()
            for format in Self.formats {
                for date in [
                    format.date(fromInteger: Int64(bitPattern: bits)),
                    format.date(fromNumber: Double(bitPattern: bits)),
                ] {
                    if let date { _ = format.exported(date) }
                }
                _ = format.exported(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
            }
        }
    }

    private static let hindi = Locale(identifier: "hi_IN")
    private static let patterns: [(format: DateFormat, text: String)] = [
        (.format("yyyy-MM-dd HH:mm:ss"), "2024-02-29 12:30:59"),
        (.format("yyyy-MM-dd'T'HH:mm:ss.SSSZ"), "2024-02-29T12:30:59.123+0000"),
        (.format("dd.MM.yyyy"), "24.12.2024"), (.format("d MMMM yyyy zzzz"), "5 May 2024 GMT"),
        (.format("h a, 'e\u{301}' dd.MM.y😀"), "5 PM, e\u{301} 24.12.2024😀"),
        (.format("d MMMM", locale: hindi), "5 अक्तूबर"),
        (.format("EEEE, d MMM y G a h z", locale: hindi), "गुरुवार, 5 सित॰ 2024 ईस्वी अ 5 GMT"),
    ]

    /// On Linux, DateFormatter stops with a fatal error if it cannot report how far it has read.
    @Test func patternsHandleAnyText() {
        let pieces = [
            "😀", "e\u{301}", "\u{0}", "\u{FEFF}", "\u{202E}", "👨‍👩‍👧", "9", " ", "-", "\u{10FFFF}", "\r\n",
            "\u{301}",
            "\u{200D}", "\u{FE0F}", "\u{902}", "ि", "म", "\u{600}", "\u{E000}", "\u{E001}", "٣", "🇩", "각",
            "\u{11A8}",
            "2024", "मई", "PM", "\u{A0}", "\u{1D7CF}", "👨", "😁",
        ]
        var generator = SeededNumbers(seed: 34)
        for _ in 0..<Effort.count(100_000, atLeast: 5_000) {
            let pattern = Self.patterns[Int.random(in: 0..<Self.patterns.count, using: &generator)]
            var scalars = Array(pattern.text.unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0...scalars.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: scalars.removeSubrange(place...)
                case 1: if place < scalars.count { scalars.remove(at: place) }
                default:
                    let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                    scalars.insert(contentsOf: piece.unicodeScalars, at: place)
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            _ = pattern.format.date(fromText: String(text))
        }
        let marks = String(repeating: "\u{301}", count: Effort.count(1_000_000))
        for (format, _) in Self.patterns { #expect(format.date(fromText: "5" + marks) == nil) }
        for (format, text) in Self.patterns { #expect(format.date(fromText: text) != nil, "\(text)") }
        _ = [0x32, 0x30, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80].withSpan {
            Self.patterns[0].format.date(fromText: $0)
        }
    }

    /// ICU reads wrong fractions from more than nine digits, and divides by zero if there are more than 34.
    @Test(arguments: ["0", "3", "٣", "\u{1D7CF}"])
    func longFractionsAreRejected(digit: String) {
        final class Subclass: DateFormatter, @unchecked Sendable {}
        let formatters = [DateFormatter(), Subclass()]
        for formatter in formatters {
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "yyyy HH:mm:ss.SSS"
        }
        let formats = [DateFormat.format("yyyy HH:mm:ss.SSS")] + formatters.map { .formatter($0) }
        for count in [3, 9, 10, 34, 35, 100, 10_000] {
            let text = "2024 00:00:00." + String(repeating: digit, count: count)
            for (index, format) in formats.enumerated() {
                let date = format.date(fromText: text)
                // A subclass may read texts in its own way, if they aren't dangerous.
                if index < 2 || count > 34 { #expect((date == nil) == (count > 9), "\(text)") }
                let exponent = "2024 00:00:00.\(digit)E" + String(repeating: digit, count: count)
                if count >= 34 { #expect(format.date(fromText: exponent) == nil) }
            }
        }
    }

    @Test(arguments: [
        ("yyyyMMddHHmmssSSS", "20240229123059123"), ("yyyyMMddHHmmssSSSZ", "20240229123059123+0000"),
        ("yyyy.HHmmssSSSSSSSSS", "2024.123059123000000"), ("'T01'yyyyMMddHH", "T012024022912"),
        ("dd.MM.yyyy 'Nr. 12345678901'", "29.02.2024 Nr. 12345678901"),
    ])
    func longNumbersOfPatternsAreRead(pattern: String, text: String) {
        let format = DateFormat.format(pattern)
        #expect(format.date(fromText: text).flatMap(format.written) == text)
    }

    @Test(arguments: [
        ("", 9), ("yyyy-MM-dd", 9), ("yyyyMMddHHmmssSSS", 17), ("yyyyMMdd HHmmss", 9), ("SSSSSSSSSSSS", 9),
        ("ssSSSSSSSSSSSS", 11), ("SSS'Zulu time zone'", 9), ("'12345'yyyyMMdd", 13),
        (String(repeating: "y", count: 50), 34),
    ])
    func patternsLimitDigits(pattern: String, most: Int) {
        #expect(DateFormatterDigits.most(inPattern: pattern) == most)
    }

    @Test(arguments: formats) func longTextsAreRejected(format: DateFormat) {
        for character in ["0", "9", " ", "-", "/", "a", ",", "2024-", "Wed, ", "(", "\\"] {
            let text = String(repeating: character, count: Effort.count(100_000, atLeast: 10_000))
            let date = format.date(fromText: text)
            // A number that consists of zeros is zero, whatever its length.
            #expect(date == nil || character == "0")
        }
    }
}
