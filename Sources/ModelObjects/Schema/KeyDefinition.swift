/// Defines which bindings a key matches, in any spelling.
struct KeyDefinition {
    let bindings: [KeyBinding]
    let mode: MappingOptions.KeyMatching
    /// The folded spelling of each binding.
    let folds: [String]
    /// The bindings with each folded spelling, in the order of the first of them.
    private(set) var groups: [[Int]] = []
    private var groupOfFold: TextMap
    /// A length in Unicode scalars that no folded spelling exceeds.
    private let longestFold: Int

    init(_ bindings: [KeyBinding], _ mode: MappingOptions.KeyMatching) {
        self.bindings = bindings
        self.mode = mode
        folds = bindings.map { KeyFolding.fold($0.spelling) }
        longestFold = folds.reduce(0) { max($0, $1.utf8.count) }
        groupOfFold = TextMap(capacity: bindings.count)
        for (index, fold) in folds.enumerated() {
            if let group = groupOfFold[fold] {
                groups[group].append(index)
            } else {
                groupOfFold.updateValue(groups.count, forKey: fold)
                groups.append([index])
            }
        }
    }

    private func candidates(_ fold: String) -> [Int] { groupOfFold[fold].map { groups[$0] } ?? [] }

    /// The matches of a key: see ``KeyMatcher/matches(_:)``.
    func matches(_ key: String) -> [KeyMatch] {
        if KeyFolding.isTooLong(key, forFoldOf: longestFold) { return [] }
        let fold = KeyFolding.fold(key)
        return matches(key, fold: fold, among: candidates(fold))
    }

    /// - Parameters:
    ///   - fold: The key's folded spelling.
    ///   - candidates: The indices of the bindings that have it.
    func matches(_ key: String, fold: String, among candidates: [Int]) -> [KeyMatch] {
        if mode == .fuzzy, candidates.count == 1, !fold.isEmpty {
            return [bindings[candidates[0]].match(as: key)]
        }
        // Strings that are canonically equivalent but not the same bytes are not the same spelling.
        let exact = candidates.map { bindings[$0] }.filter { !$0.isNamingRule && $0.hasSpelling(key) }
        if exact.contains(where: \.isExclusive) { return exact.map { $0.match(.exact) } }
        let equivalent = equivalent(key, fold: fold, among: candidates)
        // The value of a key can fill a property, and contain those of others.
        return [false, true].flatMap { isPath in
            matches(
                key, exact: exact.filter { $0.isPath == isPath },
                equivalent: equivalent.filter { $0.isPath == isPath })
        }
    }

    private func matches(_ key: String, exact: [KeyBinding], equivalent: [KeyBinding]) -> [KeyMatch] {
        if !exact.isEmpty { return exact.map { $0.match(.exact) } }
        guard let first = equivalent.first else { return [] }
        let hasSeveralSpellings = !equivalent.allSatisfy { $0.hasSpelling(first.spelling) }
        if hasSeveralSpellings, equivalent.contains(where: { $0.target != first.target }) { return [] }
        let found = equivalent.map { $0.match(as: key) }
        // The key matches several spellings of one property: use the best one.
        if hasSeveralSpellings,
            let best = found.min(by: { ($0.rank, $0.declaredIndex) < ($1.rank, $1.declaredIndex) })
        {
            return [best]
        }
        return found
    }

    /// The bindings whose spelling is equivalent to a key; naming rules only if there are no others.
    func equivalent(_ key: String) -> [KeyBinding] {
        if KeyFolding.isTooLong(key, forFoldOf: longestFold) { return [] }
        let fold = KeyFolding.fold(key)
        return equivalent(key, fold: fold, among: candidates(fold))
    }

    private func equivalent(_ key: String, fold: String, among candidates: [Int]) -> [KeyBinding] {
        // A key of separators alone matches exactly or not at all.
        if mode == .exact || fold.isEmpty { return [] }
        var equivalent = candidates.map { bindings[$0] }
        if mode == .caseInsensitive {
            let lowercase = key.lowercased()
            equivalent = equivalent.filter { $0.spelling.lowercased() == lowercase }
        }
        let declared = equivalent.filter { !$0.isNamingRule }
        return declared.isEmpty ? equivalent : declared
    }
}

extension KeyBinding {
    fileprivate func hasSpelling(_ key: String) -> Bool { spelling.hasSameBytes(as: key) }

    /// The match of a key with the same fold.
    fileprivate func match(as key: String) -> KeyMatch {
        if hasSpelling(key) { return match(.exact) }
        return match(spelling.lowercased() == key.lowercased() ? .caseInsensitive : .fuzzy)
    }
}
