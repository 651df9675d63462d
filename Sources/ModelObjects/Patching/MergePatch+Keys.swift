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

    /// An array or an object with nulls for what it lacks; any other value than null stays, and doesn't fit there.
    static func completed(_ value: Any, with nulls: Any) -> Any {
        guard let nulls = nulls as? [String: Any], let members = members(of: value) else { return value }
        return members.merging(nulls) { completed($0, with: $1) }
    }

    /// The members of an object, or the elements of an array by index; empty for null, and nil for any other value.
    private static func members(of value: Any) -> [String: Any]? {
        switch JSONValue(value) {
        case .object(let members): members
        case .array(let elements):
            Dictionary(uniqueKeysWithValues: elements.enumerated().map { ("\($0.offset)", $0.element) })
        case .null: [:]
        default: nil
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
        if schema.required.isEmpty { return }
        let place = mapper.currentLocation.path.components.dropLast(depth)
        for path in paths {
            guard let property = property(path), property.rule.isRequired, !isGiven(property, patch) else {
                continue
            }
            let steps = path.map { step -> PathComponent in
                PathComponent.index(of: step).map { .index($0) } ?? .key(step)
            }
            throw ModelError.cannotRemove(property, at: place + steps, found: "null")
        }
    }

    /// Whether the patch has a value for a property, under any of its keys.
    private func isGiven(_ property: Property, _ patch: [String: Any]) -> Bool {
        let identity = ObjectIdentifier(property)
        if let known = givenProperties.known[identity] { return known }
        let isGiven = property.keys.contains { key in
            hasValue(at: key.components[...], in: patch)
                && matches(key.components[...], matcher, .exact).contains {
                    schema.properties[$0.index] === property
                }
        }
        givenProperties.known[identity] = isGiven
        return isGiven
    }

    /// Whether an object or an array has a value other than null at a path, in any spelling.
    func hasValue(at path: ArraySlice<String>, in value: Any) -> Bool {
        guard let step = path.first else { return !JSONValue(value).isNull }
        return Self.members(of: value)?.contains { key, inner in
            KeyMatcher.rank(of: key, for: step, options.keyMatching) != nil
                && hasValue(at: path.dropFirst(), in: inner)
        } ?? false
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
