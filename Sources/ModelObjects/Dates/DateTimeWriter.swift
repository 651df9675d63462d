import Foundation

/// Writes dates as the digits of a calendar and a clock.
enum DateTimeWriter {
    /// The first second of the year 1 to the last of the year 9999, counted from 1970.
    static let years: Range<Int64> = -62_135_596_800..<253_402_300_800

    private static let secondsPerDay: Int64 = 86_400

    /// `yyyy-MM-ddTHH:mm:ss`, a dot and fraction digits if there is a fraction, and `Z` if it is marked as UTC.
    ///
    /// Nil if the date is not finite, or the local time is not in the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - fractionDigits: The maximum: 9, or 7 to round to the tick of .NET's clock, 100 ns.
    ///   - zone: The time zone of the text; nil is UTC.
    @inline(never)
    static func text(of date: Date, fractionDigits: Int, zone: TimeZone? = nil, isMarked: Bool) -> String? {
        guard var instant = Instant(date) else { return nil }
        if instant.fractionDigits > fractionDigits { instant = instant.rounded(toNanoseconds: 100) }
        if let zone {
            // Skips the time zone lookup for times that are out of range in every zone.
            let possible = years.lowerBound - secondsPerDay..<years.upperBound + secondsPerDay
            guard possible.contains(instant.seconds) else { return nil }
            instant.seconds += DateTimeFields.offset(of: zone, at: instant.seconds)
        }
        guard years.contains(instant.seconds) else { return nil }
        let (days, seconds) = (instant.seconds - years.lowerBound).quotientAndRemainder(
            dividingBy: secondsPerDay)
        let day = CalendarDay(daysSince1970: Int(days + years.lowerBound / secondsPerDay))
        let secondOfDay = Int(seconds)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        append(day.year, 4, from: 1_000, then: "-", to: &bytes)
        append(day.month, 2, from: 10, then: "-", to: &bytes)
        append(day.day, 2, from: 10, then: "T", to: &bytes)
        append(secondOfDay / 3_600, 2, from: 10, then: ":", to: &bytes)
        append(secondOfDay / 60 % 60, 2, from: 10, then: ":", to: &bytes)
        append(secondOfDay % 60, 2, from: 10, then: instant.fractionDigits > 0 ? "." : nil, to: &bytes)
        append(
            Int(instant.nanoseconds), instant.fractionDigits, from: 100_000_000, then: isMarked ? "Z" : nil,
            to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the digits of a number, starting at the digit for a power of ten, and a separator.
    @inline(__always)
    private static func append(
        _ number: Int, _ digits: Int, from power: Int, then mark: Unicode.Scalar?, to bytes: inout [UInt8]
    ) {
        var power = power
        for _ in 0..<digits {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
            power /= 10
        }
        if let mark { bytes.append(UInt8(ascii: mark)) }
    }
}
