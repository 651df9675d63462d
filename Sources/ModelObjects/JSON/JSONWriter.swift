// Writes the bytes of a JSON text from front to back.
//
// Every value writes a comma after itself, and the end of a container or of the text removes the last one. That needs
// no flag and no branch. While {"name":"Ann","tags":[]} is written, the buffer holds after each call:
//     beginObject()    {
//     key("name")      {"name":
//     value("Ann")     {"name":"Ann",
//     key("tags")      {"name":"Ann","tags":
//     beginArray()     {"name":"Ann","tags":[
//     endArray()       {"name":"Ann","tags":[],
//     endObject()      {"name":"Ann","tags":[]},
// Only the last byte is ever examined, and the last byte of a string is its quote, so no string content can be mistaken
// for a comma.
//
// Invariants
// 1. `start` is a block from malloc that only this writer owns. deinit frees it, or finish() transfers it.
// 2. start <= next <= limit; limit is the end of the block; all bytes before `next` are written.
// 3. Before bytes are stored, reserve(n) made room for all of them, including those after the new `next` if a whole
//    word is stored of which only the beginning counts. reserve may move the block.
// 4. The bytes of a string or a key are borrowed for one call, and nothing outside them is read.

import Foundation

/// Writes JSON text (RFC 8259) into its own buffer.
///
/// The caller is responsible for the grammar: one value at the top, a key before each value of an object, an end for
/// each begin. The writer escapes strings, and never writes a number as invalid text.
@safe struct JSONWriter: ~Copyable {
    private(set) var start: UnsafeMutableRawPointer
    var next: UnsafeMutableRawPointer
    private var limit: UnsafeMutableRawPointer

    /// - Parameter capacity: the initial capacity in bytes. The buffer doubles when it is full.
    init(capacity: Int) {
        let size = max(capacity, 64)
        guard let block = unsafe malloc(size) else {
            fatalError("Out of memory: \(size) bytes for JSON text.")
        }
        unsafe start = block
        unsafe next = block
        unsafe limit = block + size
    }

    deinit {
        unsafe free(start)  // 1
    }

    /// The number of bytes written so far.
    @inline(__always)
    var count: Int { unsafe next - start }

    // MARK: - Containers

    @inline(__always)
    mutating func beginObject() { begin(UInt8(ascii: "{")) }

    @inline(__always)
    mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Whether the value that was written last ends with this bracket.
    func ends(with bracket: UInt8) -> Bool {
        let end = endOfValue
        return unsafe end > 0 && (start + end - 1).load(as: UInt8.self) == bracket  // 2
    }

    /// Removes the end of an object that was written last, so that more members can follow.
    mutating func reopenObject() {
        dropLastComma()
        assert(lastByte == UInt8(ascii: "}"))
        unsafe next -= 1  // 2
        guard lastByte != UInt8(ascii: "{") else { return }
        put(UInt8(ascii: ","))  // In place of the bracket.
    }

    @inline(__always)
    mutating func beginArray() { begin(UInt8(ascii: "[")) }

    @inline(__always)
    mutating func endArray() { end(UInt8(ascii: "]")) }

    @inline(__always)
    private mutating func begin(_ bracket: UInt8) {
        reserve(1)
        put(bracket)
    }

    @inline(__always)
    private mutating func end(_ bracket: UInt8) {
        dropLastComma()
        reserve(2)
        put(bracket)
        put(UInt8(ascii: ","))
    }

    // MARK: - Keys

    /// Writes a key, escaped, and its colon.
    mutating func key(_ key: String) {
        quote(key, then: UInt8(ascii: ":"))
    }

    /// Writes a key that is already rendered, and its colon.
    @inline(__always)
    mutating func key(rendered key: RenderedKey) {
        reserve(key.count + 16)
        var copied = 0
        repeat {
            unsafe (next + copied).copyMemory(from: key.start + copied, byteCount: 16)  // 3; 2 of RenderedKey
            copied += 16
        } while copied < key.count
        unsafe next += key.count
    }

    // MARK: - Values

    @inline(__always)
    mutating func value(_ bool: Bool) {
        reserve(8)
        putWord(bool ? 0x2C_65_75_72_74 : 0x2C_65_73_6C_61_66, count: bool ? 5 : 6)  // true, or false,
    }

    @inline(__always)
    mutating func null() {
        reserve(8)
        putWord(0x2C_6C_6C_75_6E, count: 5)  // null,
    }

    /// Writes a number outside Double's range, which a reader reads as infinity.
    mutating func infinity(_ sign: FloatingPointSign) {
        reserve(16)
        if sign == .minus { put(UInt8(ascii: "-")) }
        putWord(0x2C_39_39_39_65_31, count: 6)  // 1e999,
    }

