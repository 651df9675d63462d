/// Divides an array for several threads.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Finds runs of whole elements in the array under the cursor, without checking the elements.
    ///
    /// - Parameters:
    ///   - size: The minimum number of bytes in a run, except for the last.
    ///   - body: Receives the bytes from the first element of a run to the end of its last; false ends the search.
    /// - Returns: The offset after the array; nil if the text is not a complete array.
    func runsOfElements(size: Int, _ body: (Range<Int>) -> Bool) -> Int? {
        let text = unsafe UnsafeBufferPointer(start: start, count: byteCount).span  // Invariant 1.
        var reader = IncrementalReader()
        reader.wholeDepth = 1
        var position = offset
        var run: Range<Int>?
        do {
            while let event = try reader.next(in: text, &position) {
                switch event {
                case .begin(let isArray):
                    guard isArray else { return nil }
                case .value(let range):
                    let extended = (run?.lowerBound ?? range.lowerBound)..<range.upperBound
                    run = extended.count < size ? extended : nil
                    if run == nil, !body(extended) { return nil }
                case .end:
                    if let run, !body(run) { return nil }
                    return position
                case .key:
                    return nil
                }
            }
        } catch {
            return nil
        }
        return nil
    }
}
