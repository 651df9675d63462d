import Testing

@testable import ModelObjects

@Suite struct PowersOfTenTests {
    /// For g of 10^e, with d = 5^|e| and s the bits that were cut off or added: the entry is the floor of the
    /// scaled power exactly where g * 2^s <= d < (g + 1) * 2^s, or g * d <= 2^s < (g + 1) * d for a
    /// reciprocal.
    @Test func everyEntryIsTheFloorOfItsPower() {
        var power = Natural(1)
        for exponent in 0...PowersOfTen.exponents.upperBound {
            let entry = Natural(PowersOfTen.shared[exponent])
            let shift = power.bitWidth - 128
            if shift <= 0 {
                #expect(entry == power.shiftedLeft(by: -shift), "10^\(exponent)")
            } else {
                #expect(entry.shiftedLeft(by: shift) <= power, "10^\(exponent)")
                #expect(power < entry.successor.shiftedLeft(by: shift), "10^\(exponent)")
            }
            power = power.times(5)
        }
        var divisor = Natural(1)
        for exponent in 1 ... -PowersOfTen.exponents.lowerBound {
            divisor = divisor.times(5)
            let entry = Natural(PowersOfTen.shared[-exponent])
            #expect(entry.bitWidth == 128)
            let scale = Natural(1).shiftedLeft(by: 127 + divisor.bitWidth)
            var product = entry
            for _ in 0..<exponent { product = product.times(5) }
            #expect(product <= scale && scale < product.plus(divisor), "10^-\(exponent)")
        }
    }

    @Test func onlyThePowersNamedExactAreExact() {
        #expect(Natural(1).times(5, count: 55).bitWidth <= 128)
        #expect(Natural(1).times(5, count: 56).bitWidth > 128)
        #expect(PowersOfTen.exactExponents == 0...55)
    }

    @Test func theBinaryExponentIsThatOfThePower() {
        var power = Natural(1)
        for exponent in 0...PowersOfTen.exponents.upperBound {
            #expect(PowersOfTen.binaryExponent(of: exponent) == power.bitWidth - 1)
            // 2^(n-1) < 10^e < 2^n, so 2^-n < 10^-e < 2^(1-n).
            if exponent > 0 { #expect(PowersOfTen.binaryExponent(of: -exponent) == -power.bitWidth) }
            power = power.times(10)
        }
    }
}

/// A whole number of any size, limb by limb of 32 bits, the least significant first.
private struct Natural: Comparable {
    private var limbs: [UInt32]

    init(_ value: UInt32) { limbs = [value] }

    init(_ value: (high: UInt64, low: UInt64)) {
        limbs = [value.low, value.low >> 32, value.high, value.high >> 32].map {
            UInt32(truncatingIfNeeded: $0)
        }
    }

    var bitWidth: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

    var successor: Natural { plus(Natural(1)) }

    func times(_ factor: UInt32) -> Natural {
        var result = self
        var carry: UInt64 = 0
        for index in limbs.indices {
            carry += UInt64(limbs[index]) * UInt64(factor)
            result.limbs[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { result.limbs.append(UInt32(carry)) }
        return result
    }

    func times(_ factor: UInt32, count: Int) -> Natural {
        (0..<count).reduce(self) { product, _ in product.times(factor) }
    }

    func plus(_ other: Natural) -> Natural {
        var result = self
        var carry: UInt64 = 0
        for index in 0..<max(limbs.count, other.limbs.count) {
            carry += index < limbs.count ? UInt64(limbs[index]) : 0
            carry += index < other.limbs.count ? UInt64(other.limbs[index]) : 0
            if index < result.limbs.count {
                result.limbs[index] = UInt32(truncatingIfNeeded: carry)
            } else {
                result.limbs.append(UInt32(truncatingIfNeeded: carry))
            }
            carry >>= 32
        }
        if carry > 0 { result.limbs.append(UInt32(carry)) }
        return result
    }

    func shiftedLeft(by bits: Int) -> Natural {
        var result = times(1 << UInt32(bits % 32))
        result.limbs.insert(contentsOf: [UInt32](repeating: 0, count: bits / 32), at: 0)
        return result
    }

    static func < (left: Natural, right: Natural) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        return left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
    }
}
