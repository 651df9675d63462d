/// Encodes a Codable value into a node: numbers, dates, data, URLs, UUIDs and Decimals keep their types, models stay
/// references.
///
/// One generic `encode` satisfies the requirements for all standard types: see `ArchiveDecoder`.
struct ArchiveEncoder: ContainerEncoder, SingleValueEncodingContainer {
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
        return KeyedEncodingContainer(KeyedEncoder<Key, ArchiveEncoder>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.begin(isList: true, at: codingPath)
        return UnkeyedEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Adds a member, or the next element, after it is encoded, so that a value that fails leaves nothing.
    @inline(never)
    func write(_ value: some Encodable, key: String?, _ step: @autoclosure () -> any CodingKey) throws {
        let inner = ArchiveEncoder(codingPath: codingPath + [step()], place: EncodedPlace(), context: context)
        try inner.put(value)
        place.add(inner.place, key)
    }

    func writeNil(key: String?, _ step: @autoclosure () -> any CodingKey) {
        place.add(EncodedPlace(.null), key)
    }

    var count: Int { place.count }

    /// Returns the encoder of a member, or of the next element, that is encoded later.
    ///
    /// The containers around it are not on the stack, so their number is limited separately.
    ///
    /// - Parameter known: The container that it continues.
    @inline(never)
    private func nested(key: String?, _ step: any CodingKey, continuing known: EncodedPlace?)
        -> ArchiveEncoder
    {
        do {
            let context = try context.forElements()
            let inner = known ?? EncodedPlace()
            if known == nil { place.add(inner, key) }
            return ArchiveEncoder(codingPath: codingPath + [step], place: inner, context: context)
        } catch {
            place.fail(error)
            // Longer paths would take quadratic time.
            return ArchiveEncoder(codingPath: codingPath, place: EncodedPlace(), context: context)
        }
    }

    /// The encoder of a container, which continues the key's value if that is a container of the same kind.
    @inline(never)
    func nested(key: String, _ step: any CodingKey, keyed: Bool) -> ArchiveEncoder {
        nested(key: key, step, continuing: place.container(key, isList: !keyed))
    }

    func nested(key: String?, _ step: any CodingKey) -> ArchiveEncoder {
        nested(key: key, step, continuing: nil)
    }

    /// Encodes a value as this one, or adds its content to this one.
    ///
    /// If it fails, the place is restored.
    @inline(never)
    private func putSingle(_ value: any Encodable) throws {
        let state = place.state
        do {
            try put(value)
        } catch {
            place.restore(state)
            throw error
        }
    }

    @inline(never)
    private func put(_ value: any Encodable) throws {
        if let scalar = (value as? any ScalarNode)?.node { return try set(scalar) }
        // Values that are added to an open container have no separate node.
        let node =
            place.isContainer
            ? nil
            : try asModel(value).map(context.models.node) ?? context.models.node(forObject: value)
                ?? (value as? any UnorderedEncodable)?.node(context, at: codingPath)
        if let node {
            try set(node)
        } else {
            let context = try context.forElements()
            try value.encode(to: ArchiveEncoder(codingPath: codingPath, place: place, context: context))
            try place.checkUse()
        }
    }

    private func set(_ node: ArchiveNode) throws {
        if !place.isEmpty { throw EncodedPlace.conflict(at: codingPath) }
        place.set(node)
    }

    // As with JSONEncoder, nil adds nothing to an object or an array.
    func encodeNil() throws { if !place.isContainer { try set(.null) } }
    func encode(_ value: some Encodable) throws { try putSingle(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try set(value.node) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try set(value.node) }
}

/// The place of one value, with everything encoded into it so far.
private final class EncodedPlace {
    /// The state to restore if an added value fails.
    struct State {
        /// Nil for an array and an object.
        ///
        /// A value that encodes nothing is an empty object, as with every coder.
        var value: ArchiveNode?
        /// Nil if no container was requested.
        var isList: Bool?
        /// Why the value can't be used: a container was requested for another kind of value, or is nested too deeply.
        var failure: (any Error)?
        var count = 0
    }

    private struct Member {
        let key: String?
        var place: EncodedPlace
        /// The index of the value that this one replaces.
        let replaced: Int?
    }

    private(set) var state = State()
    /// The elements, or the members with those that were replaced.
    private var members: [Member] = []
    /// The index of each key in `members`.
    private var indices: [String: Int] = [:]

    init(_ value: ArchiveNode? = nil) { state.value = value }

    /// Releases the members inside each other one after another: deep ones would overflow the stack.
    deinit {
        var members = takeMembers()
        while var member = members.popLast() {
            if isKnownUniquelyReferenced(&member.place) { members += member.place.takeMembers() }
        }
    }

    private func takeMembers() -> [Member] {
        defer { members = [] }
        return members
    }

    var count: Int { state.count }

    var isContainer: Bool { state.isList != nil }
    var isEmpty: Bool { state.value == nil && state.isList == nil }

    func set(_ value: ArchiveNode) { state.value = value }

    func begin(isList: Bool, at path: [any CodingKey]) {
        switch state.value {
        case .dictionary(let known)? where !isList:
            state.value = nil
            for member in known { add(EncodedPlace(member.value), member.key) }
        case .array(let known)? where isList:
            state.value = nil
            for element in known { add(EncodedPlace(element), nil) }
        default: break
        }
        if state.value != nil || state.isList == !isList { fail(Self.conflict(at: path)) }
        state.isList = isList
    }

    func fail(_ error: any Error) { state.failure = error }

    /// The value of a key, if it is a container of a kind.
    func container(_ key: String, isList: Bool) -> EncodedPlace? {
        guard let place = indices[key].map({ members[$0].place }) else { return nil }
        return switch place.state.value {
        case .dictionary?: isList ? nil : place
        case .array?: isList ? place : nil
        case nil: place.state.isList == isList ? place : nil
        default: nil
        }
    }

    /// If a key is added twice, the last value is used.
    func add(_ place: EncodedPlace, _ key: String?) {
        let replaced = key.flatMap { indices.updateValue(members.count, forKey: $0) }
        members.append(Member(key: key, place: place, replaced: replaced))
        state.count = members.count
    }

    /// Removes everything that was added after a state.
    func restore(_ state: State) {
        self.state = state
        while members.count > state.count {
            let member = members.removeLast()
            if let key = member.key { indices[key] = member.replaced }
        }
    }

    static func conflict(at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            path,
            .init(
                codingPath: path,
                debugDescription: "The value is already encoded as something to which no other can be added.")
        )
    }

    /// - Throws: `EncodingError` if a container was requested for another kind of value, `ModelError` if one is nested
    ///   too deeply.
    func checkUse() throws {
        if let failure = state.failure { throw failure }
    }

    /// The node of the value; its depth is limited by the depth of the encoding.
    var node: ArchiveNode {
        get throws {
            try checkUse()
            if let value = state.value { return value }
            if StackSpace.current.isLow { throw ModelError.tooDeepForStack }
            if state.isList == true { return .array(try members.map { try $0.place.node }) }
            return .dictionary(
                try indices.sorted(byText: \.key).map { .init($0.key, try members[$0.value].place.node) })
        }
    }
}
