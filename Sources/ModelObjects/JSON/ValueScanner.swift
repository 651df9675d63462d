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
///
/// Invariant
/// 1. Words of eight bytes are read only at positions up to `count - 8` of the span.
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
            if isInString {
                guard skipString(in: bytes, &position) else { return nil }
                if depth == 0 { return position }
            }
            while position < bytes.count {
                let byte = unsafe bytes[unchecked: position]  // The loop's condition.
                position &+= 1
                if byte == UInt8(ascii: "\"") {
                    isInString = true
                    break
                }
                // The two opening brackets differ only in the bit 0x20, and so do the two closing brackets.
                switch byte | 0x20 {
                case UInt8(ascii: "{"):
                    depth &+= 1
                case UInt8(ascii: "}"):
                    depth &-= 1
                    if depth == 0 { return position }
                default:
                    break
                }
            }
        }
        return nil
    }

    /// Moves past the closing quote of a string; false if it has not arrived.
    @inline(__always)
    private mutating func skipString(in bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        if isAfterBackslash, position < bytes.count {
            position &+= 1
            isAfterBackslash = false
        }
        while position < bytes.count {
            if position &+ 8 <= bytes.count {  // Invariant 1.
                let word = unsafe UInt64(
                    littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
                let stops = Self.quotesAndBackslashes(in: word)
                if stops == 0 {
                    position &+= 8
                    continue
                }
                position &+= stops.trailingZeroBitCount &>> 3
            }
            let byte = unsafe bytes[unchecked: position]  // The loop's condition, and the word above.
            position &+= 1
            if byte == UInt8(ascii: "\"") {
                isInString = false
                return true
            }
            if byte == UInt8(ascii: "\\") {
                guard position < bytes.count else {
                    isAfterBackslash = true
                    return false
                }
                position &+= 1
            }
        }
        return false
    }

    /// The high bit of the first quote or backslash. (Bits of later bytes may be set too.)
    @inline(__always)
    private static func quotesAndBackslashes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (0x22 &* ones)
        let backslash = word ^ (0x5C &* ones)
        return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & (0x80 &* ones)
    }
}
