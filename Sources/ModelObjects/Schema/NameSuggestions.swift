import Foundation

/// Suggests the property of a class that a key was probably meant for.
///
/// Kept with the schema: payloads bring the same unknown keys again and again.
final class NameSuggestions: @unchecked Sendable {  // What changes is only touched under the lock.
    /// The most keys that are remembered.
    private static let mostKeys = 1_000

    private let properties: [Property]
    private let lock = NSLock()
    /// The properties' own names and the keys that are declared for them; made for the first question.
    private var spellings: [(property: Property, scalars: [Unicode.Scalar])]?
    private var found: [String: String?] = [:]

    init(_ properties: [Property]) {
        self.properties = properties
    }

    func nearest(to key: String) -> String? {
        lock.withLock {
            if let known = found[key] { return known }
            let spellings = self.spellings ?? Self.spellings(of: properties)
            self.spellings = spellings
            let nearest = NameDistance.nearest(to: key, among: spellings.map(\.scalars))
                .map { spellings[$0].property.name }
            if found.count < Self.mostKeys { found[key] = .some(nearest) }
            return nearest
        }
    }

    private static func spellings(of properties: [Property]) -> [(Property, [Unicode.Scalar])] {
        properties.flatMap { property in
            let keys = (property.rule.combination?.keys ?? property.keys)
                .filter { $0.components.count == 1 && $0.text != property.name }.map(\.text)
            return ([property.name] + keys).map { (property, NameDistance.scalars(of: $0)) }
        }
    }
}
