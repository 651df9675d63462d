/// Finds the end of one JSON value in text that arrives in chunks.
///
/// It only counts brackets outside strings; the reader validates the value later. Between two chunks, the
/// state is the depth, whether the position is in a string, and whether the last byte was a backslash. For
/// the value `{"a":"}\""}` in three chunks, with the state after each:
///
///     {"a        depth 1, in a string
///     ":"}\      depth 1, in a string, after a backslash
///     ""}        depth 0: the value ends here
///
/// A string ends at its closing quote. A number, `true`, `false` or `null` ends before the first byte that
/// can't belong to it, so its end is found only when the next byte has arrived.
struct ValueScanner {
    private enum Form { case container, string, other }

    /// The form of the value, once its first byte is known.
    private var form: Form?
    private var depth = 0
    private var isInString = false
    private var isAfterBackslash = false
    /// The number of bytes of the value that were scanned.
    private(set) var count = 0

    /// Whether the value is a string whose closing quote was not found yet.
    var isInOpenString: Bool { form == .string }
    /// Whether the value is a number, `true`, `false` or `null`.
    var isInLiteral: Bool { form == .other }

    /// Scans the bytes of the value that were not scanned before.
    ///
    /// - Parameters:
    ///   - bytes: The text, in which the scanned bytes of the value must still precede the new ones.
    ///   - start: The position of the value's first byte.
    /// - Returns: The position after the value; nil if its end has not arrived.
    mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start &+ count < bytes.count else { return nil }
        if form == nil {
            switch bytes[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): form = .container
            case UInt8(ascii: "\""): form = .string
            default: form = .other
            }
        }
        let end = form == .other ? endOfLiteral(in: bytes, start) : endOfStructure(in: bytes, start)
        count = (end ?? bytes.count) - start
        return end
    }

    private func endOfLiteral(in bytes: Span<UInt8>, _ start: Int) -> Int? {
        var position = start + count
        // The first byte belongs to the value in any case, so that every value has one.
        if count == 0 { position += 1 }
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
                UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                return position
            default:
                position += 1
            }
        }
        return nil
    }

    private mutating func endOfStructure(in bytes: Span<UInt8>, _ start: Int) -> Int? {
        var position = start + count
        while position < bytes.count {
            let wordEnd = position &+ 8
            if depth > 0, !isAfterBackslash, wordEnd <= bytes.count,
                bytes.matches(UInt8(ascii: "\\"), at: position) == 0
            {
                if let end = endOfContainer(inWordOf: bytes, at: position) { return end }
                position = wordEnd
                continue
            }
            let end = depth > 0 ? min(wordEnd, bytes.count) : position &+ 1
            while position < end {
                let ends = isEnd(after: bytes[position])
                position &+= 1
                if ends { return position }
            }
        }
        return nil
    }

    /// Scans one byte of a container or a string; true if the value ends after it.
    private mutating func isEnd(after byte: UInt8) -> Bool {
        if isAfterBackslash {
            isAfterBackslash = false
        } else if byte == UInt8(ascii: "\"") {
            isInString.toggle()
        } else if isInString {
            isAfterBackslash = byte == UInt8(ascii: "\\")
        } else {
            depth &+= Self.change(of: byte)
        }
        return depth == 0 && !isInString
    }

    /// Scans eight bytes of a container, none of which is a backslash; returns the position after the value.
    @inline(__always)
    private mutating func endOfContainer(inWordOf bytes: Span<UInt8>, at position: Int) -> Int? {
        var quoted = bytes.matches(UInt8(ascii: "\""), at: position)
        // For each byte, whether the number of quotes up to it is odd.
        quoted ^= quoted &<< 8
        quoted ^= quoted &<< 16
        quoted ^= quoted &<< 32
        if isInString { quoted = ~quoted }
        isInString = quoted &>> 63 != 0
        // The brackets, the letters y, Y and _, and DEL.
        var found = bytes.matches(UInt8(ascii: "["), ignoring: 0x26, at: position) & ~quoted
        while found != 0 {
            let place = position &+ found.trailingZeroBitCount &>> 3
            depth &+= Self.change(of: bytes[place])
            if depth == 0 { return place &+ 1 }
            found &= found &- 1
        }
        return nil
    }

    /// The change of the depth by a byte outside of strings.
    @inline(__always)
    private static func change(of byte: UInt8) -> Int {
        // The two opening brackets differ only in the bit 0x20, and so do the two closing brackets.
        switch byte | 0x20 {
        case UInt8(ascii: "{"): 1
        case UInt8(ascii: "}"): -1
        default: 0
        }
    }
}
