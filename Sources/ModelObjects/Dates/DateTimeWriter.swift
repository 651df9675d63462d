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
        append(day.year, digits: 4, then: "-", to: &bytes)
        append(day.month, digits: 2, then: "-", to: &bytes)
        append(day.day, digits: 2, then: "T", to: &bytes)
        append(secondOfDay / 3_600, digits: 2, then: ":", to: &bytes)
        append(secondOfDay / 60 % 60, digits: 2, then: ":", to: &bytes)
        append(secondOfDay % 60, digits: 2, then: instant.fractionDigits > 0 ? "." : nil, to: &bytes)
        var fraction = Int(instant.nanoseconds)
        for _ in instant.fractionDigits..<9 { fraction /= 10 }
        append(fraction, digits: instant.fractionDigits, to: &bytes)
    }

    private func append(_ number: Int, digits: Int, then mark: Unicode.Scalar? = nil, to bytes: inout [UInt8])
    {
        var unit = 1
        for _ in 1..<max(digits, 1) { unit *= 10 }
        for _ in 0..<digits {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
        if let mark { bytes.append(UInt8(ascii: mark)) }
    }
}
