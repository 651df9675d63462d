/// A hash table from byte strings to small numbers, which finds the property for a payload's key without making a
/// String.
///
/// The table is made once, from all its entries, and never changes. It is probed with bytes in the caller's buffer.
/// Entries are stored in one block: a power of two of slots, then the spellings one after the other, each padded with
/// zeros to whole words of eight bytes.
///
///     place:     word offset | byte count | target            (12 bytes)
///     "login":   6c 6f 67 69 6e 00 00 00                      (one word, byte count 5)
///
/// Invariants
/// 1. `places` and `words` are allocated in `init`, filled there, never written again and never freed: only schemas
///    make tables, and they live as long as the process. So a table is a few words without reference counting.
/// 2. At least half of the slots are empty (`target == absent`), so a probe ends.
/// 3. Every slot that is not empty points at `(byteCount + 7) / 8` words inside `words`, zero beyond the spelling.
/// 4. A key's words are read whole only if eight bytes are readable. Its last, partial word is assembled from bytes
///    inside the key.
@safe
struct SpellingTable: @unchecked Sendable, BitwiseCopyable {  // Invariant 1.
    /// The result of `target(for:)` if the table does not hold the key.
    static let absent = Int32.min

    private struct Place {
        var wordOffset: UInt32
        var byteCount: UInt32
        var target: Int32
    }

    private let places: UnsafeMutablePointer<Place>
    private let words: UnsafeMutablePointer<UInt64>
    private let mask: Int
    private let ends: SpellingEnds
    /// Whether all spellings are ASCII.
    private let areASCII: Bool

    /// - Parameters:
    ///   - targets: a target for each spelling, none of them `absent`.
    ///   - areFolds: whether `foldedTarget` looks up keys in the table.
    init(_ spellings: SpellingList, targets: [Int32], areFolds: Bool = false) {
        var capacity = 8
        while capacity < spellings.count * 2 + 1 { capacity *= 2 }
        mask = capacity - 1
        ends = SpellingEnds(areFolds ? spellings : SpellingList())
        areASCII = spellings.words.allSatisfy { $0 & 0x8080_8080_8080_8080 == 0 }
        unsafe places = .allocate(capacity: capacity)
        unsafe places.initialize(
            repeating: Place(wordOffset: 0, byteCount: 0, target: Self.absent), count: capacity)
        unsafe words = .allocate(capacity: max(spellings.words.count, 1))
        for (index, word) in spellings.words.enumerated() { unsafe (words + index).initialize(to: word) }
        for (entry, spelling) in spellings.places.enumerated() {
            var index = spelling.hash & mask
            while unsafe places[index].target != Self.absent { index = (index + 1) & mask }
            unsafe places[index] = Place(
                wordOffset: UInt32(spelling.wordOffset), byteCount: UInt32(spelling.byteCount),
                target: targets[entry])
        }
    }

