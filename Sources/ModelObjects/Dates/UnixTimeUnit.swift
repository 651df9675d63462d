import Foundation

/// What a Unix time counts from 1970-01-01T00:00:00Z, without leap seconds; the raw value is how many are a
/// second.
enum UnixTimeUnit: Int64 {
    case seconds = 1
    case milliseconds = 1_000
    case microseconds = 1_000_000
    case nanoseconds = 1_000_000_000

    /// The unit that a number of this magnitude is in, where nothing else says it.
    ///
    /// As seconds it is a date before the year 5138, in each smaller unit one of the years 1973 to 5138.
    static func inferred(fromMagnitude magnitude: UInt64) -> UnixTimeUnit {
        switch magnitude {
        case ..<100_000_000_000: .seconds
        case ..<100_000_000_000_000: .milliseconds
        case ..<100_000_000_000_000_000: .microseconds
        default: .nanoseconds
        }
    }

    static func inferred(fromMagnitude magnitude: Double) -> UnixTimeUnit {
        switch magnitude {
        case ..<1e11: .seconds
        case ..<1e14: .milliseconds
        case ..<1e17: .microseconds
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

    /// The date of a number by its shortest text; nil for infinities, NaN and what is past 2^53 seconds.
    ///
    /// 1700000000123.456 milliseconds are the same date in a number as in a text, though no Double has this
    /// value.
    func date(fromNumber value: Double) -> Date? {
        let seconds = value / Double(rawValue)
        guard seconds.magnitude < Double(Instant.largestSeconds) else { return nil }
        if self == .seconds { return Date(timeIntervalSince1970: value) }
        if let integer = Int64(exactly: value) { return date(fromInteger: integer) }
        // What is too large for an integer here has steps of more than a microsecond, and no fraction.
        guard value.magnitude < 0x1p53 else { return Date(timeIntervalSince1970: seconds) }
        let whole = value.rounded(.down)
        let units = Int64(whole)
        let billionths = Self.shortestFraction(of: value, behind: units)
        var wholeSeconds = units / rawValue
        var rest = units % rawValue
        if rest < 0 {
            wholeSeconds -= 1
            rest += rawValue
        }
        let nanoseconds = rest * nanosecondsPerUnit + (billionths + rawValue / 2) / rawValue
        let instant = Instant(seconds: wholeSeconds, nanoseconds: nanoseconds)
        return instant.rounded(toNanoseconds: 1).date
    }

    /// A whole number where the date has no smaller part, else the `Double` nearest to it that is read back as
    /// the date; nil past 2^53 seconds.
    ///
    /// No Double may be: a clock's dates are finer today, by a factor of two, than seconds and milliseconds
    /// from 1970. The nearest is written then, and the date of that comes back.
    func exported(_ date: Date) -> ExportedDate? {
        guard let instant = Instant(date) else { return nil }
        let (whole, productOverflows) = instant.seconds.multipliedReportingOverflow(by: rawValue)
        let (units, sumOverflows) = whole.addingReportingOverflow(instant.nanoseconds / nanosecondsPerUnit)
        if productOverflows || sumOverflows { return nil }
        let rest = instant.nanoseconds % nanosecondsPerUnit
        if rest == 0 { return .integer(units) }
        let nearest = Instant.nearest(seconds: units, nanoseconds: rest * rawValue)
        let number = [nearest, nearest.nextUp, nearest.nextDown].first { self.date(fromNumber: $0) == date }
        return Int64(exactly: number ?? nearest).map(ExportedDate.integer) ?? .number(number ?? nearest)
    }

    private var nanosecondsPerUnit: Int64 { Instant.nanosecondsPerSecond / rawValue }

    /// The fraction of fewest digits that makes `value`, in billionths.
    private static func shortestFraction(of value: Double, behind whole: Int64) -> Int64 {
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
