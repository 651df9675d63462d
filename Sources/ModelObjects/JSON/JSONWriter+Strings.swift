// Writes strings eight bytes at a time: a word is loaded, stored, and checked for bytes that need an escape. Only a
// word with such a byte is processed byte by byte.
//
// Invariants: those of JSONWriter.swift, and
// 5. A struct has the layout of its only stored property, and a String that is not nil has the layout it has in an
//    Optional.

extension JSONWriter {
    /// Writes a string, escaped.
    ///
    /// The bytes that RFC 8259, section 7 requires to be escaped are escaped: the quote, the backslash and everything
    /// below U+0020. Everything else is written unchanged, in UTF-8.
    @inline(__always)
    mutating func value(_ string: String) {
        quote(string, then: UInt8(ascii: ","))
    }

    /// Writes a string from its place in memory, without retaining it.
    ///
    /// Passing `pointee` to `value(_:)` retains and releases the string, since the compiler cannot rule out that the
    /// writer's stores replace it: writing a user of 28 properties took 1.9 times as long. A value that cannot be
    /// copied must be borrowed in place.
    ///
    /// - Parameter address: the address of a String, or of an Optional of one that is not nil, which does not change
    ///   during the call.
    @inline(__always)
    @unsafe mutating func value(stringAt address: UnsafeRawPointer) {
        assert(MemoryLayout<BorrowedString>.size == MemoryLayout<String?>.size)
        unsafe quote(address.assumingMemoryBound(to: BorrowedString.self).pointee)  // 5
    }

    @inline(__always)
    private mutating func quote(_ borrowed: borrowing BorrowedString) {
        quote(borrowed.string, then: UInt8(ascii: ","))
    }

    /// Writes a string's bytes between quotes, escaped, and `separator` after them.
    @inline(__always)
    mutating func quote(_ string: borrowing String, then separator: UInt8) {
        // 4. A native Swift string lends its own bytes; a bridged Objective-C string is first copied into one.
        let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe quote(bytes, then: separator)
        }
        if isWritten == nil { quoteCopy(of: string, then: separator) }
    }

    @inline(never)
    private mutating func quoteCopy(of string: borrowing String, then separator: UInt8) {
        var contiguous = copy string
        contiguous.withUTF8 { bytes in unsafe quote(bytes, then: separator) }
    }

    @inline(never)
    private mutating func quote(_ bytes: UnsafeBufferPointer<UInt8>, then separator: UInt8) {
        reserve(bytes.count + 10)  // 3: two quotes, the separator, and seven bytes of the last word
        put(UInt8(ascii: "\""))
        if let base = bytes.baseAddress {
            unsafe putEscaped(UnsafeRawPointer(base), count: bytes.count)
        }
        put(UInt8(ascii: "\""))
        put(separator)
    }

    /// Writes bytes, escaped.
    ///
    /// The caller reserves room for the unescaped bytes, for the quote and the separator after them, and for one more
    /// word; every escape reserves that again.
    @inline(__always)
    private mutating func putEscaped(_ base: UnsafeRawPointer, count: Int) {
        var source = unsafe base
        let end = unsafe base + count
        while true {
            unsafe putPlainPairs(&source, end: end)
            let length = unsafe min(end - source, 8)
            if length == 0 { return }
            // The last bytes make a word with spaces above them, which need no escape.
            let word =
                unsafe length == 8
                ? JSONReader.word(at: source)  // 4
                : SpellingTable.partialWord(source, count: length) | 0x2020_2020_2020_2020
                    << UInt64(length << 3)
            unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)  // 3
            let special = Self.specialBytes(of: word)
            if special == 0 {
                unsafe next += length
                unsafe source += length
            } else {
                let plain = special.trailingZeroBitCount >> 3
                unsafe next += plain
                unsafe source += plain + 1
                unsafe putEscape(of: (source - 1).load(as: UInt8.self), remaining: end - source)
            }
        }
    }

    /// Writes two words at a time, up to a pair with a byte to escape or the last pair: 7 % less time for a user of 28
    /// properties than with single words.
    @inline(__always)
    @unsafe private mutating func putPlainPairs(_ source: inout UnsafeRawPointer, end: UnsafeRawPointer) {
        while unsafe end - source >= 16 {
            let (first, second) = unsafe (JSONReader.word(at: source), JSONReader.word(at: source + 8))  // 4
            if Self.specialBytes(of: first) | Self.specialBytes(of: second) != 0 { return }
            unsafe next.storeBytes(of: first.littleEndian, as: UInt64.self)  // 3
            unsafe (next + 8).storeBytes(of: second.littleEndian, as: UInt64.self)
            unsafe next += 16
            unsafe source += 16
        }
    }

    /// The highest bit of each byte that needs an escape; above the first such byte it may be set in other bytes too.
    @inline(__always)
    private static func specialBytes(of word: UInt64) -> UInt64 {
        JSONReader.bytesToEscape(in: word) & ~word & JSONReader.highBits
    }

    /// Writes the escape of one byte: the short form if there is one, else \u and four digits.
    private mutating func putEscape(of byte: UInt8, remaining: Int) {
        reserve(remaining + 17)  // 3: a word for the escape, and what the loop and its caller need
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            putWord(0x3030_755C, count: 4)  // \u00
            let low = byte & 15
            put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") - 10 + low)
            return
        }
        put(UInt8(ascii: "\\"))
        put(letter)
    }
}

/// A String in memory that this type does not own.
private struct BorrowedString: ~Copyable {
    let string: String
}
