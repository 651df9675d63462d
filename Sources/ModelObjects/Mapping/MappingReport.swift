/// What became of a payload: which keys matched what, which did not, what was converted, what went wrong.
public struct MappingReport: Sendable {
    /// A key that no property wants, or that two want alike.
    public struct UnmatchedKey: Hashable, Sendable {
        /// Where the key is: `$.user.nmae`.
        public let path: String
        /// The property that was probably meant, where one is near.
        public let nearest: String?
    }

    /// A value that was converted from another kind.
    public struct Conversion: Hashable, Sendable {
        /// Where the value is.
        public let path: String
        /// The kind that was found: `string`.
        public let from: String
        /// The type that it became: `Int`.
        public let to: String
    }

    /// The keys that filled a property of the outermost object, in the order of its properties.
    public internal(set) var matched: [(key: String, property: String, rank: MatchRank)] = []
    /// The keys that filled nothing, those of nested models too, in the payload's order.
    public internal(set) var unmatchedKeys: [UnmatchedKey] = []
    /// The properties of the outermost object that no key fed, in the order of their declaration.
    public internal(set) var unfilled: [String] = []
    /// The stored properties of the outermost object's class that take no part, each with the reason.
    public internal(set) var unmappable: [(property: String, reason: String)] = []
    /// The values that were converted from another kind.
    public internal(set) var conversions: [Conversion] = []
    /// What was tolerated, in the payload's order: the first 100.
    public internal(set) var problems: [MappingProblem] = []
    /// How many more problems there were than `problems` holds.
    public internal(set) var omittedProblems = 0
    /// Why there is no object, where there is none.
    public internal(set) var error: (any Error)?
}

/// Collects a report while a payload is mapped.
final class ReportBuilder {
    var matched: [(key: String, property: String, rank: MatchRank)] = []
    var unmatched: [(location: PayloadLocation, nearest: String?, rivals: [String])] = []
    var conversions: [(location: PayloadLocation, from: String, to: String)] = []
    /// The outermost object is the last to be finished.
    private var lastFilled: (schema: ModelSchema, progress: FillProgress)?
    /// The report, when the call is over.
    var finished: MappingReport?
    private var names: [ObjectIdentifier: NameDistance] = [:]
    private var pending: [[(key: String, property: String, rank: MatchRank)]] = []

    func noteMatch(key: String, property: String, _ rank: MatchRank) {
        pending.isEmpty ? () : pending[pending.count - 1].append((key, property, rank))
    }

    /// A key that no property of a class wants.
    func noteUnmatched(_ key: String, _ schema: ModelSchema, rivals: [String], at location: PayloadLocation) {
        let names = self.names[ObjectIdentifier(schema)] ?? NameDistance(among: schema.properties.map(\.name))
        self.names[ObjectIdentifier(schema)] = names
        unmatched.append((location, names.nearest(to: key), rivals))
    }

    /// An object's keys are about to be matched.
    func begin() { pending.append([]) }

    /// An object was refused while its keys were matched.
    func abandon() { pending.removeLast() }

    /// An object's keys were all matched.
    func noteFilled(_ object: ModelObject, _ schema: ModelSchema, _ progress: FillProgress) {
        lastFilled = (schema, progress)
        matched = pending.popLast() ?? []
    }

    func report(paths: (PayloadLocation) -> [PathComponent]) -> MappingReport {
        var report = MappingReport()
        if let (schema, progress) = lastFilled {
            var order: [String: Int] = [:]
            for (index, property) in schema.properties.enumerated() { order[property.name] = index }
            report.matched = matched.sorted { order[$0.property] ?? 0 < order[$1.property] ?? 0 }
            report.unfilled = schema.properties.indices.filter { !progress.seen.contains($0) }
                .map { schema.properties[$0].name }
            report.unmappable = schema.unmappable.map { ($0.name, $0.reason) }
        }
        report.unmatchedKeys = unmatched.map { .init(path: paths($0.location).path, nearest: $0.nearest) }
        report.conversions = conversions.map {
            .init(path: paths($0.location).path, from: $0.from, to: $0.to)
        }
        return report
    }
}
