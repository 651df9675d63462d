import Foundation

/// A JSON value as it was written: keys in order, repeated keys included, and numbers as text.
indirect enum Payload: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([Payload])
    case object([(key: String, value: Payload)])

    /// The value as JSON text.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    /// The equivalent Swift value, as in a handwritten dictionary; a repeated key has its last value.
    var swift: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let text): Self.number(text)
        case .string(let text): text
        case .array(let elements): elements.map(\.swift)
        case .object(let members):
            members.reduce(into: [String: Any]()) { $0[$1.key] = $1.value.swift }
        }
    }

    /// The payload with only the last value of each key, as in a dictionary.
    var withUniqueKeys: Payload {
        switch self {
        case .array(let elements): return .array(elements.map(\.withUniqueKeys))
        case .object(let members):
            let last = Dictionary(members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: max)
            let kept = members.enumerated().filter { last[$1.key] == $0 }
            return .object(kept.map { ($1.key, $1.value.withUniqueKeys) })
        default: return self
        }
    }

    /// The same, except that the outermost object keeps its repeated keys.
    var withUniqueInnerKeys: Payload {
        guard case .object(let members) = self else { return withUniqueKeys }
        return .object(members.map { ($0.key, $0.value.withUniqueKeys) })
    }

    /// Integers have the smallest type that holds them; a fraction is a Double, or a Decimal if a Double would lose
    /// digits.
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

    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\u{0}"..<" ": json += "\\u" + String(scalar.value + 0x10000, radix: 16).suffix(4)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}

extension Payload {
    /// The smallest object for which a condition still holds, found by leaving out members: for readable failures.
    func shrunk(while holds: (Payload) -> Bool) -> Payload {
        var smallest = self
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in smallest.smaller where holds(candidate) {
                smallest = candidate
                isSmaller = true
                break
            }
        }
        return smallest
    }

    private var smaller: [Payload] {
        switch self {
        case .object(let members):
            members.indices.flatMap { index -> [Payload] in
                var rest = members
                let member = rest.remove(at: index)
                return [.object(rest)]
                    + member.value.smaller.map { value in
                        var changed = members
                        changed[index].value = value
                        return .object(changed)
                    }
            }
        case .array(let elements):
            elements.indices.flatMap { index -> [Payload] in
                var rest = elements
                let element = rest.remove(at: index)
                return [.array(rest)]
                    + element.smaller.map { value in
                        var changed = elements
                        changed[index] = value
                        return .array(changed)
                    }
            }
        default: []
        }
    }
}
