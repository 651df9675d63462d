import Foundation
import Testing

@testable import ModelObjects

@Suite struct SharedDateFormatterTests {
    @Test(arguments: [
        ("dd.MM.yyyy HH:mm", "29.02.2024 12:30", 1_709_209_800.0),
        ("yyyyMMddHHmmss", "20240229123000", 1_709_209_800),
        ("d MMMM yyyy", "29 February 2024", 1_709_164_800),
        ("yyyy-MM-dd HH:mm ZZZ", "2024-02-29 12:30 +0100", 1_709_206_200),
        ("EEE MMM dd HH:mm:ss Z yyyy", "Wed Aug 27 13:08:45 +0000 2008", 1_219_842_525),
    ])
    func patternsDefaultToUTCAndEnglish(pattern: String, text: String, seconds: Double) {
        DateRow(text, seconds).check(.format(pattern))
        DateRow("x", nil).check(.format(pattern))
        if !pattern.contains("ZZZ") {
            #expect(DateFormat.format(pattern).written(secondsSince1970: seconds) == text)
        }
    }

    @Test func patternsCanHaveATimeZoneAndLocale() throws {
        let kathmandu = try #require(TimeZone(identifier: "Asia/Kathmandu"))
        let format = DateFormat.format(
            "d MMMM yyyy HH:mm", timeZone: kathmandu, locale: Locale(identifier: "de_DE"))
        DateRow("1 März 2024 05:45", 1_709_251_200).check(format)
        #expect(format.written(secondsSince1970: 1_709_251_200) == "1 März 2024 05:45")
    }

    /// Characters of several scalars crash DateFormatter on Linux where they don't belong to a name.
    @Test(arguments: [
        "hi_IN", "ta_IN", "bn_BD", "my_MM", "km_KH", "th_TH", "yo_NG", "ml_IN", "ne_NP", "ar_EG", "he_IL",
        "ccp_BD",
        "ff_Adlm_GN",
    ])
    func namesOfEveryLanguageAreRead(locale: String) throws {
        for pattern in ["d MMMM y", "EEEE, d MMM yyyy", "LLLL d, y G", "d MMMM yyyy h:mm a", "y 'दिं' MMMM d"] {
            let format = DateFormat.format(pattern, locale: Locale(identifier: locale))
            for month in 0..<12 {
                let seconds = Double(1_704_067_200 + month * 31 * 86_400)
                let text = try #require(format.written(secondsSince1970: seconds))
                DateRow(text, seconds).check(format)
            }
        }
    }

    @Test(arguments: [
        ("dd.MM.yyyy", "", "24.12.2024\u{301}"), ("dd.MM.yyyy", "", "24\u{301}.12.2024"),
        ("dd.MM.yyyy", "", "24.12.2\u{301}"), ("yyyy😀MM", "", "2👨"), ("yyyy😀MM", "", "2024😁12"),
        ("dd.MM.yyyy", "", "24.12.2024\u{200D}"),
        ("dd.MM.yyyy", "", "24.12.2024\u{FE0F}"), ("d MMMM", "hi_IN", "5 मई\u{902}"),
        ("d MMMM", "hi_IN", "5 म\u{E000}र्च"), ("d MMMM", "hi_IN", "5 \u{E000}र्च"),
    ])
    func otherCombinedCharactersAreRejected(pattern: String, locale: String, text: String) {
        let locale = Locale(identifier: locale.isEmpty ? "en_US_POSIX" : locale)
        DateRow(text, nil).check(.format(pattern, locale: locale))
    }

    @Test func lineBreaksAreSpace() {
        DateRow("24.12.2024\r\n10:00", 1_735_034_400).check(.format("dd.MM.yyyy HH:mm"))
    }

