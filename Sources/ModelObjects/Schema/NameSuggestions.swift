/// Suggests the property of a class that a key was probably meant for; each key is looked for once.
final class NameSuggestions {
    private let properties: [String]
    private let spellings: [[Unicode.Scalar]]
    private var found: [String: String?] = [:]

    /// The properties' own names and the keys that are declared for them.
    init(_ schema: ModelSchema) {
        var properties: [String] = []
        var spellings: [[Unicode.Scalar]] = []
        for property in schema.properties {
            let keys = (property.rule.combination?.keys ?? property.keys)
                .filter { $0.components.count == 1 }.map(\.text)
            for spelling in [property.name] + keys.filter({ $0 != property.name }) {
                properties.append(property.name)
                spellings.append(NameDistance.scalars(of: spelling))
            }
        }
        self.properties = properties
        self.spellings = spellings
    }

    func nearest(to key: String) -> String? {
        if let known = found[key] { return known }
        let nearest = NameDistance.nearest(to: key, among: spellings).map { properties[$0] }
        found[key] = .some(nearest)
        return nearest
    }
}
