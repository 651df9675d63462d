/// Finds recently written scalars of a property list by their bytes.
///
/// It compares bytes instead of using `==`, because String's `==` treats the two spellings of "é" as equal,
/// and for Doubles, NaN differs from itself and 0.0 equals -0.0. All of these must be read back unchanged.
///
/// Open addressing in a power of two of slots, at most three quarters full. A slot is 0, or contains half of the digest
/// above the number of the scalar plus 1; a scalar's bytes are compared only if that half matches. (Without the digest
/// in the slots, writing 200,000 rows took a quarter longer, because of cache misses for the bytes.)
///
/// Anyone can choose texts whose digests have equal bits. So the digest is multiplied by a random odd number, and
/// unless two digests are equal, their halves differ. A scalar is compared with a limited number of others with an
/// equal half; if all of them differ, it is not added, and is written again each time. The output does not depend on
/// the random number.
///
/// After about 98,000 scalars the table is cleared, because a table of all of them outgrows the processor's caches. For
/// 100,000 rows of 20 scalars, 12 of them unique, writing a row takes 1.15 times as long as for 1,000 rows, and 1.45
/// times with a table of all. A scalar that repeats only after so many others is written again, which the reader
/// accepts; frequent scalars are written once per 98,000.
struct ScalarIndex {
    /// 1 MB of slots.
    static let maximumSlots = 1 << 17

    /// The number of others with an equal half that a scalar is compared with.
    ///
    /// By chance, there is hardly ever one.
    private static let maximumOthers = 16

    private static let processFactor = UInt64.random(in: 0 ... .max) | 1
    private let factor = Self.processFactor

    private let maximumSlots: Int
    private var slots = [UInt64](repeating: 0, count: 64)
    /// The number of used slots.
    private var used = 0
    /// The positions of the scalars.
    ///
    /// 32 bits address 4 GB of scalars; more are rejected.
    private(set) var offsets: [UInt32] = []

    init(maximumSlots: Int = Self.maximumSlots) { self.maximumSlots = maximumSlots }

    /// Searches for an object equal to that in `range`, and adds the latter if there is none.
    ///
    /// - Returns: The number of the scalar and whether it is new.
    mutating func insert(
        _ range: Range<Int>, digest: UInt64, of bytes: [UInt8]
    ) throws(PlistFailure) -> (number: UInt32, isNew: Bool) {
        let half = (digest &* factor) >> 32
        var slot = firstSlot(half)
        var others = 0
        while slots[slot] != 0, others < Self.maximumOthers {
            if slots[slot] >> 32 == half {
                let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
                if isEqual(range, Int(offsets[Int(number)]), in: bytes) { return (number, false) }
                others += 1
            }
            slot = nextSlot(slot)
        }
        guard offsets.count < UInt32.max >> 1, let offset = UInt32(exactly: range.lowerBound) else {
            throw PlistFailure(.tooMany)
        }
        offsets.append(offset)
        if others < Self.maximumOthers {
            slots[slot] = half << 32 | UInt64(offsets.count)
            used += 1
            if used * 4 > slots.count * 3 { makeRoom() }
        }
        return (UInt32(offsets.count - 1), true)
    }

    /// The highest bits of the half, which depend on all bits of the digest.
    private func firstSlot(_ half: UInt64) -> Int {
        Int(truncatingIfNeeded: half >> UInt64(32 - slots.count.trailingZeroBitCount))
    }

    private func nextSlot(_ slot: Int) -> Int {
        (slot + 1) & (slots.count - 1)
    }

    /// An object's marker and count determine its end, so an object with the same prefix is equal to it.
    private func isEqual(_ range: Range<Int>, _ offset: Int, in bytes: [UInt8]) -> Bool {
        var (one, other) = (range.lowerBound, offset)
        while one < range.upperBound {
            let size = range.upperBound - one >= 8 ? 8 : 1
            let word = bytes.bigEndian(at: one, size: size)
            guard word == bytes.bigEndian(at: other, size: size) else { return false }
            one += size
            other += size
        }
        return true
    }

    private mutating func makeRoom() {
        guard slots.count < maximumSlots else {
            for slot in slots.indices { slots[slot] = 0 }
            used = 0
            return
        }
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 {
            var slot = firstSlot(entry >> 32)
            while slots[slot] != 0 { slot = nextSlot(slot) }
            slots[slot] = entry
        }
    }
}
