/// What a mapping keeps where something out of the ordinary happens.
final class MappingDetails {
    var location = PayloadLocation()
    var problems: [ProblemRecord] = []
    var omittedProblems = 0
    /// The last of the problems in the payload's order, once there are as many as are kept.
    var lastKept: Int?
    /// Among the omitted problems is one that the options reject.
    var omitsRejection = false
    var snapshots: [ObjectSnapshot] = []
    lazy var comparisons = ComparisonMeter()
    var resolved: [(schema: ModelSchema, around: ResolvedOptions, options: ResolvedOptions)] = []

    /// Counts one problem more than are kept: the last of all in the payload's order.
    ///
    /// Problems come in another order where a property's value was settled behind the last key, or from a
    /// dictionary, which has none.
    func omit(_ problem: ProblemRecord) {
        let last = lastKept ?? problems.indices.max { problems[$0].location.precedes(problems[$1].location) }
        lastKept = last
        var omitted = problem
        if let last, problem.location.precedes(problems[last].location) {
            omitted = problems[last]
            problems[last] = problem
            lastKept = nil
        }
        omittedProblems += 1
        if omitted.rejects { omitsRejection = true }
    }
}
