/// The notes that a mapping records about the payload: problems, and for a report also keys and conversions.
///
/// The notes about a value that competes for a property count only if the value is used. When the value has been read,
/// they are at the end of the list: some callers remove them from there, others record their range.
struct MappingNotes {
    var problems = ProblemList()
    /// Findings that only reports list.
    private var findings: [Finding] = []
    /// Where the notes of the current value begin, for which the limit of problems applies.
    private var start = Mark() {
        didSet { problems.start = start.problems }
    }

    /// A place in the notes.
    struct Mark: Equatable {
        fileprivate var problems = 0
        fileprivate var findings = 0
    }

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

    var isEmpty: Bool { end == Mark() }
    /// Where the next note will be.
    private var end: Mark { Mark(problems: problems.count, findings: findings.count) }

    // MARK: Values

    /// Begins a value.
    @inline(never)
    mutating func begin() -> NoteScope {
        let scope = NoteScope(outer: start, start: end)
        start = end
        return scope
    }

    /// Ends a value that is part of another.
    ///
    /// - Parameter limit: The maximum number of problems to keep. Twice as many are kept for a time, so that adding to a
    ///   full list takes constant time on average.
    @inline(never)
    mutating func end(_ scope: NoteScope, limit: Int) {
        start = scope.outer
        if (problems.count - start.problems) / 2 > limit { limitProblems(to: limit) }
    }

    /// Ends the value of a property, and returns the range of its notes; nil if there are none.
    @inline(never)
    mutating func endPropertyNotes() -> NoteRange? {
        let range = NoteRange(start: start, end: end)
        start = end
        return range.start == range.end ? nil : range
    }

    /// Ends a value, and removes and returns its notes.
    mutating func take(_ scope: NoteScope) -> MappingNotes {
        let notes = remove(NoteRange(start: scope.start, end: end))
        start = scope.outer
        return notes
    }

    /// Removes and returns the notes in a range; the notes of the next value begin at the new end.
    mutating func remove(_ range: NoteRange) -> MappingNotes {
        if range.start == range.end { return MappingNotes() }
        var notes = MappingNotes()
        notes.problems = problems.remove(range.start.problems..<range.end.problems)
        let removed = range.start.findings..<range.end.findings
        notes.findings = Array(findings[removed])
        findings.removeSubrange(removed)
        start = end
        return notes
    }

    /// Omits the problems of the current value that exceed a limit.
    mutating func limitProblems(to limit: Int) {
        let all = problems.remove(start.problems..<problems.count)
        problems.append(all, limit: limit)
    }

    /// The notes as those of one value, with at most a given number of problems.
    func limited(to limit: Int) -> MappingNotes {
        var notes = self
        notes.start = Mark()
        notes.limitProblems(to: limit)
        return notes
    }

    /// The same notes with problems that no option rejects.
    var tolerated: MappingNotes {
        var notes = self
        notes.problems = problems.map { $0.rejecting(false) }
        return notes
    }

    /// Moves the notes of a text that was made from a value: their locations start from that of the value.
    func moved(_ textLocations: SourceLocations, to outer: PayloadLocation) -> MappingNotes {
        func moved(_ location: PayloadLocation) -> PayloadLocation {
            var moved = outer
            moved.path.append(textLocations.path(of: location).components)
            moved.isKey = location.isKey
            return moved
        }
        var notes = self
        notes.problems = problems.map { $0.copy(at: moved($0.location), rejects: $0.rejects) }
        notes.findings = findings.map { Finding(location: moved($0.location), kind: $0.kind) }
        return notes
    }

    var locations: [PayloadLocation] { problems.kept.map(\.location) + findings.map(\.location) }

    /// - Parameter limit: The maximum number of problems to keep.
    mutating func append(_ other: MappingNotes, limit: Int) {
        problems.append(other.problems, limit: limit)
        findings += other.findings
    }

    mutating func append(_ kind: Finding.Kind, at location: PayloadLocation) {
        findings.append(Finding(location: location, kind: kind))
    }
}

/// Where the notes of a value begin, and those of the value around it.
struct NoteScope {
    fileprivate(set) var outer = MappingNotes.Mark()
    fileprivate(set) var start = MappingNotes.Mark()
}

/// The notes about a value, by their textLocations.
struct NoteRange {
    fileprivate let start: MappingNotes.Mark
    fileprivate let end: MappingNotes.Mark
}
