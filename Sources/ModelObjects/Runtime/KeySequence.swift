/// The spellings of a class's properties in declaration order, once per style: the most probable next keys of a
/// payload.
///
/// Comparing a key with the expected one costs a few instructions, and saves scanning, hashing and looking up the key.
///
/// Worked example: the expected key `id` in the payload `"id": 7`, with the cursor after the first quote:
///
///     expected     69 64 22 00 00 00 00 00      i d "        the closing quote belongs to it
///     payload      69 64 22 3a 20 37 2c 0a      i d " : 7 ,
///     mask         ff ff ff 00 00 00 00 00      from the length
///
/// A longer key has a last word too, which may overlap the previous word: `created_at"` is `created_` and `ated_at"`.
///
/// Invariants
/// 1. `firstWord` holds an entry's first bytes, then zeros. `lastWord` holds its last eight bytes if it has more than
///    eight. `words` holds the bytes between, eight to a word. Both buffers are immortal (`ImmortalBuffer`).
/// 2. A caller compares only if all words of the entry can be read from the payload.
/// 3. There is an entry for every property that a key can match, and for those between. An entry that expects nothing
///    follows those of each style, so the position after the last property has an entry too.
struct KeySequence: Sendable, BitwiseCopyable {
    /// A spelling with its closing quote; empty if the property cannot be expected.
    struct Entry: BitwiseCopyable {
        let firstWord: UInt64
        /// A mask of the significant bytes of `firstWord`.
        let firstMask: UInt64
        let lastWord: UInt64
        /// The index of the first of the words between.
        fileprivate let wordOffset: Int32
        let byteCount: Int32
    }

    let propertyCount: Int
    /// The index of the first property, which is the first to expect.
    let firstProperty: Int
    private let entries: ImmortalBuffer<Entry>
    private let words: ImmortalBuffer<UInt64>

    /// - Parameters:
    ///   - expected: for each style the index of each property's spelling, and -1; also -1 for a property that cannot
    ///     be expected.
    ///   - propertyCount: the number of properties in each style.
    ///   - firstProperty: the index of the first of these properties.
    init(_ expected: [Int], propertyCount: Int, firstProperty: Int = 0, in spellings: SpellingList) {
        var words: [UInt64] = []
        entries = ImmortalBuffer(count: expected.count) { position in
            guard expected[position] >= 0, case let place = spellings.places[expected[position]],
                place.byteCount > 0
            else { return Entry(firstWord: 0, firstMask: 0, lastWord: 0, wordOffset: 0, byteCount: 0) }
            // Including the closing quote.
            let count = place.byteCount + 1
            let wordOffset = Int32(words.count)
            let firstWord = spellings.quotedWord(place, 0)
            var lastWord = firstWord
            if count > 8 {
                for number in 1..<(count + 7) / 8 - 1 { words.append(spellings.quotedWord(place, number)) }
                let (number, shift) = ((count - 8) / 8, UInt64(8 * (count & 7)))
                lastWord =
                    spellings.quotedWord(place, number) >> shift
                    | spellings.quotedWord(place, number + 1) << (64 - shift)
            }
            return Entry(
                firstWord: firstWord, firstMask: Self.mask(count), lastWord: lastWord,
                wordOffset: wordOffset, byteCount: Int32(count))
        }
        self.propertyCount = propertyCount
        self.firstProperty = firstProperty
        self.words = ImmortalBuffer(words)
    }

    /// The mask of up to eight bytes.
    private static func mask(_ byteCount: Int) -> UInt64 {
        byteCount >= 8 ? ~0 : ~(~0 << (8 * UInt64(byteCount)))
    }

    /// The index at which the spellings of a style would start if property 0 were the first, to be passed to `entry`.
    @inline(__always)
    func start(ofStyle style: Int) -> Int { style &* (propertyCount &+ 1) &- firstProperty }

    /// The spelling to expect for a property; the entry after the last property expects none.
    @inline(__always)
    func entry(_ property: Int, from start: Int) -> Entry {
        entries[start &+ property]  // Invariant 3.
    }

    /// A word between an entry's first and last words, counted from 0.
    @inline(__always)
    func word(_ entry: Entry, _ index: Int) -> UInt64 {
        words[Int(entry.wordOffset) &+ index]
    }

    /// The spelling of an entry; empty if the entry expects none.
    func text(of entry: Entry) -> String {
        let count = Int(entry.byteCount)
        func byte(_ position: Int) -> UInt8 {
            let fromLast = position - (count - 8)
            if position < 8 { return UInt8(truncatingIfNeeded: entry.firstWord >> UInt64(8 * position)) }
            if fromLast >= 0 { return UInt8(truncatingIfNeeded: entry.lastWord >> UInt64(8 * fromLast)) }
            return UInt8(truncatingIfNeeded: word(entry, position / 8 - 1) >> UInt64(8 * (position % 8)))
        }
        return String(utf8Count: max(count - 1, 0), byte)
    }

    /// The spellings of all entries.
    var texts: [String] { (0..<entries.count).map { text(of: entries[$0]) } }
}
