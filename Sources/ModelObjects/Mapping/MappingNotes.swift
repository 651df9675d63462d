/// The notes that a mapping records about the payload: problems, and for a report also keys and conversions.
///
/// A value that competes for a property is mapped with separate notes. They are added to the call's notes only if the
/// value counts.
struct MappingNotes {
    var problems = ProblemList()
    var unmatched: [UnmatchedKey] = []
    var conversions: [Conversion] = []
    /// Keys that lost to a better match, and duplicate keys.
    ///
    /// Errors do not list these.
    var ignoredKeys: [ProblemRecord] = []

    /// A key that fills no property.
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

    var isEmpty: Bool {
        problems.isEmpty && unmatched.isEmpty && conversions.isEmpty && ignoredKeys.isEmpty
    }

    /// The number of notes recorded so far for a report.
    struct Mark {
        fileprivate let unmatched: Int
        fileprivate let conversions: Int
        fileprivate let ignoredKeys: Int
    }

    var mark: Mark {
        Mark(unmatched: unmatched.count, conversions: conversions.count, ignoredKeys: ignoredKeys.count)
    }

    /// Removes and returns the notes after a mark, except for problems.
    mutating func split(at mark: Mark) -> MappingNotes {
        var later = MappingNotes()
        later.unmatched = Array(unmatched[mark.unmatched...])
        later.conversions = Array(conversions[mark.conversions...])
        later.ignoredKeys = Array(ignoredKeys[mark.ignoredKeys...])
        unmatched.removeSubrange(mark.unmatched...)
        conversions.removeSubrange(mark.conversions...)
        ignoredKeys.removeSubrange(mark.ignoredKeys...)
        return later
    }

    /// Removes and returns the notes of a part of the payload.
    mutating func remove(in region: PayloadRegion) -> MappingNotes {
        var removed = MappingNotes()
        removed.problems = problems.remove(in: region)
        removed.unmatched = unmatched.filter { region.contains($0.location) }
        removed.conversions = conversions.filter { region.contains($0.location) }
        removed.ignoredKeys = ignoredKeys.filter { region.contains($0.location) }
        guard !removed.isEmpty else { return removed }
        unmatched.removeAll { region.contains($0.location) }
        conversions.removeAll { region.contains($0.location) }
        ignoredKeys.removeAll { region.contains($0.location) }
        return removed
    }

    /// The notes of each of an object's members, by index; index -1 holds those that belong to none of them.
    ///
    /// - Parameter index: returns the index of the member that contains a location.
    func divided(_ index: (PayloadLocation) -> Int?) -> [Int: MappingNotes] {
        var divided: [Int: MappingNotes] = [:]
        func add(at location: PayloadLocation, _ add: (inout MappingNotes) -> Void) {
            add(&divided[index(location) ?? -1, default: MappingNotes()])
        }
        for note in problems.kept { add(at: note.location) { $0.problems.append(note) } }
        for note in unmatched { add(at: note.location) { $0.unmatched.append(note) } }
        for note in conversions { add(at: note.location) { $0.conversions.append(note) } }
        for note in ignoredKeys { add(at: note.location) { $0.ignoredKeys.append(note) } }
        return divided
    }

    /// The same notes with problems that no option rejects.
    var tolerated: MappingNotes {
        var notes = self
        notes.problems = problems.tolerated
        return notes
    }

    mutating func append(_ other: MappingNotes) {
        if other.isEmpty { return }
        problems.append(other.problems)
        unmatched += other.unmatched
        conversions += other.conversions
        ignoredKeys += other.ignoredKeys
    }
}

/// The problems of a call: the first ones in the payload's order, and the number of the others.
struct ProblemList {
    /// At most `ProblemRecord.limit`.
    private(set) var kept: [ProblemRecord] = []
    private(set) var omittedCount = 0
    /// Whether the options reject one of the omitted problems.
    private var omitsRejection = false
    /// The index of the last kept problem in the payload's order, once the limit is reached.
    private var last: Int?

    var isEmpty: Bool { kept.isEmpty && omittedCount == 0 }
    /// Whether the options reject one of the problems.
    var isRejected: Bool { omitsRejection || kept.contains(where: \.rejects) }

    mutating func append(_ problem: ProblemRecord) {
        if kept.count < ProblemRecord.limit { kept.append(problem) } else { omit(problem) }
    }

    mutating func append(_ other: ProblemList) {
        for problem in other.kept { append(problem) }
        omittedCount += other.omittedCount
        omitsRejection = omitsRejection || other.omitsRejection
    }

    /// The same problems, none of which is rejected.
    var tolerated: ProblemList {
        var list = self
        list.kept = kept.map { $0.rejecting(false) }
        list.omitsRejection = false
        return list
    }

    /// Removes and returns the kept problems in a part of the payload.
    mutating func remove(in region: PayloadRegion) -> ProblemList {
        var removed = ProblemList()
        removed.kept = kept.filter { region.contains($0.location) }
        if !removed.kept.isEmpty {
            kept.removeAll { region.contains($0.location) }
            last = nil
        }
        return removed
    }

    /// Omits one problem from a full list: the given one, or a kept one that comes later in the payload.
    ///
    /// Problems are not appended in the payload's order if keys compete, or if the payload is a dictionary, which has
    /// no order.
    private mutating func omit(_ problem: ProblemRecord) {
        let last = last ?? kept.indices.reversed().max { kept[$0].location.precedes(kept[$1].location) }
        self.last = last
        var omitted = problem
        if let last, problem.location.precedes(kept[last].location) {
            omitted = kept[last]
            kept[last] = problem
            self.last = nil
        }
        omittedCount += 1
        if omitted.rejects { omitsRejection = true }
    }
}
