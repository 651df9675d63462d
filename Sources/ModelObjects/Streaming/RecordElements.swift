/// Divides a text into records: lines, or the records of a JSON text sequence.
///
/// A line ends with a line feed. A record of a sequence ends before the next separator, or earlier with its value, so
/// that it can be handed over at once. Neither byte can occur in a JSON value without an escape.
struct RecordElements {
    /// The record separator of RFC 7464.
    static let separator: UInt8 = 0x1E

    let isSequence: Bool
    /// The number of bytes of the record that contain no separator.
    private var searched = 0
    private var value = ValueScanner()

    init(isSequence: Bool) { self.isSequence = isSequence }

    /// The next record that is not blank; nil if it has not arrived completely.
    ///
    /// - Parameter position: The start of the record; after the call that of the next one.
    mutating func next(in bytes: Span<UInt8>, _ position: inout Int, isLast: Bool) -> Range<Int>? {
        while true {
            if searched == 0 { skipBlank(in: bytes, &position) }
            let start = position
            guard start < bytes.count else { return nil }
            let boundary = bytes.firstIndex(of: isSequence ? Self.separator : 0x0A, from: start + searched)
            let end = boundary ?? bytes.count
            searched = end - start
            if isSequence, let early = value.end(in: bytes.extracting(0..<end), from: start) {
                begin(at: early, &position)
                return start..<early
            }
            guard boundary != nil || isLast else { return nil }
            begin(at: end, &position)
            return start..<end
        }
    }

    private mutating func begin(at next: Int, _ position: inout Int) {
        position = next
        searched = 0
        value = ValueScanner()
    }

    private func skipBlank(in bytes: Span<UInt8>, _ position: inout Int) {
        while true {
            IncrementalReader.skipWhitespace(in: bytes, &position)
            guard isSequence, position < bytes.count, bytes[position] == Self.separator else { return }
            position += 1
        }
    }
}
