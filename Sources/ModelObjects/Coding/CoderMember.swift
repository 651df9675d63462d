/// A member of a keyed container as a container of a single value.
///
/// Coders of rows know the standard types only in a keyed container's own methods, one for each type. Here are those of
/// the types that models request; any other type goes through the generic method.
struct CoderMember: SingleValueDecodingContainer {
    let container: KeyedDecodingContainer<CoderKey>
    let key: CoderKey

    var codingPath: [any CodingKey] { container.codingPath + [key] }

    func decodeNil() -> Bool { (try? container.decodeNil(forKey: key)) == true }
    func decode(_ type: Bool.Type) throws -> Bool { try container.decode(type, forKey: key) }
    func decode(_ type: String.Type) throws -> String { try container.decode(type, forKey: key) }
    func decode(_ type: Double.Type) throws -> Double { try container.decode(type, forKey: key) }
    func decode(_ type: Int.Type) throws -> Int { try container.decode(type, forKey: key) }
    func decode(_ type: Int64.Type) throws -> Int64 { try container.decode(type, forKey: key) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try container.decode(type, forKey: key) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try container.decode(type, forKey: key)
    }
}

/// A place for a member in a keyed container as a container of a single value.
struct CoderSlot: SingleValueEncodingContainer {
    var container: KeyedEncodingContainer<CoderKey>
    let key: CoderKey

    var codingPath: [any CodingKey] { container.codingPath + [key] }

    mutating func encodeNil() throws { try container.encodeNil(forKey: key) }
    mutating func encode(_ value: Bool) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: String) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Double) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int64) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt64) throws { try container.encode(value, forKey: key) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try container.encode(value, forKey: key) }
}
