/// The problems of a call, in the order in which they were recorded.
///
/// Of the problems of one value, the list keeps at most a given number: those with the highest weights, and among equal
/// weights the first in the payload. It counts the others.
struct ProblemList {
    /// The kept problems, each with the number of those that were omitted after it.
    private var entries: [(problem: ProblemRecord, omitted: Int)] = []
    /// The index of the current value's first problem.
    var start = 0 {
        didSet { last = nil }
    }

    /// The index of the kept problem that is omitted next, once the limit is reached.
    private var last: Int?

    var count: Int { entries.count }
    var kept: [ProblemRecord] { entries.map(\.problem) }
    var omittedCount: Int { entries.reduce(0) { $0 + $1.omitted } }
    /// Whether the options reject one of the problems. (Such a problem is omitted only if others of its value are kept.)
    var isRejected: Bool { entries.contains(where: \.problem.rejects) }

    /// Adds a problem of the current value.
    ///
    /// If the value has reached the limit, this omits one of its problems. Problems are not added in the payload's order
    /// if keys compete, or if the payload is a dictionary, which has no order.
    ///
    /// - Parameter omitted: The number of problems that were omitted after it.
    mutating func append(_ problem: ProblemRecord, omitted: Int = 0, limit: Int) {
        if entries.count - start < limit { return entries.append((problem, omitted)) }
        entries[entries.count - 1].omitted += omitted + 1
        let last =
            last
            ?? entries.indices[start...].reversed().max { entries[$0].problem.precedes(entries[$1].problem) }
        self.last = last
        if let last, problem.precedes(entries[last].problem) {
            entries[last].problem = problem
            self.last = nil
        }
    }

    /// - Parameter limit: The maximum number of problems to keep of the current value.
    mutating func append(_ other: ProblemList, limit: Int) {
        for (problem, omitted) in other.entries { append(problem, omitted: omitted, limit: limit) }
    }

    /// The same problems at other locations, or with another effect.
    func map(_ change: (ProblemRecord) -> ProblemRecord) -> ProblemList {
        var list = ProblemList()
        list.entries = entries.map { (change($0.problem), $0.omitted) }
        return list
    }

    /// Removes and returns the problems in a range.
    mutating func remove(_ range: Range<Int>) -> ProblemList {
        var removed = ProblemList()
        removed.entries = Array(entries[range])
        entries.removeSubrange(range)
        last = nil
        return removed
    }

    /// The problems with the highest weights, up to a limit, in the payload's order.
    static func limited(_ problems: [ProblemRecord], to limit: Int) -> [ProblemRecord] {
        if problems.count <= limit { return problems }
        let kept = problems.indices.sorted(byNumber: { -problems[$0].weight }).prefix(limit)
        return kept.sorted(byNumber: \.self).map { problems[$0] }
    }
}

extension ProblemRecord {
    /// A rejected problem ends the call, and a rejected object explains why there is no object.
    fileprivate var weight: Int { rejects ? 2 : problem.action == .refusedObject ? 1 : 0 }

    /// Whether the problem is kept before another.
    ///
    /// Where their order in the text is not known, because they are in a value that is mapped as a dictionary, their paths
    /// decide: a dictionary has another order in each process.
    fileprivate func precedes(_ other: ProblemRecord) -> Bool {
        if weight != other.weight { return weight > other.weight }
        if location.nearestOffset != other.location.nearestOffset { return location.precedes(other.location) }
        return location.path.order(to: other.location.path) < 0
    }
}
