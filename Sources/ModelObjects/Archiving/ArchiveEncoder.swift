import Foundation

/// Encodes a Codable value into a node: numbers, dates, data, URLs, UUIDs and Decimals keep their types,
/// models stay references.
struct ArchiveEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let place: EncodedPlace
    private let context: ArchivingContext

    static func node(
        of value: any Encodable, _ context: ArchivingContext, at path: [any CodingKey] = []
    ) throws -> ArchiveNode {
        let place = EncodedPlace()
        try place.encode(value, at: path, context)
        return place.node
    }

    fileprivate init(_ place: EncodedPlace, _ codingPath: [any CodingKey], _ context: ArchivingContext) {
        self.place = place
        self.codingPath = codingPath
        self.context = context
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.beKeyed()
        return KeyedEncodingContainer(
            KeyedArchiveEncoding(place: place, codingPath: codingPath, context: context))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.beList()
        return UnkeyedArchiveEncoding(place: place, codingPath: codingPath, context: context)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleArchiveEncoding(place: place, codingPath: codingPath, context: context)
    }
}

/// Where one value is to stand: what was encoded into it so far.
private final class EncodedPlace {
    private enum Content {
        case value(ArchiveNode)
        case list([EncodedPlace])
        case keyed([(key: String, place: EncodedPlace)])
    }

    /// A value that encodes nothing is an empty object, as every coder has it.
    private var content = Content.keyed([])
    /// Where each key stands in `keyed`.
    private var keyIndices: [String: Int] = [:]

    var count: Int {
        if case .list(let places) = content { return places.count }
        return 0
    }

    func beKeyed() {
        if case .keyed = content { return }
        content = .keyed([])
        keyIndices = [:]
    }

    func beList() {
        if case .list = content { return }
        content = .list([])
    }

    func add() -> EncodedPlace {
        let place = EncodedPlace()
        if case .list(var places) = content {
            content = .keyed([])
            places.append(place)
            content = .list(places)
        }
        return place
    }

    /// Of a key encoded twice the last one counts.
    func add(_ key: String) -> EncodedPlace {
        let place = EncodedPlace()
        if case .keyed(var entries) = content {
            content = .list([])
            if let index = keyIndices[key] {
                entries[index] = (key, place)
            } else {
                keyIndices[key] = entries.count
                entries.append((key, place))
            }
            content = .keyed(entries)
        }
        return place
    }

    func set(_ node: ArchiveNode) { content = .value(node) }

    func encode(_ value: any Encodable, at path: [any CodingKey], _ context: ArchivingContext) throws {
        if let node = try scalar(value, context) {
            set(node)
        } else if let model = model(in: value) {
            set(try context.models.node(for: model))
        } else if let node = context.models.node(forObject: value) {
            set(node)
        } else if let value = value as? any UnorderedEncodable, let node = try value.node(context, at: path) {
            set(node)
        } else {
            try value.encode(to: ArchiveEncoder(self, path, try context.forElements()))
        }
    }

    private func scalar(_ value: any Encodable, _ context: ArchivingContext) throws -> ArchiveNode? {
        switch value {
        case let value as Date: .date(value)
        case let value as Data: .data(value)
        case let value as Decimal: value.archived(context)
        case let value as URL: value.archived(context)
        case let value as UUID: value.archived(context)
        default: nil
        }
    }

    /// The depth is limited by that of the encoding.
    var node: ArchiveNode {
        switch content {
        case .value(let node): node
        case .list(let places): .array(places.map(\.node))
        case .keyed(let entries):
            .dictionary(
                entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { ArchiveNode.Entry($0.key, $0.place.node) })
        }
    }
}

private struct KeyedArchiveEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodedPlace
    let codingPath: [any CodingKey]
    let context: ArchivingContext

    private func add(_ key: Key) -> EncodedPlace {
        context.use(key.stringValue)
        return place.add(key.stringValue)
    }

    private func set(_ node: ArchiveNode, _ key: Key) { add(key).set(node) }

    func encodeNil(forKey key: Key) { set(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) { set(.double(value), key) }
    func encode(_ value: Float, forKey key: Key) { set(.float(value), key) }
    func encode(_ value: Int, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: Int8, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: Int16, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: Int32, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: Int64, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: UInt, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: UInt8, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: UInt16, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: UInt32, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    func encode(_ value: UInt64, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) { set(IntegerConverter.node(of: value), key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) { set(IntegerConverter.node(of: value), key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try add(key).encode(value, at: codingPath + [key], context)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        ArchiveEncoder(place.add("super"), codingPath + [PathCodingKey(stringValue: "super")], context)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        ArchiveEncoder(add(key), codingPath + [key], context)
    }
}

private struct UnkeyedArchiveEncoding: UnkeyedEncodingContainer {
    let place: EncodedPlace
    let codingPath: [any CodingKey]
    let context: ArchivingContext

    var count: Int { place.count }
    private func set(_ node: ArchiveNode) { place.add().set(node) }

    func encodeNil() { set(.null) }
    func encode(_ value: Bool) { set(.bool(value)) }
    func encode(_ value: String) {
        context.use(value)
        set(.string(value))
    }
    func encode(_ value: Double) { set(.double(value)) }
    func encode(_ value: Float) { set(.float(value)) }
    func encode(_ value: Int) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int8) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int16) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int32) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int64) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt8) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt16) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt32) { set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt64) { set(IntegerConverter.node(of: value)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { set(IntegerConverter.node(of: value)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { set(IntegerConverter.node(of: value)) }

    func encode(_ value: some Encodable) throws {
        try place.add().encode(value, at: codingPath + [PathCodingKey(intValue: count)], context)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    func superEncoder() -> any Encoder {
        ArchiveEncoder(place.add(), codingPath + [PathCodingKey(intValue: count)], context)
    }
}

private struct SingleArchiveEncoding: SingleValueEncodingContainer {
    let place: EncodedPlace
    let codingPath: [any CodingKey]
    let context: ArchivingContext

    func encodeNil() { place.set(.null) }
    func encode(_ value: Bool) { place.set(.bool(value)) }
    func encode(_ value: String) {
        context.use(value)
        place.set(.string(value))
    }
    func encode(_ value: Double) { place.set(.double(value)) }
    func encode(_ value: Float) { place.set(.float(value)) }
    func encode(_ value: Int) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int8) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int16) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int32) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: Int64) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt8) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt16) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt32) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: UInt64) { place.set(IntegerConverter.node(of: value)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { place.set(IntegerConverter.node(of: value)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { place.set(IntegerConverter.node(of: value)) }
    func encode(_ value: some Encodable) throws { try place.encode(value, at: codingPath, context) }
}
