/// Which scalars a property list had lately, found by their bytes.
///
/// By bytes, not by `==`: to a String's `==` the two spellings of "é" are one, to a Double's NaN is none and
/// 0.0 is -0.0, and all of them have to come back as they were.
///
/// Open addressing in a power of two of slots, at most three quarters full. A slot is 0, or the low half of
/// the digest above the number of the scalar plus 1; a scalar is looked at only where that half fits.
/// (Without the digest in the slots writing 200,000 rows took a fourth longer, for the bytes that were not in
/// the cache.)
///
/// Of more than some 98,000 scalars it forgets all and begins anew: a table of all of them outgrows the
/// processor's caches, and then to look into it costs more than to write the row. For each row of 20 scalars,
/// 12 of them its own, it took 0.9 µs among 1,000 rows and 3.3 among 200,000, and takes 1.4 there now. What
/// comes again after so many others stands in the file once more, which the reader does not mind; what comes
/// often does so once in 98,000.
struct ScalarIndex {
    /// 1 MB of slots.
    private static let mostSlots = 1 << 17

    private var slots = [UInt64](repeating: 0, count: 64)
    /// How many slots are taken.
    private var used = 0
    /// Where the scalars are.
    ///
    /// 32 bits hold scalars of 4 GB: more are refused.
    private(set) var offsets: [UInt32] = []

    /// Looks for an object equal to that in `range`, and enters that if none is known.
    ///
    /// - Returns: The number of the scalar and whether it is new.
    mutating func insert(
        _ range: Range<Int>, digest: UInt64, of bytes: [UInt8]
    ) throws(PlistFailure) -> (number: UInt32, isNew: Bool) {
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
            throw PlistFailure(.tooMany)
        }
        offsets.append(offset)
        slots[slot] = UInt64(half) << 32 | UInt64(offsets.count)
        used += 1
        if used * 4 > slots.count * 3 { makeRoom() }
        return (UInt32(offsets.count - 1), true)
    }

    private func firstSlot(_ half: UInt32) -> Int {
        Int(truncatingIfNeeded: half) & (slots.count - 1)
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

    private mutating func makeRoom() {
        guard slots.count < Self.mostSlots else {
            for slot in slots.indices { slots[slot] = 0 }
            used = 0
            return
        }
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 {
            var slot = firstSlot(UInt32(truncatingIfNeeded: entry >> 32))
            while slots[slot] != 0 { slot = nextSlot(slot) }
            slots[slot] = entry
        }
    }
}
