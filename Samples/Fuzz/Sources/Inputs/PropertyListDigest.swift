/// The digest of an archive's content, computed independently of the library.
///
/// It has 64 bits and depends on kinds, counts, contents and the order of arrays, but not on the order of
/// dictionaries.
enum PropertyListDigest {
    static func of(_ node: PropertyList.Node) -> UInt64 {
        switch node {
        case .array(let elements): return folded([10, UInt64(elements.count)] + elements.map(of))
        case .dictionary(let entries):
            let sum = entries.reduce(UInt64(0)) { $0 &+ folded([11, 0, of($1.key), of($1.value)]) }
            return folded([11, UInt64(entries.count), sum])
        case .scalar(let bytes): return scalar(bytes)
        }
    }

    private static func scalar(_ bytes: [UInt8]) -> UInt64 {
        switch (bytes[0] >> 4, bytes[0] & 15) {
        case (0, let low): return folded([1, 0, low == 9 ? 1 : 0])
        case (1, 4):
            // Sixteen bytes: unsigned numbers that do not fit eight.
            let value = word(bytes.suffix(8))
            return folded([value >> 63 == 0 ? 2 : 3, 0, value])
        case (1, _): return folded([2, 0, word(bytes.dropFirst())])
        case (2, 2): return folded([4, 0, word(bytes.dropFirst())])
        case (2, _): return folded([5, 0, word(bytes.dropFirst())])
        case (3, _): return folded([6, 0, word(bytes.dropFirst())])
        case (4, _): return content(7, bytes, size: 1)
        case (5, _): return content(8, bytes, size: 1)
        default: return content(9, bytes, size: 2)
        }
    }

    private static func content(_ kind: UInt64, _ bytes: [UInt8], size: Int) -> UInt64 {
        var start = 1
        if bytes[0] & 15 == 15 { start += 1 + 1 << Int(bytes[1] & 15) }
        let content = bytes[start...]
        var words = [kind, UInt64(content.count)]
        for place in stride(from: start, to: bytes.count, by: 8) {
            let part = content[place..<min(place + 8, bytes.count)]
            words.append(word(part) << UInt64(8 * (8 - part.count)))
        }
        return folded(words)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func folded(_ words: [UInt64]) -> UInt64 {
        var value: UInt64 = 0x9E37_79B9_7F4A_7C15
        for word in words {
            value = (value ^ word) &* 0xD134_2543_DE82_EF95
            value ^= value >> 32
        }
        return value
    }
}
