/// Which keys matched the properties of an object: as it was noted, put in order when somebody asks.
struct MatchedObject: Sendable {
    /// A key, and the property that it matched.
    struct Match: Sendable {
        let property: Int
        let key: String
        /// Nil where the key matched as the only one: it is found out when somebody asks.
        let rank: MatchRank?
    }

    let schema: ModelSchema
    let keyMatching: MappingOptions.KeyMatching
    /// The properties that a key came for.
    let seen: PropertySet
    /// The keys as they came along, the first of each property.
    let first: [Match]
    /// The keys that won where several, or a path, wanted to feed a property.
    let settled: [Match]

    var matched: [(key: String, property: String, rank: MatchRank)] {
        let properties = schema.properties
        let matcher = schema.matcher(keyMatching)
        var firstOf = [Int](repeating: -1, count: properties.count)
        for (place, match) in first.enumerated() { firstOf[match.property] = place }
        for match in settled { firstOf[match.property] = -1 }
        let found = firstOf.compactMap { $0 < 0 ? nil : first[$0] } + settled
        // Stable: the keys of a combined property stay as its rule has them.
        return found.sorted { $0.property < $1.property }.map { match in
            let rank =
                match.rank ?? matcher.matches(match.key).first { $0.target.property == match.property }?.rank
            return (match.key, properties[match.property].name, rank ?? .fuzzy)
        }
    }

    var unfilled: [String] {
        schema.properties.enumerated().filter { !seen.contains($0.offset) }.map(\.element.name)
    }
}
