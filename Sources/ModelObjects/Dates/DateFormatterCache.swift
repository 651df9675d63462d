import Foundation

/// The formatters of the patterns that the program uses, made once and never freed.
///
/// Patterns come from the program's code, so payloads can't make this cache grow. Time zones and languages may come from
/// users, so there is a limit; a formatter takes 60 KB.
final class DateFormatterCache: @unchecked Sendable {
    static let shared = DateFormatterCache()

    private struct Key: Hashable {
        let pattern: String
        let timeZone: TimeZone
        let locale: Locale
    }

    private static let maximumFormatters = 256

    private let lock = NSLock()
    private var formatters: [Key: SharedDateFormatter] = [:]

    /// The formatter for a Unicode date pattern, with the Gregorian calendar.
    func formatter(pattern: String, timeZone: TimeZone, locale: Locale) -> SharedDateFormatter {
        lock.withLock {
            let key = Key(pattern: pattern, timeZone: timeZone, locale: locale)
            if let known = formatters[key] { return known }
            let formatter = DateFormatter()
            // Foundation on Linux crashes if it needs the calendar's time zone, by default that of the system, and has no data
            // for it.
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            formatter.calendar = calendar
            formatter.locale = locale
            formatter.timeZone = timeZone
            formatter.dateFormat = pattern
            let isPOSIX = locale.identifier == "en_US_POSIX"
            let numbers = isPOSIX ? NumericDatePattern(pattern, timeZone: timeZone) : nil
            let shared = SharedDateFormatter(copying: formatter, numbers: numbers)
            if formatters.count < Self.maximumFormatters { formatters[key] = shared }
            return shared
        }
    }
}
