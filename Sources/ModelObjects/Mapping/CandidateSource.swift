/// A payload that can be gone back into: the candidates of a property may lie anywhere in an object.
///
/// Text and dictionaries are both such sources, so that one piece of code settles which candidate wins.
protocol CandidateSource {
    /// Finds a value again.
    associatedtype Handle

    /// The members of an object, or the elements of an array with their index as key; nil for anything else.
    /// In the payload's order; a key given twice stands there twice.
    mutating func members(of value: Handle) throws -> [Member<Handle>]?
    mutating func kind(of value: Handle) -> JSONKind
    mutating func value(_ value: Handle) throws -> JSONValue
    mutating func fill(
        _ accessor: any PropertyAccessor, _ storage: PropertyStorage, from value: Handle,
        _ context: MappingContext
    ) throws -> Bool
    /// Runs a step at a value that was reached by a path from the object.
    func at<Result>(
        _ value: Handle, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result
    /// The value's place in the payload: no two members of one object have the same.
    func order(of value: Handle) -> Int
    /// For each member, whether it counts: the same key does not come again behind it.
    static func countingMembers(_ members: [Member<Handle>]) -> [Bool]
    /// Where problems inside a value stand that was reached by a path from the object.
    func region(of value: Handle, _ path: [PathComponent], _ mapper: ObjectMapper) throws -> PayloadRegion
}

/// A value that may fill a property.
struct Candidate<Handle> {
    let target: KeyTarget
    let rank: MatchRank
    let declaredIndex: Int
    /// The key in the payload's spelling, or the steps of a path.
    let path: [PathComponent]
    let handle: Handle
    /// It was tried while the keys went by.
    var wasTried = false

    /// The key, or the steps of the path joined by dots.
    var key: String { path.map(\.text).joined(separator: ".") }

    func precedes(_ other: Candidate) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if declaredIndex != other.declaredIndex { return declaredIndex < other.declaredIndex }
        return path.lexicographicallyPrecedes(other.path) { KeyFolding.precedes($0.text, $1.text) }
    }
}

/// Members of an object that wait for its last one.
struct PostponedMembers<Handle> {
    /// Not tried when they came along.
    var waiting: [Member<Handle>] = []
    /// Tried, but for some values behind them.
    var reopened: [Member<Handle>] = []
    /// Where the untried values behind `reopened` are.
    var untriedInside: Set<Int> = []

    var isEmpty: Bool { waiting.isEmpty && reopened.isEmpty }
}

/// Who competes for the properties of an object.
struct Contest<Handle> {
    /// By property.
    var candidates: [Int: [Candidate<Handle>]] = [:]
    /// By property, the values that were tried though the same key came again.
    var voided: [Int: [(handle: Handle, path: [PathComponent])]] = [:]
    /// The members whose key came again, whatever they feed.
    private(set) var repeated: [(handle: Handle, path: [PathComponent])] = []
    /// See `PostponedMembers`.
    let untriedInside: Set<Int>

    init(untriedInside: Set<Int> = []) {
        self.untriedInside = untriedInside
    }

