/// The library's decoder of one value of a JSON text.
///
/// Containers read the requested parts of the value, and `finish` reads the rest.
final class ValueDecoder: Decoder {
    /// The step from the enclosing value; for an element of an array, a `PathComponent`.
    typealias Step = any CodingKey

    let session: DecodingSession
    private let parent: ValueDecoder?
    private let step: Step?
    /// The offset of the value; nil if there is none, which counts as null.
    let start: Int?
    /// The number of levels that may be opened around this value's contents.
    let remainingDepth: Int32
    private var end: Int?
    private var members: UncheckedBox<ObjectMembers>?
    /// The farthest place that a container of this array has reached: the offset of an element.
    private var nextElement: Int?
    /// The number of elements, if it was requested.
    private var elementCount: Int?
    /// The number of types that are waiting for this value, because they decode themselves as another type or
    /// as themselves.
    private var waitingCount = 0

    init(
        _ session: DecodingSession, inside parent: ValueDecoder? = nil, _ step: Step? = nil, at start: Int?,
        remainingDepth: Int32
    ) {
        (self.session, self.parent, self.step, self.start) = (session, parent, step, start)
        self.remainingDepth = remainingDepth
    }

    /// Whether this is the whole text of the call, and not a value in it.
    var isRootOfCall: Bool { parent == nil && session.isOfCall }

    // MARK: Path

    /// The path from the member whose value the session decodes, or from the root of the call's text.
    var codingPath: [any CodingKey] { (session.key.map { [$0] } ?? []) + path(nil) }

    /// The path from the session's value.
    func path(_ inner: Step?) -> [any CodingKey] {
        // Errors need the path, and types that try one type after another throw many: a loop takes a third of the time
        // of a sequence.
        var path: [any CodingKey] = []
        if let inner { path.append(inner) }
        var decoder: ValueDecoder? = self
        while let current = decoder {
            if let step = current.step { path.append(step) }
            decoder = current.parent
        }
        path.reverse()
        return path
    }

    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedValues<Key>(decoder: self, members: try object()))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedValues(self, reader(opening: UInt8(ascii: "["), as: [Any].self))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// The members of this value, which all its containers share.
    func object() throws -> UncheckedBox<ObjectMembers> {
        if let members { return members }
        let reader = try reader(opening: UInt8(ascii: "{"), as: [String: Any].self)
        let new = UncheckedBox(try ObjectMembers(session, reader))
        members = new
        return new
    }

    /// A reader at this value, which must begin with a bracket.
    private func reader(opening bracket: UInt8, as type: any Any.Type) throws -> JSONReader {
        var reader = try reader(for: type)
        guard reader.peek() == bracket else { throw mismatch(type, reader, nil) }
        return reader
    }

    /// A reader at this value, or an error if there is none.
    func reader(for type: any Any.Type) throws -> JSONReader {
        guard let start else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path(nil), debugDescription: "Expected \(type), found no value."))
        }
        return session.text.reader(at: start, remainingDepth: remainingDepth)
    }

    // MARK: The end

    /// Records how far a container of this array has got.
    func didReach(element offset: Int) { nextElement = max(offset, nextElement ?? 0) }

    func didEnd(at offset: Int) { end = offset }

    /// Counts the elements of this array: all of them are skipped, once, and read later.
    func countElements() -> Int? {
        if let elementCount { return elementCount }
        elementCount = try? session.reading {
            var reader = try reader(for: [Any].self)
            var count = 0
            var hasElement = try reader.enterArray()
            while hasElement {
                try session.containerIndex.skipValue(&reader)
                count += 1
                hasElement = try reader.hasNextElement()
            }
            return count
        }
        return elementCount
    }

    /// Reads what is left of the value, and returns the offset of its end.
    func finish() throws -> Int {
        if let end { return end }
        guard let start else { return 0 }
        let found: Int
        if let members {
            found = try members.access { try $0.end() }
        } else {
            found = try session.reading {
                var reader = session.text.reader(at: start, remainingDepth: remainingDepth)
                if let nextElement {
                    reader.seek(to: nextElement)
                    reader.remainingDepth -= 1
                    repeat { try session.containerIndex.skipValue(&reader) } while try reader.hasNextElement()
                } else {
                    try session.containerIndex.skipValue(&reader)
                }
                return reader.offset
            }
        }
        end = found
        return found
    }
}

// MARK: One value

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        guard let start else { return true }
        return isNull(at: start)
    }

    func isNull(at offset: Int) -> Bool {
        session.text.reader.kind(at: offset) == .null
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

    /// Decodes the value as a type that another type requested.
    ///
    /// If that is the same type, this would never end.
    func makeAgain<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try session.checkStack(waiting: waitingCount, at: start)
        waitingCount += 1
        defer { waitingCount -= 1 }
        return try type.init(from: self)
    }

    @inline(__always)
    private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // As for null, a type can decide what a missing value means. Scalars would request themselves.
        if start == nil, !isDecodedHere(type) { return try makeAgain(type) }
        let reader = try reader(for: type)
        var end: Int?
        let value = try decode(type, reader, nil, in: self, needsEnd: false, end: &end)
        if let end { self.end = end }
        return value
    }
}
