/// Strings. The scan looks at eight bytes at a time for what ends plain text: a quote, a backslash, a control
/// character. Worked example, the eight bytes `abc"def\`:
///
///     word                      61 62 63 22 64 65 66 5c
///     ^ 0x22 in every byte      43 40 41 00 …             a zero byte where a quote is
///     (x - 0x01…) & ~x & 0x80…  00 00 00 80 …             its lowest set bit is exact; higher ones may be
///                                                         borrow, and are not looked at
///
/// The invariants are those of `JSONReader`.

/// The text of a string between its quotes, as it stands in the payload.
struct JSONText {
    let offset: Int
    let count: Int
    /// It holds escapes, so its bytes are not yet its text.
    let isEscaped: Bool
    /// All its bytes are below 0x80.
    let isASCII: Bool
}

extension JSONReader {
    static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    func word(at pointer: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))  // Invariant 3.
    }

    /// Reads a string as it stands; `peek` showed its quote. Escapes and UTF-8 are checked, nothing is copied.
    @inline(__always)
    mutating func scanString() throws -> JSONText {
        let first = unsafe cursor + 1
        unsafe cursor = first
        var seen: UInt64 = 0
        while unsafe cursor <= lastWord {
            let word = unsafe word(at: cursor)
            let quote = word ^ (0x22 &* Self.everyByte)
            let backslash = word ^ (0x5C &* Self.everyByte)
            let stops =
                (((quote &- Self.everyByte) & ~quote) | ((backslash &- Self.everyByte) & ~backslash)
                    | ((word &- (0x20 &* Self.everyByte)) & ~word)) & Self.highBits
            if stops != 0 {
                let bits = UInt64(stops.trailingZeroBitCount & ~7)
                seen |= word & ((1 << bits) &- 1)
                unsafe cursor += Int(bits >> 3)
                if unsafe cursor.pointee == 0x22, seen & Self.highBits == 0 {
                    let text = unsafe JSONText(
                        offset: first - start, count: cursor - first, isEscaped: false, isASCII: true)
                    advance()
                    return text
                }
                break
            }
            seen |= word
            unsafe cursor += 8
        }
        return try unsafe scanStringSlowly(from: first)
    }

    /// The rest of a string with escapes or bytes beyond ASCII, or near the end of the text.
    @inline(never)
    private mutating func scanStringSlowly(from first: UnsafePointer<UInt8>) throws -> JSONText {
        unsafe cursor = first
        var isEscaped = false
        var isASCII = true
        while unsafe cursor < end {
            if unsafe cursor <= lastWord {
                // The same test as above, with bytes from 0x80 as a fourth stop.
                let word = unsafe word(at: cursor)
                let quote = word ^ (0x22 &* Self.everyByte)
                let backslash = word ^ (0x5C &* Self.everyByte)
                let stops =
                    (((quote &- Self.everyByte) & ~quote) | ((backslash &- Self.everyByte) & ~backslash)
                        | ((word &- (0x20 &* Self.everyByte)) & ~word) | word) & Self.highBits
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
                try skipMultibyteScalar()
            }
        }
        throw unexpected("the end of a string")
    }

    /// Passes over one scalar of two to four bytes: the well-formed sequences of the Unicode Standard, table 3-7.
    @inline(__always)
    private mutating func skipMultibyteScalar() throws {
        let lead = unsafe cursor.pointee
        let available = unsafe end - cursor
        if lead >= 0xE1, lead <= 0xEF, lead != 0xED, available >= 3 {
            if unsafe (cursor[1] & 0xC0) == 0x80, unsafe (cursor[2] & 0xC0) == 0x80 {
                unsafe cursor += 3
                return
            }
        } else if lead >= 0xC2, lead <= 0xDF, available >= 2 {
            if unsafe (cursor[1] & 0xC0) == 0x80 {
                unsafe cursor += 2
                return
            }
        } else if lead == 0xE0 || lead == 0xED, available >= 3 {
            let second = unsafe cursor[1]
            let allowed: ClosedRange<UInt8> = lead == 0xE0 ? 0xA0...0xBF : 0x80...0x9F
            if allowed.contains(second), unsafe (cursor[2] & 0xC0) == 0x80 {
                unsafe cursor += 3
                return
            }
        } else if lead >= 0xF0, lead <= 0xF4, available >= 4 {
            let second = unsafe cursor[1]
            let allowed: ClosedRange<UInt8> = lead == 0xF0 ? 0x90...0xBF : lead == 0xF4 ? 0x80...0x8F : 0x80...0xBF
            if allowed.contains(second), unsafe (cursor[2] & 0xC0) == 0x80, unsafe (cursor[3] & 0xC0) == 0x80 {
                unsafe cursor += 4
                return
            }
        }
        throw error("Expected UTF-8, found an invalid sequence in a string", at: offset)
    }

    /// Reads one escape, of which the cursor shows the backslash; a surrogate pair is one scalar.
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
            if high < 0xDC00, unsafe end - cursor >= 2, unsafe cursor[0] == 0x5C, unsafe cursor[1] == 0x75 {
                unsafe cursor += 2
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
            guard unsafe cursor < end else { throw unexpected("four hexadecimal digits") }
            let byte = unsafe cursor.pointee
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw unexpected("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }

    // MARK: From a scanned text

    /// The text as a String.
    @inline(__always)
    func string(_ text: JSONText) -> String {
        if text.isEscaped { return unescaped(text) }
        let bytes = unsafe UnsafeBufferPointer(start: start + text.offset, count: text.count)  // Invariant 4.
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: text.isASCII))
        }
        return unsafe String(decoding: bytes, as: UTF8.self)
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

    /// Reads a string; `peek` showed its quote.
    @inline(__always)
    mutating func readString() throws -> String {
        string(try scanString())
    }

    @inline(never)
    private func unescaped(_ text: JSONText) -> String {
        var reader = self
        reader.seek(to: text.offset)
        let textEnd = unsafe start + text.offset + text.count
        return unsafe String(unsafeUninitializedCapacity: text.count) { buffer in
            // An escape is never shorter than its scalar in UTF-8, so the text's own length suffices.
            var count = 0
            while unsafe reader.cursor < textEnd {
                let byte = unsafe reader.cursor.pointee
                if byte == 0x5C, let scalar = try? reader.readEscape() {
                    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        unsafe buffer[count] = unit
                        count += 1
                    }
                } else {
                    unsafe buffer[count] = byte
                    count += 1
                    reader.advance()
                }
            }
            return count
        }
    }

    /// What the table says of a key. Nothing is copied, unless the key holds escapes.
    @inline(__always)
    func target(of key: JSONText, in table: SpellingTable) -> Int32 {
        if key.isEscaped { return escapedTarget(of: key, in: table) }
        return unsafe table.target(for: start + key.offset, count: key.count)
    }

    @inline(never)
    private func escapedTarget(of key: JSONText, in table: SpellingTable) -> Int32 {
        var string = unescaped(key)
        return string.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return SpellingTable.absent }
            return unsafe table.target(for: base, count: bytes.count)
        }
    }
}
