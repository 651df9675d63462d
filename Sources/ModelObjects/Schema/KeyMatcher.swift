/// Finds what a payload's key leads to, by the ranks of `MatchRank`.
///
/// `definition` defines the matches. `table` holds the same results for the usual spellings of each name (as declared,
/// and in snake, kebab, camel, Pascal and upper case). Both are made by the initializer, and never change.
///
/// Worked example: a class with `var userName`, and `var city` whose rule is `.key("address.city")`. The bindings are
/// `userName` to property 0, and `address` to a `PathNode`, whose own matcher binds `city` to property 1:
///
///     userName    in `table`: a `DirectMatch` with property 0
///     user_name   in `table`, as a usual spelling of it: likewise, with another rank and style
///     USER-Name   not in `table`; its fold, `username`, is in `foldedTable` with property 0
///     address     in `table`, as an index into `indirectMatches`: the path node
///     zip         neither it nor its fold is in a table, so it matches nothing
final class KeyMatcher: @unchecked Sendable {  // All members are Sendable; a PathNode holds a matcher.
    /// The tables that the mapper's loop reads, without reference counting.
    struct Tables: BitwiseCopyable {
        /// Maps a spelling's bytes to a `DirectMatch`, or to `~index` into `indirectMatches`.
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
    private let expectedTexts = LazyReferences<ExpectedTexts>(count: 1)

    /// The spellings in the order of the sequence's entries; empty if an entry expects none.
    ///
    /// Made on first use, since only hooks and dictionaries need them.
    var expectedKeys: [String] {
        expectedTexts.lend(at: 0, make: { ExpectedTexts(tables.value.sequence) }, \.texts)
    }

    private final class ExpectedTexts: Sendable {
        let texts: [String]
        init(_ sequence: KeySequence) { texts = sequence.texts }
    }

    var table: SpellingTable { tables.value.table }
    var foldedTable: SpellingTable { tables.value.folded }
    /// The matches of the spellings that a `DirectMatch` can't describe: those of paths, and of several properties.
    let indirectMatches: [[KeyMatch]]
    let definition: KeyDefinition

    /// - Parameter firstProperty: the index of the first property to which one of the bindings may lead.
    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching, firstProperty: Int = 0) {
        let definition = KeyDefinition(bindings, mode)
        self.definition = definition
        var spellings = UsualSpellings(nameCount: bindings.count)
        var targets: [Int32] = []
        var indirectMatches: [[KeyMatch]] = []
        var folds = SpellingList()
        var foldTargets: [Int32] = []
        targets.reserveCapacity(bindings.count * UsualSpellings.styleCount)
        foldTargets.reserveCapacity(bindings.count)
        // All usual spellings of a name have its fold.
        for group in definition.groups.indices {
            let names = definition.groups[group]
            let (name, fold) = (names[0], definition.folds[names[0]])
            let first = spellings.list.count
            for name in names { spellings.append(name, bindings[name].spelling, among: first) }
            let isSingle = mode == .fuzzy && !fold.isEmpty && names.count == 1
            for index in first..<spellings.list.count {
                let style = spellings.styles[index]
                var match = isSingle ? bindings[name].match(spellings.rank(of: index, forName: name)) : nil
                var matches: [KeyMatch] = []
                if match == nil {
                    let text = spellings.list.text(of: index)
                    matches = definition.matches(text, fold: fold, among: names)
                    if matches.count == 1 { match = matches[0] }
                }
                if let target = match.flatMap({ DirectMatch($0, style: style) })?.target {
                    targets.append(target)
                } else {
                    targets.append(~Int32(indirectMatches.count))
                    indirectMatches.append(match.map { [$0] } ?? matches)
                }
            }
            folds.append(fold, among: folds.count)
            if isSingle, case .property(let index) = bindings[name].target, index < 1 << 16 {
                foldTargets.append(Int32(index))
            } else {
                foldTargets.append(Self.severalTargets)
            }
        }
        self.indirectMatches = indirectMatches
        let (expected, propertyCount) = Self.expected(bindings, spellings, targets, firstProperty)
        tables = ImmortalBuffer(
            value: Tables(
                table: SpellingTable(spellings.list, targets: targets),
                sequence: KeySequence(
                    expected, propertyCount: propertyCount, firstProperty: firstProperty,
                    in: spellings.list),
                folded: SpellingTable(folds, targets: foldTargets, areFolds: true)))
    }

