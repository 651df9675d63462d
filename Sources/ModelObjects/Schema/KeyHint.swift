/// The property that a key was probably meant for, and the key to write if it isn't the property's name.
struct NameSuggestion: Hashable, Sendable {
    let property: String
    let key: String?

    /// The suggestion's text in sentences.
    var text: String { key.map { "\(property), whose key is \($0)" } ?? property }
}

/// What a report says about an unknown key.
enum KeyHint: Hashable, Sendable {
    case nearest(NameSuggestion)
    /// The property that the key names isn't mapped.
    case unmappable(UnmappableProperty)

    /// The end of a sentence about the key.
    var text: String {
        switch self {
        case .nearest(let suggestion): "; the nearest is \(suggestion.text)"
        case .unmappable(let property): ": \(property.name) is \(property.reason)"
        }
    }

    var suggestion: NameSuggestion? { if case .nearest(let suggestion) = self { suggestion } else { nil } }

    var property: String {
        switch self {
        case .nearest(let suggestion): suggestion.property
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
        let spellings = plan(NameSpellings.self, NameSpellings.init).spellings
        return NameDistance.nearest(to: key, among: spellings.map(\.scalars))
            .map { .nearest(spellings[$0].suggestion) }
    }
}

/// The properties' names and declared keys, for suggestions.
private final class NameSpellings: Sendable {
    let spellings: [(suggestion: NameSuggestion, scalars: [Unicode.Scalar])]

    init(_ schema: ModelSchema) {
        spellings = schema.properties.flatMap { property in
            let name = property.name
            let isKey = property.inputs.contains { $0.text == name }
            let ofName = NameSuggestion(property: name, key: isKey ? nil : property.firstInput.text)
            let keys = property.inputs.filter { $0.components.count == 1 && $0.text != name }.map(\.text)
            return [(ofName, NameDistance.scalars(of: name))]
                + keys.map { (NameSuggestion(property: name, key: $0), NameDistance.scalars(of: $0)) }
        }
    }
}
