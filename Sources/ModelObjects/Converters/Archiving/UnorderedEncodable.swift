/// Sets and dictionaries in Codable values, which encode themselves in an order that differs between
/// processes.
protocol UnorderedEncodable {
    /// Encodes the value as a list of keys and values that alternate; false if the type's encoding is another one.
    func encodePairs(to encoder: ValueEncoder) throws -> Bool

    /// The value of a list, with its hashing counted; nil if the type's own decoding has to be used.
    static func value(of decoder: ArchiveDecoder, _ context: UnarchivingContext) throws -> Any?

    /// The node of the value, in the fixed order of archives; nil if the type's own encoding has to be used.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode?
}

extension Set: UnorderedEncodable where Element: Encodable {
    func encodePairs(to encoder: ValueEncoder) -> Bool { false }

    static func value(of decoder: ArchiveDecoder, _ context: UnarchivingContext) throws -> Any? {
        guard let type = [Element].self as? any Decodable.Type else { return nil }
        return try (type.init(from: decoder) as? [Element]).map { try context.set(of: $0) }
    }

    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        try context.members(of: self) { try ArchiveEncoder.node(of: $0, $1, at: path) }
    }
}

extension Dictionary {
    /// A dictionary is an object if its keys are strings, integers, or `CodingKeyRepresentable`.
    static var encodesPairs: Bool { !(Key.self is any CodingKeyRepresentable.Type) }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    static func value(of decoder: ArchiveDecoder, _ context: UnarchivingContext) throws -> Any? {
        // An object is never read from a list, because a type can try to decode a dictionary before an array.
        if !encodesPairs { return nil }
        var list = try decoder.unkeyedContainer()
        guard list.count?.isMultiple(of: 2) == true, let keyType = Key.self as? any Decodable.Type,
            let valueType = Value.self as? any Decodable.Type
        else { return nil }
        var pairs: [(key: Key, value: Value)] = []
        while !list.isAtEnd {
            guard let key = try list.decode(keyType) as? Key, let value = try list.decode(valueType) as? Value
            else { return nil }
            pairs.append((key, value))
        }
        return try context.dictionary(of: pairs)
    }

    func encodePairs(to encoder: ValueEncoder) throws -> Bool {
        guard Self.encodesPairs else { return false }
        _ = encoder.unkeyedContainer()
        for (key, value) in self { try encoder.writePair(key, value) }
        return true
    }

    /// An object if the keys are strings, integers or `CodingKeyRepresentable`, otherwise a list of alternating keys and
    /// values, as the standard library encodes them.
    func node(_ context: ArchivingContext, at path: [any CodingKey]) throws -> ArchiveNode? {
        if !Self.encodesPairs {
            // Keys with one text: only the type's own encoding knows which value it keeps.
            guard let members = membersByKey else { return nil }
            return try context.dictionary(members) { key, value, context in
                try ArchiveEncoder.node(of: value, context, at: path + [PathComponent(stringValue: key)])
            }
        }
        return try context.pairs(
            of: self, key: { try ArchiveEncoder.node(of: $0, $1, at: path) },
            value: { try ArchiveEncoder.node(of: $0, $1, at: path) })
    }

    /// The values by the texts of their keys; nil if two keys have the same text.
    private var membersByKey: [String: Value]? {
        if let members = exactly(self, as: [String: Value].self) { return members }
        var members: [String: Value] = [:]
        for (key, value) in self {
            guard let key = (key as? any CodingKeyRepresentable)?.codingKey.stringValue,
                members.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return members
    }
}