    /// For each style, the spelling to expect for each property, and -1; also -1 for a property whose spelling is
    /// escaped in JSON, or matches anything else.
    private static func expected(
        _ bindings: [KeyBinding], _ spellings: UsualSpellings, _ targets: [Int32], _ firstProperty: Int
    ) -> (spellings: [Int], propertyCount: Int) {
        var names: [Int] = []
        for (name, binding) in bindings.enumerated() {
            guard case .property(let property) = binding.target else { continue }
            let position = property - firstProperty
            while names.count <= position { names.append(-1) }
            if binding.declaredIndex == 0, !binding.isNamingRule, binding.isWrittenUnescaped {
                names[position] = name
            }
        }
        var expected: [Int] = []
        expected.reserveCapacity(UsualSpellings.styleCount * (names.count + 1))
        for style in 0..<UsualSpellings.styleCount {
            for (position, name) in names.enumerated() {
                let spelling = name < 0 ? -1 : spellings.index(ofName: name, style: style)
                let isExpected =
                    spelling >= 0 && targets[spelling] >= 0
                    && DirectMatch(target: targets[spelling]).property == firstProperty + position
                expected.append(isExpected ? spelling : -1)
            }
            expected.append(-1)
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
        if target != SpellingTable.absent { return indirectMatches[Int(~target)] }
        return foldedTable.foldedTarget(of: key) == SpellingTable.absent ? [] : definition.matches(key)
    }

    /// What the tables contain about a key.
    enum TableMatch {
        /// The key matches this property and nothing else.
        case property(Int)
        case nothing
        /// Only `matches` can decide.
        case undecided
    }

    /// The property that a key matches, if it matches nothing else; nil also if only `matches` can decide.
    func onlyProperty(of key: String) -> Int? {
        if case .property(let index) = tableMatch(of: key) { index } else { nil }
    }

    func tableMatch(of key: String) -> TableMatch {
        tableMatch(table.target(for: key)) { $0.foldedTarget(of: key) }
    }

    /// What the tables contain about a key with a target in `table`.
    ///
    /// - Parameter foldedTarget: The key's target in the table of folded spellings; nil if it isn't known.
    func tableMatch(_ target: Int32, foldedTarget: (SpellingTable) -> Int32?) -> TableMatch {
        if target >= 0 { return .property(DirectMatch(target: target).property) }
        if target != SpellingTable.absent { return .undecided }
        return switch foldedTarget(foldedTable) {
        case SpellingTable.absent: .nothing
        case let index? where index != Self.severalTargets: .property(Int(index))
        default: .undecided
        }
    }

    /// The matches of a key, or of an element's number, which has only one spelling.
    func matches(_ key: String, isElement: Bool) -> [KeyMatch] {
        isElement ? matches(key).filter { $0.rank == .exact } : matches(key)
    }

    /// How well a key matches a single spelling; nil if it doesn't match.
    @inline(never)
    static func rank(of key: String, for spelling: String, _ mode: MappingOptions.KeyMatching) -> MatchRank? {
        let fold = KeyFolding.fold(spelling)
        if KeyFolding.isTooLong(key, forFoldOf: fold.unicodeScalars.count) { return nil }
        if key.hasSameBytes(as: spelling) { return .exact }
        if KeyFolding.isEmptyFold(key) { return nil }
        if mode == .exact { return nil }
        if key.lowercased() == spelling.lowercased() { return .caseInsensitive }
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
