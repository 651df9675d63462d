/// The lines of a text, for many positions in any order.
///
/// Without an index, each position would take a walk over the text, and a decoder needs one for each error that a caller
/// catches.
final class LineIndex {
    /// The position of every `stride`-th byte, up to the last position that was needed.
    private var marks: [TextPosition] = []

    private static let stride = 1024

    /// The line and the column of an offset, both counted from 1.
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
