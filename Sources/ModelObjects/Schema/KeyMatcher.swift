/// How well a key of the payload matches a property; less is better.
public enum MatchRank: Int, Comparable, Sendable {
    /// A declared key, or the property's name, exactly as spelt.
    case exact = 1
    /// It differs in case only.
    case caseInsensitive = 2
    /// It differs in case and separators.
    case fuzzy = 3
    /// One of the two naming rules: `id` fills `remoteID`, `description` fills `userDescription`.
    case namingRule = 4

    /// Orders the better rank first.
    public static func < (left: MatchRank, right: MatchRank) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What a key leads to.
enum KeyTarget: Hashable {
    /// A property of the class.
    case property(Int)
    /// One of the keys of a property's `combined` rule.
    case input(Int, of: Int)
    /// The first, or a further, component of a declared path.
    case path(PathNode)
    /// An ignored property: the key is not unknown, and nothing is done with it.
    case ignored
}

/// One spelling that leads somewhere.
struct KeyBinding {
    let spelling: String
    let target: KeyTarget
    /// The key's place in its property's list of declared keys.
    let declaredIndex: Int
    let isNamingRule: Bool
}

/// A key that was matched.
struct KeyMatch {
    let target: KeyTarget
    let declaredIndex: Int
    let rank: MatchRank
}

/// A level of declared paths: what stands behind their common beginning.
final class PathNode: Hashable, Sendable {
    let matcher: KeyMatcher

    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching) {
        matcher = KeyMatcher(bindings: bindings, mode: mode)
    }

    static func == (left: PathNode, right: PathNode) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Finds what a key leads to, by the ranks of `MatchRank`.
///
/// Immutable.
///
/// `matches` is the definition. `table` answers the same for the spellings that payloads usually have (each
/// name as it is declared, and in snake, kebab, camel, Pascal and upper case), made by `matches` when the
/// matcher is made.
final class KeyMatcher: @unchecked Sendable {  // All members are immutable; a PathNode only holds a matcher.
    /// What the mapper's loop takes of a matcher: no reference in it is counted.
    struct Tables: BitwiseCopyable {
        let table: SpellingTable
        let sequence: KeySequence
    }

    var tables: Tables { Tables(table: table, sequence: sequence) }

    /// From a spelling's bytes to a property's index (and, from bit 16 on, the spelling's style), or `~index`
    /// into `outcomes`.
    let table: SpellingTable
    /// Every folded spelling: a key whose fold is not here matches nothing.
    let foldedTable: SpellingTable
    let outcomes: [[KeyMatch]]
    let mode: MappingOptions.KeyMatching
    /// What the key behind a property's will probably be.
    let sequence: KeySequence

    private let bindings: [KeyBinding]
    private let bySpelling: [String: [Int]]
    private let byFold: [String: [Int]]

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

        var entries: [(spelling: [UInt8], target: Int32)] = []
        var outcomes: [[KeyMatch]] = []
        var styles: [String: (style: Int, fold: String)] = [:]
        var names: [Int: [String]] = [:]
        for (index, binding) in bindings.enumerated() {
            let spellings = Self.usualSpellings(of: binding.spelling)
            let fold = folds[index]
            for (style, spelling) in spellings.enumerated() {
                // A spelling that several styles share does not tell which one the payload has.
                styles[spelling] = (styles[spelling] == nil ? style : Self.anyStyle, fold)
            }
            if case .property(let property) = binding.target, binding.declaredIndex == 0,
                !binding.isNamingRule
            {
                names[property] = spellings
            }
        }
        var direct: [String: Int] = [:]
        for (spelling, (style, fold)) in styles {
            let alike = byFold[fold] ?? []
            if mode == .fuzzy, alike.count == 1, case .property(let index) = bindings[alike[0]].target,
                index < 1 << 16
            {
                // Nothing else is like it: the answer of `matches`, without asking it some hundred times per
                // class.
                direct[spelling] = index
                entries.append((Array(spelling.utf8), Int32(style << 16 | index)))
                continue
            }
            let matches = Self.matches(spelling, bindings, bySpelling, byFold, mode)
            if matches.count == 1, case .property(let index) = matches[0].target, index < 1 << 16 {
                direct[spelling] = index
                entries.append((Array(spelling.utf8), Int32(style << 16 | index)))
            } else {
                entries.append((Array(spelling.utf8), ~Int32(outcomes.count)))
                outcomes.append(matches)
            }
        }
        self.outcomes = outcomes
        let styleCount = Self.usualSpellings(of: "").count
        sequence = KeySequence(
            (0..<((names.keys.max() ?? -1) + 1)).map { index in
                (names[index] ?? Array(repeating: "", count: styleCount)).map { spelling in
                    direct[spelling] == index && Self.isPlain(spelling) ? spelling : ""
                }
            })
        table = SpellingTable(entries)
        foldedTable = SpellingTable(byFold.keys.map { (Array($0.utf8), 0) })
    }

