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
    /// How many digits in a row the formatter may get; a subclass can read texts in its own way, and a lenient formatter
    /// those without the separators.
    private lazy var mostDigits =
        isCopied && isUsable && !original.isLenient
        ? DateFormatterDigits.most(inPattern: original.dateFormat ?? "") : DateFormatterDigits.harmless
    private lazy var lenient: SharedDateFormatter? = {
        guard isCopied, !original.isLenient, let copy = original.copy() as? DateFormatter else { return nil }
        copy.isLenient = true
        return SharedDateFormatter(copying: copy)
    }()
    #if canImport(Darwin)
    private let isUsable = true
    #else
    /// Whether the formatter doesn't crash the process.
    private lazy var isUsable = !isCopied || original.hasUsableOffset
    /// Reads texts in which Characters of several units are replaced; nil for a subclass, which reads in its own way.
    private lazy var replaced: (formatter: SharedDateFormatter, characters: CharacterReplacements)? = {
        guard isCopied, isUsable, let copy = original.copy() as? DateFormatter else { return nil }
        let characters = CharacterReplacements(in: copy)
        return (SharedDateFormatter(copying: copy), characters)
    }()
    #endif

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

    /// The date of a text; nil if the formatter can't read it, or if it has more digits than a date needs.
    func date(from text: Span<UInt8>) -> Date? {
        if let date = numbers?.date(from: text) { return date }
        return date(from: String(copying: text))
    }

    private func date(from text: String) -> Date? {
        let digits = DateFormatterDigits.count(in: text)
        guard digits.all <= DateFormatterDigits.harmless,
            digits.inRow <= DateFormatterDigits.correct || digits.inRow <= lock.withLock({ mostDigits })
        else { return nil }
        #if !canImport(Darwin)
        if !text.hasOneUnitPerCharacter {
            guard let (formatter, characters) = lock.withLock({ replaced }) else { return nil }
            return characters.text(of: text).flatMap { formatter.read($0) }
        }
        #endif
        return read(text)
    }

    /// The date of a text that can't crash the formatter.
    private func read(_ text: String) -> Date? {
        withAutoreleasePool { withFormatter { $0.date(from: text) } ?? startOfDay(text) }
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
        return text?.isEmpty == true ? nil : text
    }

    /// Calls `use` with the formatter or a copy; nil if the formatter would crash the process.
    private func withFormatter<Result>(_ use: (DateFormatter) -> Result?) -> Result? {
        guard isCopied else { return lock.withLock { use(original) } }
        let formatter = lock.withLock {
            isUsable ? idle.popLast() ?? (original.copy() as? DateFormatter) ?? original : nil
        }
        guard let formatter else { return nil }
        defer { lock.withLock { idle.append(formatter) } }
        return use(formatter)
    }
}
