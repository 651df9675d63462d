/// The keys of a class as dictionaries, one for each style of spelling.
///
/// A dictionary with the same keys and other values needs no hashes. So an object that has nearly all keys of its class
/// becomes a dictionary in a fraction of the usual time.
final class DictionaryTemplates: Sendable {
    /// For each style: the properties by their keys.
    private let templates: [[String: Int]]
    let keys: [String]
    /// The number of entries of each style.
    let stride: Int

    init(_ schema: ModelSchema) {
        let matcher = schema.matcher(.fuzzy)
        let keys = matcher.expectedKeys
        let stride = matcher.tables.value.sequence.propertyCount + 1
        templates = Swift.stride(from: 0, to: keys.count, by: stride).map { start in
            var template: [String: Int] = [:]
            for property in 0..<stride where !keys[start + property].isEmpty {
                template[keys[start + property]] = property
            }
            return template
        }
        self.keys = keys
        self.stride = stride
    }

    /// The template of a style; nil if an object has so few of its keys that removing the others would take longer than
    /// adding those.
    func template(ofStyleAt styleStart: Int, keyCount: Int) -> [String: Int]? {
        guard keyCount > 0 else { return nil }
        let template = templates[styleStart / stride]
        return keyCount * 4 >= template.count * 3 ? template : nil
    }
}
