/// A cursor over UTF-8 JSON text: reads tokens strictly after RFC 8259 and has never heard of models.
///
/// A caller asks for what it wants (`peek`, then `readString`, `readNumber`, `enterObject`, …); the cursor
/// then stands behind what was read. Values that nobody wants are passed over by `skipValue`, which checks
/// them just as strictly.
///
/// Invariants
/// 1. `start ..< end` is readable for as long as the reader is used: readers are made only by
///    `withJSONReader`, inside the closure that lends the bytes, and never kept.
/// 2. `start <= cursor <= end`. Every read of one byte is behind a check of `cursor < end`.
/// 3. Words of eight bytes are read only at positions up to `lastWord`, which is `end - 8`: below `start`
///    where the text is shorter than that.
/// 4. A `JSONText` was scanned by this reader: its range lies inside the text and holds valid UTF-8.
@safe
struct JSONReader {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    /// How many more containers may be open inside one another.
    var remainingDepth: Int32
    private let depthLimit: Int16
    /// The stack is asked where fewer containers than this may still be opened.
    private let uncheckedDepth: Int16

    var maximumDepth: Int { Int(depthLimit) }
    /// How many containers are open.
    var depth: Int { Int(depthLimit) - Int(remainingDepth) }

    /// The last position at which eight bytes can be read.
    @inline(__always)
    var lastWord: UnsafePointer<UInt8> { unsafe end - 8 }

    init(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int, maximumDepth: Int) {
        let base = unsafe bytes.baseAddress ?? Self.noBytes
        unsafe start = base
        unsafe end = base + bytes.count
        unsafe cursor = base + first
        depthLimit = Int16(clamping: maximumDepth)
        remainingDepth = Int32(depthLimit)
        uncheckedDepth = depthLimit - Int16(StackSpace.current.uncheckedLevels)
    }

    /// A valid address for the text without bytes.
    private static nonisolated(unsafe) let noBytes = unsafe UnsafePointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// Where the cursor stands, from the first byte of the text.
    @inline(__always)
    var offset: Int { unsafe cursor - start }

    /// Puts the cursor where it stood before.
    @inline(__always)
    mutating func seek(to offset: Int) {
        unsafe cursor = start + min(max(offset, 0), end - start)  // Invariant 2.
    }

    /// The byte under the cursor behind white space, 0 at the end of the text (no token starts with 0).
    @inline(__always)
    mutating func peek() -> UInt8 {
        if unsafe cursor < end {
            let byte = unsafe cursor.pointee
            if byte > 0x20 { return byte }
            // One blank behind a colon or a comma is common enough for a step of its own.
            if byte == 0x20, unsafe cursor + 1 < end, unsafe cursor[1] > 0x20 {
                advance()
                return unsafe cursor.pointee
            }
        }
        unsafe cursor = Self.endOfWhitespace(cursor, end)
        return unsafe cursor < end ? cursor.pointee : 0
    }

