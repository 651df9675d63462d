import Foundation

/// Decodes a Codable value from the node that `ArchiveEncoder` made.
struct ArchiveDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let node: ArchiveNode
    private let context: UnarchivingContext

    /// - Throws: `DecodingError` for a node of another form, `ModelError` for a model that does not belong
    ///   there, and whatever the type's own decoding throws.
    static func value<Value: Decodable>(
        _ type: Value.Type, of node: ArchiveNode, _ context: UnarchivingContext, at path: [any CodingKey] = []
    ) throws -> Value {
        if let value = try scalar(type, of: node, context) {
            guard let value = value as? Value else { throw mismatch(type, path) }
            return value
        }
        if type is ModelObject.Type, case .reference(let number) = node {
            guard let model = try context.model(number, as: ModelObject.self) as? Value else {
                throw context.notAllowed(number, expected: "\(type)")
            }
            return model
        }
        if case .reference(let number) = node, !(type is any OptionalType.Type) {
            throw context.notAllowed(number, expected: "\(type)")
        }
        try context.checkStack()
        // Their own decoding hashes what it decodes.
        if type is any UnorderedEncodable.Type, case .array = node { try context.use(node) }
        return try Value(from: ArchiveDecoder(node, path, context))
    }

    /// Nil where the type is none of those that have nodes of their own.
    private static func scalar(_ type: any Any.Type, of node: ArchiveNode, _ context: UnarchivingContext)
        throws -> Any?
    {
        switch type {
        case is Date.Type: try required(DateConverter(format: nil).unarchived(node, context), type)
        case is Data.Type: try required(DataConverter().unarchived(node, context), type)
        case is Decimal.Type: try required(DecimalConverter().unarchived(node, context), type)
        case is URL.Type: try required(URLConverter().unarchived(node, context), type)
        case is UUID.Type: try required(UUIDConverter().unarchived(node, context), type)
        default: nil
        }
    }

    private static func required(_ value: Any?, _ type: any Any.Type) throws -> Any {
        guard let value else { throw mismatch(type, []) }
        return value
    }

    static func mismatch(_ type: any Any.Type, _ path: [any CodingKey]) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: path, debugDescription: "The archive has a value of another type."))
    }

    fileprivate init(_ node: ArchiveNode, _ codingPath: [any CodingKey], _ context: UnarchivingContext) {
        self.node = node
        self.codingPath = codingPath
        self.context = context
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let entries) = node else {
            throw Self.mismatch([String: Any].self, codingPath)
        }
        var values: [String: ArchiveNode] = [:]
        for entry in entries {
            try context.use(entry.key)
            values[entry.key] = entry.value
        }
        return KeyedDecodingContainer(
            KeyedArchiveDecoding<Key>(values: values, codingPath: codingPath, context: context))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = node else { throw Self.mismatch([Any].self, codingPath) }
        return UnkeyedArchiveDecoding(elements: elements, codingPath: codingPath, context: context)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        ArchiveValueDecoding(node: node, codingPath: codingPath, context: context)
    }
}

/// One value: what the other containers take theirs from.
private struct ArchiveValueDecoding: SingleValueDecodingContainer {
    let node: ArchiveNode
    let codingPath: [any CodingKey]
    let context: UnarchivingContext

    func decodeNil() -> Bool {
        if case .null = node { return true }
        return false
    }

    func decode(_ type: Bool.Type) throws -> Bool { try required(BoolConverter().unarchived(node, context)) }
    func decode(_ type: String.Type) throws -> String {
        // Often a raw value, which is looked up.
        try context.use(node)
        return try string()
    }

    /// A text that is not counted: the type's own field.
    func string() throws -> String {
        try required(StringConverter().unarchived(node, context))
    }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    /// What was an integer or a Float in an earlier version of the type is taken, too.
    func decode(_ type: Double.Type) throws -> Double {
        switch node {
        case .double(let value): return value
        case .float(let value): return Double(value)
        case .integer(let value): return Double(value)
        default: throw ArchiveDecoder.mismatch(type, codingPath)
        }
    }

    func decode(_ type: Float.Type) throws -> Float {
        switch node {
        case .float(let value): return value
        case .double(let value): return Float(value)
        case .integer(let value): return Float(value)
        default: throw ArchiveDecoder.mismatch(type, codingPath)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ArchiveDecoder.value(type, of: node, context, at: codingPath)
    }

    private func integer<Integer: StandardInteger>() throws -> Integer {
        try required(IntegerConverter<Integer>.integer(of: node))
    }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw ArchiveDecoder.mismatch(Value.self, codingPath) }
        return value
    }
}

private struct KeyedArchiveDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: ArchiveNode]
    let codingPath: [any CodingKey]
    let context: UnarchivingContext

    var allKeys: [Key] { values.keys.sorted().compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    private func value(_ key: any CodingKey) throws -> ArchiveValueDecoding {
        guard let node = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "Not in the archive."))
        }
        return ArchiveValueDecoding(node: node, codingPath: codingPath + [key], context: context)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(PathCodingKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: any CodingKey) throws -> any Decoder {
        ArchiveDecoder(try value(key).node, codingPath + [key], context)
    }
}

private struct UnkeyedArchiveDecoding: UnkeyedDecodingContainer {
    let elements: [ArchiveNode]
    let codingPath: [any CodingKey]
    let context: UnarchivingContext
    var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Moves on only where the value was decoded, as the protocol asks.
    private mutating func next<Value>(_ decode: (ArchiveValueDecoding) throws -> Value) throws -> Value {
        let key = PathCodingKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: codingPath + [key], debugDescription: "The list ends here."))
        }
        let value = try decode(
            ArchiveValueDecoding(
                node: elements[currentIndex], codingPath: codingPath + [key], context: context))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.decode(type) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.decode(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        try next { ArchiveDecoder($0.node, $0.codingPath, $0.context) }
    }
}
