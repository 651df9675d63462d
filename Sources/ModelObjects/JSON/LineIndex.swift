/// The lines of a text, for many positions in any order.
///
/// `JSONReader.positions(of:)` walks the text once for a set of positions. A decoder asks for one position at a time,
/// as often as a caller catches an error and goes on, and each walk would take the whole text again.
final class LineIndex {
    /// For every `stride` bytes: the number of line feeds before, and the offset after the last of them.
    private var marks: [(line: Int, start: Int)] = []

    private static let stride = 1024

    func position(of offset: Int, in reader: JSONReader) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), reader.byteCount)
        while marks.count <= offset / Self.stride {
            let next = marks.count * Self.stride
            marks.append(marks.last.map { reader.line(from: $0, at: next - Self.stride, to: next) } ?? (0, 0))
        }
        let first = offset / Self.stride
        let (line, start) = reader.line(from: marks[first], at: first * Self.stride, to: offset)
        return (line + 1, offset - start + 1)
    }
}

extension JSONReader {
    /// Counts the line feeds between two positions on from a known line.
    fileprivate func line(
        from known: (line: Int, start: Int), at first: Int, to end: Int
    ) -> (line: Int, start: Int) {
        var (line, lineStart) = known
        // Invariant 1 of `JSONReader`.
        for index in first..<min(max(first, end), byteCount) where unsafe start[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return (line, lineStart)
    }
}
