// One generic `encode` satisfies the requirements for all standard types. Only those for Int128 and UInt128 are
// implemented, because the standard library's defaults, which throw, would take precedence over it.
//
// The containers are generic, so that they call their encoder directly.

/// An encoder to which containers add members, which have keys, and elements, which have none.
protocol ContainerEncoder: Encoder {
    /// The number of elements.
    var count: Int { get }
    func writeNil(key: String?, _ step: @autoclosure () -> any CodingKey) throws
    func write<Value: Encodable>(_ value: Value, key: String?, _ step: @autoclosure () -> any CodingKey)
        throws
    /// The encoder of a member or an element that is written later.
    func nested(key: String?, _ step: any CodingKey) -> Self
    /// The encoder of a container, which continues the key's value if that is a container of the same kind.
    func nested(key: String, _ step: any CodingKey, keyed: Bool) -> Self
}

/// Writes the members of an object.
struct KeyedEncoder<Key: CodingKey, Outer: ContainerEncoder>: KeyedEncodingContainerProtocol {
    let encoder: Outer
    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(__always)
    func encodeNil(forKey key: Key) throws { try encoder.writeNil(key: key.stringValue, key) }

    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
        try encoder.write(value, key: key.stringValue, key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(key: key.stringValue, key, keyed: true).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key: key.stringValue, key, keyed: false).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested(key: "super", PathComponent.key("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key: key.stringValue, key) }
}

/// Writes the elements of an array.
struct UnkeyedEncoder<Outer: ContainerEncoder>: UnkeyedEncodingContainer {
    let encoder: Outer
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    @inline(__always)
    func encodeNil() throws { try encoder.writeNil(key: nil, PathComponent.index(count)) }

    @inline(__always)
    func encode<Value: Encodable>(_ value: Value) throws {
        try encoder.write(value, key: nil, PathComponent.index(count))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try encoder.write(value, key: nil, PathComponent.index(count)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try encoder.write(value, key: nil, PathComponent.index(count)) }

    private var next: Outer { encoder.nested(key: nil, PathComponent.index(count)) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { next.container(keyedBy: keyType) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }

    func superEncoder() -> any Encoder { next }
}
