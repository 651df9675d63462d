/// The notes that a mapping records about the payload: problems, and for a report also keys and conversions.
///
/// A value that competes for a property is mapped with separate notes, which are added to the call's notes
/// only if the value is used.
struct MappingNotes {
    var problems = ProblemList()
    /// Findings that only reports list.
    private var findings: [Finding] = []

    /// A finding about a key or a value.
    struct Finding {
        let location: PayloadLocation
        let kind: Kind

        enum Kind {
            /// A key that fills no property of a class.
            case unmatchedKey(String, ModelSchema)
            /// A value that was converted.
            case conversion(from: String, to: String)
            /// A key that lost to a better match, or a duplicate key; errors do not list these.
            case ignoredKey(ProblemRecord)
        }
    }

    /// The keys that fill no property, and the values that were converted.
    var keysAndConversions: [Finding] {
        findings.filter { if case .ignoredKey = $0.kind { false } else { true } }
    }

    /// The keys that lost to a better match, and duplicate keys.
    var ignoredKeys: [ProblemRecord] {
        findings.compactMap { finding in
            guard case .ignoredKey(let record) = finding.kind else { return nil }
            return record.copy(at: finding.location, rejects: record.rejects)
        }
    }

    var isEmpty: Bool { problems.isEmpty && findings.isEmpty }

    /// The number of problems and findings recorded so far.
    struct Mark {
        fileprivate let problems: Int
        fileprivate let findings: Int
    }

    var mark: Mark { Mark(problems: problems.kept.count, findings: findings.count) }

    /// Removes and returns the notes of a part of the payload.
    ///
    /// - Parameter mark: The mark before the part, if it is an object that has just been read. Its findings are all those
    ///   after the mark: searching by place would take quadratic time for deeply nested objects.
    mutating func remove(in region: PayloadRegion, since mark: Mark? = nil) -> MappingNotes {
        var removed = MappingNotes()
        removed.problems = problems.remove(in: region, from: mark?.problems ?? 0)
        if let mark {
            removed.findings = Array(findings[mark.findings...])
            findings.removeSubrange(mark.findings...)
        } else {
            let all = findings
            findings = []
            for finding in all {
                if region.contains(finding.location) {
                    removed.findings.append(finding)
                } else {
                    findings.append(finding)
                }
            }
        }
        return removed
    }

    /// The same notes with problems that no option rejects.
    var tolerated: MappingNotes {
        var notes = self
        notes.problems = problems.map { $0.rejecting(false) }
        return notes
    }

    /// Moves the notes of a text that was made from a value: their locations start from that of the value.
    func moved(_ places: SourceLocations, to outer: PayloadLocation) -> MappingNotes {
        func moved(_ location: PayloadLocation) -> PayloadLocation {
            var moved = outer
            moved.path.append(places.path(of: location).components)
            moved.isKey = location.isKey
            return moved
        }
        var notes = self
        notes.problems = problems.map { $0.copy(at: moved($0.location), rejects: $0.rejects) }
        notes.findings = findings.map { Finding(location: moved($0.location), kind: $0.kind) }
        return notes
    }

    var locations: [PayloadLocation] { problems.locations + findings.map(\.location) }

    /// - Parameter limit: The maximum number of problems to keep.
    mutating func append(_ other: MappingNotes, limit: Int) {
        problems.append(other.problems, limit: limit)
        findings += other.findings
    }

    mutating func append(_ kind: Finding.Kind, at location: PayloadLocation) {
        findings.append(Finding(location: location, kind: kind))
    }
}

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
        if location.nearestOffset != other.location.nearestOffset {
            return location.precedes(other.location)
        }
        return location.path.order(to: other.location.path) < 0
    }
}