    /// Writes a value that is already JSON text.
    mutating func value(rendered text: Span<UInt8>) {
        reserve(text.count + 1)
        unsafe text.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe next.copyMemory(from: source, byteCount: bytes.count)  // 3, 4
            unsafe next += bytes.count
        }
        put(UInt8(ascii: ","))
    }

    /// Writes a part of another text, which must be a whole value or several.
    mutating func append(_ other: borrowing JSONWriter, from first: Int, to end: Int) {
        precondition(first >= 0 && first <= end && end <= other.count)
        reserve(end - first)
        unsafe next.copyMemory(from: other.start + first, byteCount: end - first)  // 2 of the other, 3
        unsafe next += end - first
    }

    /// Rearranges what was written from a position on: values or members of the open container.
    ///
    /// - Parameter parts: their places in the new order; together they are everything from `first` on.
    mutating func rearrange(_ parts: [Range<Int>], from first: Int) {
        let end = count
        precondition(parts.allSatisfy { $0.lowerBound >= first && $0.upperBound <= end })
        precondition(parts.reduce(0) { $0 + $1.count } == end - first)
        reserve(end - first)
        for part in parts {
            unsafe next.copyMemory(from: start + part.lowerBound, byteCount: part.count)  // 2, 3
            unsafe next += part.count
        }
        unsafe (start + first).copyMemory(from: start + end, byteCount: end - first)  // 2
        unsafe next = start + end  // 2
    }

    // MARK: - The text

    /// Lends a reader over the text written so far.
    ///
    /// The reader is used only inside the closure, while the text doesn't change.
    func read<Result>(maximumDepth: Int, _ body: (inout JSONReader) throws -> Result) rethrows -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: endOfValue)  // 2
        return try unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var reader = unsafe JSONReader(bytes, from: 0, maximumDepth: maximumDepth)
            return try body(&reader)
        }
    }

    /// Consumes the writer and returns the bytes written.
    ///
    /// Data takes ownership of the buffer, shrunk to the bytes used.
    consuming func finish() -> Data {
        dropLastComma()
        let used = count
        let block = unsafe realloc(start, max(used, 1)) ?? start
        discard self  // 1: Data owns the block from here on
        return unsafe Data(bytesNoCopy: block, count: used, deallocator: .free)
    }

    /// Consumes the writer and returns the text written.
    consuming func finishString() -> String {
        dropLastComma()
        return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Consumes the writer and returns one with the same text indented.
    ///
    /// Every key and element is on its own line, indented by two more spaces for each level, and a space follows every
    /// colon.
    ///
    /// - Parameter depth: the number of containers around the text.
    consuming func prettyPrinted(depth outerDepth: Int = 0) -> JSONWriter {
        dropLastComma()
        var pretty = JSONWriter(capacity: 2 * count)
        var depth = outerDepth
        var isInString = false
        var isEscaped = false
        for offset in 0..<count {
            let byte = unsafe start.load(fromByteOffset: offset, as: UInt8.self)  // 2
            if isInString {
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else {
                let last = pretty.lastByte
                let follows = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
                let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
                if follows { depth += 1 }
                if closes { depth -= 1 }
                if follows != closes || last == UInt8(ascii: ",") { pretty.startLine(depth) }
                isInString = byte == UInt8(ascii: "\"")
            }
            pretty.reserve(2)
            pretty.put(byte)
            if byte == UInt8(ascii: ":"), !isInString { pretty.put(UInt8(ascii: " ")) }
        }
        return pretty
    }

    // MARK: - Bytes

    /// Makes room for more bytes.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if unsafe limit - next < count { grow(by: count) }
    }

    @inline(never)
    private mutating func grow(by needed: Int) {
        let used = count
        let size = unsafe max(2 * (limit - start), used + needed)
        guard let block = unsafe realloc(start, size) else {
            fatalError("Out of memory: \(size) bytes for JSON text.")
        }
        unsafe start = block
        unsafe next = block + used
        unsafe limit = block + size
    }

    /// Writes a byte; the caller has reserved room for it.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        assert(unsafe next < limit)
        unsafe next.storeBytes(of: byte, as: UInt8.self)  // 3
        unsafe next += 1
    }

    /// Writes the first bytes of a word, the lowest first; the caller has reserved room for the whole word.
    @inline(__always)
    mutating func putWord(_ word: UInt64, count: Int) {
        assert(unsafe limit - next >= 8)
        unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)  // 3
        unsafe next += count
    }

    /// Removes what was written since `count` had this value, which must not include half a container.
    mutating func rewind(to count: Int) {
        assert(count <= self.count)
        unsafe next = start + count  // 2
    }

    private mutating func startLine(_ depth: Int) {
        reserve(1 + 2 * depth)
        put(UInt8(ascii: "\n"))
        for _ in 0..<2 * depth { put(UInt8(ascii: " ")) }
    }

    @inline(__always)
    private mutating func dropLastComma() {
        if lastByte == UInt8(ascii: ",") { unsafe next -= 1 }  // 2
    }

    /// The end of the value that was written last, before its comma.
    var endOfValue: Int { lastByte == UInt8(ascii: ",") ? count - 1 : count }

    var lastByte: UInt8? {
        @inline(__always) get { unsafe count > 0 ? (next - 1).load(as: UInt8.self) : nil }  // 2
    }
}
