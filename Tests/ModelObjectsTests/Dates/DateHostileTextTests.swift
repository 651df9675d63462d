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

    /// On Linux, DateFormatter stops with a fatal error if it cannot report how far it has read.
    @Test func patternsHandleAnyText() {
        let format = DateFormat.format("yyyy-MM-dd HH:mm:ss")
        let pieces = [
            "2024-02-29 12:30:59", "😀", "e\u{301}", "\u{0}", "\u{FEFF}", "\u{202E}", "👨‍👩‍👧", "9", " ", "-",
            "\u{10FFFF}", "\r\n",
        ]
        var generator = SeededNumbers(seed: 34)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...4, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            _ = format.date(fromText: text)
        }
        _ = [0x32, 0x30, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80].withSpan { format.date(fromText: $0) }
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
