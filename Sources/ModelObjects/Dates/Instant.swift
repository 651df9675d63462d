import Foundation

/// A point in time as decimal digits: whole seconds from 1970 and a fraction.
///
/// A `Date` is a `Double` of seconds since 2001. After 1985, that number is smaller than the seconds since
/// 1970, and so can be more precise. Foundation makes dates from seconds since 1970, in DateFormatter, in
/// JSONDecoder and in `Date(timeIntervalSince1970: 1700000000.123)`. For fractions of up to six digits, this
/// type does the same, so the dates are equal. A clock also gives dates between these. They are written with
/// seven or more digits, which are read as the nearest date:
///
///     .123       721692800.12299990654     the Double nearest to 1700000000.123, less 978307200
///     .1230000   721692800.12300002575     the Double nearest to 721692800.123
struct Instant: Equatable {
    /// The whole seconds from 1970, rounded down.
    var seconds: Int64
    /// The nanoseconds after `seconds`, even if `seconds` is negative: 0 to 999,999,999.
    var nanoseconds: Int64
    /// The number of fraction digits that were read, or are to be written.
    var fractionDigits: Int

    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The range in which a `Double` counts whole seconds: 285 million years.
    ///
    /// Times beyond it are not read or written.
    static let largestSeconds: Int64 = 1 << 53

    /// The seconds from 1970 to 2001.
    private static let referenceSeconds: Int64 = 978_307_200

    /// The maximum number of digits that are read as by Foundation.
    private static let foundationDigits = 6
}

extension Instant {
    /// Makes an instant with six fraction digits if they are enough, otherwise nine.
    init(seconds: Int64, nanoseconds: Int64 = 0) {
        self.init(
            seconds: seconds, nanoseconds: nanoseconds, fractionDigits: nanoseconds % 1_000 == 0 ? 6 : 9)
    }

    /// The instant with the fewest fraction digits that is read back as `date`.
    ///
    /// Nine digits are enough, except for some months around 1 January 2001, which are rounded to the nearest
    /// nanosecond. Nil for a date that is not finite, or past `largestSeconds`.
    init?(_ date: Date) {
        let value = date.timeIntervalSinceReferenceDate
        guard value.magnitude <= Double(Self.largestSeconds) else { return nil }
        let whole = value.rounded(.down)
        self.init(seconds: Int64(whole) + Self.referenceSeconds, nanoseconds: 0, fractionDigits: 0)
        let fraction = value - whole
        if fraction == 0 { return }
        // Most fractions come from a millisecond clock, so three digits are tried first.
        var unit: Int64 = 1_000_000
        var scale = 1_000.0
        fractionDigits = 3
        while true {
            let units = Int64((fraction * scale).rounded())
            nanoseconds = units * unit
            if self.date == date {
                if fractionDigits == 3 && units % 10 == 0 { fractionDigits = units % 100 == 0 ? 1 : 2 }
                break
            }
            if unit == 1 {
                normalize()
                break
            }
            unit /= 10
            scale *= 10
            fractionDigits += 1
        }
    }

    /// The date, by the rules of this type.
    var date: Date {
        if nanoseconds == 0 {
            return Date(timeIntervalSinceReferenceDate: Double(seconds - Self.referenceSeconds))
        }
        if fractionDigits <= Self.foundationDigits {
            return Date(timeIntervalSince1970: Self.nearest(seconds: seconds, nanoseconds: nanoseconds))
        }
        return Date(
            timeIntervalSinceReferenceDate: Self.nearest(
                seconds: seconds - Self.referenceSeconds, nanoseconds: nanoseconds))
    }

    /// The last millisecond before a whole second from 1970.
    ///
    /// Foundation's formatters, Unix milliseconds and .NET's dates would round a later instant to the whole
    /// second.
    static func lastDate(before second: Int64) -> Date {
        Instant(seconds: second - 1, nanoseconds: 999_000_000, fractionDigits: 3).date
    }

    /// The `Double` nearest to a decimal number.
    ///
    /// Below 2^22 seconds, the total number of nanoseconds is below 2^53, so one exact integer is divided
    /// once. Above, two numbers are rounded, but the result is the same as with one rounding: the fraction is
    /// off by 2^-54 at most, while n / 10^9 is either exactly halfway between two results, which are
    /// multiples of 2^-32, or at least 1 / (5^9 * 2^32) > 2^-53 away from the halfway point.
    static func nearest(seconds: Int64, nanoseconds: Int64) -> Double {
        if seconds.magnitude < 1 << 22 { return Double(seconds * nanosecondsPerSecond + nanoseconds) / 1e9 }
        return Double(seconds) + Double(nanoseconds) / 1e9
    }

    /// The nearest instant that is a whole number of units, each of `unit` nanoseconds.
    func rounded(toNanoseconds unit: Int64) -> Instant {
        var rounded = self
        rounded.nanoseconds = (nanoseconds + unit / 2) / unit * unit
        rounded.normalize()
        return rounded
    }

    /// Carries a whole second over, and drops the zeros at the end of the fraction.
    private mutating func normalize() {
        if nanoseconds == Self.nanosecondsPerSecond {
            nanoseconds = 0
            seconds += 1
        }
        fractionDigits = nanoseconds == 0 ? 0 : 9
        var rest = nanoseconds
        while rest > 0, rest % 10 == 0 {
            rest /= 10
            fractionDigits -= 1
        }
    }
}
