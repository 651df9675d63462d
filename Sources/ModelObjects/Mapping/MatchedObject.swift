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
    /// The properties that a key matched.
    let seen: PropertySet
    /// The key whose value counts, for each property; several for a combined one.
    let matches: [Match]

    var matched: [(key: String, property: String, rank: MatchRank)] {
        // Stable: the keys of a combined property keep the order of its rule.
        matches.sorted(byNumber: \.property).map {
            ($0.path.map(\.text).joined(separator: "."), schema.properties[$0.property].name, $0.rank)
        }
    }

    /// The properties whose keys lead to a value, or to what contains it.
    ///
    /// - Parameter path: The path from the object.
    func properties(at path: ArraySlice<PathComponent>) -> [String] {
        matches.filter { path.starts(with: $0.path) }.sorted(byNumber: \.property)
            .map { schema.properties[$0.property].name }
    }

    var unfilled: [String] {
        schema.properties.enumerated().filter { !seen.contains($0.offset) }.map(\.element.name)
    }
}
