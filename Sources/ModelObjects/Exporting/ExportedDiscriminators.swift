import Foundation

/// The discriminator keys and texts for the class of exported objects, so that mapping an export makes the
/// same class.
///
/// Usually there is one discriminator, of the class itself or inherited. A subclass that overrides it can
/// still be chosen by the discriminators of its superclasses.
final class ExportedDiscriminators: Sendable {
    /// The names whose keys no property uses.
    let members: [DiscriminatorValue]
    /// The names to write if a property that uses the key is nil or empty, by property.
    let substitutes: [Int: DiscriminatorValue]
    /// How the class matches keys, unless the call's options override it.
    private let keyMatching: MappingOptions.KeyMatching

    /// Nil if no discriminator leads to the class.
    init?(_ schema: ModelSchema, _ style: ExportOptions.KeyStyle) {
        let names = schema.discriminatorValues
        if names.isEmpty { return nil }
        keyMatching = schema.options.keyMatching
        var members: [DiscriminatorValue] = []
        var substitutes: [Int: DiscriminatorValue] = [:]
        for name in names {
            guard let found = Self.property(readBy: name.key, schema, style, keyMatching) else {
                members.append(name)
                continue
            }
            if found.isWhole, !schema.properties[found.property].content.holdsModels {
                substitutes[found.property] = name
            }
        }
        if members.isEmpty && substitutes.isEmpty { return nil }
        (self.members, self.substitutes) = (members, substitutes)
    }

    /// The property that a discriminator reads: its exported key matches the discriminator's key, or one of the two
    /// keys contains the other.
    ///
    /// If a call leaves out the property, it also leaves out the class's text.
    private static func property(
        readBy key: DeclaredKey, _ schema: ModelSchema, _ style: ExportOptions.KeyStyle,
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
    func isNamed(_ member: ExportMember, by unknownValues: [String: Any]) -> Bool {
        !unknownValues.isEmpty && member.holdsNoProperty && key(of: member, in: unknownValues) != nil
    }

    /// The unknown values, with the names of the class inside those that have a key at the start of a name's path.
    func completed(_ unknownValues: [String: Any], _ members: [ExportMember]) -> [String: Any] {
        var completed = unknownValues
        for member in members where member.holdsNoProperty {
            guard let key = key(of: member, in: completed), let value = completed[key] else { continue }
            completed[key] = self.value(of: member, in: value)
        }
        return completed
    }

    /// The best match of a member's key among those of values other than null.
    private func key(of member: ExportMember, in values: [String: Any]) -> String? {
        let ranked = values.compactMap { key, value -> (key: String, rank: MatchRank)? in
            guard let rank = KeyMatcher.rank(of: key, for: member.key, keyMatching),
                !JSONValue(value).isNull
            else { return nil }
            return (key, rank)
        }
        return ranked.min { ($0.rank, $0.key) < ($1.rank, $1.key) }?.key
    }

    /// The value for a member that contains names of the class.
    ///
    /// - Parameter kept: The unknown value under the member's key; nil for none. What it names is kept.
    private func value(of member: ExportMember, in kept: Any?) -> Any? {
        switch member.content {
        case .property:
            return kept
        case .className(let name):
            return kept.flatMap { JSONValue($0).isNull ? nil : $0 } ?? name.text
        case .object(let members):
            var values = [String: Any]()
            if case .object(let object)? = kept.map({ JSONValue($0) }) { values = object }
            for inner in members {
                let key = key(of: inner, in: values) ?? inner.key
                values[key] = value(of: inner, in: values[key])
            }
            return values
        case .array(let elements):
            var values = [Any]()
            switch kept.map({ JSONValue($0) }) {
            case .array(let array): values = array
            case .object(let object):
                // In payloads, an object with the indices as keys can take the place of an array.
                let members = elements.enumerated().compactMap { index, inner in
                    inner.map { ExportMember(key: "\(index)", content: $0.content) }
                }
                return value(of: ExportMember(key: member.key, content: .object(members)), in: object)
            default: break
            }
            for (index, inner) in elements.enumerated() {
                if index == values.count { values.append(NSNull()) }
                if let inner { values[index] = value(of: inner, in: values[index]) ?? NSNull() }
            }
            return values
        }
    }
}
