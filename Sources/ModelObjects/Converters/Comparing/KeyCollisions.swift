/// Limits the comparisons of a dictionary's keys that have the same hash.
///
/// Only those of keys that are Decimals are counted: Foundation gives many of them that differ in their last digits the
/// same hash, so a payload of 1 MB took a minute.
struct KeyCollisions<Key: Hashable> {
    /// The number of different keys by their hashes.
    private var counts: [Int: Int64] = [:]

    /// Nil if the comparisons needn't be counted.
    init?(_ conversion: KeyConversion<Key>) {
        if !conversion.keepsDigits { return nil }
    }

    /// Adds a key without a comparison.
    mutating func add(_ key: Key) { counts[key.hashValue, default: 0] += 1 }

    /// Counts the comparisons for looking up a key.
    ///
    /// - Parameters:
    ///   - isNew: Whether the key will be added.
    ///   - charge: Called with the number of comparisons before they are made. Throws if the call has made too many.
    mutating func count(
        _ key: Key, isNew: @autoclosure () -> Bool, charge: (Int64) throws -> Void
    ) rethrows {
        try charge(counts[key.hashValue] ?? 0)
        if isNew() { add(key) }
    }
}
