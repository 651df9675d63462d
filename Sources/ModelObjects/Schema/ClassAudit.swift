/// Something about a class that an audit found.
public struct AuditFinding: Hashable, Sendable {
    /// What kind of finding it is.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `collision`.
        public let description: String

        /// Properties that differ in case and separators only: a key of a third spelling goes to neither.
        public static let collision = Kind(description: "collision")
        /// A declared key that can never match, or never decide.
        public static let uselessKey = Kind(description: "uselessKey")
        /// A property of a type that nothing converts.
        public static let unmappable = Kind(description: "unmappable")
        /// A key of the samples that no property wants.
        public static let unmatchedKey = Kind(description: "unmatchedKey")
        /// A property that no sample feeds.
        public static let neverFed = Kind(description: "neverFed")
        /// Values of the samples that do not fit their property.
        public static let mismatch = Kind(description: "mismatch")
    }

    /// What kind of finding it is.
    public let kind: Kind
    /// The properties that it is about.
    public let properties: [String]
    /// The finding as a sentence.
    public let message: String
}

extension AuditFinding: CustomStringConvertible {
    /// The finding as a sentence: `message`.
    public var description: String { message }
}

/// Finds what `ModelObject.audit` tells.
struct ClassAudit {
    private let schema: ModelSchema

    init(_ schema: ModelSchema) {
        self.schema = schema
    }

    var findings: [AuditFinding] {
        collisions + uselessKeys + unmappable
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

    /// What samples showed.
    static func findings(in reports: [MappingReport]) -> [AuditFinding] {
        var findings: [AuditFinding] = []
        func add(_ finding: AuditFinding) {
            if !findings.contains(finding) { findings.append(finding) }
        }
        for key in reports.flatMap(\.unmatchedKeys) {
            let hint = key.nearest.map { "; the nearest is \($0)" } ?? ""
            add(
                AuditFinding(
                    kind: .unmatchedKey, properties: key.nearest.map { [$0] } ?? [],
                    message: "No property wants \(key.path)\(hint)."))
        }
        let everUnfilled = reports.map { Set($0.unfilled) }
        for property in reports.first?.unfilled ?? [] where everUnfilled.allSatisfy({ $0.contains(property) })
        {
            add(
                AuditFinding(kind: .neverFed, properties: [property], message: "No sample feeds \(property).")
            )
        }
        for problem in reports.flatMap(\.problems) where problem.code == .typeMismatch {
            add(AuditFinding(kind: .mismatch, properties: [], message: problem.description))
        }
        return findings
    }
}
