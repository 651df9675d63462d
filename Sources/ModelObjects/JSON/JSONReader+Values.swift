import Foundation

/// Reads untyped values, for hooks, `Any` properties and conversions.
extension JSONReader {
    /// Reads one value.
    ///
    /// If a key occurs twice, the last value is used. With `keepingDigits`, a number keeps every digit of its fraction
    /// (inside a container, only if a Double does not hold it).
    mutating func readValue(keepingDigits: Bool = false) throws -> JSONValue {
        var metInfinity = false
        switch peek() {
        case UInt8(ascii: "\""):
            return .string(try readString())
        case UInt8(ascii: "{"):
            return .object(try readObject(keepingDigits: keepingDigits, metInfinity: &metInfinity))
        case UInt8(ascii: "["):
            return .array(try readArray(keepingDigits: keepingDigits, metInfinity: &metInfinity))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try readBool())
        case UInt8(ascii: "n"):
            try readNull()
            return .null
        default:
            return value(try scanNumber(), keepingDigits: keepingDigits)
        }
    }

    /// Reads one value in the form that hooks and `Any` properties get.
    ///
    /// - Parameters:
    ///   - keepingDigits: Whether a number at any depth that has more digits than a Double holds is a Decimal, because
    ///     the value may be for a property of any type.
    ///   - cache: The dictionaries of objects that were read before; new dictionaries are added to it.
    ///   - metInfinity: Becomes true at a number that no Double holds, which is read as an infinity.
    mutating func readAny(
        keepingDigits: Bool = false, cache: DictionaryCache? = nil, metInfinity: inout Bool
    ) throws -> Any {
        let first = peek()
        if first == UInt8(ascii: "\"") { return try readString() }
        if first &- UInt8(ascii: "0") <= 9 || first == UInt8(ascii: "-") {
            if let integer = readShortInteger() { return integer }
            let number = try scanNumber()
            // Most other numbers have a fraction.
            if !number.isInteger, !keepingDigits {
                let double = double(number)
                if double.isFinite { return double }
            }
            return try untyped(number, keepingDigits: keepingDigits, metInfinity: &metInfinity)
        }
        switch first {
        case UInt8(ascii: "{"):
            return try readObject(keepingDigits: keepingDigits, cache: cache, metInfinity: &metInfinity)
        case UInt8(ascii: "["):
            return try readArray(keepingDigits: keepingDigits, cache: cache, metInfinity: &metInfinity)
        default:
            return try readValue().any
        }
    }

    @inline(never)
    private func untyped(_ number: JSONNumber, keepingDigits: Bool, metInfinity: inout Bool) throws -> Any {
        let value = value(number)
        guard case .double(let double) = value else { return value.any }
        if !double.isFinite {
            metInfinity = true
            return double
        }
        // A Double holds each number of 15 digits.
        if !keepingDigits || number.isExact && number.significand < 1_000_000_000_000_000 { return double }
        guard case .decimal(let decimal) = self.value(number, keepingDigits: true),
            decimal.exactDouble != double
        else { return double }
        return decimal
    }

    /// Reads one value for code that gets a number that no Double holds as an infinity.
    mutating func readAny(keepingDigits: Bool = false) throws -> Any {
        var metInfinity = false
        return try readAny(keepingDigits: keepingDigits, metInfinity: &metInfinity)
    }

    /// Reads an object into a dictionary for a hook, which gets a number that no Double holds as an infinity.
    mutating func readObject(cache: DictionaryCache? = nil) throws -> [String: Any] {
        var metInfinity = false
        let object = try readObject(cache: cache, metInfinity: &metInfinity)
        if metInfinity { cache?.metInfinity = true }
        return object
    }

    /// Reads an object into a dictionary; `peek` returned the brace.
    mutating func readObject(
        keepingDigits: Bool = false, cache: DictionaryCache? = nil, metInfinity: inout Bool
    ) throws -> [String: Any] {
        if let cached = cache?.cachedObject(&self) { return cached }
        let start = offset
        var object: [String: Any] = [:]
        guard try enterObject() else { return object }
        repeat {
            let key = string(try readKey())
            object[key] = try readAny(keepingDigits: keepingDigits, cache: cache, metInfinity: &metInfinity)
        } while try hasNextMember()
        cache?.add(object, from: start, to: offset)
        return object
    }

    /// Reads an array; `peek` returned the bracket.
    mutating func readArray(
        keepingDigits: Bool = false, cache: DictionaryCache? = nil, metInfinity: inout Bool
    ) throws -> [Any] {
        var array: [Any] = []
        guard try enterArray() else { return array }
        repeat {
            array.append(try readAny(keepingDigits: keepingDigits, cache: cache, metInfinity: &metInfinity))
        } while try hasNextElement()
        return array
    }
}

extension JSONReader {
    /// Whether the string under the cursor represents null: `null`, `<null>`, `(null)`, `nil`.
    @inline(__always)
    var isAtNullWord: Bool {
        guard unsafe end - cursor >= 5 else { return false }
        switch unsafe cursor[1] {
        case UInt8(ascii: "n"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "\\"):
            return isAtScannedNullWord()
        default: return false
        }
    }

    /// The size of `"<null>"` with an escape for each character, as Go escapes the angle brackets.
    private static var longestNullWord: Int { 6 * 6 + 2 }

    @inline(never)
    private func isAtScannedNullWord() -> Bool {
        var ahead = self
        guard let text = try? ahead.scanString(), ahead.offset - offset <= Self.longestNullWord else {
            return false
        }
        return isNullWord(ahead.string(text))
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

/// Whether a text means null, unless a String is expected.
func isNullWord(_ text: String) -> Bool {
    // Comparing a text with many combining marks takes quadratic time.
    if text.utf8.count > 6 { return false }
    return text == "null" || text == "<null>" || text == "(null)" || text == "nil"
}
