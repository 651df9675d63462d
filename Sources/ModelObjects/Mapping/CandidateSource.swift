/// A payload that can be gone back to: the candidates for a property may be anywhere in an object.
///
/// Text and dictionaries are both such sources, so that the same code decides between candidates.
protocol CandidateSource {
    /// Finds a value again.
    associatedtype Handle

    /// The members of an object, or the elements of an array with their index as key; nil for any other value.
    ///
    /// In the payload's order. A key that an object has twice is in the list twice.
    mutating func members(of value: Handle) throws -> [Member<Handle>]?
    func kind(of value: Handle) -> JSONKind
    func value(_ value: Handle) throws -> JSONValue
    /// The value for an `Any` or a rule's closure; nil for a number that is not finite, which is recorded.
    func untyped(_ value: Handle, _ context: MappingContext) throws -> Any?
    mutating func fill(
        _ accessor: any PropertyAccessor, _ storage: PropertyStorage, from value: Handle,
        _ context: MappingContext
    ) throws -> Bool
    /// Runs a step at a value that was reached by a path from the object.
    func at<Result>(
        _ value: Handle, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result
    /// The value's place in the payload: members of the outermost object have different ones, in their order.
    func order(of value: Handle) -> Int
    /// The place of a member's key.
    func keyLocation(of member: Member<Handle>, _ mapper: ObjectMapper) -> PayloadLocation
    /// Finds the index of the member whose value a location is in.
    func indexFinder(_ members: [Member<Handle>], _ mapper: ObjectMapper) -> (PayloadLocation) -> Int?
    /// Where problems inside a value are that was reached by a path from the object.
    func region(of value: Handle, _ path: [PathComponent], _ mapper: ObjectMapper) throws -> PayloadRegion
}

/// A key and where its value is.
struct Member<Handle> {
    let key: String
    let handle: Handle
    var isElement = false
    /// The position of the key, in text.
    var keyOffset = 0

    /// The step from the object or array to the value.
    var step: PathComponent { isElement ? Int(key).map { .index($0) } ?? .key(key) : .key(key) }
}

/// A value that may fill a property.
struct Candidate<Handle> {
    let target: KeyTarget
    let rank: MatchRank
    let declaredIndex: Int
    /// The key in the payload's spelling, or the steps of a path.
    let path: [PathComponent]
    let handle: Handle
    /// The value's place in the payload.
    let order: Int

    /// The key, or the steps of the path joined by dots.
    var key: String { path.map(\.text).joined(separator: ".") }

    /// Whether the candidate is the better one.
    ///
    /// Of the same key given twice, that is the last.
    func precedes(_ other: Candidate) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if declaredIndex != other.declaredIndex { return declaredIndex < other.declaredIndex }
        if path.lexicographicallyPrecedes(other.path, by: { KeyFolding.precedes($0.text, $1.text) }) {
            return true
        }
        return order > other.order && hasSamePath(as: other)
    }

    /// Whether the other candidate is the same key given again.
    func hasSamePath(as other: Candidate) -> Bool {
        path.elementsEqual(other.path) { $0.text.utf8.elementsEqual($1.text.utf8) }
    }
}

/// The part of a payload that one value takes.
enum PayloadRegion {
    case bytes(Range<Int>)
    case below(offset: Int?, [PathComponent])

    func contains(_ location: PayloadLocation) -> Bool {
        switch self {
        case .bytes(let range): location.offset.map { range.contains($0) } ?? false
        case .below(let offset, let components):
            location.offset == offset && location.components.starts(with: components)
        }
    }
}

/// JSON text: a value is found again by its offset.
struct ByteSource: CandidateSource {
    var reader: JSONReader
    let index: ContainerIndex

    /// - Parameter reader: a reader of the text, inside as many containers as the values that are asked for.
    init(_ reader: JSONReader, _ index: ContainerIndex) {
        self.reader = reader
        self.index = index
    }

    /// Also puts the reader after the object or array.
    mutating func members(of offset: Int) throws -> [Member<Int>]? {
        reader.seek(to: offset)
        var members: [Member<Int>] = []
        switch reader.peek() {
        case UInt8(ascii: "{"):
            guard try reader.enterObject() else { return [] }
            repeat {
                _ = reader.peek()
                let keyOffset = reader.offset
                let key = try reader.readKey()
                _ = reader.peek()
                members.append(
                    Member(key: reader.string(key), handle: reader.offset, keyOffset: keyOffset))
                try index.skipValue(&reader)
            } while try reader.hasNextMember()
        case UInt8(ascii: "["):
            guard try reader.enterArray() else { return [] }
            repeat {
                _ = reader.peek()
                members.append(Member(key: "\(members.count)", handle: reader.offset, isElement: true))
                try index.skipValue(&reader)
            } while try reader.hasNextElement()
        default:
            return nil
        }
        return members
    }

