/// The keys and texts that name the class of exported objects, so that mapping them makes the same class.
///
/// Usually there is one discriminator, of the class itself or inherited. A subclass with another one, or with none, can
/// still be chosen by those of its superclasses.
final class ClassNames: Sendable {
    /// The names whose keys no property uses.
    let members: [ClassName]
    /// By property that uses such a key: the name to write if the property's value is nil or empty.
    let standIns: [Int: ClassName]
    /// How the class matches keys, unless the call's options override it.
    private let keyMatching: MappingOptions.KeyMatching

    /// Nil if no discriminator leads to the class.
    init?(_ schema: ModelSchema, _ style: ExportOptions.KeyStyle) {
        let names = schema.classNames
        if names.isEmpty { return nil }
        keyMatching = schema.options.keyMatching
        var members: [ClassName] = []
        var standIns: [Int: ClassName] = [:]
        for name in names {
            guard let taker = Self.taker(of: name.key, schema, style, keyMatching) else {
                members.append(name)
                continue
            }
            if taker.isWhole, !schema.properties[taker.property].content.holdsModels {
                standIns[taker.property] = name
            }
        }
        if members.isEmpty && standIns.isEmpty { return nil }
        (self.members, self.standIns) = (members, standIns)
    }

    /// The property that a discriminator reads: its exported key matches the discriminator's key, or one of the two
    /// keys contains the other.
    ///
    /// A call that leaves out the property also leaves out the class's text.
    private static func taker(
        of key: DeclaredKey, _ schema: ModelSchema, _ style: ExportOptions.KeyStyle,
        _ keyMatching: MappingOptions.KeyMatching
    ) -> (property: Int, isWhole: Bool)? {
        var best: (property: Int, isWhole: Bool, rank: MatchRank)?
        for (index, property) in schema.properties.enumerated() where property.rule.isExported {
            let keys = property.exportedKey(style)
            guard let rank = KeyMatcher.rank(of: keys, for: key.components, keyMatching) else { continue }
            let isWhole = keys.count == key.components.count
            if let best, best.isWhole != isWhole ? best.isWhole : best.rank <= rank { continue }
            best = (index, isWhole, rank)
        }
        return best.map { ($0.property, $0.isWhole) }
    }

    /// Whether an unknown value already names the class under the member's key.
    func isTaken(_ member: ExportMember, by unknownValues: [String: Any]) -> Bool {
        member.isClassName
            && unknownValues.contains { key, value in
                KeyMatcher.rank(of: key, for: member.key, keyMatching) != nil
                    && JSONValue(value).kind != .null
            }
    }
}
