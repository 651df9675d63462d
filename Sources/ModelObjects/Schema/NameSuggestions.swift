import Foundation

/// The property that a key was probably meant for, and the key to write if it isn't the property's name.
struct NameSuggestion: Hashable, Sendable {
    let property: String
    let key: String?

    /// The suggestion's text in sentences.
    var text: String { key.map { "\(property), whose key is \($0)" } ?? property }
}

/// Suggests the property of a class that a key was probably meant for.
///
/// Cached with the schema, because payloads repeat the same unknown keys.
final class NameSuggestions: @unchecked Sendable {  // Mutable state is accessed only with the lock held.
    /// The maximum number and the maximum length of cached keys.
    private static let mostKeys = 1_000
    private static let longestKey = 200

    private let properties: [Property]
    private let lock = NSLock()
    /// The properties' names and declared keys; computed on first use.
    private var spellings: [(suggestion: NameSuggestion, scalars: [Unicode.Scalar])]?
    private var found: [String: NameSuggestion?] = [:]

    init(_ properties: [Property]) {
        self.properties = properties
    }

    func nearest(to key: String) -> NameSuggestion? {
        lock.withLock {
            // Hashing a text with many combining marks takes quadratic time.
            let isShort = key.utf8.count <= Self.longestKey
            if isShort, let known = found[key] { return known }
            let spellings = self.spellings ?? Self.spellings(of: properties)
            self.spellings = spellings
            let nearest = NameDistance.nearest(to: key, among: spellings.map(\.scalars))
                .map { spellings[$0].suggestion }
            if isShort, found.count < Self.mostKeys { found[key] = .some(nearest) }
            return nearest
        }
    }

    private static func spellings(of properties: [Property]) -> [(NameSuggestion, [Unicode.Scalar])] {
        properties.flatMap { property in
            let name = property.name
            let isKey = property.inputs.contains { $0.text == name }
            let ofName = NameSuggestion(property: name, key: isKey ? nil : property.firstInput.text)
            let keys = property.inputs.filter { $0.components.count == 1 && $0.text != name }.map(\.text)
            return [(ofName, NameDistance.scalars(of: name))]
                + keys.map { (NameSuggestion(property: name, key: $0), NameDistance.scalars(of: $0)) }
        }
    }
}
