/// Collects a report while a payload is mapped.
///
/// Expensive steps (paths, suggestions) are deferred: debug builds request a report for every call, and few of the
/// reports are read.
final class ReportBuilder {
    /// The report, after the call has finished.
    var finished: MappingReport?

    /// The number of nested objects that are being filled.
    private var depth = 0
    private var matches: [MatchedObject.Match] = []
    private var outermost: MatchedObject?

    /// Called before an object's keys are matched.
    func begin() { depth += 1 }

    /// Called when an object is refused while its keys are matched.
    func abandon() { depth -= 1 }

    /// Called after all of an object's keys are matched.
    func recordFilled(_ schema: ModelSchema, _ progress: FillProgress) {
        depth -= 1
        if depth == 0 { outermost = MatchedObject(schema: schema, seen: progress.seen, matches: matches) }
    }

    /// Whether the object whose keys are being matched is the outermost one.
    var isOutermost: Bool { depth == 1 }

    /// Records that a key's value counts for a property.
    func recordMatch(key: @autoclosure () -> String, property: Int, _ rank: MatchRank) {
        if isOutermost { matches.append(MatchedObject.Match(property: property, key: key(), rank: rank)) }
    }

    /// The report without its problems.
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
