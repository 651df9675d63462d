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
