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
        var firstOf = [Int](repeating: -1, count: properties.count)
        for (place, match) in first.enumerated() { firstOf[match.property] = place }
        for match in settled { firstOf[match.property] = -1 }
        let found = firstOf.compactMap { $0 < 0 ? nil : first[$0] } + settled
        // Stable: the keys of a combined property stay as its rule has them.
        return found.sorted { $0.property < $1.property }.map { match in
            let property = properties[match.property]
            return (
                match.key, property.name, match.rank ?? rank(of: match.key, for: property, match.property)
            )
        }
    }

    /// The rank of a key that is known to match a property, and no other.
    private func rank(of key: String, for property: Property, _ index: Int) -> MatchRank {
        var best: MatchRank?
        for spelling in property.keys where spelling.components.count == 1 {
            guard let rank = Self.rank(ofASCII: key, for: spelling.components[0]) else { continue }
            best = min(best ?? rank, rank)
        }
        if let best { return best }
        let matches = schema.matcher(keyMatching).matches(key)
        return matches.first { $0.target == .property(index) }?.rank ?? .fuzzy
    }

    /// How well a key of ASCII characters matches a spelling, without a String for the fold of either; nil
    /// where it does not, or where that cannot be told here.
    private static func rank(ofASCII key: String, for spelling: String) -> MatchRank? {
        func isSeparator(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
        }
        func isLetter(_ byte: UInt8) -> Bool {
            byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        }
        var (left, right) = (key.utf8.makeIterator(), spelling.utf8.makeIterator())
        var rank = MatchRank.exact
        var (a, b) = (left.next(), right.next())
        while a != nil || b != nil {
            if a == b {
                (a, b) = (left.next(), right.next())
            } else if let byte = a, isSeparator(byte) {
                (rank, a) = (.fuzzy, left.next())
            } else if let byte = b, isSeparator(byte) {
                (rank, b) = (.fuzzy, right.next())
            } else if let byte = a, let other = b, byte ^ other == 0x20, isLetter(byte) {
                rank = max(rank, .caseInsensitive)
                (a, b) = (left.next(), right.next())
            } else {
                return nil
            }
        }
        return rank
    }

    var unfilled: [String] {
        schema.properties.enumerated().filter { !seen.contains($0.offset) }.map(\.element.name)
    }
}
