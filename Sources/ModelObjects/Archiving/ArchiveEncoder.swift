import Foundation

/// Encodes a Codable value into a node: numbers, dates, data, URLs, UUIDs and Decimals keep their types,
/// models stay references.
///
/// One generic `encode` serves the requirements for all standard types: `ScalarNode` is the table of those that are one
/// node. Only those for Int128 and UInt128 have to be there, because the standard library's own would go before it.
struct ArchiveEncoder: Encoder, SingleValueEncodingContainer {
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

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { place.set(.null) }
    func encode(_ value: some Encodable) throws { try place.encode(value, at: codingPath, context) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { place.set(value.node) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { place.set(value.node) }
}

/// The place of one value, with what was encoded into it so far.
private final class EncodedPlace {
    private enum Content {
        case value(ArchiveNode)
        case list([EncodedPlace])
        case keyed([(key: String, place: EncodedPlace)])
    }

    /// A value that encodes nothing is an empty object, as every coder has it.
    private var content = Content.keyed([])
    /// The index of each key in `keyed`.
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
        if let scalar = value as? any ScalarNode {
            set(scalar.node)
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

    private func encoder(_ key: any CodingKey) -> ArchiveEncoder {
        ArchiveEncoder(place.add(key.stringValue), codingPath + [key], context)
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) { encoder(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) { encoder(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(PathComponent(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedArchiveEncoding: UnkeyedEncodingContainer {
    let place: EncodedPlace
    let codingPath: [any CodingKey]
    let context: ArchivingContext

    var count: Int { place.count }

    private func next() -> ArchiveEncoder {
        let path = codingPath + [PathComponent(intValue: count)]
        return ArchiveEncoder(place.add(), path, context)
    }

    func encodeNil() { next().encodeNil() }
    func encode(_ value: some Encodable) throws { try next().encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { next().encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { next().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }
}
