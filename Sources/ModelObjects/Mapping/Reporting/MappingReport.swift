/// What happened to a payload: which keys matched, which didn't, what was converted, and what went wrong.
///
/// ``matched``, ``unfilled`` and ``unmappable`` describe the outermost object; they are empty if the payload is a list
/// or a dictionary of objects. The other lists include nested models. To see the first three for a nested model,
/// inspect its class with ``MappingOptions/rootPath``:
///
/// ```swift
/// let (_, report) = Address.inspect(json: data, options: MappingOptions(rootPath: "user.address"))
/// ```
public struct MappingReport: Sendable, CustomStringConvertible, CustomReflectable {
    /// A key that fills no property, because none matches or two match equally.
    public struct UnmatchedKey: Hashable, Sendable, CustomStringConvertible {
        /// The path of the key: `$.user.nmae`.
        public var path: String { place.path.description }
        /// The line of the key, counted from 1, if the input was text.
        public var line: Int? { place.line }
        /// The property with the most similar name, if one is similar.
        ///
        /// In a report with more than 1,000 different unmatched keys, only the first 1,000 have one.
        public var nearest: String? { if case .nearest(let property, _, _) = hint { property } else { nil } }
        /// The key that a rule declares for the nearest property, if it differs from the property's name.
        public var nearestKey: String? { if case .nearest(_, let key, _) = hint { key } else { nil } }
        let hint: KeyHint?
        let place: Place
    }

    /// A value that was converted from another kind, truncated or clamped.
    public struct Conversion: Hashable, Sendable, CustomStringConvertible {
        /// The path of the value.
        public var path: String { place.path.description }
        /// The line of the value, counted from 1, if the input was text.
        public var line: Int? { place.line }
        /// The kind that was found, such as `string`.
        ///
        /// If ``MappingOptions/numbers-swift.property`` truncated or clamped the value, the reason is
        /// included: `number with a fraction`, `number out of range`; similarly for a string.
        public let from: String
        /// The type of the result, such as `Int`.
        public let to: String
        let place: Place
    }

    /// The type of the call: the class of the models, or a Codable type that contains them.
    public internal(set) var type: any Any.Type

    init(type: any Any.Type) { self.type = type }

    /// The location of a finding.
    struct Place: Hashable, Sendable {
        let path: SharedPath
        /// Nil if the input wasn't text.
        let line: Int?
    }

    /// The keys that matched a property of the outermost object, in the order of its properties.
    ///
    /// For each property, this is the key that filled it or set it to nil, or the best match if no value
    /// could be used (see ``problems``). A property with a `combined` rule has an entry for each key in the
    /// payload. Parts of a path are joined by dots. The list is computed each time you read it.
    public var matched: [(key: String, property: String, rank: MatchRank)] { outermost?.matched ?? [] }
    /// The keys that fill no property, because none matches or two match equally.
    ///
    /// Keys of nested models are included. The order is that of the payload, or sorted if the payload is a dictionary.
    public internal(set) var unmatchedKeys: [UnmatchedKey] = []
    /// The properties of the outermost object that no key matched, in declaration order.
    ///
    /// If there is an object, each mapped property is either here or in ``matched``.
    public var unfilled: [String] { outermost?.unfilled.map(\.name) ?? [] }
    /// The stored properties of the outermost object's class that aren't mapped, each with the reason.
    public var unmappable: [(property: String, reason: String)] {
        outermost?.schema.unmappable.map { ($0.name, $0.reason) } ?? []
    }

    /// The values that were converted from another kind, truncated or clamped, and the texts that were taken as null.
    ///
    /// Values of nested models are included. The order is that of the payload, or sorted if the payload is a dictionary.
    public internal(set) var conversions: [Conversion] = []
    /// The first 100 problems, in the payload's order, or sorted by path if the payload is a dictionary.
    ///
    /// Reports of `inspectArray` and `inspectDictionary` contain all problems.
    ///
    /// In text, a missing required value is listed at the start of its object; a required value that can't be used,
    /// after its own problem.
    ///
    /// These are problems that were tolerated and, if the call failed, those that made it fail.
    ///
    /// If there are more than the limit, problems that leave out an object take precedence.
    ///
    /// They include keys that lost to another key of their property, with the code
    /// ``ModelError/Code/duplicateKey``. No option rejects these, and no error lists them.
    public internal(set) var problems: [MappingProblem] = []
    /// The number of further problems that ``problems`` doesn't contain.
    public internal(set) var omittedProblems = 0
    /// The reason why there is no object, or why an update changed nothing; nil if the call succeeded.
    ///
    /// From ``ModelDecoder``, it can be an error that a Codable type threw. The description of such an error can
    /// contain values of the payload; ``description`` doesn't include it.
    public internal(set) var error: (any Error)?
    /// Whether the call changes an existing object.
    var isOfUpdate = false

    var outermost: MatchedObject?
    /// The steps of the paths that differ from place to place.
    var paths = GeneralPaths()

    /// Whether there is a problem, a key without a property, a converted value, or an error.
    ///
    /// Properties without a key, and properties that aren't mapped, don't count.
    ///
    /// ```swift
    /// #expect(!User.inspect(json: recorded).report.hasFindings)      // in a test
    /// ```
    public var hasFindings: Bool {
        error != nil || !problems.isEmpty || omittedProblems > 0 || !unmatchedKeys.isEmpty
            || !conversions.isEmpty
    }
}
