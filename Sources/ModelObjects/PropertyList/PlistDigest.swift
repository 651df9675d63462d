/// A 64-bit digest of values that detects accidental damage.
///
/// It covers the values, not their bytes: kinds, counts, contents, and the order of arrays. The order of a dictionary's
/// keys and the position of an object in the file don't count, so that a file that another tool has rewritten still
/// matches. The digest of a container combines the digests of its contents.
///
/// `combine` is a bijection of the state for each word, and of the word for each state. Two contents that differ in
/// only one word of 8 bytes, such as by one flipped byte, never have the same digest; other contents collide with a
/// probability of about 2^-64. There is no seed: every process computes the same digest. It is no protection against
/// deliberate changes, because anyone can compute it.
struct PlistDigest {
    private(set) var value: UInt64

    /// The kind of the digested value.
    ///
    /// The raw values are part of the file format and must not change.
    enum Kind: UInt64 {
        case bool = 1
        case integer, unsigned, float, double, date, data, ascii, utf16, array, dictionary, uid
    }

    init(_ kind: Kind, count: Int = 0) {
        value = 0x9E37_79B9_7F4A_7C15
        combine(kind.rawValue)
        combine(UInt64(count))
    }

    /// Multiplying by an odd number and folding the high bits down are both reversible; the multiplier is
    /// that of Steele and Vigna's "Computationally easy, spectrally good multipliers" (2021) for 64 bits.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        value = (value ^ word) &* 0xD134_2543_DE82_EF95
        value ^= value >> 32
    }

    /// Combines bytes as big-endian words, the last one padded with zeros; together with the count they are
    /// unambiguous.
    mutating func combine(_ bytes: [UInt8], _ range: Range<Int>) {
        var position = range.lowerBound
        while range.upperBound - position >= 8 {
            combine(bytes.bigEndian(at: position, size: 8))
            position += 8
        }
        let remaining = range.upperBound - position
        if remaining > 0 {
            combine(bytes.bigEndian(at: position, size: remaining) << UInt64(8 * (8 - remaining)))
        }
    }

    /// The digest of a dictionary entry, which is added to those of the other entries: addition is independent of
    /// order.
    static func entry(key: UInt64, value: UInt64) -> UInt64 {
        var digest = PlistDigest(.dictionary)
        digest.combine(key)
        digest.combine(value)
        return digest.value
    }
}

extension PlistDigest {
    /// How numbers and dates are digested.
    enum Rule {
        /// By value, including NaN and the infinities: PropertyListSerialization converts non-finite Floats
        /// to Doubles, and writes every NaN with the same bits.
        case byValue
        /// By type and bits, as in earlier versions of this library.
        case byBits
        /// As Foundation writes them to XML: dates have whole seconds, a Float is a Double, and there is no -0.0.
        case asXML
        /// What a file has that was converted to XML: by value, and -0.0 is 0, because some programs keep it.
        case fromXML
    }

    /// The digest of an object that is not a container.
    static func scalar(_ object: PlistObject, in bytes: [UInt8], _ rule: Rule = .byValue) -> UInt64 {
        func number(_ kind: Kind, _ word: UInt64) -> UInt64 {
            var digest = PlistDigest(kind)
            digest.combine(word)
            return digest.value
        }
        func content(_ kind: Kind, _ range: Range<Int>) -> UInt64 {
            var digest = PlistDigest(kind, count: range.count)
            digest.combine(bytes, range)
            return digest.value
        }
        return switch object {
        case .bool(let value): number(.bool, value ? 1 : 0)
        case .integer(let value): number(.integer, UInt64(bitPattern: value))
        case .unsigned(let value): number(.unsigned, value)
        case .float(let value) where rule != .byBits && !value.isFinite || rule == .asXML:
            scalar(.double(Double(value)), in: bytes, rule)
        case .double(let value) where rule != .byBits && value.isNaN:
            number(.double, Double.nan.bitPattern)
        case .double(0) where rule == .asXML || rule == .fromXML: number(.double, 0)
        case .date(let value) where rule == .asXML: number(.date, (value.rounded(.down) + 0).bitPattern)
        case .float(let value): number(.float, UInt64(value.bitPattern))
        case .double(let value): number(.double, value.bitPattern)
        case .date(let value): number(.date, value.bitPattern)
        case .data(let range): content(.data, range)
        case .ascii(let range): content(.ascii, range)
        case .utf16(let range): content(.utf16, range)
        case .uid(let value): number(.uid, value)
        case .array, .dictionary: 0
        }
    }

    /// The digest of an array, from the digests of its elements in order.
    static func array(_ elements: some Collection<UInt64>) -> UInt64 {
        var digest = PlistDigest(.array, count: elements.count)
        for element in elements { digest.combine(element) }
        return digest.value
    }

    /// The digest of a dictionary, from its count and the sum of its `entry` digests.
    static func dictionary(count: Int, sum: UInt64) -> UInt64 {
        var digest = PlistDigest(.dictionary, count: count)
        digest.combine(sum)
        return digest.value
    }
}
