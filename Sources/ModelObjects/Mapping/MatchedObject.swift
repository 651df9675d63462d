/// The keys that matched the properties of an object.
struct MatchedObject: Sendable {
    /// A key, and the property that it matched.
    struct Match: Sendable {
        let property: Int
        let key: String
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
            ($0.key, schema.properties[$0.property].name, $0.rank)
        }
    }

    var unfilled: [String] {
        schema.properties.enumerated().filter { !seen.contains($0.offset) }.map(\.element.name)
    }
}
