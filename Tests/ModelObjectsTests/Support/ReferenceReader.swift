import Foundation

/// Reads valid JSON in the simplest manner, as a reference for the library's reader.
struct ReferenceReader {
    // Tables, because a search in a String is slow in an unoptimized build.
    private static let blanks = table(" \n\r\t")
    private static let numberBytes = table("+-.0123456789eE")

    private let bytes: [UInt8]
    private var index = 0

    static func read(_ json: String) -> Payload {
        var reader = ReferenceReader(bytes: Array(json.utf8))
        return reader.value()
    }

    /// Whether each byte is one of a text.
    private static func table(_ text: String) -> [Bool] {
        (0...UInt8.max).map(text.utf8.contains)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func value() -> Payload {
        skipBlanks()
        switch bytes[index] {
        case UInt8(ascii: "n"): return literal(4, .null)
        case UInt8(ascii: "t"): return literal(4, .bool(true))
        case UInt8(ascii: "f"): return literal(5, .bool(false))
        case UInt8(ascii: "\""): return .string(string())
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "{"): return object()
        default: return number()
        }
    }

    private mutating func literal(_ count: Int, _ value: Payload) -> Payload {
        index += count
        return value
    }

    private mutating func number() -> Payload {
        let start = index
        while index < bytes.count, Self.numberBytes[Int(bytes[index])] { index += 1 }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func array() -> Payload {
        index += 1
        var elements: [Payload] = []
        while !ends(with: UInt8(ascii: "]")) { elements.append(value()) }
        return .array(elements)
    }

    private mutating func object() -> Payload {
        index += 1
        var members: [(key: String, value: Payload)] = []
        while !ends(with: UInt8(ascii: "}")) {
            let key = string()
            skipBlanks()
            index += 1
            members.append((key, value()))
        }
        return .object(members)
    }

    /// Skips the end of a container, or the comma before the next member.
    private mutating func ends(with end: UInt8) -> Bool {
        skipBlanks()
        if bytes[index] == UInt8(ascii: ",") { index += 1 }
        skipBlanks()
        guard bytes[index] == end else { return false }
        index += 1
        return true
    }

    private mutating func string() -> String {
        index += 1
        var units: [UInt16] = []
        var plain: [UInt8] = []
        func flush() {
            units += Array(String(decoding: plain, as: UTF8.self).utf16)
        }
        while bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] == UInt8(ascii: "\\") else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            flush()
            plain = []
            switch bytes[index + 1] {
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "u"):
                units.append(
                    UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16) ?? 0)
                index += 4
            case let other: units.append(UInt16(other))
            }
            index += 2
        }
        index += 1
        flush()
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.blanks[Int(bytes[index])] { index += 1 }
    }
}
