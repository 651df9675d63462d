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

    /// Of all characters beyond ASCII, U+212A has a lowercase letter in ASCII, and U+037E and U+1FEF have equivalents.
    @Test(arguments: [MappingOptions.KeyMatching.fuzzy, .caseInsensitive, .exact])
    func charactersBeyondASCIIMatchLikeTheDefinition(mode: MappingOptions.KeyMatching) throws {
        let matcher = ModelSchema.of(Measurement.self).matcher(mode)
        let equivalent: [Unicode.Scalar] = mode == .exact ? [] : ["\u{37E}", "\u{1FEF}", "\u{212A}"]
        let others = Effort.some(of: 0x80...UInt32(0x3100)) + stride(from: 0x3100, to: 0x10FFFF, by: 997)
        var found: [Unicode.Scalar] = []
        for scalar in equivalent + others.compactMap({ Unicode.Scalar($0) }) {
            for key in ["\(scalar)", "a\(scalar)b", "K-\(scalar)"] {
                let matches = matcher.definition.matches(key)
                #expect(matcher.matches(key).map(shown) == matches.map(shown), "\(key.debugDescription)")
                if !matches.isEmpty { found.append(scalar) }
                // Reading bytes may know more about a key than reading a dictionary.
                let model = try Measurement(
                    json: "{\"\(key)\": 1}", options: MappingOptions(keyMatching: mode))
                #expect(
                    [model.k, model.a, model.b].contains(1) == !matches.isEmpty, "\(key.debugDescription)")
            }
        }
        #expect(Set(found) == Set(equivalent))
    }

    private func shown(_ match: KeyMatch) -> String {
        "\(match.target.hashValue) \(match.declaredIndex) \(match.rank)"
    }
}

private final class Measurement: ModelObject {
    var k = 0, a = 0, b = 0
    override class var propertyRules: [String: PropertyRule] { ["a": .key("a;b"), "b": .key("a`b")] }
}
