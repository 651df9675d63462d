// One generic `encode` satisfies the requirements for all standard types. Only those for Int128 and UInt128 are
// implemented, because the standard library's defaults, which throw, would take precedence over it.

/// Writes the members of an object.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        try encoder.writeNil(key: key.stringValue, key)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(key: key.stringValue, key, keyed: true).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key: key.stringValue, key, keyed: false).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        encoder.nested(key: "super", PathComponent.key("super"))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        encoder.nested(key: key.stringValue, key)
    }
}

/// Writes the elements of an array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    mutating func encodeNil() throws { try encoder.writeNil(key: nil, PathComponent.index(count)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try encoder.write(value, key: nil, PathComponent.index(count))
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) throws {
        try encoder.write(value, key: nil, PathComponent.index(count))
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws {
        try encoder.write(value, key: nil, PathComponent.index(count))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(key: nil, PathComponent.index(count)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.nested(key: nil, PathComponent.index(count)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.nested(key: nil, PathComponent.index(count)) }
}
