/// The spellings of names that APIs use, ten styles for each name.
///
///     0  user_id    3  USERID     6  UserId     9  user_ID
///     1  userID     4  user-id    7  User Id
///     2  userid     5  USER_ID    8  userId
///
/// Style 1 is the name itself. All spellings of a name have its fold.
struct UsualSpellings {
    /// How a style changes the letters of a word.
    private enum LetterCase {
        case declared, lower, upper
        /// The first letter is a capital, and all others are lower case.
        case capitalized
    }

    private struct Style {
        /// The words are those of the identifier; otherwise the name counts as one word.
        var isDivided = true
        var separator: Unicode.Scalar?
        var first: LetterCase
        var others: LetterCase
    }

    private static let styles = [
        Style(separator: "_", first: .lower, others: .lower),
        Style(isDivided: false, first: .declared, others: .declared),
        Style(isDivided: false, first: .lower, others: .lower),
        Style(isDivided: false, first: .upper, others: .upper),
        Style(separator: "-", first: .lower, others: .lower),
        Style(separator: "_", first: .upper, others: .upper),
        Style(first: .capitalized, others: .capitalized),
        Style(separator: " ", first: .capitalized, others: .capitalized),
        Style(first: .lower, others: .capitalized),
        Style(separator: "_", first: .declared, others: .declared),
    ]
    static let styleCount = 10

    /// The spellings, those of one name after those of another.
    private(set) var list = SpellingList()

    init(of names: [String], folds: [String]) {
        for (name, fold) in zip(names, folds) { append(name, fold) }
    }

    /// The index of a spelling in `list`.
    func index(ofName name: Int, style: Int) -> Int { name * Self.styleCount + style }

    private mutating func append(_ name: String, _ fold: String) {
        let text = Array(name.utf8)
        let words = wordPlaces(in: name)
        let whole = [WordPlace(start: 0, end: text.count)]
        let isASCII = text.allSatisfy { $0 < 0x80 }
        var spelling: [UInt8] = []
        for style in Self.styles {
            spelling.removeAll(keepingCapacity: true)
            for (position, word) in (style.isDivided ? words : whole).enumerated() {
                if position > 0, let separator = style.separator { spelling.append(UInt8(ascii: separator)) }
                let letterCase = position == 0 ? style.first : style.others
                if isASCII {
                    Self.append(text, word, letterCase, to: &spelling)
                } else {
                    let word = String(decoding: text[word.start..<word.end], as: UTF8.self)
                    spelling += Self.spelled(word, letterCase).utf8
                }
            }
            // Some letters change when they are uppercased and lowercased again: `STRASSE` and `straße` have
            // different folds.
            let hasFold = isASCII || KeyFolding.fold(String(decoding: spelling, as: UTF8.self)) == fold
            list.append(hasFold ? spelling : text)
        }
    }

    /// Appends a word of ASCII letters.
    private static func append(
        _ text: [UInt8], _ word: WordPlace, _ letterCase: LetterCase, to spelling: inout [UInt8]
    ) {
        for index in word.start..<word.end {
            let byte = text[index]
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            if letterCase == .declared || !isLetter {
                spelling.append(byte)
            } else if letterCase == .upper || letterCase == .capitalized && index == word.start {
                spelling.append(byte & ~0x20)
            } else {
                spelling.append(byte | 0x20)
            }
        }
    }

    private static func spelled(_ word: String, _ letterCase: LetterCase) -> String {
        let lower = word.lowercased()
        return switch letterCase {
        case .declared: word
        case .lower: lower
        case .upper: lower.uppercased()
        case .capitalized: lower.prefix(1).uppercased() + lower.dropFirst()
        }
    }

    /// The different spellings of names with the same fold.
    ///
    /// A spelling that several styles have in common doesn't show which style the payload uses.
    func distinct(_ names: [Int]) -> [(index: Int, style: Int)] {
        var spellings: [(index: Int, style: Int)] = []
        for name in names {
            for style in 0..<Self.styleCount {
                let index = index(ofName: name, style: style)
                if let known = spellings.firstIndex(where: { list.areEqual($0.index, index) }) {
                    spellings[known].style = DirectMatch.anyStyle
                } else {
                    spellings.append((index, style))
                }
            }
        }
        return spellings
    }

    /// Whether a spelling appears in JSON unescaped.
    func isPlain(_ index: Int) -> Bool {
        list.range(of: index).allSatisfy {
            let byte = list.bytes[$0]
            return byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
    }
}
