/// The spellings of a name that APIs use, by style, as UTF-8.
///
///     0  user_id    3  USERID     6  UserId     9  user_ID
///     1  userID     4  user-id    7  User Id
///     2  userid     5  USER_ID    8  userId
///
/// Style 1 is the name itself. All spellings have its fold.
struct UsualSpellings {
    static let styleCount = 10

    let texts: [[UInt8]]

    init(of name: String, fold: String) {
        let text = Array(name.utf8)
        let words = words(of: name).map { Array($0.utf8) }
        let lower = words.map(Self.lowercased)
        let capitals = lower.map(Self.capitalized)
        let snake = Self.joined(lower, UInt8(ascii: "_"))
        let spellings = [
            snake, text, Self.lowercased(text), Self.uppercased(text), Self.joined(lower, UInt8(ascii: "-")),
            Self.uppercased(snake), Self.joined(capitals), Self.joined(capitals, UInt8(ascii: " ")),
            Self.joined(lower.prefix(1) + capitals.dropFirst()), Self.joined(words, UInt8(ascii: "_")),
        ]
        if Self.isASCII(text) {
            texts = spellings
        } else {
            // Some letters change when they are uppercased and lowercased again: `STRASSE` and `straße` have
            // different folds.
            texts = spellings.map {
                KeyFolding.fold(String(decoding: $0, as: UTF8.self)) == fold ? $0 : text
            }
        }
    }

    /// The different spellings of names with the same fold.
    ///
    /// A spelling that several styles have in common doesn't show which style the payload uses.
    static func distinct(_ names: [UsualSpellings]) -> [(text: [UInt8], style: Int)] {
        var spellings: [(text: [UInt8], style: Int)] = []
        for name in names {
            for (style, text) in name.texts.enumerated() {
                if let known = spellings.firstIndex(where: { $0.text == text }) {
                    spellings[known].style = DirectMatch.anyStyle
                } else {
                    spellings.append((text, style))
                }
            }
        }
        return spellings
    }

    /// Whether a spelling appears in JSON unescaped.
    static func isPlain(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    private static func isASCII(_ text: [UInt8]) -> Bool { text.allSatisfy { $0 < 0x80 } }

    private static func lowercased(_ text: [UInt8]) -> [UInt8] {
        guard isASCII(text) else { return Array(String(decoding: text, as: UTF8.self).lowercased().utf8) }
        return text.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
    }

    private static func uppercased(_ text: [UInt8]) -> [UInt8] {
        guard isASCII(text) else { return Array(String(decoding: text, as: UTF8.self).uppercased().utf8) }
        return text.map { $0 &- UInt8(ascii: "a") < 26 ? $0 & ~0x20 : $0 }
    }

    private static func capitalized(_ word: [UInt8]) -> [UInt8] {
        let first = isASCII(word) ? 1 : String(decoding: word, as: UTF8.self).prefix(1).utf8.count
        return uppercased(Array(word.prefix(first))) + word.dropFirst(first)
    }

    private static func joined(_ words: some Sequence<[UInt8]>, _ separator: UInt8? = nil) -> [UInt8] {
        var text: [UInt8] = []
        for word in words {
            if let separator, !text.isEmpty { text.append(separator) }
            text += word
        }
        return text
    }
}
