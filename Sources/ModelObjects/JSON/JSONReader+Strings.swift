import Foundation

/// Reads strings.
///
/// The scan examines eight bytes at a time for one that ends plain text: a quote, a backslash or a control character.
/// Worked example, the eight bytes `abc"def\`:
///
///     word                         61 62 63 22 64 65 66 5c
///     ^ 0x02 in every byte         63 60 61 20 …             quote and control characters are below 0x21
///     - 0x21 in every byte         42 3f 40 ff …             and borrow, which sets their high bit
///     & 0x80 in every byte         00 00 00 80 …             the lowest set bit is exact; higher ones may be
///                                                            borrow, and are not looked at
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    static func word(at pointer: UnsafeRawPointer) -> UInt64 {
        unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))  // Invariant 3.
    }

    /// The high bit of the first byte that ends plain ASCII text: a quote, a backslash, a control character, or a byte
    /// of 0x80 or above. (Bits of later bytes may be set too.)
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 { (bytesToEscape(in: word) | word) & highBits }

    /// The high bit of each quote, backslash and control character, which a string can contain only as an escape.
    ///
    /// The bits of a byte say nothing else if it is 0x80 or above, or if it is above the first such character.
    @inline(__always)
    static func bytesToEscape(in word: UInt64) -> UInt64 {
        // One test finds control characters and the quote: after flipping the bit 0x02, they are exactly the bytes
        // below 0x21. Subtracting 0x21 from such a byte borrows, which sets its high bit.
        let low = (word ^ (0x02 &* everyByte)) &- (0x21 &* everyByte)
        let backslash = (word ^ (0x5C &* everyByte)) &- everyByte
        return low | backslash
    }

    /// Moves over plain ASCII to the closing quote.
    ///
    /// False if it stops before: at another byte that ends plain ASCII, or near the end of the text.
    @inline(__always)
    private func skipToQuote(_ pointer: inout UnsafePointer<UInt8>) -> Bool {
        while unsafe end - pointer >= 16 {
            let stops = unsafe Self.stops(in: Self.word(at: pointer))
            let further = unsafe Self.stops(in: Self.word(at: pointer + 8))
            if stops | further != 0 {
                let count = stops != 0 ? stops.trailingZeroBitCount : 64 &+ further.trailingZeroBitCount
                unsafe pointer += count &>> 3
                return unsafe pointer.pointee == 0x22
            }
            unsafe pointer += 16
        }
        return false
    }

    /// The key of the member whose value is under the cursor; nil for an element of an array and the outermost value.
    ///
    /// Linear in the length of the key, which is read backward. (The bytes before a value are known to be valid.)
    func keyBeforeValue() -> String? {
        var position = unsafe cursor
        /// Moves back over white space and one other byte, which it returns; 0 at the start of the text.
        func previous() -> UInt8 {
            while unsafe position > start {
                unsafe position -= 1  // Invariant 2.
                if unsafe position.pointee > 0x20 { return unsafe position.pointee }
            }
            return 0
        }
        guard previous() == UInt8(ascii: ":"), previous() == UInt8(ascii: "\"") else { return nil }
        // Inside a string, an odd number of backslashes is before each quote.
        while unsafe position > start {
            unsafe position -= 1  // Invariant 2.
            if unsafe position.pointee != UInt8(ascii: "\"") { continue }
            var escapes = 0
            while unsafe position - escapes > start, unsafe position[-1 - escapes] == UInt8(ascii: "\\") {
                escapes += 1
            }
            if escapes.isMultiple(of: 2) { break }
        }
        var reader = self
        unsafe reader.cursor = position
        return try? reader.readString()
    }

    /// Reads a raw string; `peek` returned its quote.
    ///
    /// Escapes and UTF-8 are checked; nothing is copied.
    @inline(__always)
    mutating func scanString() throws -> JSONString {
        let first = unsafe cursor + 1
        var stop = unsafe first
        if unsafe skipToQuote(&stop) {
            unsafe cursor = stop + 1
            return unsafe JSONString(
                offset: first - start, count: stop - first, isEscaped: false, isASCII: true)
        }
        var slow = self
        unsafe slow.cursor = stop
        let text = try unsafe slow.scanRest(of: first)
        move(to: slow)
        return text
    }

    /// Reads the rest of a string with escapes or non-ASCII bytes, or near the end of the text.
    @inline(never)
    private mutating func scanRest(of first: UnsafePointer<UInt8>) throws -> JSONString {
        var isEscaped = false
        var isASCII = true
        while unsafe cursor < end {
            if unsafe hasWord(at: cursor) {
                let stops = unsafe Self.stops(in: Self.word(at: cursor))
                if stops == 0 {
                    unsafe cursor += 8
                    continue
                }
                unsafe cursor += stops.trailingZeroBitCount >> 3
            }
            let byte = unsafe cursor.pointee
            if byte == 0x22 {
                let text = unsafe JSONString(
                    offset: first - start, count: cursor - first, isEscaped: isEscaped, isASCII: isASCII)
                advance()
                return text
            } else if byte == 0x5C {
                isEscaped = true
                _ = try readEscape()
            } else if byte < 0x20 {
                throw error("Expected an escape, found a control character in a string", at: offset)
            } else if byte < 0x80 {
                advance()
            } else {
                isASCII = false
                repeat { try skipMultibyteScalar() } while unsafe cursor < end && cursor.pointee >= 0x80
            }
        }
        throw unexpected("the end of a string")
    }

    /// The next four bytes, the first of them lowest; zeros after the end of the text.
    @inline(__always)
    private var nextFourBytes: UInt32 {
        if unsafe hasWord(at: cursor) { return unsafe UInt32(truncatingIfNeeded: Self.word(at: cursor)) }
        var bytes: UInt32 = 0
        for index in unsafe 0..<min(4, end - cursor) {
            unsafe bytes |= UInt32(cursor[index]) << UInt32(8 * index)
        }
        return bytes
    }

    /// Skips one scalar of two to four bytes: the well-formed sequences of the Unicode Standard, table 3-7.
    ///
    /// The masks select the bits that make a sequence: 110xxxxx 10xxxxxx, 1110xxxx and two times 10xxxxxx, and 11110xxx
    /// and three times 10xxxxxx.
    @inline(__always)
    private mutating func skipMultibyteScalar() throws {
        let bytes = nextFourBytes
        if bytes & 0x00C0_C0F0 == 0x0080_80E0 {
            // Bits 11 to 15 of the scalar: 0 is overlong (below U+0800), 0x1B is a surrogate.
            let high = bytes & 0x200F
            if high != 0, high != 0x200D { return unsafe cursor += 3 }
        } else if bytes & 0xC0E0 == 0x80C0 {
            // Bits 7 to 10 of the scalar: 0 is overlong (below U+0080).
            if bytes & 0x1E != 0 { return unsafe cursor += 2 }
        } else if bytes & 0xC0C0_C0F8 == 0x8080_80F0 {
            // Bits 16 to 20 of the scalar: 0 is overlong (below U+10000), above 0x10 is no scalar.
            let high = (bytes & 0x07) << 2 | (bytes & 0x3000) >> 12
            if (1...0x10).contains(high) { return unsafe cursor += 4 }
        }
        throw error("Expected UTF-8, found an invalid sequence in a string", at: offset)
    }

    /// The character that a backslash and a byte represent; 0 for a `u`, and for an unknown escape.
    @inline(__always)
    private static func shortEscape(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: 0
        }
    }

    /// Reads one escape, whose backslash is under the cursor; a surrogate pair is one scalar.
    @inline(__always)
    private mutating func readEscape() throws -> Unicode.Scalar {
        if unsafe cursor + 1 < end {
            let short = unsafe Self.shortEscape(cursor[1])
            if short != 0 {
                unsafe cursor += 2
                return Unicode.Scalar(short)
            }
        }
        return try readUnicodeEscape()
    }

    @inline(never)
    private mutating func readUnicodeEscape() throws -> Unicode.Scalar {
        let escapeOffset = offset
        advance()
        guard unsafe cursor < end else { throw unexpected("an escape") }
        guard skip(UInt8(ascii: "u")) else {
            throw error("Expected an escape, found an unknown one", at: escapeOffset)
        }
        let high = try readHexDigits()
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
            let low = try readHexDigits()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw error("Expected a surrogate pair, found a lone surrogate", at: escapeOffset)
    }

    private mutating func readHexDigits() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard unsafe cursor < end, let digit = unsafe cursor.pointee.hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }

    /// Skips the key under the cursor, quote included, if it is the expected one.
    @inline(__always)
    mutating func skipKey(_ entry: KeySequence.Entry, of sequence: KeySequence) -> Bool {
        let count = Int(entry.byteCount)
        // Invariant 3: every word that is compared starts before the key's end.
        guard count > 0, unsafe UInt(bitPattern: cursor) &+ UInt(bitPattern: count) <= lastWord else {
            return false
        }
        let first = unsafe cursor + 1
        let keyEnd = unsafe first + count
        if unsafe (Self.word(at: first) ^ entry.firstWord) & entry.firstMask != 0 { return false }
        if count > 8 {
            if unsafe Self.word(at: keyEnd - 8) != entry.lastWord { return false }
            var index = 0
            var between = unsafe first + 8
            while unsafe between < keyEnd - 8 {
                if unsafe Self.word(at: between) != sequence.word(entry, index) { return false }
                index &+= 1
                unsafe between += 8
            }
        }
        unsafe cursor = keyEnd
        return true
    }

    // MARK: From a scanned text

    @inline(__always)
    func string(_ text: JSONString) -> String {
        if text.isEscaped { return unescaped(text) }
        // Invariant 4.
        return unsafe Self.string(
            UnsafeBufferPointer(start: start + text.offset, count: text.count), isASCII: text.isASCII)
    }

    /// Lends the text's bytes, unescaped.
    @inline(__always)
    func withBytes<Result>(of text: JSONString, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        if text.isEscaped {
            var string = unescaped(text)
            return try string.withUTF8 { bytes in try unsafe body(bytes.span) }
        }
        return try unsafe body(UnsafeBufferPointer(start: start + text.offset, count: text.count).span)
    }

    /// Reads a string; `peek` returned its quote.
    @inline(__always)
    mutating func readString() throws -> String { string(try scanString()) }

    /// A String of valid UTF-8.
    @inline(__always)
    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        }
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The text with its escapes resolved; runs between escapes are copied whole.
    @inline(never)
    private func unescaped(_ text: JSONString) -> String {
        var reader = self
        reader.seek(to: text.offset)
        let textEnd = unsafe start + text.offset + text.count
        // An escape is never shorter than its scalar in UTF-8, so the text's own length is enough.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
            guard var target = buffer.baseAddress else { return "" }
            let first = unsafe target
            var isASCII = text.isASCII
            while unsafe reader.cursor < textEnd {
                let rest = unsafe textEnd - reader.cursor
                var run = rest
                if let backslash = unsafe memchr(reader.cursor, 0x5C, rest) {
                    run = unsafe UnsafeRawPointer(backslash) - UnsafeRawPointer(reader.cursor)
                }
                unsafe target.initialize(from: reader.cursor, count: run)
                unsafe target += run
                unsafe reader.cursor += run
                guard run < rest, let scalar = try? reader.readEscape() else { continue }
                if scalar.isASCII {
                    unsafe target.initialize(to: UInt8(truncatingIfNeeded: scalar.value))
                    unsafe target += 1
                    continue
                }
                isASCII = false
                // Faster than `scalar.utf8`, which is a collection with computed elements.
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    unsafe target.initialize(to: unit)
                    unsafe target += 1
                }
            }
            return unsafe Self.string(
                UnsafeBufferPointer(start: first, count: target - first), isASCII: isASCII)
        }
    }

    /// Reads a key and looks it up in the table.
    @inline(never)
    mutating func readKey(in table: SpellingTable) throws -> (key: JSONString, target: Int32) {
        let key = try scanString()
        return (key, target(of: key, in: table))
    }

    /// Looks up a key in the table.
    ///
    /// Nothing is copied, unless the key contains escapes.
    @inline(__always)
    func target(of key: JSONString, in table: SpellingTable) -> Int32 {
        if key.isEscaped { return table.target(for: unescaped(key)) }
        return unsafe table.target(for: start + key.offset, count: key.count)
    }
}
