/// Collects a report while a payload is mapped.
///
/// What costs time (paths, suggestions, ranks) is left for later: a report is asked for in debug builds on
/// every call, and read on few.
final class ReportBuilder {
    /// A key that filled nothing.
    struct UnmatchedKey {
        let location: PayloadLocation
        let key: String
        let schema: ModelSchema
    }

    /// A value that was converted.
    struct Conversion {
        let location: PayloadLocation
        let from: String
        let to: String
    }

    private(set) var unmatched: [UnmatchedKey] = []
    private(set) var conversions: [Conversion] = []
    /// Keys that gave way to others: no problems to an error, which knows nothing of them.
    private(set) var passedOver: [ProblemRecord] = []
    /// The report, when the call is over.
    var finished: MappingReport?

    /// How many objects are being filled, one in another.
    private var depth = 0
    private var first: [MatchedObject.Match] = []
    private var settled: [MatchedObject.Match] = []
    private var outermost: MatchedObject?

    /// An object's keys are about to be matched.
    ///
    /// - Returns: Whether its matches are to be noted: whether it is the outermost one.
    func begin() -> Bool {
        depth += 1
        return depth == 1
    }

    /// An object was refused while its keys were matched.
    func abandon() { depth -= 1 }

    /// An object's keys were all matched.
    func noteFilled(
        _ schema: ModelSchema, _ keyMatching: MappingOptions.KeyMatching, _ progress: FillProgress
    ) {
        depth -= 1
        guard depth == 0 else { return }
        outermost = MatchedObject(
            schema: schema, keyMatching: keyMatching, seen: progress.seen, first: first, settled: settled)
    }

    /// A key of the outermost object is the first for a property.
    func noteFirst(key: String, property: Int) {
        if first.isEmpty { first.reserveCapacity(32) }
        first.append(MatchedObject.Match(property: property, key: key, rank: nil))
    }

    /// A key won a property that several, or a path, wanted to feed.
    func noteSettled(key: @autoclosure () -> String, property: Int, _ rank: MatchRank) {
        if depth == 1 { settled.append(MatchedObject.Match(property: property, key: key(), rank: rank)) }
    }

    func noteUnmatched(_ key: UnmatchedKey) { unmatched.append(key) }

    /// How much is told of values, which may have to be taken back.
    var noteCount: Int { unmatched.count + conversions.count + passedOver.count }

    /// Takes back what was told of a value that does not count after all.
    func forget(where isForgotten: (PayloadLocation) -> Bool) {
        unmatched.removeAll { isForgotten($0.location) }
        conversions.removeAll { isForgotten($0.location) }
        passedOver.removeAll { isForgotten($0.location) }
    }

    func noteConversion(_ conversion: Conversion) { conversions.append(conversion) }

    func notePassedOver(_ key: ProblemRecord) { passedOver.append(key) }

    /// The report, but for its problems.
    func report(_ places: PayloadPlaces) -> MappingReport {
        var report = MappingReport()
        report.outermost = outermost
        report.unmatchedKeys = places.sorted(unmatched, by: \.location).map { entry in
            .init(
                path: places.path(of: entry.location).path,
                suggestion: entry.schema.suggestions.nearest(to: entry.key))
        }
        report.conversions = places.sorted(conversions, by: \.location).map {
            .init(path: places.path(of: $0.location).path, from: $0.from, to: $0.to)
        }
        return report
    }
}
