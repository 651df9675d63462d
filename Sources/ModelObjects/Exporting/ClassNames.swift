/// How exported objects of a class say which class they are of, so that mapping them makes that class again:
/// by the keys and texts of the discriminators that have a text for exactly this class.
///
/// Mostly there is one discriminator, of the class itself or inherited. A subclass that has another one, or
/// none, may still be chosen by those of its superclasses.
final class ClassNames: Sendable {
    /// The keys that no property takes, and the texts behind them.
    let members: [(keys: [String], text: String)]
    /// By property that takes such a key, the text that stands there where its value is nil or empty.
    let standIns: [Int: String]
    /// How the class matches keys, unless a call says otherwise.
    private let keyMatching: MappingOptions.KeyMatching

    /// Nil where there is no text.
    init?(_ schema: ModelSchema, _ style: ExportOptions.KeyStyle) {
        if schema.discriminators.isEmpty { return nil }
        keyMatching = ResolvedOptions(call: nil, own: schema.options, around: nil).keyMatching
        var members: [(keys: [String], text: String)] = []
        var standIns: [Int: String] = [:]
        var keys: Set<DeclaredKey> = []
        for discriminator in schema.discriminators {
            guard let text = discriminator.text(for: schema.type), keys.insert(discriminator.key).inserted
            else { continue }
            guard let taker = Self.taker(of: discriminator.key, schema, style, keyMatching) else {
                members.append((discriminator.key.components, text))
                continue
            }
            if taker.isWhole, !schema.properties[taker.property].content.holdsModels {
                standIns[taker.property] = text
            }
        }
        if members.isEmpty && standIns.isEmpty { return nil }
        (self.members, self.standIns) = (members, standIns)
    }

    /// The property that is read as a discriminator's value, or within which that is looked for, or the
    /// reverse.
    ///
    /// A call that leaves the property out leaves out the class's text with it.
    private static func taker(
        of key: DeclaredKey, _ schema: ModelSchema, _ style: ExportOptions.KeyStyle,
        _ keyMatching: MappingOptions.KeyMatching
    ) -> (property: Int, isWhole: Bool)? {
        var best: (property: Int, isWhole: Bool, rank: MatchRank)?
        for (index, property) in schema.properties.enumerated() where property.rule.isExported {
            let keys = property.exportedKey(style)
            let ranks = zip(keys, key.components).map { KeyMatcher.rank(of: $0, for: $1, keyMatching) }
            guard let rank = ranks.reduce(.exact, { worse($0, $1) }) else { continue }
            let isWhole = keys.count == key.components.count
            if let best, best.isWhole != isWhole ? best.isWhole : best.rank <= rank { continue }
            best = (index, isWhole, rank)
        }
        return best.map { ($0.property, $0.isWhole) }
    }

    private static func worse(_ left: MatchRank?, _ right: MatchRank?) -> MatchRank? {
        guard let left, let right else { return nil }
        return max(left, right)
    }

    /// Whether the value of an unknown key names the class in a member's place.
    func isTaken(_ member: ExportMember, by unknownValues: [String: Any]) -> Bool {
        member.isClassName
            && unknownValues.contains { key, value in
                KeyMatcher.rank(of: key, for: member.key, keyMatching) != nil
                    && JSONValue(value).kind != .null
            }
    }
}