    /// The target of a key, or `absent`.
    ///
    /// Linear in the key's length.
    @inline(__always)
    func target(for key: UnsafePointer<UInt8>, count: Int) -> Int32 {
        var hash = UInt64(truncatingIfNeeded: count)
        var rest = count
        var pointer = unsafe UnsafeRawPointer(key)
        while rest >= 8 {
            hash = Self.mix(hash, unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self)))
            unsafe pointer += 8
            rest -= 8
        }
        if rest > 0 { hash = Self.mix(hash, unsafe Self.partialWord(pointer, count: rest)) }
        var index = Self.finish(hash) & mask
        while true {
            let place = unsafe places[index]
            if place.target == Self.absent { return Self.absent }  // Invariant 2.
            if Int(place.byteCount) == count, unsafe matches(place, key, count: count) { return place.target }
            index = (index + 1) & mask
        }
    }

    /// The target of a key, or `absent`.
    func target(for key: String) -> Int32 {
        unsafe key.withUTF8Bytes { bytes in
            guard let base = bytes.baseAddress else { return Self.absent }
            return unsafe target(for: base, count: bytes.count)
        }
    }

    /// The longest key that `foldedTarget` takes.
    private static let longestFold = 64

    /// The target of an ASCII key's fold (lower case, without `_`, `-` and spaces), or `absent`; nil for a key
    /// that is longer than `longestFold`.
    @inline(__always)
    func foldedTarget(of key: Span<UInt8>) -> Int32? {
        mayHoldFold(of: key) ? lookedUpFold(of: key) : Self.absent
    }

    /// Whether an ASCII key's fold may be in the table; false for most that are not.
    @inline(__always)
    func mayHoldFold(of key: Span<UInt8>) -> Bool { ends.mayHoldFold(of: key) }

    @inline(never)
    private func lookedUpFold(of key: Span<UInt8>) -> Int32? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestFold) { folded in
            guard key.count <= Self.longestFold, let base = folded.baseAddress else { return nil }
            let count = unsafe foldASCII(key, into: folded)
            // A key of separators alone folds to nothing and matches no key.
            return unsafe count == 0 ? Self.absent : target(for: base, count: count)
        }
    }

    /// The target of the fold of a key that isn't ASCII: `absent` if no fold of the table can match it, otherwise nil.
    ///
    /// Only three characters that aren't ASCII have equivalents or lowercase letters that are: U+037E, U+1FEF and U+212A
    /// (UnicodeData.txt). In UTF-8, they begin with the bytes that are allowed here.
    @inline(never)
    func foldedTarget(ofNonASCII key: Span<UInt8>) -> Int32? {
        guard areASCII else { return nil }
        for index in key.indices where key[index] >= 0xC0 && ![0xCD, 0xE1, 0xE2].contains(key[index]) {
            return Self.absent
        }
        return nil
    }

    /// The same for a String.
    func foldedTarget(of key: String) -> Int32? {
        key.withUTF8Span { bytes in
            for index in bytes.indices where bytes[index] >= 0x80 { return foldedTarget(ofNonASCII: bytes) }
            return foldedTarget(of: bytes)
        }
    }

    /// Compares a key with a slot's words (invariants 3 and 4).
    @inline(__always)
    private func matches(_ place: Place, _ key: UnsafePointer<UInt8>, count: Int) -> Bool {
        var word = unsafe words + Int(place.wordOffset)
        var rest = count
        var pointer = unsafe UnsafeRawPointer(key)
        while rest >= 8 {
            if unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self)) != word.pointee {
                return false
            }
            unsafe pointer += 8
            unsafe word += 1
            rest -= 8
        }
        return unsafe rest == 0 || Self.partialWord(pointer, count: rest) == word.pointee
    }

    /// One to seven bytes as a word, zeros beyond them; no byte outside is read (invariant 4).
    @inline(__always)
    static func partialWord(_ pointer: UnsafeRawPointer, count: Int) -> UInt64 {
        if count >= 4 {
            let low = unsafe UInt64(UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self)))
            let high = unsafe UInt64(
                UInt32(littleEndian: pointer.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
            return low | high << (8 * UInt64(count - 4))
        }
        let first = unsafe UInt64(pointer.load(as: UInt8.self))
        let middle = unsafe UInt64(pointer.load(fromByteOffset: count >> 1, as: UInt8.self))
        let last = unsafe UInt64(pointer.load(fromByteOffset: count - 1, as: UInt8.self))
        return first | middle << (8 * UInt64(count >> 1)) | last << (8 * UInt64(count - 1))
    }

    @inline(__always)
    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        ((hash << 5 | hash >> 59) ^ word) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    static func finish(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash >> 32)
    }
}

/// The first and last bytes of a table's spellings, which rule out most keys that are not in it.
struct SpellingEnds: BitwiseCopyable {
    /// A set of ASCII bytes.
    private struct ByteSet: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
        }

        /// Adds a byte and, for a letter, its capital.
        mutating func insert(_ byte: UInt8) {
            guard byte < 0x80 else { return }
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            if byte &- UInt8(ascii: "a") < 26 { insert(byte ^ 0x20) }
        }
    }

    private var firsts = ByteSet()
    private var lasts = ByteSet()

    init(_ spellings: SpellingList) {
        for index in 0..<spellings.count {
            guard let (first, last) = spellings.ends(of: index) else { continue }
            firsts.insert(first)
            lasts.insert(last)
        }
        // A separator, which folding leaves out, may come first or last.
        for separator in "_- ".utf8 {
            firsts.insert(separator)
            lasts.insert(separator)
        }
    }

    /// Whether the fold of an ASCII key may begin and end like some spelling.
    @inline(__always)
    func mayHoldFold(of key: Span<UInt8>) -> Bool {
        !key.isEmpty && firsts.contains(key[0]) && lasts.contains(key[key.count - 1])
    }
}
