/// A payload that can be read more than once, because the candidates for a property can be anywhere in an
/// object.
///
/// JSON text and dictionaries are both such sources, so the same code decides between candidates.
struct PayloadSource {
    private var text: (reader: JSONReader, index: ContainerIndex)?

    /// JSON text: values are found by their offset.
    ///
    /// - Parameter reader: a reader of the text at the depth of the requested values.
    init(_ reader: JSONReader, _ index: ContainerIndex) {
        text = (reader, index)
    }

    /// Dictionaries, or the keys and values that went through `serializeValue`.
    init() {}

    // MARK: Values

    /// A reader at a value in a text; nil for an untyped value.
    func reader(at value: PayloadValue) -> JSONReader? {
        guard var reader = text?.reader else { return nil }
        reader.seek(to: value.place)
        return reader
    }

    /// The members of an object, or the elements of an array with their index as key; nil for any other value.
    ///
    /// The members are in the payload's order. A key that an object has twice is in the list twice.
    func members(of value: PayloadValue) throws -> [Member]? {
        if var reader = reader(at: value), let index = text?.index {
            return try Self.readMembers(&reader, index)
        }
        return switch JSONValue(value.untyped) {
        case .object(let object):
            object.enumerated().map { index, member in
                Member(key: member.key, value: value.inner(member.value, at: index))
            }
        case .array(let array):
            array.enumerated().map { index, element in
                Member(key: "\(index)", value: value.inner(element, at: index), isElement: true)
            }
        default: nil
        }
    }

    /// The members of the object or array under the cursor, which moves past it.
    static func readMembers(_ reader: inout JSONReader, _ index: ContainerIndex) throws -> [Member]? {
        let byte = reader.peek()
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return nil }
        var members: [Member] = []
        try reader.walk { reader, step in
            _ = reader.peek()
            let value = PayloadValue(at: reader.offset)
            switch step {
            case .key(let key):
                members.append(Member(key: reader.string(key), value: value, keyOffset: key.offset - 1))
            case .index(let index):
                members.append(Member(key: "\(index)", value: value, isElement: true))
            }
            try index.skipValue(&reader)
        }
        return members
    }

    func kind(of value: PayloadValue) -> JSONKind {
        text?.reader.kind(at: value.place) ?? JSONValue(value.untyped).kind
    }

    func jsonValue(_ value: PayloadValue) throws -> JSONValue {
        guard var reader = reader(at: value) else { return JSONValue(value.untyped) }
        return try reader.readValue()
    }

    /// The value for an `Any` or a rule's closure; nil for a number that is not finite, which is recorded.
    func untyped(_ value: PayloadValue, _ context: MappingContext) throws -> Any? {
        guard var reader = reader(at: value) else { return try context.untyped(JSONValue(value.untyped)) }
        return try context.readShared(&reader)
    }

    // MARK: Locations

    /// Runs a step at a value that a path from the object leads to.
    func at<Result>(
        _ value: PayloadValue, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result {
        if text != nil { return try mapper.at(value.place, body) }
        // The containers between the object and the value count as levels, too.
        let remaining = max(mapper.remainingDepth - max(path.count - 1, 0), 0)
        return try mapper.at(path) { try mapper.atDepth(Int32(remaining), body) }
    }

    /// The place of a member's key.
    func keyLocation(of member: Member, _ mapper: ObjectMapper) -> PayloadLocation {
        if text != nil { return PayloadLocation(offset: member.keyOffset, isKey: true) }
        var location = mapper.at(member.step) { mapper.currentLocation }
        location.isKey = true
        return location
    }
}
