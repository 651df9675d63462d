/// A set of a class's properties, by index.
///
/// The first 64 need no allocation.
struct PropertySet {
    /// The number of properties in `first`.
    static let firstCount = 64

    /// A bit for each of the first properties.
    var first: UInt64 = 0
    /// Words of bits for the others, up to the last member; nil if there are none, so that a copy needs no reference
    /// counting.
    private var others: [UInt64]?

    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index < Self.firstCount ? first & Self.bit(index) != 0 : containsOther(index)
    }

    private func containsOther(_ index: Int) -> Bool {
        guard let others, Self.word(index) < others.count else { return false }
        return others[Self.word(index)] & Self.bit(index) != 0
    }

    /// Adds a property; returns false if it was already a member.
    @inline(__always)
    mutating func insertNew(_ index: Int) -> Bool {
        guard index < Self.firstCount else { return Self.insert(index, &others) }
        let old = first
        first |= Self.bit(index)
        return first != old
    }

    @inline(__always)
    mutating func insert(_ index: Int) { _ = insertNew(index) }

    mutating func formUnion(_ other: PropertySet) {
        first |= other.first
        guard var words = other.others else { return }
        for (place, word) in (others ?? []).enumerated() {
            if place < words.count { words[place] |= word } else { words.append(word) }
        }
        others = words
    }

    /// Removes a property that is not among the first.
    mutating func removeOther(_ index: Int) {
        if containsOther(index) { others?[Self.word(index)] &= ~Self.bit(index) }
    }

    // Static, so that `first` can stay in a register.
    @inline(never)
    private static func insert(_ index: Int, _ others: inout [UInt64]?) -> Bool {
        var words = others ?? []
        // Without this second reference, the words are changed in place.
        others = nil
        defer { others = words }
        while words.count <= word(index) { words.append(0) }
        let old = words[word(index)]
        words[word(index)] |= bit(index)
        return words[word(index)] != old
    }

    /// The word of a property in `others`.
    private static func word(_ index: Int) -> Int { index / firstCount - 1 }

    /// The property's bit in its word.
    @inline(__always)
    private static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }
}
