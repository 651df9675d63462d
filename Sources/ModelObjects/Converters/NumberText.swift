import Foundation

/// A number in a text: white space around it, a plus sign and leading zeros do not matter, the rest is JSON's
/// grammar.
///
/// `"12"`, `"007"`, `"+5"`, `"1.0"`, `"1e3"` are numbers; `"12abc"`, `""`, `"NaN"`, `"0x10"` are not.
enum NumberText {
    /// The number with every digit.
    static func value(_ text: String) -> JSONValue? {
        read(text) { reader, number in reader.value(number, keepingDigits: true) }
    }

    /// The nearest Double, infinite where the number is beyond its range.
    static func double(_ text: String) -> Double? {
        read(text) { reader, number in reader.double(number) }
    }

    /// The nearest Float, infinite where the number is beyond its range: from the digits, rounded once.
    static func float(_ text: String) -> Float? {
        read(text) { reader, number in Float(reader.text(number)) }
    }

    static func isNumber(_ text: String) -> Bool { read(text) { _, _ in true } != nil }

    /// The number as JSON would spell it, where it is one.
    private static func normalized(_ text: String) -> String? {
        var digits = text.trimmed
        var sign = ""
        if let first = digits.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            // A byte: as a Character, the sign takes a combining mark after it along.
            digits = Substring(digits.utf8.dropFirst())
            if first == UInt8(ascii: "-") { sign = "-" }
        }
        guard let first = digits.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return nil
        }
        while digits.utf8.first == UInt8(ascii: "0"),
            let second = digits.utf8.dropFirst().first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
        {
            digits = Substring(digits.utf8.dropFirst())
        }
        return sign + digits
    }

    /// Runs a step with a number, and a reader of its digits; nil for a text that is no number.
    static func read<Result>(_ text: String, _ body: (JSONReader, JSONNumber) -> Result?) -> Result? {
        guard let normalized = normalized(text) else { return nil }
        return withJSONReader(normalized) { reader in
            guard let number = try? reader.scanNumber(), (try? reader.finish()) != nil,
                number.count == normalized.utf8.count
            else { return nil }
            return body(reader, number)
        }
    }
}
