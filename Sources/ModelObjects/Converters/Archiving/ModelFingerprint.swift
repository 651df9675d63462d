/// Replaces a model with a digest of its content, to compare models that have no numbers yet.
///
/// The digest covers the model's own values, and the models that it refers to within a given number of steps.
final class ModelFingerprint: ModelNumbering {
    private let known: any ModelNumbering
    private let steps: Int
    private var digests: [ObjectIdentifier: UInt64] = [:]
    private lazy var next = ModelFingerprint(known: known, steps: steps - 1)
    /// Whether a model had no number: the nodes are then usable only for comparing.
    private(set) var metUnknownModel = false

    init(known: any ModelNumbering, steps: Int) {
        self.known = known
        self.steps = steps
    }

    func node(for model: ModelObject) throws -> ArchiveNode {
        // The last step: all models have the same node.
        if steps < 0 { return .unsigned(0) }
        if let number = known.knownNumber(of: model) { return .reference(number) }
        metUnknownModel = true
        if let digest = digests[ObjectIdentifier(model)] { return .unsigned(digest) }
        let digest = try digest(of: model)
        digests[ObjectIdentifier(model)] = digest
        return .unsigned(digest)
    }

    private func digest(of model: ModelObject) throws -> UInt64 {
        if StackSpace.current.isLow { throw ModelError.tooDeepForStack }
        let schema = ModelSchema.of(type(of: model))
        let context = ArchivingContext(next)
        var row: [ArchiveNode] = [.string(type(of: model).archiveName)]
        for property in schema.properties where property.rule.isArchived {
            row.append(try property.accessor.archived(PropertyStorage(model), context))
        }
        withExtendedLifetime(model) {}
        do throws(PlistFailure) {
            var writer = PlistWriter()
            return try writer.add(.array(row), depth: ArchiveLayout.valueDepth - 1).digest
        } catch {
            throw ModelError.notArchived(error)
        }
    }
}
