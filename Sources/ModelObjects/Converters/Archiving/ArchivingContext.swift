/// What a converter has to know beside the value when it archives.
struct ArchivingContext {
    private(set) var models: any ModelNumbering
    /// How many more containers may stand within each other.
    ///
    /// Freeing nodes recurses, so the depth is limited while they are made.
    private var remainingDepth = PlistTable.maximumDepth
    /// What the Sets that reading will build hash and compare; nil where nothing is written, and where it was counted.
    private var comparisons: EqualityBudget?

    init(_ models: any ModelNumbering, comparisons: EqualityBudget? = nil) {
        self.models = models
        self.comparisons = comparisons
    }

    /// Counts what reading hashes and compares to build a Set of these, or a Dictionary of which they are the keys.
    ///
    /// - Throws: `ModelError` where reading would refuse it.
    private func use<Member: Hashable>(members: [Member]) throws {
        guard let comparisons else { return }
        guard comparisons.set(of: members) != nil else { throw ModelError.tooManyAlike(at: []) }
    }

    /// The context for the elements of a container.
    func forElements() throws -> ArchivingContext {
        guard remainingDepth > 0 else { throw ModelError.tooDeepToArchive }
        if StackSpace.current.isLow { throw ModelError.tooDeepForStack }
        var context = self
        context.remainingDepth -= 1
        return context
    }

    /// The members of a set, in the order of `sorted`.
    ///
    /// - Parameter isCounted: False for members that hash and compare in no time.
    func members<Member>(
        of set: Set<Member>, isCounted: Bool = true,
        _ archived: (Member, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let members = Array(set)
        if isCounted { try use(members: members) }
        return .array(try forElements().sorted(members, archived).map(\.node))
    }

    /// The keys and values of a dictionary whose keys are not text, in turns, in the order of the keys.
    func pairs<Key, Value>(
        of dictionary: [Key: Value], key: (Key, ArchivingContext) throws -> ArchiveNode,
        value: (Value, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let context = try forElements()
        try use(members: Array(dictionary.keys))
        // None is looked up: NaN is not found again, and a model that is a key may have changed since.
        let entries = try context.sorted(Array(dictionary)) { try key($0.key, $1) }
        return .array(try entries.flatMap { [$0.node, try value($0.member.value, context)] })
    }

    /// The entries of a dictionary, in the order of the keys: models are numbered as they are met.
    func dictionary<Value>(
        _ entries: some Sequence<(key: String, value: Value)>,
        _ archived: (String, Value, ArchivingContext) throws -> ArchiveNode
    ) throws -> ArchiveNode {
        let context = try forElements()
        return .dictionary(
            try entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { ArchiveNode.Entry($0.key, try archived($0.key, $0.value, context)) })
    }

    /// A set's members with their nodes, in an order that depends on nothing but their values.
    ///
    /// Models have to be in order before they are numbered, so they are ordered by what they hold: their own
    /// values first, and where these do not tell them apart, those of the models that they refer to, then of
    /// those that these refer to, some steps far. (Models alike up to there come in the order of the set,
    /// which differs from one process to the next.)
    private func sorted<Member>(
        _ members: [Member], _ archived: (Member, ArchivingContext) throws -> ArchiveNode
    ) throws -> [(node: ArchiveNode, member: Member)] {
        func keyed(_ context: ArchivingContext) throws -> [(node: ArchiveNode, member: Member)] {
            try members.map { (node: try archived($0, context), member: $0) }
                .sorted { $0.node < $1.node }
        }
        if models.isFingerprint { return try keyed(self) }
        var steps = 0
        // The first pass counts what its members compare.
        var counted = self
        counted.comparisons = nil
        while true {
            let fingerprint = ModelFingerprint(known: models, steps: steps)
            var context = steps == 0 ? self : counted
            context.models = fingerprint
            let keyed = try keyed(context)
            if !fingerprint.metUnknownModel { return keyed }
            let hasTies = zip(keyed, keyed.dropFirst()).contains { $0.node == $1.node }
            if !hasTies || steps == Self.mostSteps {
                return try keyed.map { (try archived($0.member, counted), $0.member) }
            }
            steps = min(max(1, steps * 2), Self.mostSteps)
        }
    }

    /// Each step is some frames of recursion.
    private static let mostSteps = 16
}

/// Says what stands for a model in the node of a value that holds it.
protocol ModelNumbering: AnyObject {
    func node(for model: ModelObject) throws -> ArchiveNode
    /// The node that replaces an object of another class; nil if the object's own encoding is used.
    func node(forObject value: Any) -> ArchiveNode?
    /// The number of a model that has one already.
    func knownNumber(of model: ModelObject) -> Int?
    /// The nodes are for comparing only: the members of a set within are ordered by them as they are.
    var isFingerprint: Bool { get }
}

extension ModelNumbering {
    func node(forObject value: Any) -> ArchiveNode? { nil }
    func knownNumber(of model: ModelObject) -> Int? { nil }
    var isFingerprint: Bool { false }
}
