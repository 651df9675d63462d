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
/// 3. There is an entry for every property that a key can match. An entry that expects nothing follows those of each
///    style, so the position after the last property has an entry too.
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
    private let entries: ImmortalBuffer<Entry>
    private let words: ImmortalBuffer<UInt64>

    /// - Parameters:
    ///   - expected: for each style the index of each property's spelling, and a nil; also nil for a property that
    ///     cannot be expected.
    ///   - propertyCount: the number of properties in each style.
    init(_ expected: [Int?], propertyCount: Int, in spellings: SpellingList) {
        var entries: [Entry] = []
        entries.reserveCapacity(expected.count)
        var words: [UInt64] = []
        for index in expected {
            let range = index.map(spellings.range) ?? 0..<0
            // Including the closing quote.
            let count = range.isEmpty ? 0 : range.count + 1
            func word(_ positions: Range<Int>) -> UInt64 {
                var word: UInt64 = 0
                for position in positions.reversed() {
                    let isQuote = position == count - 1
                    let byte = isQuote ? UInt8(ascii: "\"") : spellings.bytes[range.lowerBound + position]
                    word = word << 8 | UInt64(byte)
                }
                return word
            }
            entries.append(
                Entry(
                    firstWord: word(0..<min(count, 8)), firstMask: Self.mask(count),
                    lastWord: word(max(count - 8, 0)..<count), wordOffset: Int32(words.count),
                    byteCount: Int32(count)))
            for start in stride(from: 8, to: count - 8, by: 8) { words.append(word(start..<start + 8)) }
        }
        self.propertyCount = propertyCount
        self.entries = ImmortalBuffer(entries)
        self.words = ImmortalBuffer(words)
    }

    /// The mask of up to eight bytes.
    private static func mask(_ byteCount: Int) -> UInt64 {
        byteCount >= 8 ? ~0 : ~(~0 << (8 * UInt64(byteCount)))
    }

    /// The index of the first spelling of a style, to be passed to `entry`.
    @inline(__always)
    func start(ofStyle style: Int) -> Int { style &* (propertyCount &+ 1) }

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
}
