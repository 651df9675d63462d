/// Byte mutations that use the syntax of JSON documents, archives and dates.
enum ByteDamage {
    private static let tokens: [[UInt8]] =
        [
            "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "true", "fals", "\\u", "\\uD83D", "\\uDE00",
            "\\u0000",
            "\u{FEFF}", "é", "😀", "-", "+", ".", "e", "E9", "0", "1e999", " ", "\t", "\r\n", "/*", "//",
            "NaN", "'",
        ].map { Array($0.utf8) } + [
            [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ]

    static func json(_ bytes: inout [UInt8], _ random: inout Random) {
        for _ in 0...random.below(4) {
            let place = random.below(bytes.count + 1)
            switch random.below(10) {
            case 0, 1: bytes.insert(contentsOf: random.pick(tokens), at: place)
            case 2: bytes.removeSubrange(place...)
            case 3: if place < bytes.count { bytes.remove(at: place) }
            case 4, 5: if place < bytes.count { bytes[place] = random.byte }
            case 6: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
            case 7:
                let end = min(bytes.count, place + random.below(64))
                bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
            case 8:
                let end = min(bytes.count, place + random.below(32))
                bytes.removeSubrange(place..<end)
            default: long(&bytes, at: place, &random)
            }
        }
    }

    /// Occasionally, a long run of one token.
    private static func long(_ bytes: inout [UInt8], at place: Int, _ random: inout Random) {
        guard random.oneIn(8) else { return }
        let count = random.pick([10, 100, 511, 512, 513, 2_000, 20_000])
        let token = random.pick([
            "[", "{\"child\":", "{\"next\":", "9", "\\\\", "a", " ", "\"a\":1,", "[[],", "1,",
        ])
        bytes.insert(contentsOf: repeatElement(Array(token.utf8), count: count).joined(), at: place)
    }

    static func archive(_ bytes: inout [UInt8], _ random: inout Random) {
        for _ in 0...random.below(3) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            switch random.below(8) {
            case 0: bytes[place] ^= 1 << UInt8(random.below(8))
            case 1: bytes[place] = random.byte
            case 2:
                bytes[place] = random.pick([
                    0, 0x7F, 0x80, 0xFF, 0xA1, 0xAF, 0xC1, 0xD1, 0xDF, 0x5F, 0x4F, 0x13, 0x14,
                ])
            case 3: bytes.remove(at: place)
            case 4: bytes.insert(random.byte, at: place)
            case 5: bytes.swapAt(place, random.below(bytes.count))
            case 6: bytes.removeLast(min(bytes.count, 1 + random.below(9)))
            // The trailer and the offset table, which hold the dangerous numbers.
            default: bytes[max(0, bytes.count - 1 - random.below(60))] = random.byte
            }
        }
    }

    private static let tags = [
        "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>", "<string>", "</string>", "<true/>",
        "&lt;", "&a;",
        "&#x1F600;", "&#xD800;", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE plist [",
        "<dict><key>CF$UID</key><integer>",
        "<data>", "<real>nan</real>", "<", ">", "/", "\"",
    ].map { Array($0.utf8) }

    /// A mutation of an XML property list: one of JSON's, or a tag or a run of tags.
    static func xml(_ bytes: inout [UInt8], _ random: inout Random) {
        guard !random.oneIn(3) else { return json(&bytes, &random) }
        let place = random.below(bytes.count + 1)
        let count = random.oneIn(16) ? random.pick([2, 100, 130, 20_000]) : 1
        bytes.insert(contentsOf: repeatElement(random.pick(tags), count: count).joined(), at: place)
    }

    static func text(_ bytes: inout [UInt8], _ random: inout Random) {
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count + 1)
            switch random.below(7) {
            case 0: bytes.insert(random.byte, at: place)
            case 1: bytes.insert(random.pick(Array("0123456789:-+.,TZ /()ed".utf8)), at: place)
            case 2: if place < bytes.count { bytes[place] = random.pick(Array("0123456789".utf8)) }
            case 3: if place < bytes.count { bytes[place] = random.byte }
            case 4: if place < bytes.count { bytes.remove(at: place) }
            case 5: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 4)], at: place)
            }
        }
    }
}
