/// The members of an object, for a type that requests them by key.
///
/// One generic `decode` satisfies the requirements for all standard types. Int128 and UInt128 have their own
/// implementations, because the standard library's defaults, which throw, would take precedence over the
/// generic one.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: UncheckedBox<ObjectMembers>

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        // An error of the text ends the call later.
        ((try? members.access { try $0.all() }) ?? []).compactMap { Key(stringValue: $0.name) }
    }

    func contains(_ key: Key) -> Bool { (try? place(of: key)) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(at: try offset(of: key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(type, key)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try valueIfPresent(key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try valueIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try valueIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try valueIfPresent(key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try valueIfPresent(key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key, at: try offset(of: key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key, at: try offset(of: key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = PathComponent.key("super")
        return nested(key, at: try place(of: key))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        nested(key, at: try place(of: key))
    }

    // MARK: Values

    @inline(__always)
    private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        try value(type, at: try offset(of: key), key)
    }

    /// Nil if the object doesn't have the key, or has null for it.
    @inline(__always)
    private func valueIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        guard let offset = try place(of: key), !decoder.isNull(at: offset) else { return nil }
        return try value(Value.self, at: offset, key)
    }

    @inline(__always)
    private func value<Value: Decodable>(_ type: Value.Type, at offset: Int, _ key: Key) throws -> Value {
        let reader = decoder.session.text.reader(at: offset, remainingDepth: members.access(\.remainingDepth))
        var end: Int?
        let value = try decoder.decode(
            type, reader, key, in: nil, needsEnd: members.access { $0.isNext(offset) }, end: &end)
        if let end { members.access { $0.didRead(offset, to: end) } }
        return value
    }

    private func nested(_ key: any CodingKey, at offset: Int?) -> ValueDecoder {
        ValueDecoder(
            decoder.session, inside: decoder, key, at: offset,
            remainingDepth: members.access(\.remainingDepth))
    }

    /// The offset of the value of a key; nil if the object doesn't have the key.
    @inline(__always)
    private func place(of key: some CodingKey) throws -> Int? {
        let text = key.stringValue
        return try members.access { try $0.value(of: text) }
    }

    private func offset(of key: Key) throws -> Int {
        if let offset = try place(of: key) { return offset }
        throw DecodingError.keyNotFound(
            key,
            .init(
                codingPath: decoder.path(nil),
                debugDescription: "No value for the key \"\(key.stringValue)\"."))
    }
}
