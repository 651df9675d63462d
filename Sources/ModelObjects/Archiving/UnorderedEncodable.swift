/// The sets and dictionaries within Codable values, which encode themselves in an order that differs from one
/// process to the next.
protocol UnorderedEncodable {
    /// What the value encodes, in the one order of archives; nil where its own encoding has to be asked.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode?
}

extension Set: UnorderedEncodable where Element: Encodable {
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        try context.use(members: Swift.Array(self))
        let members = try context.forElements().sorted(Swift.Array(self)) {
            try ArchiveEncoder.node(of: $0, $1, at: path)
        }
        return .array(members.map(\.node))
    }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// With texts or integers as keys an object, with others a list of keys and values in turns, as the
    /// standard library encodes them.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        let context = try context.forElements()
        if Key.self == String.self || Key.self == Int.self {
            return .dictionary(
                try map { (key: "\($0.key)", value: $0.value) }
                    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { entry in
                        let path = path + [PathCodingKey(stringValue: entry.key)]
                        return .init(entry.key, try ArchiveEncoder.node(of: entry.value, context, at: path))
                    })
        }
        if Key.self is any CodingKeyRepresentable.Type { return nil }
        try context.use(members: Swift.Array(keys))
        let entries = try context.sorted(Swift.Array(self)) {
            try ArchiveEncoder.node(of: $0.key, $1, at: path)
        }
        return .array(
            try entries.flatMap {
                [$0.node, try ArchiveEncoder.node(of: $0.member.value, context, at: path)]
            })
    }
}