    /// Foundation on Linux has no such time zones, and would crash.
    @Test(arguments: [53_970, 54_000, 64_800, -53_970, -64_800])
    func offsetsOfFifteenHoursNeedApple(offset: Int) throws {
        let zone = try #require(TimeZone(secondsFromGMT: offset))
        let formatter = DateFormatter()
        formatter.timeZone = zone
        for format in [DateFormat.format("d MMM yyyy", timeZone: zone), .formatter(formatter)] {
            for text in ["x", "e\u{301}", "1234567890"] { #expect(format.date(fromText: text) == nil) }
            let text = format.written(secondsSince1970: 0)
            #if canImport(Darwin)
            #expect(text != nil)
            #else
            #expect(text == nil)
            #endif
        }
    }

    @Test func formattersAreCachedPerPattern() {
        let cache = DateFormatterCache.shared
        let posix = Locale(identifier: "en_US_POSIX")
        let first = cache.formatter(pattern: "yyyy/MM", timeZone: .gmt, locale: posix)
        #expect(first === cache.formatter(pattern: "yyyy/MM", timeZone: .gmt, locale: posix))
        #expect(first !== cache.formatter(pattern: "yyyy/MM/dd", timeZone: .gmt, locale: posix))
        #expect(
            first !== cache.formatter(pattern: "yyyy/MM", timeZone: .gmt, locale: Locale(identifier: "de_DE"))
        )
    }

    @Test func laterChangesToAFormatterHaveNoEffect() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 3_600)
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        let format = DateFormat.formatter(formatter)
        formatter.dateFormat = "HH:mm"
        formatter.timeZone = .gmt
        DateRow("2024-02-29 01:00", 1_709_164_800).check(format)
        #expect(format.written(secondsSince1970: 1_709_164_800) == "2024-02-29 01:00")
    }

    @Test func formatterSubclassesAreUsedDirectly() {
        let format = DateFormat.formatter(EpochFormatter())
        DateRow("whatever", 978_307_200).check(format)
        #expect(format.written(secondsSince1970: 0) == "epoch")
    }

    @Test(arguments: [true, false])
    func onlyALenientFormatterReadsDatesThatDoNotExist(isLenient: Bool) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy-MM-dd"
        formatter.isLenient = isLenient
        let format = DateFormat.formatter(formatter)
        DateRow("2024-02-29", 1_709_164_800).check(format)
        DateRow("2024-02-30", isLenient ? 1_709_251_200 : nil).check(format)
        DateRow("x", nil).check(format)
    }

    @Test func aLenientFormatterReadsDatesWithoutTheSeparators() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyyMMdd HHmmss"
        formatter.isLenient = true
        DateRow("20240229010000", 1_709_168_400).check(.formatter(formatter))
        DateRow("20240229 010000", 1_709_168_400).check(.formatter(formatter))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e15, -1e15, 1e17])
    func unwritableDatesNeverGiveEmptyText(seconds: Double) {
        let text = DateFormat.format("yyyy-MM-dd").written(Date(timeIntervalSinceReferenceDate: seconds))
        #expect(text == nil || text?.isEmpty == false)
    }

    @Test func formatsAreThreadSafe() {
        let format = DateFormat.format("d MMM yyyy HH:mm:ss")
        let failures = LockedCount()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<50 {
                let seconds = Double(thread * 86_400 * 31 + number * 3_607)
                let text = format.written(secondsSince1970: seconds)
                let date = text.flatMap(format.date(fromText:))
                if date != DateRow("", seconds).date { failures.add(1) }
                if DateFormat.format("yyyy '\(number)'").written(secondsSince1970: 0) != "1970 \(number)" {
                    failures.add(1)
                }
            }
        }
        #expect(failures.value == 0)
    }
}

private final class EpochFormatter: DateFormatter, @unchecked Sendable {
    override func date(from string: String) -> Date? { Date(timeIntervalSinceReferenceDate: 0) }
    override func string(from date: Date) -> String { "epoch" }
    override func copy(with zone: NSZone? = nil) -> Any { DateFormatter() }
}
