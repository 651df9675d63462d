/// What a declared key, or a component of a declared path, leads to.
enum KeyTarget: Hashable {
    /// A property of the class.
    case property(Int)
    /// One of the keys of a property's `combined` rule.
    case input(Int, of: Int)
    /// The first or a later component of a declared path.
    case path(PathNode)
    /// An ignored property: the key is known, but its value is not used.
    case ignored

    /// Whether values with the key, or inside them, are used.
    var isUsed: Bool {
        switch self {
        case .property, .input: true
        case .path(let node): node.isUsed
        case .ignored: false
        }
    }

    /// Whether paths lead into a value of this kind.
    func leads(into kind: JSONKind) -> Bool {
        guard case .path(let node) = self, node.isUsed else { return false }
        return kind == .array && node.hasIndices || kind == .object && node.hasKeys
    }

    /// Whether values with the key are stored immediately when they are read.
    ///
    /// Values of ignored properties are not stored, and inputs of a `combined` rule are combined after the last key.
    var isFilled: Bool {
        if case .input = self { false } else { isUsed }
    }

    /// Whether values with the key are inputs of a `combined` rule, or contain some.
    var leadsToInput: Bool {
        switch self {
        case .input: true
        case .path(let node): node.leadsToInput
        case .property, .ignored: false
        }
    }

    /// The properties that the key can feed.
    var properties: PropertySet {
        var properties = PropertySet()
        switch self {
        case .property(let index), .input(_, let index): properties.insert(index)
        case .path(let node): properties = node.properties
        case .ignored: break
        }
        return properties
    }
}
