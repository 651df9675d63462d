import Foundation

/// Reads untyped values, for hooks, `Any` properties and conversions.
extension JSONReader {
    /// Reads one value.
    ///
    /// If a key occurs twice, the last value is used. With `keepingDigits`, a number outside a container keeps every
    /// digit of its fraction (numbers inside containers are Doubles).
    ///
    /// - Throws: `JSONNumberOutOfRange` at a number that no Double holds, if `rejectsInfinity` is true. Otherwise such a
    ///   number is read as an infinity.
    ///
    /// - Parameter cache: The dictionaries of objects that were read before; new dictionaries are added to
    ///   it.
    mutating func readValue(
        keepingDigits: Bool = false, rejectsInfinity: Bool = false, cache: DictionaryCache? = nil
    ) throws -> JSONValue {
        switch peek() {
        case UInt8(ascii: "\""):
            return .string(try readString())
        case UInt8(ascii: "{"):
            return .object(try readObject(rejectsInfinity: rejectsInfinity, cache))
        case UInt8(ascii: "["):
            return .array(try readArray(rejectsInfinity: rejectsInfinity, cache))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try readBool())
        case UInt8(ascii: "n"):
            try readNull()
            return .null
        default:
            return try value(try scanNumber(), keepingDigits: keepingDigits, rejectsInfinity, cache)
        }
    }

    private func value(
        _ number: JSONNumber, keepingDigits: Bool, _ rejectsInfinity: Bool, _ cache: DictionaryCache?
    ) throws -> JSONValue {
        let value = value(number, keepingDigits: keepingDigits)
        if case .double(let number) = value, !number.isFinite {
            if rejectsInfinity { throw JSONNumberOutOfRange() }
            cache?.metInfinity = true
        }
        return value
    }

    /// Reads a value in the form that hooks and `Any` properties get, but with a Decimal for each number that has more
    /// digits than a Double holds.
    ///
    /// The value may be for a property of any type.
    mutating func readKeepingDigits(rejectsInfinity: Bool = false) throws -> Any {
        switch peek() {
        case UInt8(ascii: "{"):
            var object: [String: Any] = [:]
            guard try enterObject() else { return object }
            repeat {
                let key = string(try readKey())
                object[key] = try readKeepingDigits(rejectsInfinity: rejectsInfinity)
            } while try hasNextMember()
            return object
        case UInt8(ascii: "["):
            var array: [Any] = []
            guard try enterArray() else { return array }
            repeat {
                array.append(try readKeepingDigits(rejectsInfinity: rejectsInfinity))
            } while try hasNextElement()
            return array
        default:
            var exact = self
            let value = try readValue(rejectsInfinity: rejectsInfinity)
            guard case .double(let double) = value, double.isFinite else { return value.any }
            let number = try exact.scanNumber()
            // A Double holds each number of 15 digits.
            if number.isExact, number.significand < 1_000_000_000_000_000 { return double }
            guard case .decimal(let decimal) = exact.value(number, keepingDigits: true),
                decimal.exactDouble != double
            else { return double }
            return decimal
        }
    }

    /// Reads one value in the form that hooks and `Any` properties get.
    mutating func readAny(rejectsInfinity: Bool = false, cache: DictionaryCache? = nil) throws -> Any {
        let first = peek()
        if first == UInt8(ascii: "\"") { return try readString() }
        if first &- UInt8(ascii: "0") <= 9 || first == UInt8(ascii: "-") {
            if let integer = readShortInteger() { return integer }
            // Most other numbers have a fraction.
            let number = try scanNumber()
            if number.int64 == nil, !number.isInteger {
                let double = double(number)
                if double.isFinite { return double }
            }
            return try value(number, keepingDigits: false, rejectsInfinity, cache).any
        }
        return try readValue(rejectsInfinity: rejectsInfinity, cache: cache).any
    }

    /// Reads an object into a dictionary; `peek` returned the brace.
    mutating func readObject(
        rejectsInfinity: Bool = false, _ cache: DictionaryCache? = nil
    ) throws -> [String: Any] {
        if let cached = cache?.cachedObject(&self) { return cached }
        let start = offset
        var object: [String: Any] = [:]
        guard try enterObject() else { return object }
        repeat {
            let key = string(try readKey())
            object[key] = try readAny(rejectsInfinity: rejectsInfinity, cache: cache)
        } while try hasNextMember()
        cache?.add(object, from: start, to: offset)
        return object
    }

    /// Reads an array; `peek` returned the bracket.
    mutating func readArray(rejectsInfinity: Bool = false, _ cache: DictionaryCache? = nil) throws -> [Any] {
        var array: [Any] = []
        guard try enterArray() else { return array }
        repeat {
            array.append(try readAny(rejectsInfinity: rejectsInfinity, cache: cache))
        } while try hasNextElement()
        return array
    }
}

extension JSONReader {
    /// The text under the cursor if it is a string that represents null: `null`, `<null>`, `(null)`, `nil`.
    ///
    /// The cursor doesn't move.
    @inline(__always)
    func nullWord() -> String? {
        guard unsafe end - cursor >= 5 else { return nil }
        switch unsafe cursor[1] {
        case UInt8(ascii: "n"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "\\"):
            return scannedNullWord()
        default: return nil
        }
    }

    /// The size of `"<null>"` with an escape for each character, as Go escapes the angle brackets.
    private static var longestNullWord: Int { 6 * 6 + 2 }

    @inline(never)
    private func scannedNullWord() -> String? {
        var ahead = self
        guard let text = try? ahead.scanString(), ahead.offset - offset <= Self.longestNullWord else {
            return nil
        }
        let word = ahead.string(text)
        return isNullWord(word) ? word : nil
    }

    /// Whether the string at the cursor may be empty or only white space.
    @inline(__always)
    var mayBeBlankText: Bool {
        guard unsafe end - cursor >= 2 else { return true }
        let first = unsafe cursor[1]
        return first <= UInt8(ascii: "\"") || first == UInt8(ascii: "\\") || first >= 0x80
    }

    /// Lends the text from a position to the cursor.
    func withBytes<Result>(from offset: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        // Invariant 1.
        try unsafe body(UnsafeBufferPointer(start: start + offset, count: self.offset - offset).span)
    }

    /// The text from a position to the cursor.
    func data(from offset: Int) -> Data {
        unsafe Data(bytes: start + offset, count: self.offset - offset)
    }

    /// The kind of the value that starts at a position; null if the text ends there.
    func kind(at offset: Int) -> JSONKind {
        guard offset >= 0, unsafe offset < end - start else { return .null }
        return switch unsafe (start + offset).pointee {  // Invariant 1.
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }
}

/// The text contains a number that no Double holds.
struct JSONNumberOutOfRange: Error {}

/// Whether a text means null, unless a String is expected.
func isNullWord(_ text: String) -> Bool {
    // Comparing a text with many combining marks takes quadratic time.
    if text.utf8.count > 6 { return false }
    return text == "null" || text == "<null>" || text == "(null)" || text == "nil"
}
