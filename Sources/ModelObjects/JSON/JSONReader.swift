/// A cursor over UTF-8 JSON text that reads tokens strictly according to RFC 8259 and doesn't know models.
///
/// A caller reads the value that it expects (`peek`, then `readString`, `scanNumber`, `enterObject`, …), and
/// the cursor moves past it. `skipValue` skips other values, and validates them just as strictly.
///
/// Invariants
/// 1. `start ..< end` is readable for as long as the reader is used: readers are made by `withJSONReader`, inside the
///    closure that lends the bytes, or by `RetainedText`, which owns a copy of them. Only `RetainedText` keeps a
///    reader.
/// 2. `start <= cursor <= end`. Every read of one byte follows a check of `cursor < end`. In functions that say "`peek`
///    returned", the caller made the check: `peek` returned another byte than 0.
/// 3. Words of eight bytes are read only at addresses up to `lastWord`. No pointer is formed outside the text: bounds are
///    compared as addresses or by their distances.
/// 4. A `JSONString` was scanned by this reader: its range is inside the text and holds valid UTF-8.
@safe
struct JSONReader {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    /// The number of containers that may still be nested.
    var remainingDepth: Int32
    private let depthLimit: Int16
    /// The stack is checked if fewer containers than this may still be opened.
    private let uncheckedDepth: Int16

    var maximumDepth: Int { Int(depthLimit) }
    /// The number of open containers.
    var depth: Int { Int(depthLimit) - Int(remainingDepth) }

    /// The address of the last position at which eight bytes can be read.
    ///
    /// (A number, because the pointer would be outside a text that is shorter.)
    @inline(__always)
    var lastWord: UInt { unsafe UInt(bitPattern: end) &- 8 }

    /// Whether eight bytes can be read at a position.
    @inline(__always)
    func hasWord(at position: UnsafePointer<UInt8>) -> Bool { UInt(bitPattern: position) <= lastWord }

    init(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int, maximumDepth: Int) {
        let base = unsafe bytes.baseAddress ?? Self.noBytes
        unsafe start = base
        unsafe end = base + bytes.count
        unsafe cursor = base + first
        depthLimit = Int16(clamping: maximumDepth)
        remainingDepth = Int32(depthLimit)
        uncheckedDepth = depthLimit - Int16(StackSpace.current.uncheckedLevels)
    }

    /// A valid address for an empty text.
    private static nonisolated(unsafe) let noBytes = unsafe UnsafePointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// The offset of the cursor from the first byte of the text.
    @inline(__always)
    var offset: Int { unsafe cursor - start }

    /// The length of the text.
    var byteCount: Int { unsafe end - start }

