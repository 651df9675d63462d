/// Finds the mistakes that `ModelObject.audit` reports.
struct ClassAudit {
    private let schema: ModelSchema

    init(_ schema: ModelSchema) {
        self.schema = schema
    }

    var findings: [AuditFinding] {
        collisions + capitalCollisions + uselessKeys + unmappable + unusedCodingKeys
    }

    /// Properties whose keys have the same folded spelling but are not identical.
    private var collisions: [AuditFinding] {
        collidingKeys(inCapitals: false).compactMap { _, properties, keys in
            let spellings = Set(keys).sortedByScalars()
            guard spellings.count > 1 else { return nil }
            return AuditFinding(
                kind: .collision, properties: properties,
                message:
                    "\(properties.joined(separator: " and ")) differ only in the exact spelling of their "
                    + "keys (\(spellings.joined(separator: ", "))); a key in another spelling fills neither.")
        }
    }

    /// Properties whose keys have the same uppercase spelling but different folded ones: `straße` and `strasse`.
    private var capitalCollisions: [AuditFinding] {
        collidingKeys(inCapitals: true).compactMap { fold, properties, keys in
            guard Set(keys.map { KeyFolding.fold($0) }).count > 1 else { return nil }
            let filled = schema.properties.first { property in
                properties.contains(property.name)
                    && property.keys.contains { KeyFolding.fold($0.text) == fold }
            }?.name
            let capitals = keys[0].uppercased()
            return AuditFinding(
                kind: .collision, properties: properties,
                message:
                    "The keys of \(properties.joined(separator: " and ")) have the same uppercase spelling; "
                    + "\(capitals) fills \(filled ?? "none of them").")
        }
    }

    /// Groups the keys of several properties that have the same fold, perhaps in capitals; sorted by the fold.
    private func collidingKeys(
        inCapitals: Bool
    ) -> [(text: String, properties: [String], keys: [String])] {
        var groups: [String: (properties: [String], keys: [String])] = [:]
        for property in schema.properties where property.rule.combination == nil {
            for key in property.keys {
                let text = KeyFolding.fold(inCapitals ? key.text.uppercased() : key.text)
                if text.isEmpty { continue }
                var group = groups[text] ?? ([], [])
                if group.properties.last != property.name { group.properties.append(property.name) }
                group.keys.append(key.text)
                groups[text] = group
            }
        }
        return groups.filter { $0.value.properties.count > 1 }.sorted(byText: \.key)
            .map { ($0.key, $0.value.properties, $0.value.keys) }
    }

    /// Keys with an empty folded spelling, and keys that a property lists twice.
    private var uselessKeys: [AuditFinding] {
        schema.properties.flatMap { property in
            property.keys.enumerated().compactMap { index, key -> AuditFinding? in
                let reason: String
                if key.isUseless || !property.hasDeclaredKey && KeyFolding.fold(property.name).isEmpty {
                    reason = "holds only separators, and such a key matches nothing"
                } else if property.keys[..<index].contains(key) {
                    reason = "is already listed"
                } else {
                    return nil
                }
                return AuditFinding(
                    kind: .uselessKey, properties: [property.name],
                    message: "The key \"\(key.text)\" of \(property.name) \(reason).")
            }
        }
    }

    private var unmappable: [AuditFinding] {
        schema.unmappable.filter(\.isUnconvertible).map {
            AuditFinding(
                kind: .unmappable, properties: [$0.name],
                message: "\($0.name) is never filled: it is \($0.reason).")
        }
    }

    /// `CodingKeys` enums that the class and its superclasses declare, but make no rules from.
    private var unusedCodingKeys: [AuditFinding] {
        var used: Set<ObjectIdentifier> = []
        var declared: [(owner: ModelObject.Type, keys: any CodingKey.Type)] = []
        for model in classHierarchy(of: schema.type) {
            used.formUnion(model.propertyRules.values.compactMap(\.codingKeys).map { ObjectIdentifier($0) })
            if let keys = Self.codingKeys(of: model) { declared.append((model, keys)) }
        }
        return declared.filter { !used.contains(ObjectIdentifier($0.keys)) }.map { owner, _ in
            AuditFinding(
                kind: .codingKeys, properties: [],
                message: "The CodingKeys of \(owner) have no effect: use them with "
                    + "`.codingKeys(CodingKeys.self)` in propertyRules.")
        }
    }

    /// The enum `CodingKeys` in a class, found by its name (Swift's docs/ABI/Mangling.rst).
    private static func codingKeys(of type: ModelObject.Type) -> (any CodingKey.Type)? {
        _mangledTypeName(type).flatMap { _typeByName($0 + "10CodingKeysO") } as? any CodingKey.Type
    }
}
