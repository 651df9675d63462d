/// The problems of a call: those with the highest weights, and among equal weights the first in the payload,
/// with the number of omitted problems.
struct ProblemList {
    private(set) var kept: [ProblemRecord] = []
    /// At most two: the problems that the options reject, and the others.
    private var omitted: [Omitted] = []
    /// The index of the kept problem that is omitted next, once the limit is reached.
    private var last: Int?
    /// Whether problems took the places of earlier ones.
    private var isReordered = false

    /// Problems beyond the limit, of which only two are known.
    private struct Omitted {
        var count: Int
        var first: ProblemRecord
        var last: ProblemRecord

        /// - Parameter problem: The only known one.
        init(_ problem: ProblemRecord, count: Int = 1) {
            (self.count, first, last) = (count, problem, problem)
        }

        var rejects: Bool { first.rejects }

        mutating func append(_ other: Omitted) {
            count += other.count
            if other.first.location.precedes(first.location) { first = other.first }
            if !other.last.location.precedes(last.location) { last = other.last }
        }

        func map(_ change: (ProblemRecord) -> ProblemRecord) -> Omitted {
            var changed = self
            (changed.first, changed.last) = (change(first), change(last))
            return changed
        }
    }

    var omittedCount: Int { omitted.reduce(0) { $0 + $1.count } }
    var isEmpty: Bool { kept.isEmpty && omitted.isEmpty }
    /// Whether the options reject one of the problems.
    var isRejected: Bool { omitted.contains(where: \.rejects) || kept.contains(where: \.rejects) }
    var locations: [PayloadLocation] {
        (kept + omitted.flatMap { [$0.first, $0.last] }).map(\.location)
    }

    /// - Parameter limit: The maximum number of problems to keep.
    mutating func append(_ problem: ProblemRecord, limit: Int) {
        if kept.count < limit { kept.append(problem) } else { omit(problem) }
    }

    /// - Parameter limit: The maximum number of problems to keep.
    mutating func append(_ other: ProblemList, limit: Int) {
        for problem in other.kept { append(problem, limit: limit) }
        for more in other.omitted { append(more) }
    }

    private mutating func append(_ more: Omitted) {
        if let index = omitted.firstIndex(where: { $0.rejects == more.rejects }) {
            omitted[index].append(more)
        } else {
            omitted.append(more)
        }
    }

    /// The same problems at other locations, or with another effect.
    func map(_ change: (ProblemRecord) -> ProblemRecord) -> ProblemList {
        var list = self
        list.kept = kept.map(change)
        list.omitted = []
        for more in omitted { list.append(more.map(change)) }
        list.last = nil
        return list
    }

    /// Removes and returns the problems in a part of the payload.
    ///
    /// Of omitted problems, the place of two is known. The others are removed if both of these are.
    ///
    /// - Parameter index: the number of problems that were kept before the first of them.
    mutating func remove(in region: PayloadRegion, from index: Int = 0) -> ProblemList {
        let start = isReordered ? 0 : index
        var removed = ProblemList()
        removed.kept = kept[start...].filter { region.contains($0.location) }
        let removesKept = !removed.kept.isEmpty
        if removesKept {
            kept.replaceSubrange(start..., with: kept[start...].filter { !region.contains($0.location) })
            last = nil
        }
        let omitted = omitted
        self.omitted = []
        for more in omitted {
            let isFirstInside = region.contains(more.first.location)
            if isFirstInside == region.contains(more.last.location) {
                if isFirstInside { removed.append(more) } else { append(more) }
                continue
            }
            let (inside, outside) = isFirstInside ? (more.first, more.last) : (more.last, more.first)
            removed.kept.append(inside)
            if removesKept { kept.append(outside) }
            let remaining = more.count - (removesKept ? 2 : 1)
            if remaining > 0 { append(Omitted(outside, count: remaining)) }
        }
        return removed
    }

    /// The problems with the highest weights, up to a limit, in the payload's order.
    static func limited(_ problems: [ProblemRecord], to limit: Int) -> [ProblemRecord] {
        if problems.count <= limit { return problems }
        let kept = problems.indices.sorted(byNumber: { -problems[$0].weight }).prefix(limit)
        return kept.sorted(byNumber: \.self).map { problems[$0] }
    }

    /// Omits one problem from a full list: the given one, or a kept one with a lower weight or a later
    /// position.
    ///
    /// Problems are not appended in the payload's order if keys compete, or if the payload is a dictionary, which has
    /// no order.
    private mutating func omit(_ problem: ProblemRecord) {
        let last = last ?? kept.indices.reversed().max { kept[$0].precedes(kept[$1]) }
        self.last = last
        var omitted = problem
        if let last, problem.precedes(kept[last]) {
            omitted = kept[last]
            kept[last] = problem
            isReordered = true
            self.last = nil
        }
        append(Omitted(omitted))
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
