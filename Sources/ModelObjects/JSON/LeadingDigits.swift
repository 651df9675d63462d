/// The one to seven digits at the start of eight bytes of text, converted to a number without a loop.
///
/// The branch predictor could not predict the length of such a loop.
///
/// Worked example, the bytes `150,\n   `, the first in the lowest byte:
///
///     word                          31 35 30 2c 0a 20 20 20
///     ^ 0x30 in every byte          01 05 00 1c 3a 10 10 10       digits are 0 to 9, and below 0x10 with 6 more
///     + 0x06, | itself, & 0xf0      00 00 00 30 70 10 10 10       the lowest set bit is in the first other byte
///     moved up to the end           00 00 00 00 00 01 05 00       eight digits, the first ones zero
///     each * 10 + the next          00 00 00 00 01 0f 32 00       every second byte is a pair: 0, 0, 1, 50
///     the pairs * 10^6, 10^4, 100, 1, summed up by two multiplications: 150
struct LeadingDigits {
    private let word: UInt64
    private let digits: UInt64
    /// The number of bits that the digits take.
    private let bitCount: UInt64

    /// Nil if there are no digits, or if all eight bytes are digits.
    @inline(__always)
    init?(_ word: UInt64) {
        self.word = word
        digits = word ^ (0x30 &* JSONReader.everyByte)
        let others = Self.nonDigits(in: digits)
        bitCount = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & ~7
        if bitCount == 0 || others == 0 { return nil }
    }

    /// The number of digits at the start of a word, 0 to 8.
    @inline(__always)
    static func count(in word: UInt64) -> Int {
        let others = nonDigits(in: word ^ (0x30 &* JSONReader.everyByte))
        return others.trailingZeroBitCount &>> 3
    }

    /// A bit in the first byte that isn't a digit; bits in later bytes may be set too.
    @inline(__always)
    private static func nonDigits(in digits: UInt64) -> UInt64 {
        (digits &+ 0x06 &* JSONReader.everyByte | digits) & (0xF0 &* JSONReader.everyByte)
    }

    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: bitCount &>> 3) }

    /// The byte after the digits.
    @inline(__always)
    var next: UInt8 { UInt8(truncatingIfNeeded: word &>> bitCount) }

    /// Whether a zero comes before other digits.
    @inline(__always)
    var hasLeadingZero: Bool { bitCount != 8 && digits & 0xFF == 0 }

    @inline(__always)
    var value: Int {
        let eight = digits &<< (64 &- bitCount)
        let pairs = eight &* 10 &+ eight &>> 8
        // Bytes 0 and 4 hold the first pair and the third, bytes 2 and 6 the second and the fourth.
        let odd = (pairs & 0x0000_00FF_0000_00FF) &* (100 + 1_000_000 << 32)
        let even = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (1 + 10_000 << 32)
        return Int(truncatingIfNeeded: (odd &+ even) &>> 32)
    }
}
