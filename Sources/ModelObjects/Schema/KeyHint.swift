/// What a report says about an unknown key.
enum KeyHint: Hashable, Sendable {
    /// The property that the key was probably meant for, and the key to write if it isn't the property's name.
    ///
    /// If the property declares the very key, its dot makes it a path.
    case nearest(property: String, key: String?, isPath: Bool = false)
    /// The property that the key names isn't mapped.
    case unmappable(UnmappableProperty)

    /// The end of a sentence about the key.
    var text: String {
        switch self {
        case .nearest(let property, nil, _): "; the nearest is \(property)"
        case .nearest(let property, let key?, false): "; the nearest is \(property), whose key is \(key)"
        case .nearest(let property, let key?, true): "; to fill \(property), declare .literalKey(\"\(key)\")"
        case .unmappable(let property): ": \(property.name) is \(property.reason)"
        }
    }

    var property: String {
        switch self {
        case .nearest(let property, _, _): property
        case .unmappable(let property): property.name
        }
    }
}

extension ModelSchema {
    /// The property that an unknown key names or was probably meant for; nil if no name is similar.
    func hint(for key: String) -> KeyHint? {
        if let named = unmappable.first(where: { KeyMatcher.rank(of: key, for: $0.name, .fuzzy) != nil }) {
            return .unmappable(named)
        }
        let isPath = { (path: DeclaredKey) in path.components.count > 1 && path.text == key }
        if let path = properties.first(where: { $0.inputs.contains(where: isPath) }) {
            return .nearest(property: path.name, key: key, isPath: true)
        }
        let spellings = plan(NameSpellings.self, NameSpellings.init).spellings
        return NameDistance.nearest(to: key, among: spellings.map(\.scalars)).map { spellings[$0].hint }
    }
}

/// The properties' names and declared keys, for suggestions.
private final class NameSpellings: Sendable {
    let spellings: [(hint: KeyHint, scalars: [Unicode.Scalar])]

    init(_ schema: ModelSchema) {
        spellings = schema.properties.flatMap { property in
            let name = property.name
            let isKey = property.inputs.contains { $0.text == name }
            let ofName = KeyHint.nearest(property: name, key: isKey ? nil : property.firstInput.text)
            let keys = property.inputs.filter { $0.components.count == 1 && $0.text != name }.map(\.text)
            return [(ofName, NameDistance.scalars(of: name))]
                + keys.map { (.nearest(property: name, key: $0), NameDistance.scalars(of: $0)) }
        }
    }
}
