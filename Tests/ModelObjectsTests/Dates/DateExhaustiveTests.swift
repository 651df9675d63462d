import Foundation
import Testing

@testable import ModelObjects

/// Every short text that consists of the characters of dates.
@Suite struct DateExhaustiveTests {
    private static let alphabet = Array("0129-:.TZ+".utf8)

    /// Calls `body` with the prefix followed by every text of 0 to `length` characters.
    private func forEveryText(after prefix: String, length: Int, _ body: ([UInt8]) -> Void) {
        let start = prefix.utf8.count
        for count in 0...length {
            var bytes = Array(prefix.utf8) + [UInt8](repeating: Self.alphabet[0], count: count)
            var digits = [Int](repeating: 0, count: count)
            while true {
                body(bytes)
                var place = count - 1
                while place >= 0, digits[place] == Self.alphabet.count - 1 {
                    digits[place] = 0
                    bytes[start + place] = Self.alphabet[0]
                    place -= 1
                }
                if place < 0 { break }
                digits[place] += 1
                bytes[start + place] = Self.alphabet[digits[place]]
            }
        }
    }

    /// ISO 8601 dates have at least eight characters; a shorter text can only be a number.
    @Test func shortTextsThatAreNotNumbersAreRejected() {
        let length = Effort.count(6, atLeast: 5)
        var failures: [String] = []
        var numbers = 0
        forEveryText(after: "", length: length) { bytes in
            let (isRefused, date) = bytes.withSpan { text in
                let isRefused =
                    DateFormat.iso8601.date(fromText: text) == nil
                    && DateFormat.dotNetSimple.date(fromText: text) == nil
                return (isRefused, DateFormat.automatic.date(fromText: text))
            }
            if date != nil { numbers += 1 }
            let isNumber =
                date == nil
                || Int(String(decoding: bytes, as: UTF8.self))
                    .map { Double($0) - 978_307_200 } == date?.timeIntervalSinceReferenceDate
            if !isRefused || !isNumber { failures.append(String(decoding: bytes, as: UTF8.self)) }
        }
        #expect(failures.isEmpty)
        // Four different digits in 1 to 6 positions, and a minus sign before 1 to 5 of them.
        let counts = [4, 16, 64, 256, 1_024, 4_096].prefix(length)
        #expect(numbers == counts.reduce(0, +) + counts.dropLast().reduce(0, +))
    }

    @Test(
        arguments: Effort.some(
            of: [
                "2020-0", "2020-02-2", "2020-02-29", "2020-02-29T12", "2020-02-29T12:10",
                "2020-02-29T12:10:00", "2020",
            ], atLeast: 2)
    )
    func acceptedTextsMatchFoundation(prefix: String) {
        let formatters = Self.foundationFormatters
        var accepted = 0
        forEveryText(after: prefix, length: 4) { bytes in
            let read = bytes.withSpan { DateFormat.iso8601.date(fromText: $0) }
            guard let date = read else { return }
            accepted += 1
            let text = String(decoding: bytes, as: UTF8.self)
            let agrees = formatters.contains {
                $0(text).map { abs($0.timeIntervalSince(date)) < 0.001 } ?? false
            }
            if !agrees { Issue.record("\(text) is \(date)") }
        }
        #expect(accepted > 0)
    }

    private static var foundationFormatters: [(String) -> Date?] {
        let day = ["yyyy-MM-dd", "yyyyMMdd"]
        let time = [
            "", "'T'HH:mm", "'T'HHmm", "'T'HH:mm:ss", "'T'HHmmss", "'T'HH:mm:ss.SSS", "'T'HHmmss.SSS",
        ]
        return day.flatMap { day in time.flatMap { time in ["", "X", "xx", "xxx"].map { day + time + $0 } } }
            .map { pattern in
                let formatter = DateFormatter()
                formatter.calendar = Calendar(identifier: .gregorian)
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = .gmt
                formatter.dateFormat = pattern
                return { formatter.date(from: $0) }
            }
    }
}
