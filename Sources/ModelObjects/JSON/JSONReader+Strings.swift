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

/// The raw text of a string between its quotes.
struct JSONText {
    let offset: Int
    let count: Int
    /// It contains escapes, so its bytes must be unescaped first.
    let isEscaped: Bool
    /// All its bytes are below 0x80.
    let isASCII: Bool
}

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
    static func stops(in word: UInt64) -> UInt64 {
        // One test finds control characters and the quote: after flipping the bit 0x02, they are exactly the bytes
        // below 0x21. Subtracting 0x21 from such a byte borrows, which sets its high bit.
        let low = (word ^ (0x02 &* everyByte)) &- (0x21 &* everyByte)
        let backslash = (word ^ (0x5C &* everyByte)) &- everyByte
        return (low | backslash | word) & highBits
    }

    /// The closing quote of a string of plain ASCII; nil if the string contains anything else, or the end of the text
    /// is near.
    @inline(__always)
    private func endOfPlainString(from first: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var pointer = unsafe first
        while unsafe pointer + 16 <= end {
            let stops = unsafe Self.stops(in: Self.word(at: pointer))
            let further = unsafe Self.stops(in: Self.word(at: pointer + 8))
            if stops | further != 0 {
                let count = stops != 0 ? stops.trailingZeroBitCount : 64 &+ further.trailingZeroBitCount
                unsafe pointer += count &>> 3
                return unsafe pointer.pointee == 0x22 ? pointer : nil
            }
            unsafe pointer += 16
        }
        return nil
    }

    /// Reads a raw string; `peek` returned its quote.
    ///
    /// Escapes and UTF-8 are checked; nothing is copied.
    @inline(__always)
    mutating func scanString() throws -> JSONText {
        let first = unsafe cursor + 1
        if let end = unsafe endOfPlainString(from: first) {
            unsafe cursor = end + 1
            return unsafe JSONText(offset: first - start, count: end - first, isEscaped: false, isASCII: true)
        }
        var slow = self
        let text = try unsafe slow.scanStringSlowly(from: first)
        move(to: slow)
        return text
    }

    /// Reads the rest of a string with escapes or non-ASCII bytes, or near the end of the text.
    @inline(never)
    private mutating func scanStringSlowly(from first: UnsafePointer<UInt8>) throws -> JSONText {
        unsafe cursor = first
        var isEscaped = false
        var isASCII = true
        while unsafe cursor < end {
            if unsafe cursor <= lastWord {
                let stops = unsafe Self.stops(in: Self.word(at: cursor))
                if stops == 0 {
                    unsafe cursor += 8
                    continue
                }
                unsafe cursor += stops.trailingZeroBitCount >> 3
            }
            let byte = unsafe cursor.pointee
            if byte == 0x22 {
                let text = unsafe JSONText(
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

    /// Skips one scalar of two to four bytes: the well-formed sequences of the Unicode Standard, table 3-7.
    @inline(__always)
    private mutating func skipMultibyteScalar() throws {
        let lead = unsafe cursor.pointee
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        if lead >= 0xC2, lead <= 0xF4, unsafe end - cursor >= count {
            // No overlong forms, no surrogates, nothing above U+10FFFF.
            let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
            let isWhole =
                unsafe count == 2 || cursor[2] & 0xC0 == 0x80 && (count == 3 || cursor[3] & 0xC0 == 0x80)
            if unsafe cursor[1] >= lowest, unsafe cursor[1] <= highest, isWhole {
                unsafe cursor += count
                return
            }
        }
        throw error("Expected UTF-8, found an invalid sequence in a string", at: offset)
    }

    /// Reads one escape, whose backslash is under the cursor; a surrogate pair is one scalar.
    private mutating func readEscape() throws -> Unicode.Scalar {
        let escapeOffset = offset
        advance()
        guard unsafe cursor < end else { throw unexpected("an escape") }
        let byte = unsafe cursor.pointee
        advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
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
        default:
            throw error("Expected an escape, found an unknown one", at: escapeOffset)
        }
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
        let first = unsafe cursor + 1
        let keyEnd = unsafe first + count
        // Invariant 3: every word that is compared starts before the key's end.
        guard count > 0, unsafe keyEnd - 1 <= lastWord else { return false }
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
    func string(_ text: JSONText) -> String {
        if text.isEscaped { return unescaped(text) }
        // Invariant 4.
        return unsafe Self.string(
            UnsafeBufferPointer(start: start + text.offset, count: text.count), isASCII: text.isASCII)
    }

    /// Lends the text's bytes, unescaped.
    @inline(__always)
    func withBytes<Result>(of text: JSONText, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
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
    private func unescaped(_ text: JSONText) -> String {
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
                if scalar.value >= 0x80 { isASCII = false }
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
    mutating func readKey(in table: SpellingTable) throws -> (key: JSONText, target: Int32) {
        let key = try scanString()
        return (key, target(of: key, in: table))
    }

    /// Looks up a key in the table.
    ///
    /// Nothing is copied, unless the key contains escapes.
    @inline(__always)
    func target(of key: JSONText, in table: SpellingTable) -> Int32 {
        if key.isEscaped { return table.target(for: unescaped(key)) }
        return unsafe table.target(for: start + key.offset, count: key.count)
    }
}
