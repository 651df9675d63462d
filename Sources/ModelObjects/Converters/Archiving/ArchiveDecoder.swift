/// Decodes a Codable value from the node that `ArchiveEncoder` made.
///
/// One generic `decode` satisfies the requirements for all standard types; types with a single node are
/// `ScalarNode`s. Int128 and UInt128 have their own implementations, because the standard library's defaults
/// would take precedence over the generic one.
struct ArchiveDecoder: Decoder, SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let node: ArchiveNode
    let context: UnarchivingContext

    /// The decoder of a member or an element.
    @inline(never)
    fileprivate func inner(_ node: ArchiveNode, _ key: any CodingKey) -> ArchiveDecoder {
        ArchiveDecoder(codingPath: codingPath + [key], node: node, context: context)
    }

    func decodeNil() -> Bool {
        if case .null = node { return true }
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

    fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try value(any: type) as? Value else { throw mismatch(type) }
        return value
    }

    /// Not generic, because the compiler would copy it for each type that a container can decode.
    @inline(never)
    private func value(any type: any Decodable.Type) throws -> Any {
        if let scalar = type as? any ScalarNode.Type {
            if let value = scalar.init(node: node) { return value }
            if let value = (type as? any StandardFloat.Type)?.init(coded: node) { return value }
            // An integer in a dictionary that `migrate` made is marked with its type.
            if case .marked(_, let content) = node,
                let value = (type as? any StandardInteger.Type)?.init(node: content)
            {
                return value
            }
            throw mismatch(type)
        }
        try context.checkStack()
        if case .reference(let number) = node, !(type is any OptionalType.Type) {
            return try value(type, of: number)
        }
        // Their own decoding would not count the comparisons of the members.
        if let unordered = type as? any UnorderedEncodable.Type, case .array = node,
            let value = try unordered.value(of: self, context)
        {
            return value
        }
        return try type.init(from: self)
    }

    /// The model of a reference, or a value that encoded itself as this model.
    private func value(_ type: any Decodable.Type, of number: Int) throws -> Any {
        guard let expected = type as? ModelObject.Type else {
            do {
                return try type.init(from: self)
            } catch is DecodingError {
                throw context.notAllowed(number, expected: "\(type)")
            }
        }
        return try context.model(number, of: expected)
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "The archive has a value of another type."))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let entries) = node else { throw mismatch([String: Any].self) }
        var values: [String: ArchiveNode] = [:]
        for entry in entries { values[entry.key] = entry.value }
        return KeyedDecodingContainer(KeyedArchiveDecoding<Key>(outer: self, values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = node else { throw mismatch([Any].self) }
        return UnkeyedArchiveDecoding(outer: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

private struct KeyedArchiveDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let outer: ArchiveDecoder
    let values: [String: ArchiveNode]

    var codingPath: [any CodingKey] { outer.codingPath }
    var allKeys: [Key] { values.keys.sortedByScalars().compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> ArchiveDecoder {
        guard let node = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "Not in the archive."))
        }
        return outer.inner(node, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).value(type)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(key).value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(key).value(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(PathComponent(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct UnkeyedArchiveDecoding: UnkeyedDecodingContainer {
    let outer: ArchiveDecoder
    let elements: [ArchiveNode]
    var currentIndex = 0

    var codingPath: [any CodingKey] { outer.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Passes a decoder of the current element to the closure, then moves to the next element.
    ///
    /// It moves only if the value was decoded, as the protocol requires.
    private mutating func next<Result>(_ make: (ArchiveDecoder) throws -> Result) throws -> Result {
        let key = PathComponent(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Result.self, .init(codingPath: codingPath + [key], debugDescription: "The list ends here."))
        }
        let result = try make(outer.inner(elements[currentIndex], key))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next { $0.decodeNil() }
        if !isNull { currentIndex -= 1 }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try $0.value(type) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.value(type) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.value(type) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
