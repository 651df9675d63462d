/// The sets and dictionaries within Codable values, which encode themselves in an order that differs from one
/// process to the next.
protocol UnorderedEncodable {
    /// What the value encodes, in the one order of archives; nil where its own encoding has to be asked.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode?
}

extension Set: UnorderedEncodable where Element: Encodable {
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        try context.members(of: self) { try ArchiveEncoder.node(of: $0, $1, at: path) }
    }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// With texts or integers as keys an object, with others a list of keys and values in turns, as the
    /// standard library encodes them.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        if Key.self == String.self || Key.self == Int.self {
            return try context.dictionary(map { (key: "\($0.key)", value: $0.value) }) {
                key, value, context in
                try ArchiveEncoder.node(of: value, context, at: path + [PathComponent(stringValue: key)])
            }
        }
        if Key.self is any CodingKeyRepresentable.Type { return nil }
        return try context.pairs(
            of: self, key: { try ArchiveEncoder.node(of: $0, $1, at: path) },
            value: { try ArchiveEncoder.node(of: $0, $1, at: path) })
    }
}
