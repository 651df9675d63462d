/// The context of archiving: everything that a converter needs in addition to the value.
struct ArchivingContext {
    private(set) var models: any ModelNumbering
    /// How many more levels of containers may be nested.
    ///
    /// Freeing nodes recurses, so the depth is limited when they are made.
    private var remainingDepth = PlistTable.maximumDepth
    /// Counts the hashing and comparing that reading will need to build Sets; nil if nothing is written, or
    /// if the Sets were already counted.
    private var comparisons: EqualityBudget?

    init(_ models: any ModelNumbering, comparisons: EqualityBudget? = nil) {
        self.models = models
        self.comparisons = comparisons
    }

    /// Counts the hashing and comparing that reading needs to build a Set of these members, or a Dictionary with these
    /// keys.
    ///
    /// - Throws: `ModelError` if reading would reject it.
    private func use<Member: Hashable>(members: [Member]) throws {
        guard let comparisons else { return }
        guard comparisons.set(of: members) != nil else { throw ModelError.tooManyEqual(.set, at: []) }
    }

    /// Counts the comparisons that reading needs for a dictionary's keys.
    func count(keyComparisons: Int64) throws {
        guard comparisons?.count(comparisons: keyComparisons) != false else {
            throw ModelError.tooManyEqual(.dictionary, at: [])
        }
    }

    func forElements() throws -> ArchivingContext {
        guard remainingDepth > 0 else { throw ModelError.tooDeepToArchive }
        if StackSpace.current.isLow { throw ModelError.tooDeepForStack }
        var context = self
        context.remainingDepth -= 1
        return context
    }

    /// The members of a set, in the order of `sorted`.
    ///
    /// - Parameter isCounted: False for members that hash and compare in negligible time.
    func members<Member>(
        of set: Set<Member>, isCounted: Bool = true,
        _ archived: (Member, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let members = Array(set)
        if isCounted { try use(members: members) }
        return .array(try forElements().sorted(members, archived).map { $0.node })
    }

    /// The keys and values, alternating and in the order of the keys, of a dictionary whose keys are not text.
    func pairs<Key, Value>(
        of dictionary: [Key: Value], key: (Key, ArchivingContext) throws -> ArchiveNode,
        value: (Value, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let context = try forElements()
        try use(members: Array(dictionary.keys))
        // No key is looked up: a NaN would not be found, and a model that is a key may have changed since it was
        // inserted.
        let entries = try context.sorted(Array(dictionary)) { try key($0.key, $1) }
        return .array(try entries.flatMap { [$0.node, try value($0.member.value, context)] })
    }

    /// The entries of a dictionary, in the order of the keys, because models are numbered in the order they are
    /// reached.
    func dictionary<Value>(
        _ members: [String: Value], _ archived: (String, Value, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let context = try forElements()
        var entries: [ArchiveNode.Entry] = []
        entries.reserveCapacity(members.count)
        for key in members.keys.sortedByScalars() {
            guard let value = members[key] else { continue }
            entries.append(.init(key, try archived(key, value, context)))
        }
        return .dictionary(entries)
    }

    /// A set's members with their nodes, in an order that depends only on their values.
    ///
    /// Models must be ordered before they are numbered, so they are ordered by their contents: first by their
    /// own values, then by those of the models that they refer to, and so on for a limited number of steps.
    /// (Models that are equal up to that limit keep the order of the set, which differs between processes.)
    private func sorted<Member>(
        _ members: [Member], _ archived: (Member, ArchivingContext) throws -> ArchiveNode
    ) throws -> [(node: ArchiveNode, member: Member)] {
        func keyed(_ context: ArchivingContext) throws -> [(node: ArchiveNode, member: Member)] {
            let nodes = try members.map { try archived($0, context) }
            // Sorting pairs, whose type is not known at compile time, takes ten times as long as sorting indices.
            return nodes.indices.sorted { nodes[$0] < nodes[$1] }.map { (nodes[$0], members[$0]) }
        }
        // Its nodes are only compared: members of nested sets are ordered by them directly.
        if models is ModelFingerprint { return try keyed(self) }
        var steps = 0
        // Only the first pass counts the comparisons of its members.
        var counted = self
        counted.comparisons = nil
        while true {
            let fingerprint = ModelFingerprint(known: models, steps: steps)
            var context = steps == 0 ? self : counted
            context.models = fingerprint
            let keyed = try keyed(context)
            if !fingerprint.metUnknownModel { return keyed }
            let hasTies = zip(keyed, keyed.dropFirst()).contains { $0.node == $1.node }
            if !hasTies || steps == Self.maximumSteps {
                return try keyed.map { (try archived($0.member, counted), $0.member) }
            }
            steps = min(max(1, steps * 2), Self.maximumSteps)
        }
    }

    /// Limited, because each step takes several frames of recursion.
    private static let maximumSteps = 16
}

/// Provides the node that represents a model in a value that holds it.
protocol ModelNumbering: AnyObject {
    func node(for model: ModelObject) throws -> ArchiveNode
    /// The node that replaces an object of another class; nil if the object's own encoding is used.
    func node(forObject value: Any) -> ArchiveNode?
    /// The number of a model that already has one.
    func knownNumber(of model: ModelObject) -> Int?
}

extension ModelNumbering {
    func node(forObject value: Any) -> ArchiveNode? { nil }
    func knownNumber(of model: ModelObject) -> Int? { nil }
}
