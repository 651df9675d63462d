/// Skips the white space before keys.
///
/// In indented text, it is nearly always a line feed and as many spaces as before the previous key, or before
/// the first key of the previous object. Comparing eight bytes at a time with this is cheaper than searching
/// for its end.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Skips `{` and counts the depth, like `enterObject`, but leaves the white space before a first key to
    /// `advanceToKey`.
    ///
    /// - Parameter indentation: the expected number of bytes before the first key; on return, the actual number.
    @inline(__always)
    mutating func enterObject(_ indentation: inout Int) throws -> Bool {
        try enter()
        if isKey(after: indentation) { return true }
        let first = unsafe cursor
        if peek() != UInt8(ascii: "}") {
            indentation = unsafe cursor - first
            unsafe cursor = first
            return true
        }
        leave()
        return false
    }

    /// Skips the white space before a key.
    ///
    /// - Parameter indentation: the number of bytes before the previous key, which is usually the number before this
    ///   one.
    @inline(__always)
    mutating func advanceToKey(_ indentation: inout Int) throws {
        if isKey(after: indentation) {
            unsafe cursor += indentation
            return
        }
        let first = unsafe cursor
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
        indentation = unsafe cursor - first
    }

    /// Whether a quote follows directly, or after a line feed and spaces, after this many bytes in all.
    @inline(__always)
    private func isKey(after indentation: Int) -> Bool {
        // Invariant 3: every word that is compared starts before the quote.
        guard unsafe end - cursor >= indentation + 8 else { return false }
        if unsafe cursor[indentation] != UInt8(ascii: "\"") { return false }
        if indentation == 0 { return true }
        // Zero where a byte is as expected: a line feed, then spaces.
        let blanks = 0x20 &* Self.everyByte
        let others = unsafe Self.word(at: cursor) ^ (blanks ^ 0x20 ^ 0x0A)
        if indentation <= 8 { return others &<< UInt64(truncatingIfNeeded: 64 &- indentation &* 8) == 0 }
        // The last word may overlap the previous one.
        let last = unsafe cursor + (indentation - 8)
        if unsafe others != 0 || Self.word(at: last) != blanks { return false }
        var pointer = unsafe cursor + 8
        while unsafe pointer < last {
            if unsafe Self.word(at: pointer) != blanks { return false }
            unsafe pointer += 8
        }
        return true
    }
}
