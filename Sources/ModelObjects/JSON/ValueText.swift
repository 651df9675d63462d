/// A value of a payload for messages with `includeValues`: on one line, strings in quotes, shortened to fit a
/// sentence.
///
/// Nil for values that messages never show: null, arrays, objects, values that JSON doesn't have, and strings
/// that look like JSON, because they may contain anything.
enum ValueText {
    /// The maximum number of characters of a text (Unicode scalars) or of a number.
    static let longest = 40

    static func of(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return quoted(text)
        case .double(let number) where !number.isFinite: return "\(number)"
        case .bool, .integer, .unsigned, .double, .decimal: return value.shortestText.map { shortened($0) }
        case .null, .array, .object, .other: return nil
        }
    }

    /// A number's digits, truncated if there are many.
    static func shortened(_ digits: String) -> String {
        digits.unicodeScalars.count > longest ? "\(digits.prefix(longest))…" : digits
    }

    private static func quoted(_ text: String) -> String? {
        // By scalars: a Character with many combining marks takes long to compare.
        let first = text.unicodeScalars.first {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format
        }
        if first == "{" || first == "[" { return nil }
        return quotedText(text)
    }

    /// A text in quotes, escaped, and cut after a number of Unicode scalars.
    static func quotedText(_ text: String, longest: Int = longest) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars.prefix(longest) { quoted += escaped(scalar) }
        if text.unicodeScalars.dropFirst(longest).first != nil { quoted += "…" }
        return quoted + "\""
    }

    /// The name of a class in an archive, in quotes.
    static func quotedClass(_ name: String) -> String { quotedText(name, longest: 256) }

    /// A scalar, escaped as in a Swift literal if it would break the line, the quotes or the reading order.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default:
            return String(scalar)
        }
    }
}
