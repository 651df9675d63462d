/// A step of a path through a payload: a key of an object or an index of an array.
///
/// As a coding key, an index has the same form as in Swift's coding errors.
enum PathComponent: Hashable, Sendable, CodingKey {
    case key(String)
    case index(Int)

    /// Compares keys by their bytes, like payloads: Strings with many combining marks take long to compare.
    static func == (left: PathComponent, right: PathComponent) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): left.hasSameBytes(as: right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): hasher.combine(ExactText(key))
        case .index(let index): hasher.combine(index)
        }
    }

    init(stringValue: String) { self = .key(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    /// Any index of an array, in paths that cover several places.
    static let anyIndex = PathComponent.index(-1)

    /// The key, or the index in digits.
    var text: String {
        switch self {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
    }

    /// The index that a string denotes in its only spelling: `0` and `10`, but not `00`, `+1` or `-1`.
    static func index(of text: String) -> Int? {
        Int(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
    }

    var stringValue: String { intValue.map { "Index \($0)" } ?? text }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    /// The step in paths that cover several places: any index instead of an index.
    var general: PathComponent { if case .index = self { .anyIndex } else { self } }

    /// The step as part of a path: `[3]`, `[*]` for any index, `.age`; a key with characters other than letters, digits
    /// and `_` as `["a.b"]`, with control characters escaped as in Swift: `["a\n"]`.
    var pathText: String {
        switch self {
        case .anyIndex:
            return "[*]"
        case .index(let index):
            return "[\(index)]"
        case .key(let key) where Self.isPlain(key):
            return ".\(key)"
        case .key(let key):
            return "[\"\(Self.escaped(key, isQuoted: true))\"]"
        }
    }

    /// A string with escapes for characters that would start a new line, change the direction of a sentence,
    /// or end a quotation.
    static func escaped(_ text: String, isQuoted: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += escaped($1, isQuoted: isQuoted) }
    }

    private static func escaped(_ scalar: Unicode.Scalar, isQuoted: Bool) -> String {
        switch scalar {
        case "'": "'"
        case "\"" where !isQuoted, "\\" where !isQuoted: String(scalar)
        case "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}",
            "\u{80}"..."\u{9F}", "\u{200B}", "\u{FEFF}", "\u{E0000}"..."\u{E007F}":
            scalar.escaped(asASCII: true)
        default: scalar.escaped(asASCII: false)
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        if key.isEmpty { return false }
        if key.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }) { return true }
        // Invisible characters, such as tags, can be a part of a letter.
        return key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            && !key.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}

extension [PathComponent] {
    /// The path as text: `$.users[3].age`; a key that is not letters, digits and `_` as `$["a.b"]`.
    var path: String { reduce(into: "$") { $0 += $1.pathText } }

    /// The path without its indices: `$.users[*].age`.
    var general: [PathComponent] { map(\.general) }

    /// Converts the path of a coder.
    ///
    /// Coders name an array index `Index 3`. A key with a number and another name is a dictionary key.
    init(_ codingPath: [any CodingKey]) {
        self = codingPath.map { key in
            if let index = key.intValue, key.stringValue == "Index \(index)" { return .index(index) }
            return .key(key.stringValue)
        }
    }
}
