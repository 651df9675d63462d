/// Which scalars a property list has already, found by their bytes.
///
/// By bytes, not by `==`: to a String's `==` the two spellings of "é" are one, to a Double's NaN is none and
/// 0.0 is -0.0, and all of them have to come back as they were.
///
/// Open addressing in a power of two of slots, at most three quarters full. A slot is 0, or the low half of
/// the digest above the number of the scalar plus 1; a scalar is looked at only where that half fits.
/// (Without the digest in the slots writing 200,000 rows took a fourth longer, for the bytes that were not in
/// the cache.)
struct ScalarIndex {
    private var slots = [UInt64](repeating: 0, count: 64)
    /// Where the scalars are.
    ///
    /// 32 bits hold scalars of 4 GB: more are refused.
    private(set) var offsets: [UInt32] = []

    /// Looks for an object equal to that in `range`, and enters that if there is none.
    ///
    /// - Returns: The number of the scalar and whether it is new.
    mutating func insert(
        _ range: Range<Int>, digest: UInt64, of bytes: [UInt8]
    ) throws(ArchiveFailure) -> (number: UInt32, isNew: Bool) {
        let half = UInt32(truncatingIfNeeded: digest)
        var slot = firstSlot(half)
        while slots[slot] != 0 {
            let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
            if slots[slot] >> 32 == UInt64(half), isEqual(range, Int(offsets[Int(number)]), in: bytes) {
                return (number, false)
            }
            slot = nextSlot(slot)
        }
        guard offsets.count < UInt32.max >> 1, let offset = UInt32(exactly: range.lowerBound) else {
            throw ArchiveFailure(.tooMany)
        }
        offsets.append(offset)
        slots[slot] = UInt64(half) << 32 | UInt64(offsets.count)
        if offsets.count * 4 > slots.count * 3 { grow() }
        return (UInt32(offsets.count - 1), true)
    }

    private func firstSlot(_ half: UInt32) -> Int {
        Int(half) & (slots.count - 1)
    }

    private func nextSlot(_ slot: Int) -> Int {
        (slot + 1) & (slots.count - 1)
    }

    /// An object's marker and count say where it ends: one that begins like another is equal to it.
    private func isEqual(_ range: Range<Int>, _ offset: Int, in bytes: [UInt8]) -> Bool {
        for distance in 0..<range.count where bytes[range.lowerBound + distance] != bytes[offset + distance] {
            return false
        }
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 {
            var slot = firstSlot(UInt32(truncatingIfNeeded: entry >> 32))
            while slots[slot] != 0 { slot = nextSlot(slot) }
            slots[slot] = entry
        }
    }
}