    /// The first position from `first` on that holds no white space: a line feed and its indentation, blanks
    /// eight at a time, are one round of the loop.
    ///
    /// (Static, so that a caller's reader can stay in registers.)
    @inline(never)
    private static func endOfWhitespace(
        _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var pointer = unsafe first
        let lastWord = unsafe end - 8
        while unsafe pointer < end {
            let byte = unsafe pointer.pointee
            guard byte <= 0x20, Self.whitespace &>> UInt64(byte) & 1 != 0 else { return unsafe pointer }
            unsafe pointer += 1
            while unsafe pointer <= lastWord {  // Invariant 3.
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

    /// A bit for each of blank, line feed, carriage return and tab.
    private static var whitespace: UInt64 { 1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09 }

    /// Puts the cursor where a copy of the reader stands, inside the same containers.
    ///
    /// (Nothing else is assigned: what stays the same stays where it is, in registers or not.)
    @inline(__always)
    mutating func move(to copy: JSONReader) {
        assert(remainingDepth == copy.remainingDepth)
        unsafe cursor = copy.cursor
    }

    /// Passes over the byte that `peek` showed.
    @inline(__always)
    mutating func advance() {
        unsafe cursor += 1
    }

    /// Passes over a byte if it is the next one.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard unsafe cursor < end, unsafe cursor.pointee == byte else { return false }
        advance()
        return true
    }

    // MARK: Containers

    /// Passes over `{` and counts the depth.
    ///
    /// True where a key follows, false where the object is empty (and left).
    @inline(__always)
    mutating func enterObject() throws -> Bool { try enter(closing: UInt8(ascii: "}")) }

    /// Passes over `[` and counts the depth.
    ///
    /// True where an element follows, false where the array is empty (and left).
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

    /// Levels are read by recursion: where a thread's stack is too small for them, that is a limit too.
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

    /// Behind a member of an object: passes over `,` (true) or over `}` (false).
    @inline(__always)
    mutating func hasNextMember() throws -> Bool { try hasNext(or: UInt8(ascii: "}")) }

    /// Behind an element of an array: passes over `,` (true) or over `]` (false).
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

    /// Reads a key and the colon behind it.
    @inline(__always)
    mutating func readKey() throws -> JSONText {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
        let key = try scanString()
        try readColon()
        return key
    }

    /// Passes over the colon behind a key, and answers what `peek` would.
    @inline(__always)
    mutating func readColonAndPeek() throws -> UInt8 {
        // The usual forms, each a branch of its own: a step computed from the bytes would be waited for.
        if unsafe cursor <= lastWord {
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

    /// Passes over the colon behind a key.
    @inline(__always)
    mutating func readColon() throws {
        guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
        advance()
    }

    // MARK: Literals

    /// Reads `true` or `false`, of which `peek` showed the first byte.
    @inline(__always)
    mutating func readBool() throws -> Bool {
        if unsafe cursor.pointee == UInt8(ascii: "t") {
            try readEnd(0x6575_7274, of: "true")
            return true
        }
        advance()
        try readEnd(0x6573_6C61, of: "false")
        return false
    }

    /// Reads `null`, of which `peek` showed the first byte.
    @inline(__always)
    mutating func readNull() throws { try readEnd(0x6C6C_756E, of: "null") }

    /// Passes over the last four bytes of a literal, which the word has in little-endian order.
    @inline(__always)
    private mutating func readEnd(_ bytes: UInt32, of literal: String) throws {
        guard unsafe end - cursor >= 4,
            unsafe UInt32(littleEndian: UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self)) == bytes
        else { throw badLiteral(literal) }
        unsafe cursor += 4
    }

    /// The error at the first byte that is not the literal's.
    @inline(never)
    private func badLiteral(_ literal: String) -> JSONSyntaxError {
        var reader = self
        for byte in literal.utf8.suffix(4) { guard reader.skip(byte) else { break } }
        return reader.unexpected("'\(literal)'")
    }

    // MARK: Values

    /// Passes over one value and checks it.
    ///
    /// No recursion deeper than the depth limit.
    mutating func skipValue() throws {
        _ = try walk { reader, _ in
            try reader.skipValue()
            return true
        }
    }

    /// A step from a container to a value in it.
    enum Step {
        case key(JSONText)
        case index(Int)
    }

    /// Calls a function at the value of each member or element of the container under the cursor; skips any other value.
    ///
    /// - Parameter visit: Passes over the value under the cursor, which may have white space in front of it. False ends
    ///   the walk at once.
    /// - Returns: Whether the walk came to the end of the value.
    @inline(__always)
    mutating func walk(_ visit: (inout JSONReader, Step) throws -> Bool) throws -> Bool {
        switch peek() {
        case UInt8(ascii: "{"):
            guard try enterObject() else { return true }
            repeat {
                guard try visit(&self, .key(try readKey())) else { return false }
            } while try hasNextMember()
        case UInt8(ascii: "["):
            guard try enterArray() else { return true }
            var index = 0
            repeat {
                guard try visit(&self, .index(index)) else { return false }
                index += 1
            } while try hasNextElement()
        default:
            try skipScalar()
        }
        return true
    }

    private mutating func skipScalar() throws {
        switch peek() {
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
        case UInt8(ascii: "n"): try readNull()
        default: _ = try scanNumber()
        }
    }

    /// Passes over white space to the end of the text: nothing else may follow the root.
    mutating func finish() throws {
        _ = peek()
        if unsafe cursor != end { throw unexpected("the end of the input") }
    }

    // MARK: Errors

    /// An error at the cursor: what was expected, and the kind of thing that is there.
    @inline(never)
    func unexpected(_ expected: String) -> JSONSyntaxError {
        error("Expected \(expected), found \(foundAtCursor)", at: offset)
    }

    /// An error at a position of the text.
    @inline(never)
    func error(_ reason: String, at offset: Int) -> JSONSyntaxError {
        let (line, column) = positions(of: [offset])[offset] ?? (1, offset + 1)
        return JSONSyntaxError(offset: offset, line: line, column: column, reason: reason)
    }

    /// The error for the start of the outermost value, if no value can begin so.
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
                "\(JSONSyntaxError.notJSON): found a byte that no value starts with", at: offset)
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
