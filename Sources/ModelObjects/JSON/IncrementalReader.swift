/// Reads the structure of JSON text that arrives in chunks: brackets, keys and values, in the order of the
/// text.
///
/// It checks the grammar between values. The receiver of a key or a value checks its content with a
/// `JSONReader`. For `{"a":[1,{}]}` the events are `begin`, `key("a")`, `begin`, `value(1)`, `begin`, `end`,
/// `end`, `end`. With `wholeDepth` 2, they are `begin`, `key("a")`, `begin`, `value(1)`, `value({})`, `end`,
/// `end`.
struct IncrementalReader {
    enum Event {
        case begin(isArray: Bool)
        /// The end of the container that was opened last.
        case end(isArray: Bool)
        /// A key with its quotes.
        case key(Range<Int>)
        /// A value: a string, a number, `true`, `false` or `null`, or at `wholeDepth` also a container.
        case value(Range<Int>)
        /// The byte under the cursor cannot follow those before it: `expected` is missing.
        case violation
    }

    private enum Expectation {
        case value, firstValue, key, firstKey, colon, separator, nothing
    }

    /// The expected tokens, for errors.
    var expected: String {
        switch expectation {
        case .value, .firstValue: "a value"
        case .key, .firstKey: "a key"
        case .colon: "':'"
        case .separator: "',' or '\(containers.last == true ? "]" : "}")'"
        case .nothing: "the end of the input"
        }
    }

    /// The depth at which containers are values, too; nil for none.
    var wholeDepth: Int?
    /// The open containers; true for an array.
    private(set) var containers: [Bool] = []
    /// The part of the key or value under the cursor that has arrived.
    private(set) var token = ValueScanner()
    private var expectation = Expectation.value
    /// The position of the first byte of the last event.
    private(set) var eventStart = 0

    /// Whether the text may end here: its root is complete.
    var isFinished: Bool { expectation == .nothing }
    /// Whether a value comes next, or has arrived in part.
    var isBeforeValue: Bool { expectation == .value || expectation == .firstValue }

    /// Reads up to the next event.
    ///
    /// - Parameters:
    ///   - bytes: A part of the text that contains all bytes from `position` on.
    ///   - position: The cursor. If the event is nil, it is at the start of the token that has not arrived completely;
    ///     the next call continues in the middle of it.
    ///   - isLast: Whether no more bytes arrive, so that a number can end with the text.
    /// - Returns: Nil if the bytes end before the next event.
    mutating func next(in bytes: Span<UInt8>, _ position: inout Int, isLast: Bool = false) -> Event? {
        while true {
            if token.count == 0 {
                Self.skipWhitespace(in: bytes, &position)
                guard position < bytes.count else { return nil }
            }
            eventStart = position
            let isInArray = containers.last == true
            let closing = UInt8(ascii: isInArray ? "]" : "}")
            switch expectation {
            case .colon:
                guard bytes[position] == UInt8(ascii: ":") else { return .violation }
                position += 1
                expectation = .value
            case .separator where bytes[position] == UInt8(ascii: ","):
                position += 1
                expectation = isInArray ? .value : .key
            case .separator where bytes[position] == closing, .firstKey where bytes[position] == closing,
                .firstValue where bytes[position] == closing:
                position += 1
                containers.removeLast()
                expectation = containers.isEmpty ? .nothing : .separator
                return .end(isArray: isInArray)
            case .nothing, .separator:
                return .violation
            case .firstKey, .key:
                guard bytes[position] == UInt8(ascii: "\"") else { return .violation }
                guard let range = takeToken(in: bytes, &position, isLast) else { return nil }
                expectation = .colon
                return .key(range)
            case .firstValue, .value:
                let byte = bytes[position]
                let opens = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
                if opens, containers.count != wholeDepth {
                    position += 1
                    containers.append(byte == UInt8(ascii: "["))
                    expectation = byte == UInt8(ascii: "[") ? .firstValue : .firstKey
                    return .begin(isArray: byte == UInt8(ascii: "["))
                }
                guard let range = takeToken(in: bytes, &position, isLast) else { return nil }
                expectation = containers.isEmpty ? .nothing : .separator
                return .value(range)
            }
        }
    }

    private mutating func takeToken(
        in bytes: Span<UInt8>, _ position: inout Int, _ isLast: Bool
    ) -> Range<Int>? {
        let end = token.end(in: bytes, from: position) ?? (isLast && token.isInLiteral ? bytes.count : nil)
        guard let end else { return nil }
        defer { position = end }
        token = ValueScanner()
        return position..<end
    }

    static func skipWhitespace(in bytes: Span<UInt8>, _ position: inout Int) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }
}
