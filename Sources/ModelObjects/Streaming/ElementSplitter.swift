/// Divides a text that arrives in pieces into elements.
///
/// It keeps the bytes that arrived and were not handed over: usually one piece, and the element that it ends in.
struct ElementSplitter {
    /// A whole element.
    struct Element {
        let range: Range<Int>
        /// The same bytes, and the one after a number or literal, which an error in it may name.
        let lent: Range<Int>
        /// The number of containers around the element.
        let depth: Int
        /// Whether the element is a JSON text of its own.
        let isRecord: Bool
    }

    private enum Division {
        case array(ArrayElements)
        case records(RecordElements)
    }

    private(set) var bytes: [UInt8] = []
    /// The first byte that was not handed over.
    private var position = 0
    /// The place of `bytes[0]` in the text.
    private var start = StreamPosition()
    private let format: StreamFormat
    private let path: [String]
    private let keyMatching: MappingOptions.KeyMatching
    private let maximumDepth: Int
    private let maximumSize: Int
    /// Nil until the first bytes have arrived.
    private var division: Division?
    private var index = 0

    init(
        format: StreamFormat, path: String?, keyMatching: MappingOptions.KeyMatching, maximumDepth: Int,
        maximumSize: Int
    ) {
        self.format = format == .automatic && path != nil ? .array : format
        self.path = path.map { DeclaredKey(path: $0).components } ?? []
        self.keyMatching = keyMatching
        self.maximumDepth = maximumDepth
        self.maximumSize = maximumSize
    }

    /// Adds bytes to the text.
    mutating func append(_ piece: some Collection<UInt8>) {
        if position > 0 {
            bytes.withSpan { start.advance(over: $0.extracting(0..<position)) }
            bytes.removeSubrange(0..<position)
            position = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// The next element; nil if it has not arrived completely, or at the end.
    ///
    /// - Parameter isLast: Whether the whole text has arrived.
    /// - Throws: An error at a place of the text that is outside of all elements.
    mutating func next(isLast: Bool) throws -> Element? {
        guard try decideDivision(isLast) else { return nil }
        let element: Element?
        switch division {
        case .array(var elements)?:
            let range = try next(of: &elements, isLast)
            division = .array(elements)
            element = range.map {
                Element(
                    range: $0, lent: ArrayElements.lent($0, bytes), depth: path.count + 1, isRecord: false)
            }
        case .records(var records)?:
            let range = bytes.withSpan { records.next(in: $0, &position, isLast: isLast) }
            division = .records(records)
            element = range.map { Element(range: $0, lent: $0, depth: 0, isRecord: true) }
        case nil:
            return nil
        }
        let pending = element?.range ?? position..<bytes.count
        if pending.count > maximumSize { throw place(at: pending.lowerBound).tooLarge(maximumSize) }
        return element
    }

    private mutating func next(of elements: inout ArrayElements, _ isLast: Bool) throws -> Range<Int>? {
        do {
            let range = try elements.next(in: bytes, &position, isLast: isLast)
            if range == nil, isLast, !elements.isFinished { throw elements.cutOff(bytes, at: position) }
            return range
        } catch let fault as ArrayElements.Fault {
            throw StreamPlace(path: [], position: position(at: fault.position)).moved(fault.error)
        }
    }

    /// Counts an element as handed over.
    mutating func finishElement() { index += 1 }

    /// The place of an element that was not finished.
    func place(of element: Element) -> StreamPlace { place(at: element.range.lowerBound) }

    private func place(at offset: Int) -> StreamPlace {
        var steps: [PathComponent] = []
        if case .array(let elements)? = division { steps = elements.steps }
        return StreamPlace(path: steps + [.index(index)], position: position(at: offset))
    }

    private func position(at offset: Int) -> StreamPosition {
        var position = start
        bytes.withSpan { position.advance(over: $0.extracting(0..<offset)) }
        return position
    }

    /// What may follow an element of an array.
    static let afterElement = "',' or ']'"

    /// An error at a position, counted from the start of an element.
    func error(expected: String, at offset: Int, from element: Element) -> JSONSyntaxError {
        withJSONReader(bytes, in: element.range.lowerBound..<bytes.count) { reader in
            reader.seek(to: offset - element.range.lowerBound)
            return reader.unexpected(expected)
        }
    }

    // MARK: The first bytes

    /// Decides how the text is divided, which the first bytes say; false if they have not arrived.
    private mutating func decideDivision(_ isLast: Bool) throws -> Bool {
        if division != nil { return true }
        guard isLast || bytes.count >= 4 else { return false }
        if let encoding = JSONEncoding.other(Array(bytes.prefix(4))) { throw ModelError.notUTF8(encoding) }
        if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        var format = format
        if format == .automatic {
            var first = position
            bytes.withSpan { IncrementalReader.skipWhitespace(in: $0, &first) }
            guard first < bytes.count else { return false }
            switch bytes[first] {
            case UInt8(ascii: "["): format = .array
            case RecordElements.separator: format = .sequence
            default: format = .lines
            }
        }
        switch format {
        case .array:
            division = .array(
                ArrayElements(path: path, keyMatching: keyMatching, maximumDepth: maximumDepth))
        case .lines, .automatic: division = .records(RecordElements(isSequence: false))
        case .sequence: division = .records(RecordElements(isSequence: true))
        }
        return true
    }
}
