/// A number in a string: JSON's grammar, plus surrounding white space, a plus sign and leading zeros.
///
/// `"12"`, `"007"`, `"+5"`, `"1.0"`, `"1e3"` are numbers; `"12abc"`, `""`, `"NaN"`, `"0x10"` are not.
enum NumberText {
    /// The number with every digit.
    static func value(_ text: String) -> JSONValue? {
        read(text) { reader, number in reader.value(number, keepingDigits: true) }
    }

    /// The nearest Double, infinite if the number is out of range.
    static func double(_ text: String) -> Double? {
        read(text) { reader, number in reader.double(number) }
    }

    static func isNumber(_ text: String) -> Bool { read(text) { _, _ in true } != nil }

    /// The number as JSON spells it, if the text is a number.
    private static func normalized(_ text: String) -> String? {
        var digits = text.trimmed
        var sign = ""
        if let first = digits.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            // A byte is removed, because a Character would include a combining mark that follows the sign.
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

    /// Runs a closure with a number and a reader of its digits; nil if the text is not a number.
    static func read<Result>(_ text: String, _ body: (JSONReader, JSONNumber) -> Result?) -> Result? {
        // Most numbers are spelled as in JSON.
        if let first = text.utf8.first, first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9,
            let result = readExactly(text, body)
        {
            return result
        }
        return normalized(text).flatMap { readExactly($0, body) ?? nil }
    }

    /// The outer Optional is nil if the text is not a number in JSON.
    private static func readExactly<Result>(
        _ text: String, _ body: (JSONReader, JSONNumber) -> Result?
    ) -> Result?? {
        withJSONReader(text) { reader in
            guard let number = try? reader.scanNumber(), number.count == text.utf8.count else { return nil }
            return .some(body(reader, number))
        }
    }
}

extension MappingContext {
    /// Reads a short integer from a string; nil if it is none, or if the options or a report need the string.
    @inline(never)
    func quotedInteger(_ reader: inout JSONReader) -> Int? {
        readsQuotedNumbers ? reader.readQuoted { $0.readShortIntegerOutOfLine() } : nil
    }

    /// Reads a number of few digits from a string; nil if it is none, or if the options or a report need the string.
    @inline(never)
    func quotedDouble(_ reader: inout JSONReader) -> Double? {
        readsQuotedNumbers ? reader.readQuoted { $0.readShortDouble() } : nil
    }

    private var readsQuotedNumbers: Bool { options.conversions == .lossless && !recordsConversions }
}
