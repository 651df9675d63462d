/// The elements of an array, in their order.
struct UnkeyedValues: UnkeyedDecodingContainer {
    private let decoder: ValueDecoder
    /// Inside the array.
    private let remainingDepth: Int32
    /// The offset of the current element, or of the end of the array.
    private var position: Int
    private(set) var currentIndex = 0
    private(set) var isAtEnd: Bool

    /// - Parameter reader: A reader at the bracket.
    init(_ decoder: ValueDecoder, _ reader: JSONReader) throws {
        var reader = reader
        self.decoder = decoder
        remainingDepth = reader.remainingDepth - 1
        isAtEnd = try !decoder.session.reading { try reader.enterArray() }
        _ = reader.peek()
        position = reader.offset
        if isAtEnd { decoder.didEnd(at: position) } else { decoder.didReach(element: position) }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { isAtEnd ? currentIndex : decoder.countElements() }

    mutating func decodeNil() throws -> Bool {
        try checkEnd(Never.self)
        guard decoder.isNull(at: position) else { return false }
        try skip()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

    @inline(__always)
    private mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try checkEnd(type)
        let reader = decoder.session.text.reader(at: position, remainingDepth: remainingDepth)
        var end: Int?
        let value = try decoder.decode(
            type, reader, PathComponent.index(currentIndex), in: nil, needsEnd: true, end: &end)
        try advance(from: end ?? position)
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try nested { $0 as any Decoder } }

    // MARK: Elements

    /// Passes a decoder of the current element to the closure, then moves to the next element.
    private mutating func nested<Result>(_ make: (ValueDecoder) throws -> Result) throws -> Result {
        try checkEnd(Result.self)
        let result = try make(
            ValueDecoder(
                decoder.session, inside: decoder, PathComponent.index(currentIndex), at: position,
                remainingDepth: remainingDepth))
        try skip()
        return result
    }

    @inline(__always)
    private func checkEnd(_ type: any Any.Type) throws {
        if isAtEnd { throw noElement(type) }
    }

    private func noElement(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: decoder.path(PathComponent.index(currentIndex)),
                debugDescription: "Expected \(type), found the end of the array."))
    }

    private mutating func skip() throws {
        let session = decoder.session
        try advance(
            from: session.reading {
                var reader = session.text.reader(at: position, remainingDepth: remainingDepth)
                try session.containerIndex.skipValue(&reader)
                return reader.offset
            })
    }

    /// Goes on to the next element after the end of this one.
    private mutating func advance(from end: Int) throws {
        var reader = decoder.session.text.reader(at: end, remainingDepth: remainingDepth)
        currentIndex += 1
        do {
            isAtEnd = try !reader.hasNextElement()
        } catch {
            isAtEnd = true
            throw decoder.session.failed(error)
        }
        _ = reader.peek()
        position = reader.offset
        if isAtEnd { decoder.didEnd(at: position) } else { decoder.didReach(element: position) }
    }
}
