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
        /// Every folded spelling: a key whose fold is not in this table matches nothing.
        ///
        /// The target is a property if that property's single spelling is the only one with this fold, and any key with
        /// the fold matches it. Otherwise it is `severalTargets`.
        let folded: SpellingTable
    }

    let tables: ImmortalBuffer<Tables>
    /// The spellings in the order of the sequence's entries; empty if an entry expects none.
    let expectedKeys: [String]

    var table: SpellingTable { tables.value.table }
    var foldedTable: SpellingTable { tables.value.folded }
    let outcomes: [[KeyMatch]]
    let definition: KeyDefinition
    var mode: MappingOptions.KeyMatching { definition.mode }

    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching) {
        let definition = KeyDefinition(bindings, mode)
        self.definition = definition
        let spellings = UsualSpellings(of: bindings.map(\.spelling), folds: definition.folds)
        var targets = [Int32](repeating: SpellingTable.absent, count: spellings.list.count)
        var outcomes: [[KeyMatch]] = []
        // All usual spellings of a name have its fold.
        for (fold, equivalent) in definition.byFold {
            for spelling in spellings.distinct(equivalent) {
                let text = spellings.list.text(of: spelling.index)
                let matches = definition.matches(text, fold: fold, among: equivalent)
                if let match = DirectMatch(matches, style: spelling.style) {
                    targets[spelling.index] = match.target
                } else {
                    targets[spelling.index] = ~Int32(outcomes.count)
                    outcomes.append(matches)
                }
            }
        }
        self.outcomes = outcomes
        let table = SpellingTable(spellings.list, targets: targets)
        let (expected, propertyCount) = Self.expected(bindings, spellings, table)
        expectedKeys = expected.map { $0.map(spellings.list.text) ?? "" }
        let sequence = KeySequence(expected, propertyCount: propertyCount, in: spellings.list)
        let groups = Array(definition.byFold)
        let folded = SpellingTable(
            SpellingList(groups.map(\.key)),
            targets: groups.map { _, equivalent in
                guard mode == .fuzzy, equivalent.count == 1,
                    case .property(let index) = bindings[equivalent[0]].target,
                    index < 1 << 16
                else { return Self.severalTargets }
                return Int32(index)
            })
        tables = ImmortalBuffer(value: Tables(table: table, sequence: sequence, folded: folded))
    }

    /// For each style, the spelling to expect for each property, and a nil; also nil for a property whose spelling is
    /// escaped in JSON, or matches anything else.
    private static func expected(
        _ bindings: [KeyBinding], _ spellings: UsualSpellings, _ table: SpellingTable
    ) -> (spellings: [Int?], propertyCount: Int) {
        var names: [Int?] = []
        for (name, binding) in bindings.enumerated() {
            guard case .property(let property) = binding.target else { continue }
            while names.count <= property { names.append(nil) }
            if binding.declaredIndex == 0, !binding.isNamingRule { names[property] = name }
        }
        var expected: [Int?] = []
        for style in 0..<UsualSpellings.styleCount {
            for (property, name) in names.enumerated() {
                let spelling = name.map { spellings.index(ofName: $0, style: style) }
                expected.append(
                    spelling.flatMap { index in
                        guard spellings.isPlain(index) else { return nil }
                        let target = table.target(for: index, in: spellings.list)
                        return target >= 0 && DirectMatch(target: target).property == property ? index : nil
                    })
            }
            expected.append(nil)
        }
        return (expected, names.count)
    }

    /// A fold that doesn't identify a single property.
    static let severalTargets = Int32(-1)

    /// The matches of a key, best first within a property; empty if nothing matches, or if the key matches different
    /// spellings of several properties equally well.
    func matches(_ key: String) -> [KeyMatch] {
        let target = table.target(for: key)
        if target >= 0 { return [DirectMatch(target: target).match] }
        if target != SpellingTable.absent { return outcomes[Int(~target)] }
        return foldedTable.foldedTarget(of: key) == SpellingTable.absent ? [] : definition.matches(key)
    }

    /// The matches of a key, or of an element's number, which has only one spelling.
    func matches(_ key: String, isElement: Bool) -> [KeyMatch] {
        isElement ? matches(key).filter { $0.rank == .exact } : matches(key)
    }

    /// The spellings that make a key ambiguous; empty if the key matches, or if nothing is similar to it.
    func rivals(of key: String) -> [KeyBinding] {
        matches(key).isEmpty ? definition.equivalent(key) : []
    }

    /// How well a key matches a single spelling; nil if it doesn't match.
    static func rank(of key: String, for spelling: String, _ mode: MappingOptions.KeyMatching) -> MatchRank? {
        let fold = KeyFolding.fold(spelling)
        if KeyFolding.isTooLong(key, forFoldOf: fold.unicodeScalars.count) { return nil }
        if key.utf8.elementsEqual(spelling.utf8) { return .exact }
        if KeyFolding.fold(key).isEmpty { return nil }
        if mode == .exact { return nil }
        if KeyFolding.lowercase(key) == KeyFolding.lowercase(spelling) { return .caseInsensitive }
        return mode == .fuzzy && KeyFolding.fold(key) == fold ? .fuzzy : nil
    }

    /// How well the common steps of a path and a declared path match; nil if a step doesn't match.
    static func rank(
        of path: [String], for components: [String], _ mode: MappingOptions.KeyMatching
    ) -> MatchRank? {
        var worst = MatchRank.exact
        for (key, component) in zip(path, components) {
            guard let rank = rank(of: key, for: component, mode) else { return nil }
            worst = max(worst, rank)
        }
        return worst
    }
}
