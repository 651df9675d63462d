/// Notices keys that an object may already have.
///
/// Different keys may have the same hash; the text is compared at the end.
struct KeyFilter {
    /// The number of keys that are compared one by one.
    private static let fewKeys = 64

    /// The index of the object's first member in those of the text.
    var first = 0
    /// A bit for each hash.
    private var mask: UInt64 = 0
    private var many: Set<UInt64>?

    /// Whether the object may already have a key; `insert` finds out.
    @inline(__always)
    mutating func mayHave(_ hash: UInt64) -> Bool {
        let bit: UInt64 = 1 &<< (hash &>> 58)
        defer { mask |= bit }
        return mask & bit != 0 || many != nil
    }

    /// Whether the object already has a key with this hash.
    mutating func insert(_ hash: UInt64, _ members: ContiguousArray<OpenText.Member>) -> Bool {
        if many == nil {
            let hashes = members[first...].lazy.map(\.hash)
            guard hashes.count > Self.fewKeys else { return hashes.contains(hash) }
            many = Set(hashes)
        }
        return many?.insert(hash).inserted == false
    }
}
