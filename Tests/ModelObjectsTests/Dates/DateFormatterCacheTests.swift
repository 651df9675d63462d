import Foundation
import Testing

@testable import ModelObjects

struct DateFormatterCacheTests {
    /// More patterns than are kept.
    @Test func everyPatternReadsAndWritesDates() throws {
        let cache = DateFormatterCache()
        let posix = Locale(identifier: "en_US_POSIX")
        for number in 0..<300 {
            let formatter = cache.formatter(pattern: "yyyy-MM-dd'T\(number)'", timeZone: .gmt, locale: posix)
            let text = "2024-02-29T\(number)"
            let date = try #require(Array(text.utf8).withSpan { formatter.date(from: $0) })
            #expect(date == Date(timeIntervalSince1970: 1_709_164_800) && formatter.text(of: date) == text)
        }
    }
}
