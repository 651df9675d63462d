/// Divides an array for several threads.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Guesses where an element of the array under the cursor starts, at or after a position, without reading the text
    /// before it.
    ///
    /// It looks for the text between two objects of an array, such as `}, {"`, and then scans some of the elements
    /// after it. If their array ends, it was probably nested, and the search continues after it:
    ///
    ///     [{"tags":[{"a":1},{"a":2}]},{"tags":[]}, ...]
    ///                      1         2
    ///
    /// Place 1 is not a guess, because a `]` follows the object; place 2 is. A guess can be wrong: in a long
    /// nested array, or inside a string.
    ///
    /// - Returns: The position of the element's brace; nil if there is no such text up to the limit.
    func likelyElement(from position: Int, upTo limit: Int) -> Int? {
        let text = unsafe UnsafeBufferPointer(start: start, count: byteCount).span  // Invariant 1.
        var position = position
        while let candidate = Self.nextObject(in: text, &position, upTo: limit) {
            position = candidate
            let end = min(candidate + Self.scannedBytes, byteCount)
            let scanned = unsafe UnsafeBufferPointer(start: start, count: end).span  // Invariant 1.
            var isLikely = true
            while isLikely, position < end {
                var element = ValueScanner()
                guard let end = element.end(in: scanned, from: position) else { return candidate }
                position = end
                isLikely = Self.skip(UInt8(ascii: ","), in: scanned, &position) || position == scanned.count
                IncrementalReader.skipWhitespace(in: scanned, &position)
            }
            if isLikely { return candidate }
        }
        return nil
    }

    /// The number of bytes that are scanned after a candidate.
    private static let scannedBytes = 4 << 10

    /// The next brace after a closing brace and a comma, with a quote after it.
    private static func nextObject(in text: Span<UInt8>, _ position: inout Int, upTo limit: Int) -> Int? {
        while position < limit {
            guard text[position] == UInt8(ascii: "}") else {
                position += 1
                continue
            }
            position += 1
            guard skip(UInt8(ascii: ","), in: text, &position) else { continue }
            IncrementalReader.skipWhitespace(in: text, &position)
            let candidate = position
            if skip(UInt8(ascii: "{"), in: text, &position) {
                IncrementalReader.skipWhitespace(in: text, &position)
                if position < text.count, text[position] == UInt8(ascii: "\"") { return candidate }
            }
        }
        return nil
    }

    private static func skip(_ byte: UInt8, in text: Span<UInt8>, _ position: inout Int) -> Bool {
        IncrementalReader.skipWhitespace(in: text, &position)
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }
}
