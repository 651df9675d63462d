/// The keys that matched the properties of an object.
struct MatchedObject: Sendable {
    /// A key, and the property that it matched.
    struct Match: Sendable {
        let property: Int
        /// The key in the payload's spelling, or the steps of a path.
        let path: [PathComponent]
        let rank: MatchRank
    }

    let schema: ModelSchema
    /// The key whose value counts, for each property; several for a combined one.
    let matches: [Match]
    /// The properties that were filled in objects of the same class inside this one.
    let filledInside: PropertySet

    var matched: [(key: String, property: String, rank: MatchRank)] {
        // Stable: the keys of a combined property keep the order of its rule.
        matches.sorted(byNumber: \.property).map {
            ($0.path.map(\.text).joined(separator: "."), schema.properties[$0.property].name, $0.rank)
        }
    }

    /// The properties with a key, here or in an object of the same class inside this one.
    var fedProperties: [String] {
        matched.map(\.property) + names(of: filledInside)
    }

    /// The properties that a value can fill, even if another key did.
    ///
    /// - Parameter path: The path from the object to the value, or to a value inside it.
    func properties(at path: ArraySlice<PathComponent>) -> [String] {
        names(of: Self.properties(at: path, schema.matcher(.fuzzy)))
    }

    private func names(of properties: PropertySet) -> [String] {
        schema.properties.enumerated().filter { properties.contains($0.offset) }.map(\.element.name)
    }

    private static func properties(at path: ArraySlice<PathComponent>, _ matcher: KeyMatcher) -> PropertySet {
        var found = PropertySet()
        guard let step = path.first else { return found }
        for match in matcher.matches(step.text, isElement: step.intValue != nil) {
            if case .path(let node) = match.target, path.count > 1 {
                found.formUnion(properties(at: path.dropFirst(), node.matcher))
            } else {
                found.formUnion(match.target.properties)
            }
        }
        return found
    }

    var unfilled: [Property] {
        let matched = Set(matches.map(\.property))
        return schema.properties.enumerated().filter { !matched.contains($0.offset) }.map(\.element)
    }
}
