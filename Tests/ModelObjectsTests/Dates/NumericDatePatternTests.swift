import Foundation
import Testing

@testable import ModelObjects

@Suite struct NumericDatePatternTests {
    private static let zones = [
        "UTC", "GMT+0530", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Africa/Casablanca", "Pacific/Apia", "Asia/Shanghai", "America/St_Johns",
    ]

    /// A DateFormatter with the settings of `.format`.
    private func formatter(_ pattern: String, _ zone: TimeZone) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = pattern
        return formatter
    }

    private func date(_ text: String, _ pattern: NumericDatePattern) -> Date? {
        Array(text.utf8).withSpan { pattern.date(from: $0) }
    }

    @Test(arguments: zones, [UInt64(1), 2])
    func datesAreThoseOfADateFormatter(zone: String, seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let zone = try #require(TimeZone(identifier: zone))
        var count = 0
        for _ in 0..<Effort.count(400, byDefault: 20) {
            let text = randomPattern(using: &numbers)
            guard let pattern = NumericDatePattern(text, timeZone: zone) else { continue }
            let formatter = formatter(text, zone)
            for _ in 0..<40 {
                let text = formatter.string(from: randomDate(using: &numbers))
                for input in [text, changed(text, using: &numbers)] {
                    guard let read = self.date(input, pattern) else { continue }
                    count += 1
                    #expect(read == formatter.date(from: input), "\(text) from \(input)")
                }
            }
        }
        #expect(count > 500, "texts that were read")
    }

    private static let days = [
        ["yyyy", "MM", "dd"], ["dd", "MM", "yyyy"], ["d", "M", "yyyy"], ["MM", "dd", "yyyy"],
        ["yyyy", "M", "d"],
    ]
    private static let times = [
        [], ["HH", "mm"], ["HH", "mm", "ss"], ["H", "mm"], ["H", "m", "s"], ["HH", "mm", "ss", "SSS"],
    ]
    private static let separators = ["-", ".", "/", ":", " ", "", ", ", "'T'", "'o''clock'", "年", "''", "_"]
    private static let offsets = ["", "", "", "", "Z", "ZZZ", " Z", "ZZZZZ", "XXX", " XXX"]

    private func randomPattern(using numbers: inout SeededNumbers) -> String {
        func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &numbers)]
        }
        var fields = one(of: [[Self.days, Self.times], [Self.times, Self.days]]).flatMap { one(of: $0) }
        if one(of: [true, false, false, false]) { fields.shuffle(using: &numbers) }
        let text = fields.dropFirst().reduce(fields[0]) { $0 + one(of: Self.separators) + $1 }
        return text + one(of: Self.offsets)
    }

    private static let fractions = [0, 0, 0.5, 0.123, 0.999, 0.9999, 0.001, 0.0000002]

    private func randomDate(using numbers: inout SeededNumbers) -> Date {
        let range: ClosedRange<Int64> =
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: -70_000_000_000...253_402_300_799
            case 1: 0...2_200_000_000
            default: 1_600_000_000...1_800_000_000
            }
        let fraction = Self.fractions.randomElement(using: &numbers) ?? 0
        return Date(timeIntervalSince1970: Double(Int64.random(in: range, using: &numbers)) + fraction)
    }

    /// A text with one other digit, a digit more, or a character less.
    private func changed(_ text: String, using numbers: inout SeededNumbers) -> String {
        var characters = Array(text)
        guard let place = characters.indices.randomElement(using: &numbers) else { return text }
        let digit = Character(String(Int.random(in: 0...9, using: &numbers)))
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: characters.insert(digit, at: place)
        case 1: characters.remove(at: place)
        default: if characters[place].isNumber { characters[place] = digit }
        }
        return String(characters)
    }

    @Test(arguments: [
        ("yyyy-MM-dd", "2024-02-09"), ("yyyyMMddHHmmss", "20240209143007"), ("d.M.yyyy", "9.2.2024"),
        ("yyyy/MM/dd HH:mm:ss.SSS", "2024/02/09 14:30:07.000"), ("H:m, dd-MM-yyyy", "14:30, 09-02-2024"),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2024-02-09T14:30:07.000+0000"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2024-02-09T14:30:07Z"),
        ("yyyy-MM-dd'T'HH:mm:ss'Z'", "2024-02-09T14:30:07Z"), ("yyyy年MM月dd日", "2024年02月09日"),
        ("''yyyy 'o''clock' MM dd", "'2024 o'clock 02 09"),
    ])
    func commonPatternsNeedNoFormatter(pattern: String, text: String) throws {
        let numeric = try #require(NumericDatePattern(pattern, timeZone: .gmt))
        let date = try #require(self.date(text, numeric))
        #expect(formatter(pattern, .gmt).date(from: text) == date)
    }

    @Test(arguments: [
        "", "yyyy", "yyyy-MM", "MM-dd", "HH:mm", "yy-MM-dd", "yyy-MM-dd", "y-MM-dd", "yyyyy-MM-dd",
        "yyyy-MMM-dd", "yyyy-LL-dd", "YYYY-MM-dd", "yyyy-MM-DD", "EEE yyyy-MM-dd", "yyyy-MM-dd dd",
        "yyyy-MM-dd hh:mm a", "yyyy-MM-dd kk:mm", "yyyy-MM-dd mm", "yyyy-MM-dd HH ss", "yyyy-MM-dd SSS",
        "yyyy-MM-dd HH:mm:ss.SS", "yyyy-MM-dd HH:mm:ss.SSSSSS", "yyyy-MM-dd ZZZZ", "yyyy-MM-dd XX",
        "yyyy-MM-dd VV", "yyyy-MM-dd zzz", "dMyyyy", "yyyyM-dd", "yyyy-MM-dd 'open", "yyyy-MM-dd'T1'",
        "yyyy-MM-dd1", "y\u{301}yyy-MM-dd",
    ])
    func otherPatternsNeedAFormatter(pattern: String) {
        #expect(NumericDatePattern(pattern, timeZone: .gmt) == nil)
    }

    @Test(arguments: [
        "2024-2-09", "02024-02-09", "2024-02-30", "1582-12-31", " 2024-02-09", "2024-02-09 ", "2024-02-0x",
        "2024-02-", "",
    ])
    func otherTextsNeedAFormatter(text: String) throws {
        let numeric = try #require(NumericDatePattern("yyyy-MM-dd", timeZone: .gmt))
        #expect(date(text, numeric) == nil)
    }

    /// In Berlin, 2:30 occurs twice on 27 October 2024, and not at all on 31 March.
    @Test func changesOfTheClockNeedAFormatter() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let numeric = try #require(NumericDatePattern("yyyy-MM-dd HH:mm", timeZone: berlin))
        #expect(date("2024-10-27 02:30", numeric) == nil)
        #expect(date("2024-03-31 02:30", numeric) == nil)
        #expect(date("1969-12-31 23:59", numeric) == nil)
        #expect(date("2024-07-01 02:30", numeric) == Date(timeIntervalSince1970: 1_719_793_800))
    }

    /// The system's time zone may be UTC now, and another one later.
    @Test func theOffsetOfTheSystemIsNotFixed() throws {
        let numeric = try #require(NumericDatePattern("yyyy-MM-dd", timeZone: .autoupdatingCurrent))
        #expect(date("1969-12-30", numeric) == nil)
        #expect(date("2037-01-02", numeric) == nil)
    }

    /// Another locale can have other digits.
    @Test func otherLocalesNeedAFormatter() {
        let format = DateFormat.format("yyyy-MM-dd", locale: Locale(identifier: "ar_EG"))
        DateRow("١٩٧٠-٠١-٠١", 0).check(format)
    }
}
