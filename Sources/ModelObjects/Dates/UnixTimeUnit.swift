import Foundation

/// The unit of a Unix time, counted from 1970-01-01T00:00:00Z without leap seconds; the raw value is the number of
/// units per second.
enum UnixTimeUnit: Int64 {
    case seconds = 1
    case milliseconds = 1_000
    case microseconds = 1_000_000
    case nanoseconds = 1_000_000_000

    /// The unit for a number's magnitude, if no format determines it.
    ///
    /// As seconds, such a number is a date before the year 5138; in each smaller unit, a date in the years
    /// 1973 to 5138.
    static func inferred(fromMagnitude magnitude: UInt64) -> UnixTimeUnit {
        switch magnitude {
        case ..<100_000_000_000: .seconds
        case ..<100_000_000_000_000: .milliseconds
        case ..<100_000_000_000_000_000: .microseconds
        default: .nanoseconds
        }
    }

    /// The instant of a whole number; nil past 2^53 seconds.
    func instant(magnitude: UInt64, isNegative: Bool) -> Instant? {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: UInt64(rawValue))
        guard whole < Instant.largestSeconds else { return nil }
        let seconds = Int64(whole)
        let nanoseconds = Int64(rest) * nanosecondsPerUnit
        guard isNegative else { return Instant(seconds: seconds, nanoseconds: nanoseconds) }
        if nanoseconds == 0 { return Instant(seconds: -seconds, nanoseconds: 0) }
        return Instant(seconds: -seconds - 1, nanoseconds: Instant.nanosecondsPerSecond - nanoseconds)
    }

    /// The date of a whole number; nil past 2^53 seconds.
    func date(fromInteger value: Int64) -> Date? {
        instant(magnitude: value.magnitude, isNegative: value < 0)?.date
    }

    /// The date of a number, read from its shortest text; nil for infinities, NaN and numbers past 2^53 seconds.
    ///
    /// 1700000000123.456 milliseconds give the same date as a number and as a string, though no Double has
    /// this value.
    func date(fromNumber value: Double) -> Date? {
        let seconds = value / Double(rawValue)
        guard seconds.magnitude < Double(Instant.largestSeconds) else { return nil }
        if self == .seconds { return Date(timeIntervalSince1970: value) }
        if let integer = Int64(exactly: value) { return date(fromInteger: integer) }
        let whole = value.rounded(.down)
        guard let units = Int64(exactly: whole),
            var instant = instant(magnitude: units.magnitude, isNegative: units < 0)
        else { return Date(timeIntervalSince1970: seconds) }
        instant.nanoseconds += (Self.shortestFraction(of: value, after: units) + rawValue / 2) / rawValue
        return instant.rounded(toNanoseconds: 1).date
    }

    /// The date of digits with or without a minus sign, by their magnitude; nil for exactly eight digits.
    ///
    /// Eight digits look like 20240229, a calendar day, and are read as one.
    static func date(fromDigits text: Span<UInt8>) -> Date? {
        if text.count == 8, text[0] != UInt8(ascii: "-") { return nil }
        return date(fromDigits: text) { .inferred(fromMagnitude: $0) }
    }

    private static func date(fromDigits text: Span<UInt8>, unit: (UInt64) -> UnixTimeUnit) -> Date? {
        var scanner = DateTextScanner()
        let isNegative = scanner.skip(UInt8(ascii: "-"), in: text)
        guard let magnitude = scanner.magnitude(in: text), scanner.isAtEnd(of: text) else { return nil }
        return unit(magnitude).instant(magnitude: magnitude, isNegative: isNegative)?.date
    }

    /// The date of any decimal number: `-12`, `+5`, `1700000000.125`, `1.7e9`.
    func date(fromText text: Span<UInt8>) -> Date? {
        if let date = Self.date(fromDigits: text, unit: { _ in self }) { return date }
        return Double(decimal: text).flatMap { date(fromNumber: $0) }
    }

    /// A whole number if the date has no smaller part, else the nearest `Double` that is read back as the date; nil
    /// past 2^53 seconds.
    ///
    /// The unit is a second or a millisecond: an Int64 holds 2^53 seconds in both.
    ///
    /// Today's dates are more precise, by a factor of two, than a Double of seconds or milliseconds since
    /// 1970. If no Double reads back as the date, the nearest is written.
    func exported(_ date: Date) -> JSONValue? {
        guard let instant = Instant(date) else { return nil }
        let units = instant.seconds * rawValue + instant.nanoseconds / nanosecondsPerUnit
        let rest = instant.nanoseconds % nanosecondsPerUnit
        if rest == 0 { return .integer(units) }
        let nearest = Instant.nearest(seconds: units, nanoseconds: rest * rawValue)
        let number = [nearest, nearest.nextUp, nearest.nextDown].first { self.date(fromNumber: $0) == date }
        return Int64(exactly: number ?? nearest).map { .integer($0) } ?? .double(number ?? nearest)
    }

    private var nanosecondsPerUnit: Int64 { Instant.nanosecondsPerSecond / rawValue }

    /// The fraction with the fewest digits that makes `value`, in billionths.
    private static func shortestFraction(of value: Double, after whole: Int64) -> Int64 {
        let fraction = value - Double(whole)
        var billionths: Int64 = 0
        var place = Instant.nanosecondsPerSecond
        repeat {
            place /= 10
            billionths = Int64((fraction * Double(Instant.nanosecondsPerSecond / place)).rounded()) * place
        } while place > 1 && Instant.nearest(seconds: whole, nanoseconds: billionths) != value
        return billionths
    }
}

extension Double {
    /// The nearest number to a decimal text; nil for other texts, such as `0x1p4`, `nan`, `5.` and `.5`.
    init?(decimal text: Span<UInt8>) {
        func isDigit(_ index: Int) -> Bool {
            text.indices.contains(index) && text[index] &- UInt8(ascii: "0") <= 9
        }
        for index in text.indices where !isDigit(index) {
            guard "+-.eE".utf8.contains(text[index]) else { return nil }
            if text[index] == UInt8(ascii: "."), !isDigit(index - 1) || !isDigit(index + 1) { return nil }
        }
        self.init(String(copying: text))
    }
}
