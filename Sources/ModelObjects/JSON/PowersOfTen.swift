// The powers of ten that reading and writing floating point share, as 128-bit numbers.
//
// The entry for 10^e is g = floor(10^e / 2^s) with s = floor(log2(10^e)) - 127: the leading 128 bits of
// 10^e, so that 2^127 <= g < 2^128 and g * 2^s <= 10^e < (g + 1) * 2^s. Since 10^e = 5^e * 2^e, g depends on
// the power of five alone. For 10^1 it is A000...00 in hexadecimal, for 10^-1 it is CCCC...CC.
//
// The table is computed at its first use, in some 50 microseconds, by exact integer arithmetic: that is
// shorter than 1,334 literals, and it can be read and proved. The tests check every entry another way.
//
// Invariants
// 1. `words` points at 2 * exponents.count words, high and low half of each entry in turn, that are filled
//    before `shared` is visible to anyone, never change and are never freed.
// 2. A subscript's exponent lies in `exponents`: its callers compare first, and debug builds check.

/// The leading 128 bits of 10^e for every e that reading or writing a Double can ask for.
@safe struct PowersOfTen: @unchecked Sendable {
    /// From 10^-342, since 2^64 * 10^-343 is below half the smallest Double, to 10^324, by which writing
    /// scales that Double.
    static let exponents = -342...324

    /// Where the entry is the power itself; elsewhere the true value lies between it and its successor.
    static let exactExponents = 0...55

    static let shared = PowersOfTen()

    private let words: UnsafePointer<UInt64>

    @inline(__always)
    subscript(exponent: Int) -> (high: UInt64, low: UInt64) {
        assert(Self.exponents.contains(exponent))
        let entry = unsafe words + 2 * (exponent &- Self.exponents.lowerBound)  // 1, 2
        return unsafe (entry[0], entry[1])
    }

    /// floor(log2(10^exponent)), for every exponent of the table.
    @inline(__always)
    static func binaryExponent(of exponent: Int) -> Int {
        (exponent &* 217_706) >> 16
    }

    private init() {
        let (lowest, highest) = (Self.exponents.lowerBound, Self.exponents.upperBound)
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * Self.exponents.count)
        func store(_ number: [UInt64], at exponent: Int) {
            let (high, low) = Self.leadingBits(of: number)
            let entry = unsafe words + 2 * (exponent - lowest)  // 1, 2
            unsafe entry.initialize(to: high)
            unsafe (entry + 1).initialize(to: low)
        }

        // 5^e, least significant limb first. 5^324 has 753 bits.
        var power: [UInt64] = [1]
        for exponent in 0...highest {
            store(power, at: exponent)
            var carry: UInt64 = 0
            for index in power.indices {
                let (high, low) = power[index].multipliedFullWidth(by: 5)
                let (sum, overflow) = low.addingReportingOverflow(carry)
                power[index] = sum
                carry = high + (overflow ? 1 : 0)
            }
            if carry > 0 { power.append(carry) }
        }

        // floor(2^959 / 5^-e): a floor of floors is the floor of the whole, so dividing by five takes each
        // entry to the next. 2^959 / 5^342 has 165 bits, so 128 are always there.
        var reciprocal = [UInt64](repeating: 0, count: 14) + [1 << 63]
        for exponent in stride(from: -1, through: lowest, by: -1) {
            var remainder: UInt64 = 0
            for index in reciprocal.indices.reversed() {
                (reciprocal[index], remainder) = UInt64(5).dividingFullWidth((remainder, reciprocal[index]))
            }
            store(reciprocal, at: exponent)
        }
        unsafe self.words = UnsafePointer(words)
    }

    /// The 128 most significant bits of a number that is given least significant limb first.
    private static func leadingBits(of number: [UInt64]) -> (high: UInt64, low: UInt64) {
        let limbs: [UInt64] = [0, 0] + number.prefix(through: number.lastIndex { $0 != 0 } ?? 0)
        let (first, second, third) = (limbs[limbs.count - 1], limbs[limbs.count - 2], limbs[limbs.count - 3])
        let shift = UInt64(first.leadingZeroBitCount)
        return (first << shift | second >> (64 - shift), second << shift | third >> (64 - shift))
    }
}
