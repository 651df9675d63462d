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
    private static let declaredStyle = 1

    /// The different spellings.
    private(set) var list: SpellingList
    /// The first style of each spelling.
    ///
    /// It is `DirectMatch.anyStyle` if style 0 is one of several: `id` doesn't show which style the payload uses. But
    /// `userName` shows that it isn't style 0, with which each object starts.
    private(set) var styles: [Int] = []
    /// The spellings of each name, by style.
    private var indices: [Int]

    init(nameCount: Int) {
        indices = Array(repeating: -1, count: nameCount * Self.styleCount)
        styles.reserveCapacity(indices.count)
        list = SpellingList(minimumCapacity: indices.count)
    }

    /// The index of a name's spelling in `list`.
    func index(ofName name: Int, style: Int) -> Int { indices[name * Self.styleCount + style] }

    /// Adds the spellings of a name.
    ///
    /// - Parameter first: the index of the first spelling with the same fold.
    mutating func append(_ name: Int, _ text: String, among first: Int) {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        text.withUTF8Span { bytes in
            let whole = [WordPlace(start: 0, end: bytes.count)]
            let words = isASCII ? wordPlaces(ascii: bytes) : []
            for (number, style) in Self.styles.enumerated() {
                // Other spellings of a name in another script are found by their fold.
                if isASCII {
                    appendSpelling(of: bytes, style.isDivided ? words : whole, style)
                } else {
                    list.append(text)
                }
                let index = list.endSpelling(among: first)
                indices[name * Self.styleCount + number] = index
                if index == styles.count {
                    styles.append(number)
                } else if styles[index] == 0 {
                    styles[index] = DirectMatch.anyStyle
                }
            }
        }
    }

    /// Appends the spelling of a name in ASCII to the list.
    private mutating func appendSpelling(of text: Span<UInt8>, _ words: [WordPlace], _ style: Style) {
        for (position, word) in words.enumerated() {
            if position > 0, let separator = style.separator { list.append(UInt8(ascii: separator)) }
            let letterCase = position == 0 ? style.first : style.others
            for index in word.start..<word.end {
                let byte = text[index]
                let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
                if letterCase == .declared || !isLetter {
                    list.append(byte)
                } else if letterCase == .upper || letterCase == .capitalized && index == word.start {
                    list.append(byte & ~0x20)
                } else {
                    list.append(byte | 0x20)
                }
            }
        }
    }

    /// How well a spelling matches its name.
    func rank(of index: Int, forName name: Int) -> MatchRank {
        let declared = self.index(ofName: name, style: Self.declaredStyle)
        if index == declared { return .exact }
        // A name that is not ASCII has no other spelling.
        return list.areEqualIgnoringCase(index, declared) ? .caseInsensitive : .fuzzy
    }
}
