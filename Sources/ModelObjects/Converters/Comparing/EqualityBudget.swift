/// How much work the Sets of models that one call builds may take, in values compared.
///
/// A Set finds equal members by their hashes, and `ModelHasher` looks only at the first values of a model. Of
/// models that are alike there and differ behind it, each is compared with all others: 4,000 of them, in half
/// a megabyte, took 20 s. So the library builds Sets in `build`, where `==` counts what it compares. Once
/// there was more than the members warrant, the Set is given up and the call throws.
///
/// What is compared after that counts as different, unless it is one object: a Set that found as equal what
/// it did not a moment ago could end the process ("Duplicate elements").
///
/// One budget serves a whole call, so that many small Sets cannot take what one large cannot. Writing an
/// archive grants three quarters of what reading does: what was written is read again, though the order in
/// which members are compared differs.
///
/// The unit is one plain value. What takes longer counts more: a pair of models that hold models 16 times, a
/// value by reflection 64 times, a long text once more for each 256 bytes. Hashing counts too, where it is much:
/// many Sets may hold one model with a long text.
final class EqualityBudget {
    /// What a call may compare whatever it holds, so that no small Set is refused, nor one of few large
    /// members.
    static let base: Int64 = 4_000_000
    /// What each member adds: an honest one is compared with a few that its place in the Set's table is near
    /// to, and, where it was given before, with its equal, to the last value.
    static let perMember: Int64 = 128

    private static let slot = ThreadSlot<EqualityBudget>()

    /// The budget of the Set that this thread is building.
    static var current: EqualityBudget? { slot.current }

    /// What may still be compared; below zero, there was too much.
    private(set) var remaining: Int64
    private let perMember: Int64

    /// - Parameter quarters: How much of all that a call may compare.
    init(quarters: Int64 = 4) {
        remaining = Self.base / 4 * quarters
        perMember = Self.perMember / 4 * quarters
    }

    var isOverrun: Bool { remaining < 0 }

    /// Runs a step that hashes members into a Set or a Dictionary.
    ///
    /// - Returns: Nil where they took too much: what was built is not what it should be.
    func build<Result>(members: Int, _ body: () throws -> Result) rethrows -> Result? {
        if !isOverrun { remaining += perMember * Int64(members) }
        let result = try Self.slot.withValue(self, body)
        return isOverrun ? nil : result
    }

    /// A Set of these.
    ///
    /// - Returns: Nil as of `build`.
    func set<Member>(of members: [Member]) -> Set<Member>? {
        build(members: members.count) {
            var set = Set<Member>(minimumCapacity: members.count)
            for member in members where !isOverrun { set.insert(member) }
            return set
        }
    }

    /// Counts the texts that a model's hash looked at.
    ///
    /// A byte takes about a nanosecond, as 64 of them count one value.
    func count(hashedBytes: Int) {
        if !isOverrun { remaining -= Int64(hashedBytes >> 6) }
    }

    /// Whether two models are equal: no, once there was too much.
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
    static let alikeExpected = "a Set whose models differ early"
    static let alikeFound = "too many that are alike in their first values"
    static let alike = Headline("The Set", ending: " has too many models whose first values are equal")

    static func tooManyAlike(at path: [PathComponent]) -> ModelError {
        ModelError(.limitExceeded, at: path, alike, expected: alikeExpected, found: alikeFound)
    }
}