    /// The first bytes of the text, including a byte order mark.
    func firstBytes(_ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: min(count, byteCount)))  // Invariant 1.
    }

    /// Moves the cursor to an offset, clamped to the text.
    @inline(__always)
    mutating func seek(to offset: Int) {
        unsafe cursor = start + min(max(offset, 0), end - start)  // Invariant 2.
    }

    /// Skips white space and returns the byte under the cursor, 0 at the end of the text (no token starts with 0).
    @inline(__always)
    mutating func peek() -> UInt8 {
        if unsafe cursor < end {
            let byte = unsafe cursor.pointee
            if byte > 0x20 { return byte }
            // A single space after a colon or a comma is common enough for its own branch.
            if byte == 0x20, unsafe cursor + 1 < end, unsafe cursor[1] > 0x20 {
                advance()
                return unsafe cursor.pointee
            }
        }
        unsafe cursor = Self.endOfWhitespace(cursor, end)
        return unsafe cursor < end ? cursor.pointee : 0
    }

    /// The first position from `first` on that is not white space.
    ///
    /// One round of the loop skips a line feed and its indentation, spaces eight at a time.
    ///
    /// (Static, so that a caller's reader can stay in registers.)
    @inline(never)
    private static func endOfWhitespace(
        _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var pointer = unsafe first
        while unsafe pointer < end {
            let byte = unsafe pointer.pointee
            guard byte <= 0x20, Self.whitespace &>> UInt64(byte) & 1 != 0 else { return unsafe pointer }
            unsafe pointer += 1
            while unsafe end - pointer >= 8 {  // Invariant 3.
                let other = unsafe Self.word(at: pointer) ^ (0x20 &* everyByte)
                if other != 0 {
                    unsafe pointer += other.trailingZeroBitCount &>> 3
                    break
                }
                unsafe pointer += 8
            }
        }
        return unsafe pointer
    }

    /// A bit for each of space, line feed, carriage return and tab.
    private static var whitespace: UInt64 { 1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09 }

    /// Moves the cursor to that of a copy of the reader, inside the same containers.
    ///
    /// (Only the cursor is assigned, so that the other members can stay in registers.)
    @inline(__always)
    mutating func move(to copy: JSONReader) {
        assert(remainingDepth == copy.remainingDepth)
        unsafe cursor = copy.cursor
    }

    /// Skips the byte that `peek` returned.
    @inline(__always)
    mutating func advance() {
        assert(unsafe cursor < end)
        unsafe cursor += 1
    }

    /// Skips a byte if it is the next one.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard unsafe cursor < end, unsafe cursor.pointee == byte else { return false }
        advance()
        return true
    }

    // MARK: Containers

    /// Skips `{` and counts the depth.
    ///
    /// True if a key follows, false if the object is empty (and was left).
    @inline(__always)
    mutating func enterObject() throws -> Bool { try enter(closing: UInt8(ascii: "}")) }

    /// Skips `[` and counts the depth.
    ///
    /// True if an element follows, false if the array is empty (and was left).
    @inline(__always)
    mutating func enterArray() throws -> Bool { try enter(closing: UInt8(ascii: "]")) }

    @inline(__always)
    private mutating func enter(closing bracket: UInt8) throws -> Bool {
        try enter()
        if peek() != bracket { return true }
        leave()
        return false
    }

    @inline(__always)
    mutating func enter() throws {
        if remainingDepth == 0 { throw JSONDepthExceeded(limit: maximumDepth, offset: offset) }
        remainingDepth -= 1
        if remainingDepth < Int32(uncheckedDepth) { try checkStack() }
        advance()
    }

    /// Levels are read by recursion, so a thread's stack that is too small for them is a limit too.
    @inline(never)
    private func checkStack() throws {
        if StackSpace.current.isLow {
            throw JSONDepthExceeded(
                limit: Int(depthLimit) - Int(remainingDepth) - 1, offset: offset, isOfStack: true)
        }
    }

    @inline(__always)
    mutating func leave() {
        remainingDepth += 1
        advance()
    }

    /// Leaves a container before its end, to read it again from its start.
    @inline(__always)
    mutating func abandonContainer() { remainingDepth += 1 }

    /// After a member of an object: skips `,` (true) or `}` (false).
    @inline(__always)
    mutating func hasNextMember() throws -> Bool { try hasNext(or: UInt8(ascii: "}")) }

    /// After an element of an array: skips `,` (true) or `]` (false).
    @inline(__always)
    mutating func hasNextElement() throws -> Bool { try hasNext(or: UInt8(ascii: "]")) }

    @inline(__always)
    private mutating func hasNext(or bracket: UInt8) throws -> Bool {
        if skip(UInt8(ascii: ",")) { return true }
        if peek() == bracket {
            leave()
            return false
        }
        guard skip(UInt8(ascii: ",")) else {
            throw unexpected("',' or '\(Character(Unicode.Scalar(bracket)))'")
        }
        return true
    }

    /// Reads a key and the colon after it.
    @inline(__always)
    mutating func readKey() throws -> JSONString {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
        let key = try scanString()
        try readColon()
        return key
    }

    /// Skips the colon after a key, and returns what `peek` would.
    @inline(__always)
    mutating func readColonAndPeek() throws -> UInt8 {
        // The usual forms, each with its own branch: a step computed from the bytes would delay the reads that depend
        // on it.
        if unsafe hasWord(at: cursor) {
            if unsafe cursor.pointee == 0x20 { advance() }
            if unsafe cursor.pointee == UInt8(ascii: ":") {
                if unsafe cursor[1] > 0x20 {
                    unsafe cursor += 1
                    return unsafe cursor.pointee
                }
                if unsafe cursor[1] == 0x20, unsafe cursor[2] > 0x20 {
                    unsafe cursor += 2
                    return unsafe cursor.pointee
                }
            }
        }
        try readColon()
        return peek()
    }

    /// Skips the colon after a key.
    @inline(__always)
    mutating func readColon() throws {
        guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
        advance()
    }

    // MARK: Literals

    /// Reads `true` or `false`; `peek` returned the first byte.
    @inline(__always)
    mutating func readBool() throws -> Bool {
        assert(unsafe cursor < end)
        if unsafe cursor.pointee == UInt8(ascii: "t") {
            try readEnd(0x6575_7274, of: "true")
            return true
        }
        advance()
        try readEnd(0x6573_6C61, of: "false")
        return false
    }

    /// Reads `null`; `peek` returned the first byte.
    @inline(__always)
    mutating func readNull() throws { try readEnd(0x6C6C_756E, of: "null") }

    /// Skips the last four bytes of a literal, given as a little-endian word.
    @inline(__always)
    private mutating func readEnd(_ bytes: UInt32, of literal: String) throws {
        guard unsafe end - cursor >= 4,
            unsafe UInt32(littleEndian: UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self)) == bytes
        else { throw badLiteral(literal) }
        unsafe cursor += 4
    }

    /// The error at the first byte that doesn't match the literal.
    @inline(never)
    private func badLiteral(_ literal: String) -> JSONSyntaxError {
        var reader = self
        for byte in literal.utf8.suffix(4) { guard reader.skip(byte) else { break } }
        return reader.unexpected("'\(literal)'")
    }

    // MARK: Errors

    /// An error at the cursor: what was expected, and the kind of token found.
    @inline(never)
    func unexpected(_ expected: String) -> JSONSyntaxError {
        error("Expected \(expected), found \(foundAtCursor)", at: offset)
    }

    /// An error at a position of the text.
    @inline(never)
    func error(_ reason: String, at offset: Int) -> JSONSyntaxError {
        var position = TextPosition()
        advance(&position, to: offset)
        let (line, column) = position.lineAndColumn
        return JSONSyntaxError(offset: offset, line: line, column: column, reason: reason)
    }

    /// The error if the outermost value, which starts at the cursor, can't begin with the byte there.
    var notJSON: JSONSyntaxError? {
        guard unsafe cursor < end else { return nil }
        let byte = unsafe cursor.pointee  // Invariant 1.
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            return nil
        case 0x21..<0x7F:
            return error(
                "\(JSONSyntaxError.notJSON): found `\(Character(Unicode.Scalar(byte)))`", at: offset)
        default:
            return error(
                "\(JSONSyntaxError.notJSON): found a byte that cannot start a value", at: offset)
        }
    }

    private var foundAtCursor: String {
        guard unsafe cursor < end else { return "the end of the input" }
        switch unsafe cursor.pointee {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return "a number"
        case let byte where "{}[]:,'/+.".utf8.contains(byte): return "'\(Character(Unicode.Scalar(byte)))'"
        case 0x21..<0x7F: return "another character"
        default: return "a byte that no token starts with"
        }
    }
}
