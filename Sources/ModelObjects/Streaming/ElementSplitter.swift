/// Splits a text that arrives in chunks into elements.
///
/// Keeps the bytes that have arrived but weren't handed over: usually one chunk, and the element in which it
/// ends.
struct ElementSplitter {
    /// An element that has arrived completely, by its place in `bytes`.
    struct Element {
        let range: Range<Int>
        /// The same bytes.
        ///
        /// For a number or literal, they include the next byte, which an error in the value may name.
        let lent: Range<Int>
        /// The number of containers around the element; 0 for a record.
        let depth: Int
        /// Whether the element is a complete JSON text.
        var isRecord: Bool { depth == 0 }
    }

    private(set) var bytes: [UInt8] = []
    /// The first byte that was not handed over.
    private var position = 0
    /// An offset in `bytes` that is not after `position`, and its place in the text.
    ///
    /// Places are requested in the order of the text, so each byte is searched for line feeds once.
    private var located = (offset: 0, position: TextPosition())
    private let format: StreamFormat
    private let maximumSize: Int
    /// Whether the first bytes have arrived, and are not those of another encoding.
    private var isUTF8 = false
    /// Whether the first bytes have decided how the text is split.
    private var isDecided = false
    /// Splits the text if it has no records.
    private var array: ArrayElements
    private var records: RecordElements?
    private var index = 0

    /// A larger buffer is released when the element that needed it has been handed over.
    private static var keptCapacity: Int { 1 << 20 }

    init(
        format: StreamFormat, path: String?, keyMatching: MappingOptions.KeyMatching, maximumDepth: Int,
        maximumSize: Int
    ) {
        self.format = format == .automatic && path != nil ? .array : format
        self.maximumSize = maximumSize
        array = ArrayElements(
            path: path.map { DeclaredKey(path: $0).components } ?? [], keyMatching: keyMatching,
            maximumDepth: maximumDepth, maximumSize: maximumSize)
    }

    /// Adds bytes to the text.
    mutating func append(_ piece: some Collection<UInt8>) {
        if position > 0 { removeUsedBytes() }
        bytes.append(contentsOf: piece)
    }

    /// Removes all bytes, because the stream has failed.
    mutating func removeAll() { (bytes, position, located.offset) = ([], 0, 0) }

    private mutating func removeUsedBytes() {
        located = (0, locate(position))
        if bytes.capacity > Self.keptCapacity, bytes.count - position < bytes.capacity / 4 {
            bytes = Array(bytes[position...])
        } else {
            bytes.removeSubrange(0..<position)
        }
        position = 0
    }

    /// The next element; nil if it has not arrived completely, or at the end.
    ///
    /// - Parameter isLast: Whether the whole text has arrived.
    /// - Throws: An error at a place of the text that is outside of all elements.
    mutating func next(isLast: Bool) throws -> Element? {
        guard try decideDivision(isLast: isLast) else { return nil }
        do {
            let element = records == nil ? try nextOfArray(isLast: isLast) : nextRecord(isLast: isLast)
            if element?.range.count ?? pendingSize <= maximumSize {
                if element == nil, position > 0, bytes.capacity > Self.keptCapacity { removeUsedBytes() }
                return element
            }
            if let element { position = element.range.lowerBound }
            let isElement = records != nil || array.isAmongElements
            throw ModelError.tooLarge(
                isElement ? "Element" : "Value", maximumSize,
                at: array.steps + (isElement ? [.index(index)] : []))
        } catch {
            throw ElementPlace(path: [], position: locate(position)).moved(error)
        }
    }

    /// The size of the element that has arrived in part, without the carriage return that may end its line.
    private var pendingSize: Int {
        let size = bytes.count - position
        return records != nil && size > 0 && bytes.last == 0x0D ? size - 1 : size
    }

    private mutating func nextRecord(isLast: Bool) -> Element? {
        let range = bytes.withSpan { records?.next(in: $0, &position, isLast: isLast) }
        return range.map { Element(range: $0, lent: $0, depth: 0) }
    }

    private mutating func nextOfArray(isLast: Bool) throws -> Element? {
        let range = try array.next(in: bytes, &position, isLast: isLast) ?? cutElement(isLast: isLast)
        if let range {
            return Element(
                range: range, lent: ArrayElements.lent(range, bytes), depth: array.path.count + 1)
        }
        if isLast, !array.isFinished { throw array.cutOff(bytes, at: &position) }
        return nil
    }

    /// The element in which the text ends.
    ///
    /// Mapping it gives the same error as a single call for the whole text.
    private mutating func cutElement(isLast: Bool) -> Range<Int>? {
        guard isLast, array.isAmongElements, position < bytes.count else { return nil }
        defer { position = bytes.count }
        return position..<bytes.count
    }

    /// Counts an element as handed over.
    mutating func finishElement() { index = index.addingClamped(1) }

    /// The place of an element that was not finished.
    mutating func place(of element: Element) -> ElementPlace {
        ElementPlace(
            path: array.steps + [.index(index)], position: locate(element.range.lowerBound))
    }

    private mutating func locate(_ offset: Int) -> TextPosition {
        bytes.withSpan { located.position.advance(over: $0.extracting(located.offset..<offset)) }
        located.offset = offset
        return located.position
    }

    /// The error of an element of an array whose value ends before it does, with a position from the element's start.
    func error(ofElementEndingAt offset: Int, _ element: Element) -> JSONSyntaxError {
        withJSONReader(bytes, in: element.range.lowerBound..<bytes.count) { reader in
            reader.seek(to: offset - element.range.lowerBound)
            return reader.unexpected("',' or ']'")
        }
    }

    // MARK: The first bytes

    /// Decides by the first bytes how the text is split; false if they haven't arrived.
    private mutating func decideDivision(isLast: Bool) throws -> Bool {
        if isDecided { return true }
        if !isUTF8 {
            guard isLast || bytes.count >= 4 || JSONEncoding.isRuledOut(bytes) else { return false }
            if let error = JSONEncoding.error(in: Array(bytes.prefix(4))) { throw error }
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
            isUTF8 = true
        }
        var format = format
        if format == .automatic {
            bytes.withSpan { IncrementalReader.skipWhitespace(in: $0, &position) }
            guard position < bytes.count else { return false }
            switch bytes[position] {
            case UInt8(ascii: "["): format = .array
            case RecordElements.separator: format = .sequence
            default: format = .lines
            }
        }
        if format != .array { records = RecordElements(isSequence: format == .sequence) }
        isDecided = true
        return true
    }
}
