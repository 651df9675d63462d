/// The lines of a text, for many positions in any order.
///
/// `JSONReader.positions(of:)` walks the text once for a set of positions. A decoder needs one position for
/// each error that a caller catches, and each walk would visit the whole text again.
final class LineIndex {
    /// The position of every `stride`-th byte, up to the last position that was needed.
    private var marks: [TextPosition] = []

    private static let stride = 1024

    func position(of offset: Int, in reader: JSONReader) -> (line: Int, column: Int) {
        let mark = min(max(offset, 0), reader.byteCount) / Self.stride
        while marks.count <= mark {
            var next = marks.last ?? TextPosition()
            reader.advance(&next, to: marks.count * Self.stride)
            marks.append(next)
        }
        var position = marks[mark]
        reader.advance(&position, to: offset)
        return position.lineAndColumn
    }
}
