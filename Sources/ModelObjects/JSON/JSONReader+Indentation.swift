/// White space in front of keys. In text that is laid out for people it is nearly always a line feed and as many blanks
/// as in front of the key before, or of the first key of the object before: to compare it with those, eight bytes at a
/// time, is less than to look for its end.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Passes over `{` and counts the depth, as `enterObject`; where a key follows, the white space in front of it
    /// is left to `advanceToKey`.
    ///
    /// - Parameter indentation: how many bytes there may be in front of the first key; then, how many there are.
    @inline(__always)
    mutating func enterObject(_ indentation: inout Int) throws -> Bool {
        try enter()
        if isKey(behind: indentation) { return true }
        let first = unsafe cursor
        if peek() != UInt8(ascii: "}") {
            indentation = unsafe cursor - first
            unsafe cursor = first
            return true
        }
        leave()
        return false
    }

    /// Passes over the white space in front of a key.
    ///
    /// - Parameter indentation: how many bytes there were in front of the key before, which mostly is what is in
    ///   front of this one.
    @inline(__always)
    mutating func advanceToKey(_ indentation: inout Int) throws {
        if isKey(behind: indentation) {
            unsafe cursor += indentation
            return
        }
        let first = unsafe cursor
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
        indentation = unsafe cursor - first
    }

    /// Whether a quote follows nothing, or a line feed and blanks, so many bytes in all.
    @inline(__always)
    private func isKey(behind indentation: Int) -> Bool {
        // Invariant 3: every word that is compared starts in front of the quote.
        guard unsafe cursor + indentation <= lastWord else { return false }
        if unsafe cursor[indentation] != UInt8(ascii: "\"") { return false }
        if indentation == 0 { return true }
        let blanks = 0x20 &* Self.everyByte
        let others = unsafe Self.word(at: cursor) ^ (blanks ^ 0x20 ^ 0x0A)
        if indentation <= 8 { return others &<< UInt64(truncatingIfNeeded: 64 &- indentation &* 8) == 0 }
        // The last word may overlap the one before.
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
