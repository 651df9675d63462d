/// How well a key of the payload matches a property; a lower rank is better.
public enum MatchRank: Int, Comparable, Sendable {
    /// The key is spelled as declared, or as the property's name.
    case exact = 1
    /// The key differs only in case.
    case caseInsensitive = 2
    /// The key differs only in case and separators.
    case fuzzy = 3
    /// The key matches by one of the two naming rules: `id` fills `remoteID`, `description` fills `userDescription`.
    case namingRule = 4

    /// Orders better ranks first.
    public static func < (left: MatchRank, right: MatchRank) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The target of a key.
enum KeyTarget: Hashable {
    /// A property of the class.
    case property(Int)
    /// One of the keys of a property's `combined` rule.
    case input(Int, of: Int)
    /// The first or a later component of a declared path.
    case path(PathNode)
    /// An ignored property: the key is known, but its value is not used.
    case ignored

    /// The one property that the key feeds, fully or in part; nil for a path.
    var property: Int? {
        switch self {
        case .property(let index), .input(_, let index): index
        case .path, .ignored: nil
        }
    }

    /// Whether values with the key are stored as they are read.
    ///
    /// Values of ignored properties are not stored, and inputs of a `combined` rule are combined after the last key.
    var isFilled: Bool {
        switch self {
        case .property, .path: true
        case .input, .ignored: false
        }
    }

    /// The properties that the key can feed.
    var properties: PropertySet {
        var properties = PropertySet()
        switch self {
        case .property(let index), .input(_, let index): properties.insert(index)
        case .path(let node): properties = node.properties
        case .ignored: break
        }
        return properties
    }
}

/// One spelling and its target.
struct KeyBinding {
    let spelling: String
    let target: KeyTarget
    /// The index of the key in its property's list of declared keys.
    let declaredIndex: Int
    let isNamingRule: Bool
}

/// A key that was matched.
struct KeyMatch {
    let target: KeyTarget
    let declaredIndex: Int
    let rank: MatchRank
}

/// A level of declared paths: the components that follow a common prefix.
final class PathNode: Hashable, Sendable {
    let matcher: KeyMatcher
    /// The node's index in its class's matcher.
    let index: Int
    /// The properties that paths through the node can feed.
    let properties: PropertySet

    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching, index: Int) {
        matcher = KeyMatcher(bindings: bindings, mode: mode)
        self.index = index
        properties = bindings.reduce(into: PropertySet()) { $0.formUnion($1.target.properties) }
    }

    static func == (left: PathNode, right: PathNode) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A match with a single property, packed into a table's target, so that most keys need no KeyMatch.
///
///     bits 0–15 property | 16–19 style of the spelling | 20–22 rank | 23–30 declared index
struct DirectMatch: BitwiseCopyable {
    /// The style of a spelling that several styles have in common.
    static let anyStyle = 15

    let target: Int32

    /// - Parameter target: a table's target, not negative.
    init(target: Int32) { self.target = target }

    /// Nil if the matches can't be packed.
    init?(_ matches: [KeyMatch], style: Int) {
        guard matches.count == 1, case .property(let property) = matches[0].target,
            property < 1 << 16, matches[0].declaredIndex < 1 << 8
        else { return nil }
        target = Int32(
            property | style << 16 | matches[0].rank.rawValue << 20 | matches[0].declaredIndex << 23)
    }

    @inline(__always) var property: Int { Int(target & 0xFFFF) }
    @inline(__always) var style: Int { Int(target &>> 16) & 0xF }

    var match: KeyMatch {
        KeyMatch(
            target: .property(property), declaredIndex: Int(target >> 23),
            rank: MatchRank(rawValue: Int(target >> 20) & 0x7) ?? .fuzzy)
    }
}

/// Finds the targets of a key, by the ranks of `MatchRank`.
///
/// Immutable.
///
/// `definition` defines the matches. `table` holds the same results for the usual spellings of each name (as declared,
/// and in snake, kebab, camel, Pascal and upper case). It is filled by the initializer.
final class KeyMatcher: @unchecked Sendable {  // All members are immutable; a PathNode only holds a matcher.
    /// The tables that the mapper's loop reads, without reference counting.
    struct Tables: BitwiseCopyable {
        /// Maps a spelling's bytes to a `DirectMatch`, or to `~index` into `outcomes`.
        let table: SpellingTable
        /// Predicts the key that follows the key of a property.
        let sequence: KeySequence
    }

    let tables: ImmortalBuffer<Tables>
    /// The spellings in the order of the sequence's entries; empty if an entry expects none.
    let expectedKeys: [String]

    var table: SpellingTable { tables.value.table }
    /// Every folded spelling: a key whose fold is not in this table matches nothing.
    ///
    /// The target is a property if that property's single spelling is the only one with this fold, and any key with the
    /// fold matches it. Otherwise it is `severalTargets`.
    let foldedTable: SpellingTable
    let outcomes: [[KeyMatch]]
    let mode: MappingOptions.KeyMatching

