import Foundation

/// An instant as the digits of a calendar and a clock, to be appended to a text.
struct DateTimeWriter {
    private let instant: Instant

    /// From the first second of the year 1 to the last of the year 9999, counted from 1970.
    private static let years: Range<Int64> = -62_135_596_800..<253_402_300_800

    private static let secondsPerDay: Int64 = 86_400

    /// The instant as a clock in `zone` shows it (nil is UTC); nil where that clock is not in the years 1 to
    /// 9999.
    init?(_ instant: Instant, zone: TimeZone? = nil) {
        var local = instant
        if let zone {
            // No zone is asked about times that are out of range in every zone.
            let possible =
                Self.years.lowerBound - Self.secondsPerDay..<Self.years.upperBound + Self.secondsPerDay
            guard possible.contains(instant.seconds) else { return nil }
            local.seconds += Int64(zone.secondsFromGMT(for: Instant(seconds: instant.seconds).date))
        }
        guard Self.years.contains(local.seconds) else { return nil }
        self.instant = local
    }

    /// Appends `yyyy-MM-ddTHH:mm:ss` and, where the instant has fraction digits, a dot and these.
    func append(to bytes: inout [UInt8]) {
        let (days, seconds) = (instant.seconds - Self.years.lowerBound)
            .quotientAndRemainder(dividingBy: Self.secondsPerDay)
        let secondOfDay = Int(seconds)
        let day = CalendarDay(daysSince1970: Int(days + Self.years.lowerBound / Self.secondsPerDay))
        let minuteOfDay = secondOfDay / 60
        Self.append(twoDigits: day.year / 100, to: &bytes)
        Self.append(twoDigits: day.year % 100, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Self.append(twoDigits: day.month, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Self.append(twoDigits: day.day, to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        Self.append(twoDigits: minuteOfDay / 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(twoDigits: minuteOfDay % 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(twoDigits: secondOfDay % 60, to: &bytes)
        if instant.fractionDigits > 0 { appendFraction(to: &bytes) }
    }

    private func appendFraction(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "."))
        var rest = UInt32(instant.nanoseconds)
        var unit: UInt32 = 100_000_000
        for _ in 0..<instant.fractionDigits {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    @inline(__always)
    private static func append(twoDigits number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }
}
