import Foundation

/// Facts about the values at one place of a payload.
///
/// The facts about several values are the union of the facts about each value.
package struct PayloadFacts: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let null = PayloadFacts(rawValue: 1 << 0)
    package static let bool = PayloadFacts(rawValue: 1 << 1)
    package static let number = PayloadFacts(rawValue: 1 << 2)
    package static let text = PayloadFacts(rawValue: 1 << 3)
    package static let array = PayloadFacts(rawValue: 1 << 4)
    package static let object = PayloadFacts(rawValue: 1 << 5)

    static let negative = PayloadFacts(rawValue: 1 << 8)
    /// A number with a fraction or an exponent.
    static let fraction = PayloadFacts(rawValue: 1 << 9)
    /// An integer above 2^53, which a Double may not represent exactly.
    static let large = PayloadFacts(rawValue: 1 << 10)
    /// An integer that Int64 can't hold.
    static let unsigned = PayloadFacts(rawValue: 1 << 11)
    /// An integer that neither Int64 nor UInt64 can hold, or a fraction with more digits than a Double.
    static let precise = PayloadFacts(rawValue: 1 << 12)
    /// A number that is too large or too small for a Decimal.
    static let noDecimal = PayloadFacts(rawValue: 1 << 13)
    /// A number that is too large for a Double.
    static let noDouble = PayloadFacts(rawValue: 1 << 14)

    static let noDate = PayloadFacts(rawValue: 1 << 16)
    static let noUUID = PayloadFacts(rawValue: 1 << 17)
    static let noURL = PayloadFacts(rawValue: 1 << 18)

    /// The facts that are kinds of values, without null.
    private static let kinds: PayloadFacts = [.bool, .number, .text, .array, .object]

    /// The kinds of values, except null.
    package var kinds: PayloadFacts { intersection(Self.kinds) }

    /// The type that can hold all of the values; nil if they are of several kinds, if there is only null, or
    /// if no number type can hold them.
    package var type: PayloadType? {
        switch kinds {
        case .bool: .bool
        case .text: textType
        case .number: numberType
        case .array: .array
        case .object: .object
        default: nil
        }
    }

    private var numberType: PayloadType? {
        if contains(.noDouble) { return nil }
        if contains(.noDecimal) { return contains(.large) ? nil : .double }
        if contains(.precise) { return .decimal }
        if contains(.fraction) { return contains(.large) ? .decimal : .double }
        if contains(.unsigned) { return contains(.negative) ? .decimal : .unsigned }
        return .integer
    }

    private var textType: PayloadType {
        if !contains(.noDate) { return .date }
        if !contains(.noUUID) { return .uuid }
        return contains(.noURL) ? .text : .url
    }
}

/// The type of the values at one place of a payload, with its name for messages.
package enum PayloadType: String, Sendable {
    case bool = "Bool"
    case integer = "Int", unsigned = "UInt64", double = "Double", decimal = "Decimal"
    case text = "String", date = "Date", uuid = "UUID", url = "URL"
    case array, object
}

// MARK: Finding them

extension PayloadFacts {
    init(_ number: JSONValue) {
        self = .number
        switch number {
        case .integer(let value):
            if value < 0 { insert(.negative) }
            if value.magnitude > 1 << 53 { insert(.large) }
        case .unsigned:
            formUnion([.large, .unsigned])
        case .decimal(let value):
            if value < 0 { insert(.negative) }
            // Shorter integers are not decimals; 1.0 and 1e3 are fractions.
            if value.exponent >= 0, value.magnitude > Decimal(UInt64.max) || value < Decimal(Int64.min) {
                insert(.precise)
                if value.exactDouble == nil { insert(.large) }
            } else {
                insert(.fraction)
                if value.exactDouble == nil { insert(.precise) }
            }
        case .double(let value):
            insert(.fraction)
            // Negative zero fits a Double, too.
            if value != 0 { insert(.noDecimal) }
            if value.isInfinite { insert(.noDouble) }
        default:
            insert(.fraction)
        }
    }

    init(text: String) {
        self = .text
        if !Self.isDate(text) { insert(.noDate) }
        if text.withUTF8Span({ uuidFromText($0) }) == nil { insert(.noUUID) }
        if !Self.isURL(text) { insert(.noURL) }
    }

    /// Whether a text is a date; digits alone, which `.automatic` reads as Unix time, are not.
    private static func isDate(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        // A minus sign begins a Unix time; spaces around a date would be lost.
        let isDigits = text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
        return !isDigits && first > 0x20 && last > 0x20 && first != UInt8(ascii: "-")
            && DateFormat.automatic.date(fromText: text) != nil
    }

    /// Whether a text is an absolute http URL that every platform keeps unchanged, with only the characters
    /// of RFC 3986.
    private static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy(isURLByte) else { return false }
        let lowercase = text.prefix(8).lowercased()
        guard lowercase.hasPrefix("http://") || lowercase.hasPrefix("https://"), let url = URL(string: text)
        else { return false }
        return url.absoluteString == text && url.host?.isEmpty == false
    }

    private static func isURLByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
    }
}
