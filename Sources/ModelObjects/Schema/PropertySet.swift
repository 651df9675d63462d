/// A set of a class's properties, by index.
///
/// The first 64 need no allocation.
struct PropertySet {
    /// The number of properties in `first`.
    static let firstCount = 64

    /// A bit for each of the first properties.
    var first: UInt64 = 0
    /// Nil if there are no others, so that a copy needs no reference counting.
    private var high: [UInt64]?

    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index < Self.firstCount ? (first &>> UInt64(truncatingIfNeeded: index)) & 1 != 0 : containsHigh(index)
    }

    /// Adds a property; returns false if it was already a member.
    @inline(__always)
    mutating func insertNew(_ index: Int) -> Bool {
        guard index < Self.firstCount else {
            if containsHigh(index) { return false }
            high = Self.adding(index, to: high)
            return true
        }
        let old = first
        first |= 1 &<< UInt64(truncatingIfNeeded: index)
        return first != old
    }

    @inline(__always)
    mutating func insert(_ index: Int) { _ = insertNew(index) }

    mutating func formUnion(_ other: PropertySet) {
        first |= other.first
        guard let others = other.high else { return }
        var words = high ?? []
        for (word, bits) in others.enumerated() {
            if word < words.count { words[word] |= bits } else { words.append(bits) }
        }
        high = words
    }

    /// Removes a property that is not among the first.
    mutating func removeOther(_ index: Int) {
        if containsHigh(index) { high?[index / 64 - 1] &= ~(1 << UInt64(index % 64)) }
    }

    @inline(never)
    private func containsHigh(_ index: Int) -> Bool {
        guard let high else { return false }
        let word = index / 64 - 1
        return word < high.count && high[word] & (1 << UInt64(index % 64)) != 0
    }

    @inline(never)
    private static func adding(_ index: Int, to high: [UInt64]?) -> [UInt64] {
        var high = high ?? []
        let word = index / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(index % 64)
        return high
    }
}