    func kind(of offset: Int) -> JSONKind { reader.kind(at: offset) }

    func value(_ offset: Int) throws -> JSONValue {
        var reader = reader
        reader.seek(to: offset)
        return try reader.readValue()
    }

    func untyped(_ offset: Int, _ context: MappingContext) throws -> Any? {
        var reader = reader
        reader.seek(to: offset)
        return try context.readShared(&reader)
    }

    mutating func fill(
        _ accessor: any PropertyAccessor, _ storage: PropertyStorage, from offset: Int,
        _ context: MappingContext
    ) throws -> Bool {
        reader.seek(to: offset)
        return try accessor.fill(storage, from: &reader, context)
    }

    func at<Result>(
        _ offset: Int, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result {
        try mapper.at(offset, body)
    }

    func order(of offset: Int) -> Int { offset }

    func keyLocation(of member: Member<Int>, _ mapper: ObjectMapper) -> PayloadLocation {
        PayloadLocation(offset: member.keyOffset, isKey: true)
    }

    func indexFinder(_ members: [Member<Int>], _ mapper: ObjectMapper) -> (PayloadLocation) -> Int? {
        { location in
            guard let offset = location.offset else { return nil }
            var (low, high) = (0, members.count)
            while low < high {
                let middle = (low + high) / 2
                if members[middle].handle <= offset { low = middle + 1 } else { high = middle }
            }
            let isOwnKey = location.isKey && low < members.count && members[low].keyOffset == offset
            return low == 0 || isOwnKey ? nil : low - 1
        }
    }

    func region(of offset: Int, _ path: [PathComponent], _ mapper: ObjectMapper) throws -> PayloadRegion {
        var end = reader
        end.seek(to: offset)
        try index.skipValue(&end)
        return .bytes(offset..<end.offset)
    }
}

/// The members of a dictionary, or the keys and values that went through `serializeValue`.
struct UntypedSource: CandidateSource {
    /// A type without a size has no address when it is passed inout, and the thread sanitizer looks at it.
    private let size: UInt8 = 0

    /// A value, and the place of the member that it belongs to in the order of arrival.
    struct Handle {
        let value: Any
        let order: Int

        init(value: Any, order: Int) {
            self.value = value
            self.order = order
        }

        /// A whole object: its members are numbered in the order in which it lists them.
        init(whole value: Any) {
            self.init(value: value, order: -1)
        }

        fileprivate func inner(_ value: Any, at place: Int) -> Handle {
            Handle(value: value, order: order < 0 ? place : order)
        }
    }

    func members(of handle: Handle) -> [Member<Handle>]? {
        switch JSONValue(handle.value) {
        case .object(let object):
            object.enumerated().map { place, member in
                Member(key: member.key, handle: handle.inner(member.value, at: place))
            }
        case .array(let array):
            array.enumerated().map { place, element in
                Member(key: "\(place)", handle: handle.inner(element, at: place), isElement: true)
            }
        default:
            nil
        }
    }

    func kind(of handle: Handle) -> JSONKind { JSONValue(handle.value).kind }
    func value(_ handle: Handle) -> JSONValue { JSONValue(handle.value) }

    func untyped(_ handle: Handle, _ context: MappingContext) throws -> Any? {
        try context.untyped(JSONValue(handle.value))
    }

    func fill(
        _ accessor: any PropertyAccessor, _ storage: PropertyStorage, from handle: Handle,
        _ context: MappingContext
    ) throws -> Bool {
        try accessor.fill(storage, fromAny: handle.value, context)
    }

    func at<Result>(
        _ handle: Handle, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result {
        try mapper.at(path, body)
    }

    func order(of handle: Handle) -> Int { handle.order }

    func keyLocation(of member: Member<Handle>, _ mapper: ObjectMapper) -> PayloadLocation {
        mapper.at(member.step) { mapper.currentLocation }
    }

    func indexFinder(_ members: [Member<Handle>], _ mapper: ObjectMapper) -> (PayloadLocation) -> Int? {
        let base = mapper.currentLocation
        let indices = Dictionary(
            members.enumerated().map { (Array($1.key.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        return { location in
            let depth = base.components.count
            guard location.offset == base.offset, location.components.count > depth else { return nil }
            return indices[Array(location.components[depth].text.utf8)]
        }
    }

    func region(of handle: Handle, _ path: [PathComponent], _ mapper: ObjectMapper) -> PayloadRegion {
        let location = mapper.currentLocation
        return .below(offset: location.offset, location.components + path)
    }
}
