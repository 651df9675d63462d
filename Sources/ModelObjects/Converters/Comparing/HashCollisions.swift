import Foundation

/// Counts the members of a Set, or the keys of a Dictionary, by their hashes.
///
/// Unequal members with the same hash are all compared with each other.
///
/// Models count their comparisons themselves (see `EqualityBudget`). Other values that can collide: a NaN,
/// and a value that contains one, because it is unequal to itself; and Data, of which Foundation hashes only
/// the first 80 bytes.
struct HashCollisions<Member: Hashable> {
    /// The number of distinct members by the low bits of their hashes; empty if no count is needed.
    private var counts: [Int32] = []

    /// - Parameter capacity: The number of members. A few are not counted: comparing each with all others takes little
    ///   time.
    init(capacity: Int) {
        guard capacity > 2 * Self.few, !(Member.self is ModelObject.Type) else { return }
        counts = Array(repeating: 0, count: 1 << (Int.bitWidth - capacity.leadingZeroBitCount))
    }

    /// Inserts a member.
    ///
    /// - Parameter insert: Returns whether no member was equal.
    /// - Returns: The maximum number of values that were compared.
    mutating func insert(_ member: Member, _ insert: (Member) -> Bool) -> Int64 {
        guard !counts.isEmpty else {
            _ = insert(member)
            return 0
        }
        let place = member.hashValue & (counts.count - 1)
        let others = Int64(counts[place])
        if insert(member) { counts[place] += 1 }
        return others < Self.few ? others : others * weight(of: member)
    }

    /// How many others may have the same bits of the hash by chance.
    private static var few: Int64 { 16 }
}

/// The number of values that a comparison looks at, except in models.
private func weight(of value: Any) -> Int64 {
    switch JSONValue(value) {
    case _ where StackSpace.current.isLow: return 1
    case .array(let elements): return elements.reduce(1) { $0 + weight(of: $1) }
    case .object(let members): return members.reduce(1) { $0 + weight(of: $1.value) }
    case .other(let other):
        if let data = exactly(other, as: Data.self) { return 1 + Int64(data.count >> 8) }
        if type(of: other) is AnyClass { return asModel(other) == nil ? 16 : 0 }
        return Mirror(reflecting: other).children.reduce(1) { $0 + weight(of: $1.value) }
    default: return 1
    }
}
