import Foundation

/// A DateFormatter that several threads may use at once.
///
/// Each use has its own copy, an idle one or a new one, so no thread waits 30 µs for another. There are as
/// many copies as were ever in use at the same time. The original is only copied, under the lock, so this
/// class is Sendable even if the platform's DateFormatter isn't.
final class SharedDateFormatter: @unchecked Sendable {
    private let lock = NSLock()
    private let original: DateFormatter
    /// Reads most texts instead of the formatter, if its pattern has only numbers.
    private let numbers: NumericDatePattern?
    /// Whether copies behave like the original.
    ///
    /// The copy of a subclass lacks the subclass's own properties, and on Linux its overrides. The original is then used
    /// directly, by one thread at a time.
    private let isCopied: Bool
    private var idle: [DateFormatter] = []
    private lazy var lenient: SharedDateFormatter? = {
        guard isCopied, !original.isLenient, let copy = original.copy() as? DateFormatter else { return nil }
        copy.isLenient = true
        return SharedDateFormatter(copying: copy)
    }()

    /// Makes a copy, so that changes to the caller's formatter have no effect here.
    init(copying formatter: DateFormatter, numbers: NumericDatePattern? = nil) {
        self.numbers = numbers
        let copy = type(of: formatter) == DateFormatter.self ? formatter.copy() as? DateFormatter : nil
        isCopied = copy != nil
        original = copy ?? formatter
    }

    /// The pattern, if the formatter uses ASCII digits and the Gregorian calendar; otherwise nil.
    var pattern: String? {
        withFormatter { formatter in
            formatter.locale.identifier == "en_US_POSIX" && formatter.calendar.identifier == .gregorian
                ? formatter.dateFormat : nil
        }
    }

    /// The date of a text, or nil if the formatter cannot read it.
    func date(from text: Span<UInt8>) -> Date? {
        if let date = numbers?.date(from: text) { return date }
        let text = String(copying: text)
        return withAutoreleasePool { withFormatter { $0.date(from: text) } ?? startOfDay(text) }
    }

    /// The first moment of a day that has no midnight, because summer time begins then: in São Paulo, 21 October 1990.
    ///
    /// Only a lenient formatter reads it. What else such a formatter reads has another text.
    private func startOfDay(_ text: String) -> Date? {
        lock.withLock { lenient }?.withFormatter { formatter in
            formatter.date(from: text).flatMap { formatter.string(from: $0) == text ? $0 : nil }
        }
    }

    /// The text of a date; nil if the formatter has none, for example far outside the calendar.
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
