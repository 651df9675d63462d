/// A position in a text, with its line and column.
///
/// (64 bits on every platform: a stream can be longer than an address space.)
struct TextPosition {
    private(set) var offset: Int64 = 0
    private var line: Int64 = 1
    private var lineStart: Int64 = 0

    mutating func advance(over bytes: Span<UInt8>) {
        let lines = bytes.count(of: 0x0A)
        if lines > 0 {
            line += Int64(lines)
            var last = bytes.count - 1
            while bytes[last] != 0x0A { last -= 1 }
            lineStart = offset + Int64(last) + 1
        }
        offset += Int64(bytes.count)
    }

    /// The line and the column, both counted from 1.
    var lineAndColumn: (line: Int, column: Int) {
        (Int(clamping: line), Int(clamping: offset - lineStart + 1))
    }
}

/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Moves a position in the text on to an offset, or to the end of the text.
    func advance(_ position: inout TextPosition, to offset: Int) {
        let first = Int(position.offset)
        let count = min(max(offset, first), byteCount) - first
        // Invariant 1.
        position.advance(over: unsafe UnsafeBufferPointer(start: start + first, count: count).span)
    }
}
