/// Different spellings of keys in one buffer, identified by their indices.
///
/// Each is padded with zeros to whole words of eight bytes, as in a `SpellingTable`. A class has ten spellings for each
/// property, so strings and arrays of bytes would take a large part of the time of the class's first use.
struct SpellingList {
    struct Place {
        /// The index of the first word.
        let wordOffset: Int
        let byteCount: Int
        /// The hash by which a `SpellingTable` finds the spelling.
        let hash: Int

        var words: Range<Int> { wordOffset..<wordOffset + (byteCount + 7) / 8 }
    }

    private(set) var words: [UInt64] = []
    private(set) var places: [Place] = []
    /// The last bytes of a spelling that is not complete, fewer than eight, and the number of all its bytes.
    private var (lastWord, byteCount) = (0 as UInt64, 0)

    init() {}

    /// - Parameter count: the number of spellings to expect.
    init(minimumCapacity count: Int) {
        places.reserveCapacity(count)
        words.reserveCapacity(2 * count)
    }

    init(_ spellings: some Sequence<String>) {
        for spelling in spellings {
            append(spelling)
            endSpelling(among: count)
        }
    }

    var count: Int { places.count }

    /// Appends a byte to the spelling that is not complete.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        lastWord |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* (byteCount & 7))
        byteCount &+= 1
        guard byteCount & 7 == 0 else { return }
        words.append(lastWord)
        lastWord = 0
    }

    /// Appends a text to the spelling that is not complete.
    mutating func append(_ text: String) {
        text.withUTF8Span { for index in $0.indices { append($0[index]) } }
    }

    /// Completes a spelling; drops it if it equals the one at an index not below `first`.
    ///
    /// - Returns: Its index, or that of the equal one.
    @discardableResult
    mutating func endSpelling(among first: Int) -> Int {
        if byteCount & 7 != 0 { words.append(lastWord) }
        let wordOffset = words.count - (byteCount + 7) / 8
        var hash = UInt64(truncatingIfNeeded: byteCount)
        for index in wordOffset..<words.count { hash = SpellingTable.mix(hash, words[index]) }
        let place = Place(wordOffset: wordOffset, byteCount: byteCount, hash: SpellingTable.finish(hash))
        (lastWord, byteCount) = (0, 0)
        for index in first..<count where areEqual(places[index], place) {
            while words.count > wordOffset { words.removeLast() }
            return index
        }
        places.append(place)
        return count - 1
    }

    private func areEqual(_ left: Place, _ right: Place) -> Bool {
        guard left.hash == right.hash, left.byteCount == right.byteCount else { return false }
        return left.words.allSatisfy { words[$0] == words[right.wordOffset + $0 - left.wordOffset] }
    }

    /// Whether two ASCII spellings differ at most in case.
    func areEqualIgnoringCase(_ index: Int, _ other: Int) -> Bool {
        let (place, other) = (places[index], places[other])
        guard place.byteCount == other.byteCount else { return false }
        return place.words.allSatisfy {
            Self.lowercase(words[$0]) == Self.lowercase(words[other.wordOffset + $0 - place.wordOffset])
        }
    }

    /// Eight ASCII characters in lower case.
    private static func lowercase(_ word: UInt64) -> UInt64 {
        // The high bit of a byte is set if the byte is at least `A`, or more than `Z`.
        let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
        let aboveZ = word &+ 0x2525_2525_2525_2525
        return word | (fromA & ~aboveZ & 0x8080_8080_8080_8080) >> 2
    }

    func text(of index: Int) -> String {
        let place = places[index]
        return String(utf8Count: place.byteCount) {
            UInt8(truncatingIfNeeded: words[place.wordOffset + $0 / 8] >> (8 * UInt64($0 % 8)))
        }
    }

    /// The first and the last byte of a spelling; nil if it is empty.
    func ends(of index: Int) -> (first: UInt8, last: UInt8)? {
        let place = places[index]
        guard let last = place.words.last else { return nil }
        return (
            UInt8(truncatingIfNeeded: words[place.wordOffset]),
            UInt8(truncatingIfNeeded: words[last] >> UInt64(8 * ((place.byteCount - 1) % 8)))
        )
    }

    /// A word of a spelling with the quote after it.
    @inline(__always)
    func quotedWord(_ place: Place, _ number: Int) -> UInt64 {
        let word = number < (place.byteCount + 7) / 8 ? words[place.wordOffset + number] : 0
        guard number == place.byteCount / 8 else { return word }
        return word | UInt64(UInt8(ascii: "\"")) &<< UInt64(truncatingIfNeeded: 8 * (place.byteCount & 7))
    }
}