    private let bindings: [KeyBinding]
    private let bySpelling: [String: [Int]]
    private let byFold: [String: [Int]]
    /// The length of the longest folded spelling in Unicode scalars.
    private let longestFold: Int

    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching) {
        self.bindings = bindings
        self.mode = mode
        var bySpelling: [String: [Int]] = [:]
        var byFold: [String: [Int]] = [:]
        let folds = bindings.map { KeyFolding.fold($0.spelling) }
        for (index, binding) in bindings.enumerated() {
            if !binding.isNamingRule { bySpelling[binding.spelling, default: []].append(index) }
            byFold[folds[index], default: []].append(index)
        }
        self.bySpelling = bySpelling
        self.byFold = byFold
        longestFold = folds.map(\.unicodeScalars.count).max() ?? 0

        var entries: [(spelling: [UInt8], target: Int32)] = []
        var outcomes: [[KeyMatch]] = []
        var styles: [String: (style: Int, fold: String)] = [:]
        var names: [Int: [String]] = [:]
        var propertyCount = 0
        for (index, binding) in bindings.enumerated() {
            let spellings = Self.usualSpellings(of: binding.spelling)
            let fold = folds[index]
            for (style, spelling) in spellings.enumerated() {
                // A spelling that several styles have in common doesn't show which style the payload uses.
                styles[spelling] = (styles[spelling] == nil ? style : DirectMatch.anyStyle, fold)
            }
            if case .property(let property) = binding.target {
                propertyCount = max(propertyCount, property + 1)
                if binding.declaredIndex == 0, !binding.isNamingRule { names[property] = spellings }
            }
        }
        var direct: [String: Int] = [:]
        for (spelling, (style, fold)) in styles {
            let equivalent = byFold[fold] ?? []
            let matches =
                mode == .fuzzy && equivalent.count == 1 && !fold.isEmpty
                // No other binding has this fold, so skip the full lookup (some hundred per class).
                ? [Self.match(bindings[equivalent[0]], as: spelling)]
                : Self.definition(of: spelling, bindings, bySpelling, byFold, mode)
            if let match = DirectMatch(matches, style: style) {
                direct[spelling] = match.property
                entries.append((Array(spelling.utf8), match.target))
            } else {
                entries.append((Array(spelling.utf8), ~Int32(outcomes.count)))
                outcomes.append(matches)
            }
        }
        self.outcomes = outcomes
        let styleCount = Self.usualSpellings(of: "").count
        let expected = (0..<propertyCount).map { index in
            (names[index] ?? Array(repeating: "", count: styleCount)).map { spelling in
                direct[spelling] == index && Self.isPlain(spelling) ? spelling : ""
            }
        }
        expectedKeys = (0..<styleCount).flatMap { style in expected.map { $0[style] } + [""] }
        tables = ImmortalBuffer(
            value: Tables(table: SpellingTable(entries), sequence: KeySequence(expected)))
        foldedTable = SpellingTable(
            byFold.map { fold, equivalent in
                var target = Self.severalTargets
                if mode == .fuzzy, equivalent.count == 1,
                    case .property(let index) = bindings[equivalent[0]].target,
                    index < 1 << 16
                {
                    target = Int32(index)
                }
                return (Array(fold.utf8), target)
            })
    }

    /// A fold that doesn't identify a single property.
    static let severalTargets = Int32(-1)

    /// The matches of a key, best first within a property; empty if nothing matches, or if the key matches different
    /// spellings of several properties equally well.
    func matches(_ key: String) -> [KeyMatch] {
        let target = table.target(for: key)
        if target >= 0 { return [DirectMatch(target: target).match] }
        if target != SpellingTable.absent { return outcomes[Int(~target)] }
        return foldedTable.foldedTarget(of: key) == SpellingTable.absent ? [] : definition(of: key)
    }

    /// The result of `matches`, computed from the bindings.
    func definition(of key: String) -> [KeyMatch] {
        if KeyFolding.isLonger(key, than: longestFold) { return [] }
        return Self.definition(of: key, bindings, bySpelling, byFold, mode)
    }

    /// The spellings that make a key ambiguous; empty if the key matches, or if nothing is similar to it.
    func rivals(of key: String) -> [KeyBinding] {
        guard !KeyFolding.isLonger(key, than: longestFold), matches(key).isEmpty else { return [] }
        return Self.equivalent(key, bindings, byFold, mode).map { bindings[$0] }
    }

