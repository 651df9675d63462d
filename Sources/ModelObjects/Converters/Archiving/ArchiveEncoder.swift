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
        return try encoder.place.node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.begin(isList: false, at: codingPath)
        return KeyedEncodingContainer(KeyedArchiveEncoding(outer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.begin(isList: true, at: codingPath)
        return UnkeyedArchiveEncoding(outer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The encoder of a member, or of the next element.
    ///
    /// - Parameter isContainer: Whether it may be a container that was requested before.
    @inline(never)
    fileprivate func inner(
        _ key: any CodingKey, isElement: Bool = false, isContainer: Bool = false
    ) -> ArchiveEncoder {
        let known = isContainer ? place.member(key.stringValue) : nil
        let inner = known ?? place.add(isElement ? nil : key.stringValue)
        return ArchiveEncoder(codingPath: codingPath + [key], place: inner, context: context)
    }

    @inline(never)
    private func put(_ value: any Encodable) throws {
        if let scalar = (value as? any ScalarNode)?.node { return try set(scalar) }
        // What is added to an open container has no node of its own.
        let node =
            place.isContainer
            ? nil
            : try model(in: value).map(context.models.node) ?? context.models.node(forObject: value)
                ?? (value as? any UnorderedEncodable)?.node(context, at: codingPath)
        if let node {
            try set(node)
        } else {
            let context = try context.forElements()
            try value.encode(to: ArchiveEncoder(codingPath: codingPath, place: place, context: context))
        }
    }

    private func set(_ node: ArchiveNode) throws {
        if !place.isEmpty { throw EncodedPlace.conflict(at: codingPath) }
        place.value = node
    }

    // As with JSONEncoder, nil adds nothing to an object or an array.
    func encodeNil() throws { if !place.isContainer { try set(.null) } }
    func encode(_ value: some Encodable) throws { try put(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try set(value.node) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try set(value.node) }
}

/// The place of one value, with everything encoded into it so far.
private final class EncodedPlace {
    /// Nil for an array and for an object; a value that encodes nothing is an empty object, as with every coder.
    var value: ArchiveNode?
    /// Nil if no container was requested.
    private var isList: Bool?
    /// The path, if a container was requested for a value that is something else.
    private var misuse: [any CodingKey]?
    private var members: [(key: String, place: EncodedPlace)] = []
    /// The index of each key in `members`.
    private var indices: [String: Int] = [:]

    var count: Int { members.count }

    var isContainer: Bool { isList != nil }
    var isEmpty: Bool { value == nil && isList == nil }

    func begin(isList: Bool, at path: [any CodingKey]) {
        if case .dictionary(let known)? = value, !isList {
            value = nil
            for member in known { add(member.key).value = member.value }
        }
        if value != nil || self.isList == !isList { misuse = path }
        self.isList = isList
    }

    /// The container of a key, or the object that was encoded for it.
    func member(_ key: String) -> EncodedPlace? {
        guard let place = indices[key].map({ members[$0].place }) else { return nil }
        if case .dictionary? = place.value { return place }
        return place.isContainer ? place : nil
    }

    static func conflict(at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            path,
            .init(
                codingPath: path,
                debugDescription: "The value is already encoded as something to which no other can be added.")
        )
    }

    /// If a key is encoded twice, the last value is used.
    @discardableResult
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
        get throws {
            if let misuse { throw Self.conflict(at: misuse) }
            if let value { return value }
            if isList == true { return .array(try members.map { try $0.place.node }) }
            return .dictionary(try members.sorted(byText: \.key).map { .init($0.key, try $0.place.node) })
        }
    }
}

private struct KeyedArchiveEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let outer: ArchiveEncoder
    var codingPath: [any CodingKey] { outer.codingPath }

    func encodeNil(forKey key: Key) throws { try outer.inner(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try outer.inner(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) throws { try outer.inner(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) throws { try outer.inner(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        outer.inner(key, isContainer: true).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        outer.inner(key, isContainer: true).unkeyedContainer()
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

    func encodeNil() throws { try next.encodeNil() }
    func encode(_ value: some Encodable) throws { try next.encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try next.encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try next.encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
    func superEncoder() -> any Encoder { next }
}
