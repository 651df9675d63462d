import Foundation

/// A JSON value as it will be written: keys in order, repeated keys included, and numbers as text.
indirect enum Tree: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([Tree])
    case object([(key: String, value: Tree)])

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The equivalent Swift value.
    ///
    /// Integers have the smallest type that holds them; a fraction is a Double, or a Decimal if a Double would lose
    /// digits.
    var swift: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let text): Self.number(text)
        case .string(let text): text
        case .array(let elements): elements.map(\.swift)
        case .object(let members): members.reduce(into: [String: Any]()) { $0[$1.key] = $1.value.swift }
        }
    }

    private static func number(_ text: String) -> Any {
        if !text.contains(where: { ".eE".contains($0) }), text != "-0" {
            if let integer = Int(text) { return integer }
            if let unsigned = UInt64(text) { return unsigned }
            if let decimal = Decimal(string: text), !decimal.isNaN { return decimal }
        }
        guard let double = Double(text) else { return text }
        let digits = text.prefix { $0 != "e" && $0 != "E" }.count(where: \.isNumber)
        if digits > 17, let decimal = Decimal(string: text), !decimal.isNaN { return decimal }
        return double
    }

    /// Whether an object contains a key twice, which a dictionary cannot.
    ///
    /// Like String, this compares keys by canonical equivalence.
    var repeatsKeys: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.repeatsKeys)
        case .object(let members):
            Set(members.map(\.key)).count < members.count || members.contains(where: \.value.repeatsKeys)
        default: false
        }
    }

    /// Whether an object has two spellings of one integer as keys, as `1` and `01`.
    var respellsIntegers: Bool {
        switch self {
        case .array(let elements): return elements.contains(where: \.respellsIntegers)
        case .object(let members):
            let integers = members.compactMap { Int($0.key) }
            return Set(integers).count < integers.count || members.contains(where: \.value.respellsIntegers)
        default: return false
        }
    }

    /// Whether Swift's numbers have every digit, so that the Swift value is as exact as the text.
    ///
    /// A hook, an Any and a dictionary receive a fraction as a Double.
    var numbersFitSwift: Bool {
        switch self {
        case .array(let elements): return elements.allSatisfy(\.numbersFitSwift)
        case .object(let members): return members.allSatisfy { $0.value.numbersFitSwift }
        case .number(let text) where text.contains { ".eE".contains($0) }:
            guard let double = Double(text), double == 0 || (1e-100...1e100).contains(abs(double)) else {
                return false
            }
            let digits = text.prefix { $0 != "e" && $0 != "E" }.filter { ("0"..."9").contains($0) }
            return digits.count <= 15 && (double != 0 || text.first != "-" && digits.allSatisfy { $0 == "0" })
        // A Decimal has 38 digits.
        case .number(let text): return text.utf8.count <= 38
        default: return true
        }
    }
}
