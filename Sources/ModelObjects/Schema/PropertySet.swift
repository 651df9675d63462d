/// A set of a class's properties, by index.
///
/// The first 64 need no allocation.
struct PropertySet {
    /// The number of properties in `first`.
    static let firstCount = 64

    /// A bit for each of the first properties.
    var first: UInt64 = 0
    /// Nil if there are none, so that a copy needs no reference counting.
    private var others: Set<Int>?

    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index < Self.firstCount
            ? (first &>> UInt64(truncatingIfNeeded: index)) & 1 != 0 : others?.contains(index) == true
    }

    /// Adds a property; returns false if it was already a member.
    @inline(__always)
    mutating func insertNew(_ index: Int) -> Bool {
        guard index < Self.firstCount else { return Self.insert(index, &others) }
        let old = first
        first |= 1 &<< UInt64(truncatingIfNeeded: index)
        return first != old
    }

    @inline(__always)
    mutating func insert(_ index: Int) { _ = insertNew(index) }

    mutating func formUnion(_ other: PropertySet) {
        first |= other.first
        if let more = other.others { others = others?.union(more) ?? more }
    }

    /// Removes a property that is not among the first.
    mutating func removeOther(_ index: Int) { others?.remove(index) }

    // Static, so that `first` can stay in a register.
    @inline(never)
    private static func insert(_ index: Int, _ others: inout Set<Int>?) -> Bool {
        guard others != nil else {
            others = [index]
            return true
        }
        return others?.insert(index).inserted ?? false
    }
}
