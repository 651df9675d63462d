import Foundation

/// A number in a text, read digit by digit: the reference for the library's conversions.
///
/// It accepts JSON's grammar; in a string, it also accepts surrounding white space, a plus sign and leading zeros.
struct DecimalText {
    let isNegative: Bool
    /// The digits, without zeros at either end; empty for zero.
    let digits: String
    /// The exponent of the value `0.digits * 10^exponent`.
    let exponent: Int

    init?(_ text: String) {
        var rest = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)[...]
        func taken(_ isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            defer { rest = rest.drop(while: isWanted) }
            return rest.prefix(while: isWanted)
        }
        func sign() -> Bool? {
            let sign = taken { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            return sign.count > 1 ? nil : sign.first == UInt8(ascii: "-")
        }
        func number() -> ArraySlice<UInt8> { taken((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }

        guard let isNegative = sign() else { return nil }
        let whole = number()
        guard !whole.isEmpty else { return nil }
        var all = Array(whole)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let fraction = number()
            guard !fraction.isEmpty else { return nil }
            all += fraction
        }
        var power = 0
        if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            guard let isDownwards = sign() else { return nil }
            let exponent = number()
            guard !exponent.isEmpty else { return nil }
            // More than eighteen digits of an exponent make no difference.
            let digits = String(decoding: exponent.drop { $0 == UInt8(ascii: "0") }.prefix(18), as: UTF8.self)
            power = (isDownwards ? -1 : 1) * (Int(digits) ?? 0)
        }
        guard rest.isEmpty else { return nil }
        let significant = all.drop { $0 == UInt8(ascii: "0") }
        self.isNegative = isNegative
        digits = String(
            decoding: significant.reversed().drop { $0 == UInt8(ascii: "0") }.reversed(), as: UTF8.self)
        exponent = digits.isEmpty ? 0 : whole.count - (all.count - significant.count) + power
    }

    var isWhole: Bool { digits.count <= exponent || digits.isEmpty }

    /// The number without its fraction, in digits; nil if it has more digits than any type can hold.
    var truncated: String? {
        guard exponent <= 64 else { return nil }
        let whole = digits.prefix(max(0, exponent))
        guard !whole.isEmpty else { return "0" }
        return (isNegative ? "-" : "") + whole + String(repeating: "0", count: exponent - whole.count)
    }

    /// The number as JSON could spell it.
    var text: String {
        (isNegative ? "-" : "") + (digits.isEmpty ? "0" : "0.\(digits)e\(exponent)")
    }

    static func boolWord(_ text: String) -> Bool? {
        switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "true", "yes", "on", "t", "y", "1": true
        case "false", "no", "off", "f", "n", "0": false
        default: nil
        }
    }
}
