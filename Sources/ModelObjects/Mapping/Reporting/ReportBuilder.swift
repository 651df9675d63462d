/// Collects a report while a payload is mapped.
///
/// Expensive steps (paths, hints) are deferred: most reports of sampled calls have no finding, and are never
/// read.
final class ReportBuilder {
    /// The report, which has no findings until the call has finished.
    var report: MappingReport
    /// Called with the report of a sampled call, after the call has finished.
    let deliver: ((MappingReport) -> Void)?
    /// The maximum number of problems in the report.
    let problemLimit: Int

    /// The number of nested objects that are being filled.
    private(set) var depth = 0
    private var matches: [MatchedObject.Match] = []
    /// The properties that were filled in objects inside the outermost one, by class.
    private var filledInside: [ObjectIdentifier: PropertySet] = [:]

    /// - Parameter type: The class or type of the call.
    init(
        _ type: any Any.Type, problemLimit: Int = ProblemRecord.limit,
        deliver: ((MappingReport) -> Void)? = nil
    ) {
        report = MappingReport(type: type)
        report.paths.root.modelClass = type as? ModelObject.Type
        self.problemLimit = problemLimit
        self.deliver = deliver
    }

    /// Called before a payload that isn't a single object is mapped, so that no object is the outermost one.
    ///
    /// Does nothing inside such a payload.
    func beginContainer(_ content: TypeContent) {
        guard depth == 0 else { return }
        beginObject()
        report.paths.root = content
    }

    /// Called for a value that a decoder maps inside a Codable type.
    func addPart(_ content: TypeContent, at path: [PathComponent]) {
        report.paths.parts[path.general] = content
    }

    /// Called before an object's keys are matched.
    func beginObject() { depth += 1 }

    /// Called instead of `endObject` for an object that the report doesn't describe.
    func abandonObject() { depth -= 1 }

    /// Called instead of `endObject` for all objects inside a value that could not be read.
    func abandonObjects(to depth: Int) { self.depth = depth }

    /// Called after all of an object's keys are matched.
    func endObject(_ schema: ModelSchema, filled: PropertySet) {
        depth -= 1
        let schemaID = ObjectIdentifier(schema)
        if depth > 0 { return filledInside[schemaID, default: PropertySet()].formUnion(filled) }
        report.outermost = MatchedObject(
            schema: schema, matches: matches, filledInside: filledInside[schemaID] ?? PropertySet())
    }

    /// Whether the object whose keys are being matched is the outermost one.
    var isOutermost: Bool { depth == 1 }

    /// Records the key whose value is used for a property.
    ///
    /// - Parameter path: The key, or the steps of a path.
    func recordMatch(_ path: [PathComponent], property: Int, _ rank: MatchRank) {
        if isOutermost { matches.append(MatchedObject.Match(property: property, path: path, rank: rank)) }
    }

    /// Adds the keys without a property and the conversions to the report, in the payload's order.
    func add(_ findings: [MappingNotes.Finding], _ locations: SourceLocations) {
        var hints = KeyHints()
        for finding in locations.sorted(findings, by: \.location) {
            let place = locations.place(of: finding.location)
            switch finding.kind {
            case .unmatchedKey(let key, let schema):
                report.unmatchedKeys.append(.init(hint: hints.hint(for: key, schema), place: place))
            case .conversion(let from, let to):
                report.conversions.append(.init(from: from, to: to, place: place))
            case .ignoredKey: break
            }
        }
    }
}

extension MappingReport {
    /// Runs a call that fills a report.
    ///
    /// - Parameter type: The class or type of the call.
    /// - Returns: The result, or nil if the call throws: the report then has the error.
    static func inspecting<Result>(
        _ type: any Any.Type, problemLimit: Int = ProblemRecord.limit,
        _ call: (ReportBuilder) throws -> Result
    ) -> (result: Result?, report: MappingReport) {
        let builder = ReportBuilder(type, problemLimit: problemLimit)
        do {
            return (try call(builder), builder.report)
        } catch {
            builder.report.error = error
            return (nil, builder.report)
        }
    }
}

/// The hints for the unknown keys of one report.
///
/// Payloads repeat the same unknown keys, so each hint is found once. Finding one takes time in proportion to the number of
/// properties, so only the first keys get one: thousands of different unknown keys are not misspelled names.
private struct KeyHints {
    private struct UnknownKey: Hashable {
        let text: ExactText
        let schema: ObjectIdentifier
    }

    private static let limit = 1_000
    private var known: [UnknownKey: KeyHint?] = [:]

    mutating func hint(for key: String, _ schema: ModelSchema) -> KeyHint? {
        let unknown = UnknownKey(text: ExactText(key), schema: ObjectIdentifier(schema))
        if let hint = known[unknown] { return hint }
        if known.count == Self.limit { return nil }
        let hint = schema.hint(for: key)
        known[unknown] = .some(hint)
        return hint
    }
}
