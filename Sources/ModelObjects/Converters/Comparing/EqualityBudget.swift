/// Limits the work that one call may spend on building Sets, in values compared.
///
/// A Set finds equal members by their hashes, and `ModelHasher` looks only at the first values of a model. Models that
/// have the same first values and differ later are each compared with all others: 4,000 of them, in half a megabyte,
/// took 20 s. So the library builds Sets in `build`, where `==` counts the values that it compares. If they exceed what
/// the number of members justifies, the Set is discarded and the call throws.
///
/// From then on, models are equal only if they are the same object. The Set must not find members equal that
/// it found different before: the process could trap ("Duplicate elements").
///
/// One budget applies to a whole call, so that many small Sets are limited like one large Set. Writing an
/// archive has three quarters of the budget of reading, because every written archive must be readable,
/// although the order in which members are compared differs.
///
/// The unit is one plain value. Slower comparisons count more: a pair of models that hold models 16 times, a value
/// compared by reflection 64 times, a long text once more for each 256 bytes. Hashing also counts if it is substantial:
/// many Sets may hold one model with a long text. For members that aren't models, `HashCollisions` counts the
/// comparisons, and for the keys of a mapped dictionary, whose number isn't known before, `KeyCollisions` does.
final class EqualityBudget {
    /// The budget of every call, so that neither a small Set nor a Set of a few large members is rejected.
    static let base: Int64 = 4_000_000
    /// The additional budget for each member.
    ///
    /// A typical member is compared with a few members near its place in the Set's table and, if it is a
    /// duplicate, completely with the equal member.
    static let perMember: Int64 = 128

    private static let slot = ThreadSlot<EqualityBudget>()

    /// The budget of the Set that this thread is building.
    static var current: EqualityBudget? { slot.current }

    /// How many values may still be compared; negative if the budget is exceeded.
    private(set) var remaining: Int64
    private let perMember: Int64

    /// - Parameter share: The part of the full budget that the call may use, from 0 to 1.
    init(share: Double = 1) {
        remaining = Int64(Double(Self.base) * share)
        perMember = Int64(Double(Self.perMember) * share)
    }

    var isOverrun: Bool { remaining < 0 }

    /// Runs a closure that hashes members into a Set or a Dictionary.
    ///
    /// - Returns: Nil if the budget was exceeded: the result is not valid then.
    func build<Result>(members: Int, _ body: () throws -> Result) rethrows -> Result? {
        if !isOverrun { remaining += perMember * Int64(members) }
        let result = try Self.slot.withValue(self, body)
        return isOverrun ? nil : result
    }

    /// A Set of these members.
    ///
    /// - Returns: Nil if the budget was exceeded, as for `build`.
    func set<Member>(of members: [Member]) -> Set<Member>? {
        build(members: members.count) {
            var set = Set<Member>(minimumCapacity: members.count)
            var collisions = HashCollisions<Member>(capacity: members.count)
            for member in members where !isOverrun {
                remaining -= collisions.insert(member) { set.insert($0).inserted }
            }
            return set
        }
    }

    /// A Dictionary of these pairs; of several with one key, the last.
    ///
    /// - Returns: Nil if the budget was exceeded, as for `build`.
    func dictionary<Key, Value>(of pairs: [(key: Key, value: Value)]) -> [Key: Value]? {
        build(members: pairs.count) {
            var dictionary = [Key: Value](minimumCapacity: pairs.count)
            var collisions = HashCollisions<Key>(capacity: pairs.count)
            for (key, value) in pairs where !isOverrun {
                remaining -= collisions.insert(key) { dictionary.updateValue(value, forKey: $0) == nil }
            }
            return dictionary
        }
    }

    /// Counts comparisons outside of `build`; false once the budget is exceeded.
    func count(comparisons: Int64) -> Bool {
        remaining -= comparisons
        return !isOverrun
    }

    /// Counts the bytes of text that a model's hash covered, if this thread is building a Set and they are many.
    ///
    /// A byte takes about a nanosecond; 64 bytes count as one value. Few bytes don't count, because finding the budget of
    /// the thread takes longer than hashing them.
    static func count(hashedBytes: Int) {
        if hashedBytes > 1024 { current?.remaining -= Int64(hashedBytes >> 6) }
    }

    /// Whether two models are equal; false once the budget is exceeded.
    @inline(never)
    func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        guard left !== right else { return true }
        guard !isOverrun else { return false }
        var comparison = ModelComparison(limit: remaining)
        let areEqual = comparison.decide { $0.isEqual(model: left, right) }
        remaining = comparison.remaining
        return areEqual
    }
}

extension ModelError {
    /// The kinds of containers that find equal values by their hashes.
    enum HashedContainer {
        case set, dictionary
    }

    static func tooManyEqual(_ container: HashedContainer, at path: [PathComponent]) -> ModelError {
        let (name, similar) =
            switch container {
            case .set: ("Set", "members whose first values are equal")
            case .dictionary: ("dictionary", "keys whose first digits are equal")
            }
        return ModelError(
            .limitExceeded, at: path, Headline("The \(name)", ending: " has too many \(similar)"),
            expected: "a \(name) without many \(similar)", found: "too many \(similar)")
    }
}
