import Foundation

/// Encodes a Codable value into a node: numbers, dates, data, URLs, UUIDs and Decimals keep their types, models stay
/// references.
///
/// One generic `encode` satisfies the requirements for all standard types: `ScalarNode` is the table of the types that
/// are one node. Only the requirements for Int128 and UInt128 are implemented here, because the standard library's
/// defaults would take precedence over it.
struct ArchiveEncoder: Encoder, SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let place: EncodedPlace
    private let context: ArchivingContext

    static func node(
        of value: any Encodable, _ context: ArchivingContext, at path: [any CodingKey] = []
    ) throws -> ArchiveNode {
        let encoder = ArchiveEncoder(codingPath: path, place: EncodedPlace(), context: context)
        try encoder.put(value)
        return encoder.place.node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.begin(isList: false)
        return KeyedEncodingContainer(KeyedArchiveEncoding(outer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.begin(isList: true)
        return UnkeyedArchiveEncoding(outer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The encoder of a member, or of the next element.
    @inline(never)
    fileprivate func inner(_ key: any CodingKey, isElement: Bool = false) -> ArchiveEncoder {
        let inner = place.add(isElement ? nil : key.stringValue)
        return ArchiveEncoder(codingPath: codingPath + [key], place: inner, context: context)
    }

    @inline(never)
    private func put(_ value: any Encodable) throws {
        let node =
            try (value as? any ScalarNode)?.node ?? model(in: value).map(context.models.node)
            ?? context.models.node(forObject: value)
            ?? (value as? any UnorderedEncodable)?.node(context, at: codingPath)
        if let node {
            place.value = node
        } else {
            let context = try context.forElements()
            try value.encode(to: ArchiveEncoder(codingPath: codingPath, place: place, context: context))
        }
    }

    func encodeNil() { place.value = .null }
    func encode(_ value: some Encodable) throws { try put(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { place.value = value.node }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { place.value = value.node }
}

/// The place of one value, with everything encoded into it so far.
private final class EncodedPlace {
    /// Nil for an array and for an object; a value that encodes nothing is an empty object, as with every coder.
    var value: ArchiveNode?
    private var isList = false
    private var members: [(key: String, place: EncodedPlace)] = []
    /// The index of each key in `members`.
    private var indices: [String: Int] = [:]

    var count: Int { members.count }

    func begin(isList: Bool) {
        if value == nil, self.isList == isList { return }
        (value, self.isList, members, indices) = (nil, isList, [], [:])
    }

    /// If a key is encoded twice, the last value is used.
    func add(_ key: String?) -> EncodedPlace {
        let place = EncodedPlace()
        if let key, let index = indices[key] {
            members[index].place = place
        } else {
            if let key { indices[key] = members.count }
            members.append((key ?? "", place))
        }
        return place
    }

    /// The node of the value; its depth is limited by the depth of the encoding.
    var node: ArchiveNode {
        if let value { return value }
        if isList { return .array(members.map(\.place.node)) }
        return .dictionary(members.sorted(byText: \.key).map { .init($0.key, $0.place.node) })
    }
}

private struct KeyedArchiveEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let outer: ArchiveEncoder
    var codingPath: [any CodingKey] { outer.codingPath }

    func encodeNil(forKey key: Key) { outer.inner(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try outer.inner(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) { outer.inner(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) { outer.inner(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        outer.inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        outer.inner(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { outer.inner(PathComponent(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { outer.inner(key) }
}

private struct UnkeyedArchiveEncoding: UnkeyedEncodingContainer {
    let outer: ArchiveEncoder
    var codingPath: [any CodingKey] { outer.codingPath }
    var count: Int { outer.place.count }

    private var next: ArchiveEncoder {
        @inline(never) get { outer.inner(PathComponent(intValue: count), isElement: true) }
    }

    func encodeNil() { next.encodeNil() }
    func encode(_ value: some Encodable) throws { try next.encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) { next.encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) { next.encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
    func superEncoder() -> any Encoder { next }
}