    private static func definition(
        of key: String, _ bindings: [KeyBinding], _ bySpelling: [String: [Int]], _ byFold: [String: [Int]],
        _ mode: MappingOptions.KeyMatching
    ) -> [KeyMatch] {
        let fold = KeyFolding.fold(key)
        guard let candidates = byFold[fold] else { return [] }
        if mode == .fuzzy, candidates.count == 1, !fold.isEmpty {
            return [match(bindings[candidates[0]], as: key)]
        }
        // Strings that are canonically equivalent but not the same bytes are not the same spelling.
        let exact = (bySpelling[key] ?? []).filter { bindings[$0].spelling.utf8.elementsEqual(key.utf8) }
        // A key of separators alone matches exactly or not at all.
        if !exact.isEmpty || fold.isEmpty { return exact.map { match(bindings[$0], .exact) } }
        let equivalent = equivalent(key, bindings, byFold, mode)
        guard let first = equivalent.first.map({ bindings[$0] }) else { return [] }
        let hasSeveralSpellings = equivalent.contains {
            !bindings[$0].spelling.utf8.elementsEqual(first.spelling.utf8)
        }
        if hasSeveralSpellings, equivalent.contains(where: { bindings[$0].target != first.target }) {
            return []
        }
        let found = equivalent.map { match(bindings[$0], as: key) }
        // The key matches several spellings of one property: use the best one.
        if hasSeveralSpellings,
            let best = found.min(by: { ($0.rank, $0.declaredIndex) < ($1.rank, $1.declaredIndex) })
        {
            return [best]
        }
        return found
    }

    /// How well a key matches a single spelling; nil if it doesn't match.
    static func rank(of key: String, for spelling: String, _ mode: MappingOptions.KeyMatching) -> MatchRank? {
        let fold = KeyFolding.fold(spelling)
        if KeyFolding.isLonger(key, than: fold.unicodeScalars.count) { return nil }
        if key.utf8.elementsEqual(spelling.utf8) { return .exact }
        if KeyFolding.fold(key).isEmpty { return nil }
        if mode == .exact { return nil }
        if KeyFolding.lowercase(key) == KeyFolding.lowercase(spelling) { return .caseInsensitive }
        return mode == .fuzzy && KeyFolding.fold(key) == fold ? .fuzzy : nil
    }

    /// The bindings whose spelling is equivalent to the key; naming rules only if there are no others.
    private static func equivalent(
        _ key: String, _ bindings: [KeyBinding], _ byFold: [String: [Int]], _ mode: MappingOptions.KeyMatching
    ) -> [Int] {
        let fold = KeyFolding.fold(key)
        if mode == .exact || fold.isEmpty { return [] }
        var equivalent = byFold[fold] ?? []
        if mode == .caseInsensitive {
            let lowercase = KeyFolding.lowercase(key)
            equivalent = equivalent.filter { KeyFolding.lowercase(bindings[$0].spelling) == lowercase }
        }
        let declared = equivalent.filter { !bindings[$0].isNamingRule }
        return declared.isEmpty ? equivalent : declared
    }

    /// Whether a spelling appears in JSON unescaped.
    private static func isPlain(_ spelling: String) -> Bool {
        spelling.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    private static func match(_ binding: KeyBinding, _ rank: MatchRank) -> KeyMatch {
        KeyMatch(target: binding.target, declaredIndex: binding.declaredIndex, rank: rank)
    }

    /// The match of a key and a spelling with the same fold.
    private static func match(_ binding: KeyBinding, as key: String) -> KeyMatch {
        if binding.isNamingRule { return match(binding, .namingRule) }
        if binding.spelling.utf8.elementsEqual(key.utf8) { return match(binding, .exact) }
        let isCaseOnly = KeyFolding.lowercase(binding.spelling) == KeyFolding.lowercase(key)
        return match(binding, isCaseOnly ? .caseInsensitive : .fuzzy)
    }

    /// The usual spellings of a name, indexed by style; all of them have the name's fold.
    private static func usualSpellings(of name: String) -> [String] {
        let spellings = casedSpellings(of: name)
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return spellings }
        // Some letters change when they are uppercased and lowercased again: `STRASSE` and `straße` have different
        // folds.
        let fold = KeyFolding.fold(name)
        return spellings.map { KeyFolding.fold($0) == fold ? $0 : name }
    }

    private static func casedSpellings(of name: String) -> [String] {
        let words = words(of: name)
        let lower = words.map { $0.lowercased() }
        let capitals = lower.map(Self.capitalized)
        return [
            lower.joined(separator: "_"), name, name.lowercased(), name.uppercased(),
            lower.joined(separator: "-"),
            lower.joined(separator: "_").uppercased(), capitals.joined(), capitals.joined(separator: " "),
            (lower.first ?? "") + Array(capitals.dropFirst()).joined(), words.joined(separator: "_"),
        ]
    }

    private static func capitalized(_ word: String) -> String {
        guard let first = word.first else { return word }
        return first.uppercased() + String(word.dropFirst())
    }
}
