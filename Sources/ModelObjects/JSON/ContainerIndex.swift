/// An index of where the containers of a text end, so that looking ahead takes linear time.
///
/// Looking ahead means skipping values that are read later. Without an index, every level of nesting skips
/// all the levels inside it again:
///
///     {"kid":null,"Kid":{"kid":null,"Kid":{"kid":null,"Kid":{…}}}}
///
/// Here two keys compete at each level, so the value of each `Kid` is skipped before it is read: n + (n - 1) + …
/// steps for n levels. With the index, a region is walked at most twice. The first skip of a region costs nothing
/// extra. A skip that starts in a region that was skipped before records the end of each container in it, and
/// from then on each of those containers is skipped in one step.
final class ContainerIndex {
    /// The end of the farthest region that was skipped.
    private var skippedTo = 0
    /// The offset after each recorded container, by the offset of its bracket.
    private var ends: [Int: Int] = [:]

    /// Shorter containers are walked again, which is cheaper than recording them.
    private static let minimumLength = 64

    /// Skips and checks the value under the cursor of a reader.
    ///
    /// Never inlined: each caller would contain a copy of the reader's loops.
    @inline(never)
    func skipValue(_ reader: inout JSONReader) throws {
        if reader.offset < skippedTo {
            try skipRecording(&reader)
        } else {
            try reader.skipValue()
        }
        skippedTo = max(skippedTo, reader.offset)
    }

    private func skipRecording(_ reader: inout JSONReader) throws {
        let byte = reader.peek()
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return try reader.skipValue() }
        let start = reader.offset
        if let end = ends[start] {
            reader.seek(to: end)
            return
        }
        try reader.walk { reader, _ in try skipRecording(&reader) }
        if reader.offset - start >= Self.minimumLength { ends[start] = reader.offset }
    }
}