    /// The properties and inputs that some key can reach.
    var reachableTargets: Set<KeyTarget> {
        bindings.reduce(into: []) { targets, binding in
            if case .path(let node) = binding.target {
                targets.formUnion(node.matcher.reachableTargets)
            } else {
                targets.insert(binding.target)
            }
        }
    }

    /// What a key leads to, best first within a property; empty where it leads nowhere or where it could feed
    /// properties of different spellings alike.
    func matches(_ key: String) -> [KeyMatch] {
        Self.matches(key, bindings, bySpelling, byFold, mode)
    }

    /// The spellings between which a key cannot choose; empty where it matches or matches nothing.
    func rivals(of key: String) -> [KeyBinding] {
        guard matches(key).isEmpty else { return [] }
        return Self.alike(key, bindings, byFold, mode).map { bindings[$0] }
    }

    private static func matches(
        _ key: String, _ bindings: [KeyBinding], _ bySpelling: [String: [Int]], _ byFold: [String: [Int]],
        _ mode: MappingOptions.KeyMatching
    ) -> [KeyMatch] {
        let fold = KeyFolding.fold(key)
        if fold.isEmpty { return [] }
        // Strings that are canonically equivalent but not the same bytes are not the same spelling.
        let exact = (bySpelling[key] ?? []).filter { bindings[$0].spelling.utf8.elementsEqual(key.utf8) }
        if !exact.isEmpty { return exact.map { match(bindings[$0], .exact) } }
        let alike = alike(key, bindings, byFold, mode)
        let targets = Set(alike.map { bindings[$0].target })
        let spellings = Set(alike.map { Array(bindings[$0].spelling.utf8) })
        if targets.count > 1, spellings.count > 1 { return [] }
        let lowercase = KeyFolding.lowercase(key)
        var found: [KeyMatch] = []
        for index in alike {
            let binding = bindings[index]
            let isCaseOnly = KeyFolding.lowercase(binding.spelling) == lowercase
            found.append(
                match(binding, binding.isNamingRule ? .namingRule : isCaseOnly ? .caseInsensitive : .fuzzy))
        }
        // Several spellings of one property: the best of them.
        if spellings.count > 1,
            let best = found.min(by: { ($0.rank, $0.declaredIndex) < ($1.rank, $1.declaredIndex) })
        {
            return [best]
        }
        return found
    }

    /// How well a key matches a single spelling; nil where it does not.
    static func rank(of key: String, for spelling: String, _ mode: MappingOptions.KeyMatching) -> MatchRank? {
        if KeyFolding.fold(key).isEmpty { return nil }
        if key.utf8.elementsEqual(spelling.utf8) { return .exact }
        if mode == .exact { return nil }
        if KeyFolding.lowercase(key) == KeyFolding.lowercase(spelling) { return .caseInsensitive }
        return mode == .fuzzy && KeyFolding.fold(key) == KeyFolding.fold(spelling) ? .fuzzy : nil
    }

    /// The bindings that a key is like, naming rules only where nothing else is.
    private static func alike(
        _ key: String, _ bindings: [KeyBinding], _ byFold: [String: [Int]], _ mode: MappingOptions.KeyMatching
    ) -> [Int] {
        if mode == .exact { return [] }
        var alike = byFold[KeyFolding.fold(key)] ?? []
        if mode == .caseInsensitive {
            let lowercase = KeyFolding.lowercase(key)
            alike = alike.filter { KeyFolding.lowercase(bindings[$0].spelling) == lowercase }
        }
        let declared = alike.filter { !bindings[$0].isNamingRule }
        return declared.isEmpty ? alike : declared
    }

    /// The style of a spelling that several styles share.
    static let anyStyle = 0x7FFF

    /// A spelling stands in a payload as it is: nothing in it is escaped.
    private static func isPlain(_ spelling: String) -> Bool {
        spelling.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    private static func match(_ binding: KeyBinding, _ rank: MatchRank) -> KeyMatch {
        KeyMatch(target: binding.target, declaredIndex: binding.declaredIndex, rank: rank)
    }

    private static func usualSpellings(of name: String) -> [String] {
        let words = words(of: name)
        let lower = words.map { $0.lowercased() }
        let capitals = lower.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return [
            lower.joined(separator: "_"), name, name.lowercased(), name.uppercased(),
            lower.joined(separator: "-"),
            lower.joined(separator: "_").uppercased(), capitals.joined(), capitals.joined(separator: " "),
            (lower.first ?? "") + capitals.dropFirst().joined(), words.joined(separator: "_"),
        ]
    }
}