    /// Remembers a member whose key came again, where it leads to a property.
    mutating func markRepeated(_ matches: [KeyMatch], _ path: [PathComponent], _ handle: Handle) {
        if matches.contains(where: { $0.target != .ignored }) { repeated.append((handle, path)) }
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

/// A key and where its value is.
struct Member<Handle> {
    let key: String
    let handle: Handle
    var isElement = false

    /// The step from the object or array to the value.
    var step: PathComponent { isElement ? Int(key).map { .index($0) } ?? .key(key) : .key(key) }
}

extension JSONReader: CandidateSource {
    mutating func members(of offset: Int) throws -> [Member<Int>]? {
        var reader = self
        reader.seek(to: offset)
        reader.remainingDepth = Int32(reader.maximumDepth)  // The text was read once, within the limit.
        var members: [Member<Int>] = []
        switch reader.peek() {
        case UInt8(ascii: "{"):
            guard try reader.enterObject() else { return [] }
            repeat {
                let key = try reader.readKey()
                _ = reader.peek()
                members.append(Member(key: reader.string(key), handle: reader.offset))
                try reader.skipValue()
            } while try reader.hasNextMember()
        case UInt8(ascii: "["):
            guard try reader.enterArray() else { return [] }
            repeat {
                _ = reader.peek()
                members.append(Member(key: "\(members.count)", handle: reader.offset, isElement: true))
                try reader.skipValue()
            } while try reader.hasNextElement()
        default:
            return nil
        }
        return members
    }

    mutating func kind(of offset: Int) -> JSONKind { kind(at: offset) }

    mutating func value(_ offset: Int) throws -> JSONValue {
        var reader = self
        reader.seek(to: offset)
        return try reader.readValue()
    }

    mutating func fill(
        _ accessor: any PropertyAccessor, _ storage: PropertyStorage, from offset: Int,
        _ context: MappingContext
    ) throws -> Bool {
        seek(to: offset)
        return try accessor.fill(storage, from: &self, context)
    }

    func at<Result>(
        _ offset: Int, _ path: [PathComponent], _ mapper: ObjectMapper, _ body: () throws -> Result
    ) rethrows -> Result {
        try mapper.at(offset, body)
    }

    func order(of offset: Int) -> Int { offset }

    static func countingMembers(_ members: [Member<Int>]) -> [Bool] {
        var counts = [Bool](repeating: true, count: members.count)
        var last: [[UInt8]: Int] = [:]  // By bytes: equivalent Strings may be spelt differently.
        for (index, member) in members.enumerated() {
            if let earlier = last.updateValue(index, forKey: Array(member.key.utf8)) {
                counts[earlier] = false
            }
        }
        return counts
    }

    func region(of offset: Int, _ path: [PathComponent], _ mapper: ObjectMapper) throws -> PayloadRegion {
        var reader = self
        reader.seek(to: offset)
        reader.remainingDepth = Int32(reader.maximumDepth)  // The text was read once, within the limit.
        try reader.skipValue()
        return .bytes(offset..<reader.offset)
    }
}

/// The members of a dictionary, or the keys and values that went through `serializeValue`.
struct UntypedSource: CandidateSource {
    /// What has no size has no address when it is passed inout, and the thread sanitizer looks at it.
    private let size: UInt8 = 0

    /// A value, and its place in the order of arrival.
    struct Handle {
        let value: Any
        let order: Int
    }

    mutating func members(of handle: Handle) throws -> [Member<Handle>]? {
        switch JSONValue(handle.value) {
        case .object(let object): Self.members(of: object)
        case .array(let array):
            array.enumerated().map { order, element in
                Member(key: "\(order)", handle: Handle(value: element, order: order), isElement: true)
            }
        default:
            nil
        }
    }

    /// The members sorted by key: what becomes of them is told in that order.
    ///
    /// The place in the dictionary's own order tells them apart.
    static func members(of object: [String: Any]) -> [Member<Handle>] {
        object.enumerated().map { order, member in
            Member(key: member.key, handle: Handle(value: member.value, order: order))
        }.sorted { KeyFolding.precedes($0.key, $1.key) }
    }

    mutating func kind(of handle: Handle) -> JSONKind { JSONValue(handle.value).kind }
    mutating func value(_ handle: Handle) -> JSONValue { JSONValue(handle.value) }

    mutating func fill(
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

    /// A dictionary has no key twice.
    static func countingMembers(_ members: [Member<Handle>]) -> [Bool] {
        [Bool](repeating: true, count: members.count)
    }

    func region(of handle: Handle, _ path: [PathComponent], _ mapper: ObjectMapper) -> PayloadRegion {
        let location = mapper.currentLocation
        return .below(offset: location.offset, location.components + path)
    }
}
