/// The spellings of names that APIs use, ten styles for each name.
///
///     0  user_id    3  USERID     6  UserId     9  user_ID
///     1  userID     4  user-id    7  User Id
///     2  userid     5  USER_ID    8  userId
///
/// Style 1 is the name itself. All spellings of a name have its fold.
struct UsualSpellings {
    private struct Style {
        /// Whether the words are those of the identifier; otherwise the name counts as one word.
        var isDivided = true
        /// The character between the words, if any.
        var separator: UInt8?
        var letterCase: NameText.LetterCase
    }

    private static let styles = [
        Style(separator: UInt8(ascii: "_"), letterCase: .lower),
        Style(isDivided: false, letterCase: .declared),
        Style(isDivided: false, letterCase: .lower),
        Style(isDivided: false, letterCase: .upper),
        Style(separator: UInt8(ascii: "-"), letterCase: .lower),
        Style(separator: UInt8(ascii: "_"), letterCase: .upper),
        Style(letterCase: .pascal),
        Style(separator: UInt8(ascii: " "), letterCase: .pascal),
        Style(letterCase: .camel),
        Style(separator: UInt8(ascii: "_"), letterCase: .declared),
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
    // The texts of one name, kept to use their memory for the next.
    private var (declared, joined, separated) = (NameText(), NameText(), NameText())

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
        let isASCII = text.withUTF8Span { bytes in
            declared.removeAll()
            for index in bytes.indices { declared.append(bytes[index]) }
            guard declared.isASCII else { return false }
            joined.removeAll()
            separated.removeAll()
            forEachWord(ascii: bytes) { start, end in
                if !joined.isEmpty { separated.appendSeparator() }
                for index in start..<end {
                    joined.append(bytes[index], startsWord: index == start)
                    separated.append(bytes[index], startsWord: index == start)
                }
            }
            return true
        }
        for number in 0..<Self.styleCount {
            // Other spellings of a name in another script are found by their fold.
            let index = append(Self.styles[isASCII ? number : Self.declaredStyle], among: first)
            indices[name * Self.styleCount + number] = index
            if index == styles.count {
                styles.append(number)
            } else if styles[index] == 0 {
                styles[index] = DirectMatch.anyStyle
            }
        }
    }

    private mutating func append(_ style: Style, among first: Int) -> Int {
        if !style.isDivided { return declared.append(style.letterCase, to: &list, among: first) }
        guard let separator = style.separator else {
            return joined.append(style.letterCase, to: &list, among: first)
        }
        return separated.append(style.letterCase, separator, to: &list, among: first)
    }

    /// How well a spelling matches its name.
    func rank(of index: Int, forName name: Int) -> MatchRank {
        let declared = self.index(ofName: name, style: Self.declaredStyle)
        if index == declared { return .exact }
        // A name that is not ASCII has no other spelling.
        return list.areEqualIgnoringCase(index, declared) ? .caseInsensitive : .fuzzy
    }
}

/// The bytes of a name, eight to a word, whose letters are changed eight at a time.
///
///     user_ID:  bytes       75 73 65 72 5f 49 44 00
///               separators  00 00 00 00 ff 00 00 00
///               starts      20 00 00 00 00 20 00 00      the bit by which a letter differs from its capital
private struct NameText {
    /// How the letters of a name are written.
    enum LetterCase {
        case declared, lower, upper
        /// Each word begins with a capital; all other letters are lower case.
        case pascal
        /// The same, but the first word is lower case.
        case camel
    }

    private var words: [UInt64] = []
    private var separators: [UInt64] = []
    private var starts: [UInt64] = []
    private var byteCount = 0
    private(set) var isASCII = true

    /// Keeps the arrays, whose words are overwritten.
    mutating func removeAll() { (byteCount, isASCII) = (0, true) }

    var isEmpty: Bool { byteCount == 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8, startsWord: Bool = false) {
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        append(byte, start: startsWord && isLetter ? 0x20 : 0, separator: 0)
        if byte >= 0x80 { isASCII = false }
    }

    mutating func appendSeparator() { append(UInt8(ascii: "_"), start: 0, separator: 0xFF) }

    @inline(__always)
    private mutating func append(_ byte: UInt8, start: UInt8, separator: UInt8) {
        let (index, shift) = (byteCount >> 3, UInt64(truncatingIfNeeded: 8 &* (byteCount & 7)))
        if index == words.count {
            words.append(UInt64(byte))
            starts.append(UInt64(start))
            separators.append(UInt64(separator))
        } else if shift == 0 {
            (words[index], starts[index], separators[index]) = (
                UInt64(byte), UInt64(start), UInt64(separator)
            )
        } else {
            words[index] |= UInt64(byte) &<< shift
            if start != 0 { starts[index] |= UInt64(start) &<< shift }
            if separator != 0 { separators[index] |= UInt64(separator) &<< shift }
        }
        byteCount &+= 1
    }

    /// Adds a spelling of the name to a list.
    func append(
        _ letterCase: LetterCase, _ separator: UInt8 = UInt8(ascii: "_"), to list: inout SpellingList,
        among first: Int
    ) -> Int {
        // Turns each `_` between words into the separator.
        let changes = UInt64(separator ^ UInt8(ascii: "_")) &* 0x0101_0101_0101_0101
        return list.append(byteCount: byteCount, among: first) { index in
            let letters =
                switch letterCase {
                case .declared: words[index]
                case .lower: SpellingList.lowercase(words[index])
                case .upper: SpellingList.uppercase(words[index])
                case .pascal: SpellingList.lowercase(words[index]) & ~starts[index]
                case .camel:
                    SpellingList.lowercase(words[index]) & ~(index == 0 ? starts[0] & ~0xFF : starts[index])
                }
            return letters ^ separators[index] & changes
        }
    }
}
