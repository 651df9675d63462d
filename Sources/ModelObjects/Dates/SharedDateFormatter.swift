import Foundation

/// A DateFormatter that several threads may use at once.
///
/// Each use has a copy for itself, taken from those that are idle or made from the first one, so that there
/// are as many as were ever in use at once, and no thread waits for another's 30 µs. The first one is only
/// ever copied, under the lock. Sendable for that reason, whatever the platform says of DateFormatter itself.
final class SharedDateFormatter: @unchecked Sendable {
    private let lock = NSLock()
    private let original: DateFormatter
    /// Whether copies are as good as the original.
    ///
    /// A subclass is copied to a plain DateFormatter on Linux. It is used as it is, by one thread at a time.
    private let isCopied: Bool
    private var idle: [DateFormatter] = []

    /// Takes a copy, so that a change of the caller's formatter changes nothing here.
    init(copying formatter: DateFormatter) {
        let copy = formatter.copy() as? DateFormatter
        isCopied = copy.map { type(of: $0) == type(of: formatter) } ?? false
        original = isCopied ? copy ?? formatter : formatter
    }

    /// The date of a text, or nil where the formatter reads none.
    func date(from text: String) -> Date? {
        withAutoreleasePool { withFormatter { $0.date(from: text) } }
    }

    /// The text of a date; nil where the formatter has none for it, as far outside the calendar.
    func text(of date: Date) -> String? {
        guard Instant(date) != nil else { return nil }
        let text = withAutoreleasePool { withFormatter { $0.string(from: date) } }
        return text.isEmpty ? nil : text
    }

    private func withFormatter<Result>(_ use: (DateFormatter) -> Result) -> Result {
        guard isCopied else { return lock.withLock { use(original) } }
        let formatter = lock.withLock { idle.popLast() ?? (original.copy() as? DateFormatter) ?? original }
        defer { lock.withLock { idle.append(formatter) } }
        return use(formatter)
    }
}
