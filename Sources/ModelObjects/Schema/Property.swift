/// A mapped property: its storage, the keys that feed it, and its rule.
final class Property: Sendable {
    let name: String
    /// A second name, which `only` and `except` also accept: see `FieldNames`.
    let otherName: String?
    let accessor: any PropertyAccessor
    /// The kind of its values, and what they can contain.
    let content: TypeContent
    /// The fast path from and to bytes, if its type has one.
    let compiled: CompiledAccess?
    /// Whether its memory holds a property wrapper, not the value itself.
    let isWrapped: Bool
    /// The combined rules of the property, with defaults for unset members.
    let rule: PropertyRule
    /// The declared keys, or the property's name if no rule declares any.
    let keys: [DeclaredKey]
    /// Whether a rule, or the class's `declaredKey(for:)`, declares the keys.
    let hasDeclaredKey: Bool

    /// Whether its values must not be shown: the property is redacted, or one of its keys equals, contains or lies
    /// inside a key of a redacted property.
    let isSecret: Bool

    init(_ described: DescribedField, _ accessor: any PropertyAccessor, isSecret: Bool) {
        name = described.field.name
        otherName = described.field.otherName
        self.accessor = accessor
        content = accessor.content
        compiled = accessor.compiled()
        isWrapped = accessor.isWrapped
        rule = described.rule
        keys = described.keys
        hasDeclaredKey = described.hasDeclaredKey
        self.isSecret = isSecret
    }

    var firstKey: DeclaredKey { keys[0] }

    /// The keys that feed it: those of its combination if it has one.
    var inputs: [DeclaredKey] { rule.combination?.keys ?? keys }

    /// The key that messages name if no key is present.
    var firstInput: DeclaredKey { inputs[0] }

    /// Its keys for a sentence with its name; empty if the name is its only key.
    var keysInSentence: String {
        let keys = inputs.map(\.text)
        if keys == [name] { return "" }
        return " (key\(keys.count == 1 ? "" : "s") \(keys.map { "`\($0)`" }.joined(separator: ", ")))"
    }

    /// Whether its rule transforms values before they reach the converter.
    var hasValueRule: Bool { rule.conversion != nil || rule.isEmbeddedJSON }

    /// Whether it can be filled from an object or an array.
    var takesContainers: Bool { hasValueRule || !content.isScalar || content.hasRawContainers }
}

/// A stored property with its rule and its keys.
///
/// (A class, because rules have many members, and a struct would be copied several times for each property.)
final class DescribedField {
    let field: StoredField
    let rule: PropertyRule
    let keys: [DeclaredKey]
    let hasDeclaredKey: Bool

    init(_ field: StoredField, _ rule: PropertyRule, of type: ModelObject.Type) {
        let keys = rule.keys ?? type.declaredKey(for: field.name).map { [DeclaredKey(path: $0)] }
        (self.field, self.rule) = (field, rule)
        self.keys = keys ?? [DeclaredKey(literal: field.name)]
        hasDeclaredKey = keys != nil
    }

    /// The keys of the property and those of its combination.
    var allKeys: [DeclaredKey] { keys + (rule.combination?.keys ?? []) }
}

/// A stored property that isn't mapped, and the reason.
struct UnmappableProperty: Hashable, Sendable {
    let name: String
    let reason: String
    /// Whether its type can't be converted; a rule for such a property is a programmer error.
    var isUnconvertible = false
}
