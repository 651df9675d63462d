/// What a converter has to know beside the value when it archives.
struct ArchivingContext {
    let models: any ModelNumbering
    /// How many more containers may stand within each other.
    ///
    /// Freeing nodes recurses, so the depth is limited while they are made.
    private var remainingDepth = ArchivePlist.maximumDepth
    /// What reading will have to look into; nil where nothing is written.
    private let texts: TextBudget?

    init(_ models: any ModelNumbering, texts: TextBudget? = nil) {
        self.models = models
        self.texts = texts
    }

    /// Counts a text that reading will hash.
    func use(_ text: String) { texts?.use(text) }

    /// Counts all texts of a value that reading will hash.
    func use(_ node: ArchiveNode) { texts?.use(node) }

    /// Counts all texts of a URL that reading will make with its base.
    func useForParsing(_ node: ArchiveNode) { texts?.useForParsing(node) }

    /// The context for the elements of a container.
    func forElements() throws -> ArchivingContext {
        guard remainingDepth > 0 else { throw ModelError.tooDeepToArchive }
        var context = self
        context.remainingDepth -= 1
        return context
    }

    /// A set's members with their nodes, in an order that depends on nothing but their values.
    ///
    /// Models have to be in order before they are numbered, so they are ordered by what they hold: their own
    /// values first, and where these do not tell them apart, those of the models that they refer to, then of
    /// those that these refer to, some steps far. (Models alike up to there come in the order of the set,
    /// which differs from one process to the next.)
    func sorted<Member>(
        _ members: [Member], _ archived: (Member, ArchivingContext) throws -> ArchiveNode
    ) throws -> [(node: ArchiveNode, member: Member)] {
        var steps = 0
        while true {
            let outline = models as? ModelOutline ?? ModelOutline(known: models, steps: steps)
            let context = ArchivingContext(outline, remainingDepth: remainingDepth, texts: texts)
            var keyed = try members.map { (node: try archived($0, context), member: $0) }
            keyed.sort { ArchiveNode.precedes($0.node, $1.node) }
            if outline === models || !outline.metUnknownModel { return keyed }
            let hasTies = zip(keyed, keyed.dropFirst()).contains { $0.node == $1.node }
            if !hasTies || steps == Self.mostSteps {
                return try keyed.map { (try archived($0.member, self), $0.member) }
            }
            steps = min(max(1, steps * 2), Self.mostSteps)
        }
    }

    /// Each step is some frames of recursion.
    private static let mostSteps = 16

    private init(_ models: any ModelNumbering, remainingDepth: Int, texts: TextBudget?) {
        self.models = models
        self.texts = texts
        self.remainingDepth = remainingDepth
    }
}

/// Says what stands for a model in the node of a value that holds it.
protocol ModelNumbering: AnyObject {
    func node(for model: ModelObject) throws -> ArchiveNode
    /// The number of a model that has one already.
    func knownNumber(of model: ModelObject) -> Int?
}
