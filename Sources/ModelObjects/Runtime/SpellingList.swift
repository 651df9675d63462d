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

    init() {}

    /// - Parameter count: the number of spellings to expect.
    init(minimumCapacity count: Int) {
        places.reserveCapacity(count)
        words.reserveCapacity(2 * count)
    }

    init(_ spellings: some Sequence<String>) {
        for spelling in spellings { append(spelling, among: count) }
    }

    var count: Int { places.count }

    /// Adds a spelling; drops it if it equals the one at an index not below `first`.
    ///
    /// - Returns: Its index, or that of the equal one.
    @discardableResult
    mutating func append(_ text: String, among first: Int) -> Int {
        text.withUTF8Span { bytes in
            append(byteCount: bytes.count, among: first) { index in
                var word: UInt64 = 0
                for byte in 8 * index..<min(8 * index + 8, bytes.count) {
                    word |= UInt64(bytes[byte]) << UInt64(8 * (byte & 7))
                }
                return word
            }
        }
    }

    /// The same for a spelling whose bytes are in words.
    @inline(__always)
    mutating func append(byteCount: Int, among first: Int, _ word: (_ index: Int) -> UInt64) -> Int {
        let wordOffset = words.count
        var hash = UInt64(truncatingIfNeeded: byteCount)
        for index in 0..<(byteCount + 7) / 8 {
            let word = word(index)
            words.append(word)
            hash = SpellingTable.mix(hash, word)
        }
        let place = Place(wordOffset: wordOffset, byteCount: byteCount, hash: SpellingTable.finish(hash))
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
    static func lowercase(_ word: UInt64) -> UInt64 {
        // The high bit of a byte is set if the byte is at least `A`, or more than `Z`.
        let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
        let aboveZ = word &+ 0x2525_2525_2525_2525
        return word | (fromA & ~aboveZ & 0x8080_8080_8080_8080) >> 2
    }

    /// Eight ASCII characters in upper case.
    static func uppercase(_ word: UInt64) -> UInt64 {
        // The high bit of a byte is set if the byte is at least `a`, or more than `z`.
        let fromA = word &+ 0x1F1F_1F1F_1F1F_1F1F
        let aboveZ = word &+ 0x0505_0505_0505_0505
        return word & ~((fromA & ~aboveZ & 0x8080_8080_8080_8080) >> 2)
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
