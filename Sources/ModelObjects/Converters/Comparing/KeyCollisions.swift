/// Limits the comparisons of a dictionary's keys that have the same hash.
///
/// Only those of keys that are Decimals are counted: Foundation gives many of them that differ in their last digits the
/// same hash, so a payload of 1 MB took a minute.
struct KeyCollisions<Key: Hashable> {
    private let isCounted: Bool
    /// The number of different keys by their hashes.
    private var counts: [Int: Int64] = [:]

    init(_ conversion: KeyConversion<Key>) { isCounted = conversion.keepsDigits }

    /// Counts the comparisons for looking up a key.
    ///
    /// - Parameter isNew: Whether the key will be added.
    /// - Throws: An error at the current location if the call has made too many comparisons.
    mutating func count(_ key: Key, isNew: @autoclosure () -> Bool, _ mapper: ObjectMapper) throws {
        guard isCounted else { return }
        let hash = key.hashValue
        let others = counts[hash] ?? 0
        guard mapper.details.comparisons.count(comparisons: others) else {
            throw mapper.tooManyEqual(.dictionary)
        }
        if isNew() { counts[hash] = others + 1 }
    }
}
