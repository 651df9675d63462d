import Foundation
import Testing

@testable import ModelObjects

@Suite struct InstantTests {
    /// `Double(String)` rounds correctly and is independent of this library's arithmetic.
    private func nearest(seconds: Int64, nanoseconds: Int64) -> Double? {
        let isNegative = seconds < 0 && nanoseconds > 0
        let whole = isNegative ? -(seconds + 1) : seconds
        let rest = isNegative ? 1_000_000_000 - nanoseconds : nanoseconds
        return Double("\(isNegative ? "-" : "")\(whole).\(padded(Int(rest), 9))")
    }

    @Test(arguments: [UInt64(20_260_101), 20_260_102])
    func everyValueIsTheNearestDouble(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<20_000 {
            let magnitude = Int64(1) << Int64.random(in: 0...38, using: &generator)
            let seconds = Int64.random(in: -magnitude...magnitude, using: &generator)
            let nanoseconds = Int64.random(in: 0..<1_000_000_000, using: &generator)
            let value = Instant.nearest(seconds: seconds, nanoseconds: nanoseconds)
            if value != nearest(seconds: seconds, nanoseconds: nanoseconds) {
                Issue.record("\(seconds) s and \(nanoseconds) ns became \(value)")
            }
        }
    }

    /// Values on both sides of the bound between the two computations.
    @Test func valuesAroundTheExactBoundAreTheNearestDouble() {
        for seconds in [-(1 << 22) - 1, -(1 << 22), -(1 << 22) + 1, (1 << 22) - 1, 1 << 22, (1 << 22) + 1]
            as [Int64]
        {
            for nanoseconds in stride(from: Int64(1), to: 1_000_000_000, by: 999_983) {
                let value = Instant.nearest(seconds: seconds, nanoseconds: nanoseconds)
                #expect(value == nearest(seconds: seconds, nanoseconds: nanoseconds))
            }
        }
    }

    /// The date that Foundation computes for a fraction with the same digits.
    @Test(arguments: [UInt64(3), 4])
    func upToSixDigitsMatchFoundationAndRoundTrip(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<20_000 {
            let digits = Int.random(in: 1...6, using: &generator)
            let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits]
            let seconds = Int.random(in: 0...4_000_000_000, using: &generator)
            let units = Int.random(in: 1..<scale, using: &generator)
            let instant = Instant(
                seconds: Int64(seconds), nanoseconds: Int64(units) * Int64(1_000_000_000 / scale),
                fractionDigits: digits)
            let expected = try #require(Double("\(seconds).\(padded(units, digits))"))
            let back = try #require(Instant(instant.date))
            if instant.date != Date(timeIntervalSince1970: expected)
                || back.nanoseconds != instant.nanoseconds
                || back.seconds != instant.seconds || back.fractionDigits > digits
            {
                Issue.record("\(instant) came back as \(back)")
            }
        }
    }

    @Test func moreDigitsGiveTheNearestDate() {
        for nanoseconds in stride(from: Int64(1), to: 1_000_000_000, by: 9_999_991) {
            for digits in 7...9 {
                let instant = Instant(
                    seconds: 1_700_000_000, nanoseconds: nanoseconds, fractionDigits: digits)
                let expected = nearest(seconds: 721_692_800, nanoseconds: nanoseconds)
                #expect(instant.date.timeIntervalSinceReferenceDate == expected)
            }
        }
    }

    /// Seconds since 2001, then the instant's seconds since 1970, nanoseconds and fraction digits.
    @Test(arguments: [
        (0.0, Int64(978_307_200), Int64(0), 0), (-0.0, 978_307_200, 0, 0), (-1e-20, 978_307_200, 0, 0),
        (1e-300, 978_307_200, 0, 0), (0.5, 978_307_200, 500_000_000, 1), (-0.5, 978_307_199, 500_000_000, 1),
        (0.25, 978_307_200, 250_000_000, 2), (0.123456789, 978_307_200, 123_456_789, 9),
        (0.9999999999, 978_307_201, 0, 0), (721_692_800.12299990654, 1_700_000_000, 123_000_000, 3),
        (721_692_800.12300002575, 1_700_000_000, 123_000_000, 7), (721_692_800, 1_700_000_000, 0, 0),
        (9_007_199_254_740_992, 9_007_200_233_048_192, 0, 0),
        (-9_007_199_254_740_992, -9_007_198_276_433_792, 0, 0),
    ])
    func digitsOfDates(value: Double, seconds: Int64, nanoseconds: Int64, digits: Int) {
        let instant = Instant(Date(timeIntervalSinceReferenceDate: value))
        #expect(instant == Instant(seconds: seconds, nanoseconds: nanoseconds, fractionDigits: digits))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e16, -1e16])
    func unrepresentableDatesHaveNoInstant(value: Double) {
        #expect(Instant(Date(timeIntervalSinceReferenceDate: value)) == nil)
    }

    @Test(arguments: [
        Int64(0), 1, -1, 978_307_200, 978_307_201, 1_483_228_800, 253_402_300_800, -62_135_596_800,
    ])
    func theLastDateBeforeASecondIsOneMillisecondEarlier(second: Int64) throws {
        let last = Instant.lastDate(before: second)
        #expect(last.timeIntervalSince1970 < Double(second))
        let instant = try #require(Instant(last))
        #expect(instant == Instant(seconds: second - 1, nanoseconds: 999_000_000, fractionDigits: 3))
    }
}
