/// Splits a text into records: lines, or the records of a JSON text sequence.
///
/// A line ends with a line feed. A record of a sequence ends with its value, so that it can be handed over
/// immediately, or before the next separator. Neither byte can occur unescaped in a JSON value. A carriage
/// return at the end isn't part of a record. Other white space after the value is: until the record ends, it could
/// belong to a string.
struct RecordElements {
    /// The record separator of RFC 7464.
    static let separator: UInt8 = 0x1E

    let isSequence: Bool
    /// The number of bytes from the position on that contain no separator or line feed.
    private var searched = 0
    private var value = ValueScanner()

    init(isSequence: Bool) { self.isSequence = isSequence }

    /// The next record that is not blank; nil if it has not arrived completely.
    ///
    /// - Parameter position: The start of the record; after the call, the start of the next record.
    mutating func next(in bytes: Span<UInt8>, _ position: inout Int, isLast: Bool) -> Range<Int>? {
        skipBlank(in: bytes, &position)
        let start = position
        guard start < bytes.count else { return nil }
        let boundary = bytes.firstIndex(of: isSequence ? Self.separator : 0x0A, from: start + searched)
        let end = boundary ?? bytes.count
        searched = end - start
        if isSequence, let early = value.end(in: bytes.extracting(0..<end), from: start) {
            begin(at: early, &position, searchedUpTo: end)
            return start..<early
        }
        guard boundary != nil || isLast else { return nil }
        begin(at: end, &position, searchedUpTo: end)
        return start..<(bytes[end - 1] == 0x0D ? end - 1 : end)
    }

    private mutating func begin(at next: Int, _ position: inout Int, searchedUpTo end: Int) {
        position = next
        searched = end - next
        value = ValueScanner()
    }

    private mutating func skipBlank(in bytes: Span<UInt8>, _ position: inout Int) {
        let start = position
        while true {
            IncrementalReader.skipWhitespace(in: bytes, &position)
            guard isSequence, position < bytes.count, bytes[position] == Self.separator else { break }
            position += 1
        }
        searched = max(searched - (position - start), 0)
    }
}
