/// Collects a report while a payload is mapped.
///
/// What costs time (paths, suggestions) is left for later: a report is asked for in debug builds on every call,
/// and read on few.
final class ReportBuilder {
    /// The report, when the call is over.
    var finished: MappingReport?

    /// How many objects are being filled, one in another.
    private var depth = 0
    private var matches: [MatchedObject.Match] = []
    private var outermost: MatchedObject?

    /// An object's keys are about to be matched.
    func begin() { depth += 1 }

    /// An object was refused while its keys were matched.
    func abandon() { depth -= 1 }

    /// An object's keys were all matched.
    func recordFilled(_ schema: ModelSchema, _ progress: FillProgress) {
        depth -= 1
        if depth == 0 { outermost = MatchedObject(schema: schema, seen: progress.seen, matches: matches) }
    }

    /// The object whose keys are being matched is not inside another one.
    var isOutermost: Bool { depth == 1 }

    /// A key's value counts for a property.
    func recordMatch(key: @autoclosure () -> String, property: Int, _ rank: MatchRank) {
        if isOutermost { matches.append(MatchedObject.Match(property: property, key: key(), rank: rank)) }
    }

    /// The report, but for its problems.
    func report(_ notes: MappingNotes, _ places: SourceLocations) -> MappingReport {
        var report = MappingReport()
        report.outermost = outermost
        let unmatched = places.sorted(notes.unmatched, by: \.location)
        report.unmatchedKeys = zip(unmatched, places.places(of: unmatched.map(\.location))).map {
            entry, place in
            .init(
                path: place.path.path, suggestion: entry.schema.suggestions.nearest(to: entry.key),
                place: place)
        }
        let conversions = places.sorted(notes.conversions, by: \.location)
        report.conversions = zip(conversions, places.places(of: conversions.map(\.location))).map {
            entry, place in
            .init(path: place.path.path, from: entry.from, to: entry.to, place: place)
        }
        return report
    }
}
