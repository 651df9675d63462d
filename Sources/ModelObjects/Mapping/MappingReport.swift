/// What became of a payload: which keys matched what, which did not, what was converted, what went wrong.
///
/// `matched`, `unfilled` and `unmappable` are about the outermost object; the lists with paths in them are
/// about the nested models too. To see the first three for a nested model, inspect its class with
/// `MappingOptions.rootPath`:
///
/// ```swift
/// let (_, report) = Address.inspect(json: data, options: MappingOptions(rootPath: "user.address"))
/// ```
public struct MappingReport: Sendable {
    /// A key that no property wants, or that two want alike.
    public struct UnmatchedKey: Hashable, Sendable {
        /// Where the key is: `$.user.nmae`.
        public let path: String
        /// The property that was probably meant, where one is near.
        public var nearest: String? { suggestion?.property }
        /// The key that a rule declares for that property, where it is not its name: what to write.
        public var nearestKey: String? { suggestion?.key }
        let suggestion: NameSuggestion?
    }

    /// A value that was converted from another kind, or lost what its type cannot hold.
    public struct Conversion: Hashable, Sendable {
        /// Where the value is.
        public let path: String
        /// The kind that was found: `string`; where `MappingOptions.numbers` dropped something, with that:
        /// `number with a fraction`, `number out of range`, and so for a string.
        public let from: String
        /// The type that it became: `Int`.
        public let to: String
    }

    /// The keys that matched a property of the outermost object, in the order of its properties.
    ///
    /// One for each property: the key that filled it, or made it nil; where no value could be used (see
    /// `problems`), the one that matches best. A property with a `combined` rule has one for each key that
    /// was there. The steps of a path are joined by dots. Made whenever it is read.
    public var matched: [(key: String, property: String, rank: MatchRank)] { outermost?.matched ?? [] }
    /// The keys that no property wants or that two want alike, those of nested models too, in the payload's
    /// order (from a dictionary: sorted).
    public internal(set) var unmatchedKeys: [UnmatchedKey] = []
    /// The properties of the outermost object that no key matched, in the order of their declaration.
    ///
    /// Every property that takes part is either here or in `matched`.
    public var unfilled: [String] { outermost?.unfilled ?? [] }
    /// The stored properties of the outermost object's class that take no part, each with the reason.
    public var unmappable: [(property: String, reason: String)] {
        outermost?.schema.unmappable.map { ($0.name, $0.reason) } ?? []
    }
    /// The values that were converted from another kind, or lost what their type cannot hold, those of nested models too, in the payload's order
    /// (from a dictionary: sorted).
    public internal(set) var conversions: [Conversion] = []
    /// What was tolerated, in the payload's order (from a dictionary: sorted by path): the first 100.
    ///
    /// Keys that gave way to others of their property are among them, with the code `.duplicateKey`: no
    /// option rejects these, and no error lists them. (A dictionary has no key twice.)
    public internal(set) var problems: [MappingProblem] = []
    /// How many more problems there were than `problems` holds.
    public internal(set) var omittedProblems = 0
    /// Why there is no object, where there is none.
    public internal(set) var error: (any Error)?

    var outermost: MatchedObject?
}
