extension MappingReport {
    /// Findings that differ only in their places.
    public struct Group: Hashable, Sendable {
        /// The kind of a group.
        public struct Kind: Hashable, Sendable, CustomStringConvertible {
            /// The kind's name, such as `unmatchedKey`.
            public let description: String

            /// Values that could not be used, and keys that lost to another key: ``MappingReport/problems``.
            public static let problem = Kind(description: "problem")
            /// Keys that fill no property: ``MappingReport/unmatchedKeys``.
            public static let unmatchedKey = Kind(description: "unmatchedKey")
            /// Values that were converted: ``MappingReport/conversions``.
            public static let conversion = Kind(description: "conversion")
        }

        /// The kind of the findings.
        public let kind: Kind
        /// The code of the problems, such as ``ModelError/Code/missingRequired``; nil for the other kinds.
        public let code: ModelError.Code?
        /// The path of the findings, with `[*]` for indices of arrays and keys of dictionaries: `$.shows[*].logo`.
        ///
        /// The path of a finding is the same in every report, regardless of how many findings the group has.
        /// Keys without a property are unchanged.
        public var path: String { general.description }
        /// The number of the findings.
        public let count: Int
        /// The path of the first finding: `$.shows[0].logo`.
        public var first: String { place.path.description }
        /// The line of the first finding, counted from 1, if the input was text.
        public var line: Int? { place.line }
        /// The sentence of the findings in ``MappingReport/description``.
        public let message: String
        let general: SharedPath
        let place: Place
    }

    /// The findings, with one group for those that differ only in array indices and dictionary keys.
    ///
    /// Contains ``problems``, ``unmatchedKeys`` and ``conversions``, in this order, without the
    /// ``omittedProblems``. If the payload isn't JSON, the summary can be empty: see ``error``.
    ///
    /// ```swift
    /// for group in report.summary {
    ///     let finding = group.code.map { "\($0)" } ?? "\(group.kind)"      // "missingRequired", "unmatchedKey"
    ///     metrics.add("\(finding) \(group.path)", count: group.count)
    /// }
    /// ```
    ///
    /// - Complexity: Linear in the number of the findings. Computed each time you read it.
    public var summary: [Group] { groups(of: .problem) + groups(of: .unmatchedKey) + groups(of: .conversion) }

    /// The general paths of the keys that match several properties, as a problem's headline says.
    var contestedKeys: Set<[PathComponent]> {
        Set(
            problems.filter { $0.code == .unknownKey && $0.headline != nil }
                .map { paths.generalized($0.components, endsInKey: true) })
    }

    func groups(of kind: Group.Kind) -> [Group] {
        let tree = PathTree()
        let findings: [Finding] =
            switch kind {
            case .problem:
                problems.map { problem in
                    Finding(
                        code: problem.code,
                        place: Place(path: SharedPath(problem.components, in: tree), line: problem.line),
                        ownPosition: Sentence.position(line: problem.line, column: problem.column)
                    ) { problem.sentence(at: $0, $1) + problem.hint }
                }
            case .unmatchedKey:
                unmatchedKeys.map { Finding(place: $0.place, sentence: $0.sentence) }
            default:
                conversions.map { Finding(place: $0.place, sentence: $0.sentence) }
            }
        return grouped(kind, findings)
    }

    private struct Finding {
        var code: ModelError.Code?
        let place: Place
        /// The position that the sentence of a single finding shows.
        var ownPosition: String?
        let sentence: ([PathComponent], String?) -> String
    }

    /// The common parts of a group's findings.
    private struct GroupKey: Hashable {
        let code: ModelError.Code?
        /// The end of the general path.
        let path: Int
        /// The sentence without the path.
        let sentence: String
    }

    /// The groups in the order of their first findings.
    private func grouped(_ kind: Group.Kind, _ findings: [Finding]) -> [Group] {
        var search = GeneralPathSearch(paths)
        let groups = findings.grouped {
            GroupKey(
                code: $0.code, path: search.generalized($0.place.path, endsInKey: kind == .unmatchedKey),
                sentence: $0.sentence([], nil))
        }
        return groups.map { key, group in
            let (first, count) = (group[0], group.count)
            let general = SharedPath(search.tree, to: key.path)
            let line = first.place.line.map { ", first at line \($0)" } ?? ""
            return Group(
                kind: kind, code: key.code, count: count,
                message: count == 1
                    ? first.sentence(first.place.path.components, first.ownPosition)
                    : first.sentence(general.components, "\(count) times\(line)"),
                general: general, place: first.place)
        }
    }
}

extension MappingReport.UnmatchedKey {
    /// The finding as a sentence, as in the description of the report.
    public var description: String { sentence(at: place.path.components, nil) }

    fileprivate func sentence(at path: [PathComponent], _ position: String?) -> String {
        "No property for \(path.shortPath)\(position.map { " (\($0))" } ?? "")\(hint?.text ?? "")."
    }
}

extension MappingReport.Conversion {
    /// The finding as a sentence, as in the description of the report.
    public var description: String { sentence(at: place.path.components, nil) }

    fileprivate func sentence(at path: [PathComponent], _ position: String?) -> String {
        "Converted \(from) to \(to) at \(path.shortPath)\(position.map { " (\($0))" } ?? "")."
    }
}

extension MappingProblem {
    /// The text that a report adds to the sentence.
    fileprivate var hint: String {
        code == .typeMismatch && expected == "Date" && found == JSONKind.string.rawValue && headline == nil
            ? #" Declare its format with `.date(.format("…"))`."# : ""
    }
}
