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
        let offset = one(of: Self.offsets)
        if one(of: [true, false, false]) {
            fields.insert(offset, at: Int.random(in: 0...fields.count, using: &numbers))
            return fields.dropFirst().reduce(fields[0]) { $0 + one(of: Self.separators) + $1 }
        }
        return fields.dropFirst().reduce(fields[0]) { $0 + one(of: Self.separators) + $1 } + offset
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
        "yyyy-MM-dd1", "y\u{301}yyy-MM-dd", "XXX:yyyy-MM-dd", "yyyy-MM-dd ZZZZZ:HH", "Z':'yyyy-MM-dd",
        "yyyyZMM-dd", "yyyy-MM-ddXXXHHmm",
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

    /// A DateFormatter on Linux takes EST for New York and ART for Argentina, and rounds offsets to minutes.
    @Test func uncertainTimeZonesNeedAFormatter() {
        let named = ["EST", "MST", "HST", "EET", "ART", "AST", "BST", "PST8PDT"].map {
            TimeZone(identifier: $0)
        }
        for zone in named + [61, -3_599, 50_401].map({ TimeZone(secondsFromGMT: $0) }) {
            guard let zone else { continue }
            #expect(NumericDatePattern("yyyy-MM-dd", timeZone: zone) == nil, "\(zone)")
        }
        for zone in [0, 3_600, -12_660].map({ TimeZone(secondsFromGMT: $0) }) + [
            TimeZone(identifier: "Asia/Tokyo")
        ] {
            #expect(zone.flatMap { NumericDatePattern("yyyy-MM-dd", timeZone: $0) } != nil)
        }
    }

    /// Dates are read as they are written in every time zone, though a part of them is read without a DateFormatter.
    @Test func everyTimeZoneReadsWhatItWrites() {
        // Foundation on Linux crashes for NST, and for names without time zone data.
        let names = Set(TimeZone.knownTimeZoneIdentifiers).union(TimeZone.abbreviationDictionary.keys)
            .subtracting(["NST"]).sorted()
        let zones =
            names.map { TimeZone(identifier: $0) } + names.map { TimeZone(abbreviation: $0) }
            + [-50_399, -61, -1, 1, 29, 30, 61, 19_800, 20_745, 50_430].map { TimeZone(secondsFromGMT: $0) }
        let pattern = "yyyy-MM-dd HH:mm"
        var failures: [String] = []
        for zone in Set(zones.compactMap { $0 }) {
            let formatter = SharedDateFormatter(
                copying: formatter(pattern, zone), numbers: NumericDatePattern(pattern, timeZone: zone))
            for days in stride(from: -80_000, to: 28_000, by: Effort.isFull ? 1_201 : 12_010) {
                let date = Date(timeIntervalSince1970: Double(days * 86_400 + 43_200))
                guard let text = formatter.text(of: date) else { continue }
                let read = Array(text.utf8).withSpan { formatter.date(from: $0) }
                let written = read.flatMap(formatter.text(of:))
                if written != text { failures.append("\(zone): \(text) became \(written ?? "nil")") }
            }
        }
        #expect(failures == [])
    }

    /// Another locale can have other digits.
    @Test func otherLocalesNeedAFormatter() {
        let format = DateFormat.format("yyyy-MM-dd", locale: Locale(identifier: "ar_EG"))
        DateRow("١٩٧٠-٠١-٠١", 0).check(format)
    }
}
