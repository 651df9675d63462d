import Foundation

/// The keys of a merge patch, in any spelling that the class accepts.
extension MergePatch {
    /// Null for each of the properties below a path.
    static func nulls(_ paths: [[String]], from depth: Int) -> Any {
        Dictionary(grouping: paths) { $0[depth] }.mapValues { paths -> Any in
            let deeper = paths.filter { $0.count > depth + 1 }
            return deeper.isEmpty ? NSNull() : nulls(deeper, from: depth + 1)
        }
    }

    /// Whether an array or an object has a value other than null at a path.
    static func hasValue(_ path: ArraySlice<String>, _ value: Any) -> Bool {
        guard let step = path.first else { return !JSONValue(value).isNull }
        return indexed(value)[step].map { hasValue(path.dropFirst(), $0) } ?? false
    }

    /// An array or an object with nulls in an object for what it lacks.
    static func adding(_ nulls: Any, to value: Any) -> Any {
        guard let nulls = nulls as? [String: Any] else { return nulls }
        return indexed(value).merging(nulls) { adding($1, to: $0) }
    }

    /// The members of an object, and those of an array by their indices; none for any other value.
    private static func indexed(_ value: Any) -> [String: Any] {
        switch JSONValue(value) {
        case .object(let members): members
        case .array(let elements):
            Dictionary(uniqueKeysWithValues: elements.enumerated().map { ("\($0.offset)", $0.element) })
        default: [:]
        }
    }

    /// The property that a path fills: of those that it matches, one that is exported there, or the first with the best
    /// match.
    func property(_ path: [String]) -> Property? {
        let found = matches(path[...], matcher, .exact)
        let properties = found.sorted(byNumber: \.rank.rawValue).map { schema.properties[$0.index] }
        return properties.first {
            $0.rule.isExported && $0.exportedKey(.declared).count == path.count
                && KeyMatcher.rank(of: path, for: $0.exportedKey(.declared), options.keyMatching) != nil
        } ?? properties.first
    }

    /// The properties that a path matches.
    ///
    /// - Parameters:
    ///   - matcher: The matcher of the first step.
    ///   - worst: The worst rank of the steps before it.
    func matches(
        _ path: ArraySlice<String>, _ matcher: KeyMatcher, _ worst: MatchRank
    ) -> [(index: Int, rank: MatchRank)] {
        guard let key = path.first else { return [] }
        return matcher.matches(key).flatMap { match -> [(index: Int, rank: MatchRank)] in
            let rank = max(worst, match.rank)
            return switch match.target {
            case .property(let index) where path.count == 1: [(index, rank)]
            case .path(let node): matches(path.dropFirst(), node.matcher, rank)
            default: []
            }
        }
    }

    /// Checks that no required property is null, unless the patch has a value under another key of it.
    ///
    /// - Parameter depth: The number of steps from the model to the current location.
    func checkRequired(_ paths: [[String]], _ patch: [String: Any], depth: Int) throws {
        let place = mapper.currentLocation.path.components.dropLast(depth)
        for path in paths {
            guard let property = property(path), property.rule.isRequired,
                !property.keys.contains(where: { key in
                    hasValue(at: key.components[...], in: patch)
                        && matches(key.components[...], matcher, .exact).contains {
                            schema.properties[$0.index] === property
                        }
                })
            else { continue }
            let steps = path.map { step -> PathComponent in
                PathComponent.index(of: step).map { .index($0) } ?? .key(step)
            }
            throw ModelError.cannotRemove(property, at: place + steps, found: "null")
        }
    }

    /// Whether a patch has a value other than null at a path, in any spelling.
    func hasValue(at path: ArraySlice<String>, in patch: [String: Any]) -> Bool {
        guard let step = path.first else { return false }
        return patch.contains { key, value in
            if KeyMatcher.rank(of: key, for: step, options.keyMatching) == nil { return false }
            if path.count == 1 { return !JSONValue(value).isNull }
            guard case .object(let inner) = JSONValue(value) else { return false }
            return hasValue(at: path.dropFirst(), in: inner)
        }
    }

    /// A patch of a dictionary with the keys under which its entries are exported: a key such as a UUID has several
    /// spellings.
    ///
    /// Of several spellings in the patch, the first one with a value counts.
    func spelledAsExported(_ patch: [String: Any], _ old: Any?) -> [String: Any] {
        guard let view = contentOfPresence(old) as? any DictionaryView else { return patch }
        // Looking up the entries takes longer than merging a small patch.
        let isSpelled = patch.allSatisfy { key, value in
            if case .object = JSONValue(value) { return false }
            return view.exportedKey(of: key) == key
        }
        if isSpelled { return patch }
        let entries = view.membersByKeyText?.members ?? [:]
        var result: [String: Any] = [:]
        for (key, value) in patch.sorted(byText: \.key) {
            let name = view.exportedKey(of: key)
            if let first = result[name], !JSONValue(first).isNull { continue }
            if case .object(let inner) = JSONValue(value) {
                result[name] = spelledAsExported(inner, entries[name])
            } else {
                result[name] = value
            }
        }
        return result
    }
}
