import Testing

@testable import ModelObjects

/// Compares the tables of a matcher with the keys they are built from.
struct KeyMatcherTests {
    private static let pieces = [
        "user", "Name", "ID", "id", "item", "_", "-", " ", "count", "COUNT", "meta", "fb", "a", "İ", "ß", "K",
        "remote", "description", "first", "1st", "list", "there", "width",
    ]

    @Test(arguments: [MappingOptions.KeyMatching.fuzzy, .caseInsensitive, .exact])
    func tablesMatchTheDefinition(mode: MappingOptions.KeyMatching) throws {
        let seed: UInt64 = 20_261_120
        var numbers = SeededNumbers(seed: seed)
        let matcher = ModelSchema.of(Specimen.self).matcher(mode)
        var (found, onlyProperties) = (0, 0)
        let rounds = Effort.count(20_000, atLeast: 4_000)
        for number in 0..<rounds {
            let count = Int.random(in: 1...4, using: &numbers)
            let key = (0..<count).map { _ in
                Self.pieces[Int.random(in: Self.pieces.indices, using: &numbers)]
            }.joined()
            let matches = matcher.matches(key)
            if !matches.isEmpty { found += 1 }
            #expect(
                matches.map(shown) == matcher.definition.matches(key).map(shown),
                "seed \(seed), key \(number): \(key.debugDescription)")
            if let only = matcher.onlyProperty(of: key) {
                #expect(matches.map(\.target) == [.property(only)])
                onlyProperties += 1
            }
        }
        #expect(onlyProperties > rounds / 300)
        #expect(found > rounds / 200)
    }

    private func shown(_ match: KeyMatch) -> String {
        "\(match.target.hashValue) \(match.declaredIndex) \(match.rank)"
    }
}
