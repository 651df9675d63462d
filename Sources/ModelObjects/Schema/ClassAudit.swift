/// Finds what `ModelObject.audit` tells.
struct ClassAudit {
    private let schema: ModelSchema

    init(_ schema: ModelSchema) {
        self.schema = schema
    }

    var findings: [AuditFinding] {
        collisions + capitalCollisions + uselessKeys + unmappable
    }

    /// Properties whose keys fold alike without being the same.
    private var collisions: [AuditFinding] {
        var byFold: [String: [(property: String, spelling: String)]] = [:]
        for property in schema.properties where property.rule.combination == nil {
            for key in property.keys {
                byFold[KeyFolding.fold(key.text), default: []].append((property.name, key.text))
            }
        }
        return byFold.keys.sorted().compactMap { fold in
            let entries = byFold[fold] ?? []
            let spellings = Set(entries.map(\.spelling)).sorted()
            var properties: [String] = []
            for entry in entries where !properties.contains(entry.property) {
                properties.append(entry.property)
            }
            guard properties.count > 1, spellings.count > 1 else { return nil }
            return AuditFinding(
                kind: .collision, properties: properties,
                message:
                    "\(properties.joined(separator: " and ")) are told apart only by the exact spelling of their "
                    + "keys (\(spellings.joined(separator: ", "))); a key of another spelling fills neither.")
        }
    }

    /// Properties whose keys have the same uppercase spelling but different folded ones: `straße` and `strasse`.
    private var capitalCollisions: [AuditFinding] {
        var byCapitals: [String: [(property: String, key: String)]] = [:]
        for property in schema.properties where property.rule.combination == nil {
            for key in property.keys {
                byCapitals[KeyFolding.fold(key.text.uppercased()), default: []].append(
                    (property.name, key.text))
            }
        }
        return byCapitals.keys.sorted().compactMap { fold in
            let entries = byCapitals[fold] ?? []
            guard Set(entries.map { KeyFolding.fold($0.key) }).count > 1 else { return nil }
            var properties: [String] = []
            for entry in entries where !properties.contains(entry.property) {
                properties.append(entry.property)
            }
            guard properties.count > 1 else { return nil }
            let capitals = entries[0].key.uppercased()
            let filled = entries.first { KeyFolding.fold($0.key) == fold }?.property
            return AuditFinding(
                kind: .collision, properties: properties,
                message:
                    "The keys of \(properties.joined(separator: " and ")) are spelt the same in capitals; "
                    + "\(capitals) fills \(filled ?? "none of them").")
        }
    }

    /// Keys that fold to nothing, and keys that a property lists twice.
    private var uselessKeys: [AuditFinding] {
        schema.properties.flatMap { property in
            property.keys.enumerated().compactMap { index, key -> AuditFinding? in
                let reason: String
                if key.components.contains(where: { KeyFolding.fold($0).isEmpty }) {
                    reason = "holds only separators, and such a key matches nothing"
                } else if property.keys[..<index].contains(key) {
                    reason = "is listed before"
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
}
