/// Reads the tags and texts of an XML document, for the subset of XML that property lists use (XML 1.0, fifth
/// edition).
struct XMLScanner {
    /// A tag by its name; attributes are skipped.
    enum Tag: Equatable {
        case open(String)
        case close(String)
        case empty(String)
    }

    static let opening = UInt8(ascii: "<")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    private(set) var position = 0
    /// The position of the last tag.
    private(set) var tagStart = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
            || bytes.starts(with: [0, opening]) || bytes.starts(with: [opening, 0])
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    // MARK: Between the values

    mutating func skipByteOrderMark() {
        if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    }

    mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { position += 1 }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 9...10 ~= byte || byte == 13 }

    /// Skips space, comments and processing instructions.
    mutating func skipMisc() throws(PlistFailure) {
        while true {
            skipSpace()
            if skip("<!--") {
                try skipPast("-->")
            } else if skip("<?") {
                try skipPast("?>")
            } else {
                return
            }
        }
    }

    /// Skips everything before the first element.
    ///
    /// - Throws: `PlistFailure` for an encoding other than UTF-8, and for a document type with declarations.
    mutating func skipProlog() throws(PlistFailure) {
        skipByteOrderMark()
        skipSpace()
        let start = position
        if skip("<?xml") {
            try skipPast("?>")
            let declaration = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
            let isUTF8 = ["utf-8", "utf8", "us-ascii"].contains { declaration.contains($0) }
            if declaration.contains("encoding"), !isUTF8 { throw PlistFailure(.otherEncoding, at: start) }
        }
        try skipMisc()
        guard skip("<!DOCTYPE") else { return }
        try skipPastTagEnd(without: UInt8(ascii: "["), .entities)
        try skipMisc()
    }

    /// Skips the rest of a tag, and the texts in quotes in it.
    ///
    /// - Throws: `PlistFailure` with this reason for the excluded character outside quotes.
    private mutating func skipPastTagEnd(
        without excluded: UInt8, _ reason: PlistFailure.Reason
    ) throws(PlistFailure) {
        var quote: UInt8?
        while let byte = peek {
            position += 1
            switch byte {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case excluded: throw PlistFailure(reason, at: position - 1)
            case UInt8(ascii: ">"): return
            default: break
            }
        }
        throw PlistFailure(.badXML, at: position)
    }

    /// Skips a text if it is next.
    private mutating func skip(_ text: String) -> Bool {
        var end = position
        for byte in text.utf8 {
            guard end < bytes.count, bytes[end] == byte else { return false }
            end += 1
        }
        position = end
        return true
    }

    private mutating func skipPast(_ text: String) throws(PlistFailure) {
        let start = position
        let first = text.utf8.first
        while let byte = peek {
            if byte == first, skip(text) { return }
            position += 1
        }
        throw PlistFailure(.badXML, at: start)
    }

    // MARK: Tags

    /// Reads the tag that is next.
    mutating func tag() throws(PlistFailure) -> Tag {
        tagStart = position
        guard peek == Self.opening else { throw PlistFailure(.badXML, at: position) }
        position += 1
        let isClosing = skip("/")
        let start = position
        while let byte = peek, !Self.endsName(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !name.isEmpty else { throw PlistFailure(.notXMLPropertyList, at: tagStart) }
        try skipPastTagEnd(without: Self.opening, .badXML)
        if isClosing { return .close(name) }
        return bytes[position - 2] == UInt8(ascii: "/") ? .empty(name) : .open(name)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || byte == opening
    }

    // MARK: Texts

    /// Reads the text up to the closing tag of an element, and the tag.
    mutating func text(until name: String) throws(PlistFailure) -> String {
        let start = position
        var content: [UInt8] = []
        while let byte = peek {
            if byte == UInt8(ascii: "&") {
                content += try entity().utf8
            } else if byte != Self.opening {
                let run = bytes[position...].prefix { $0 != Self.opening && $0 != UInt8(ascii: "&") }
                content += run
                position = run.endIndex
            } else if skip("<![CDATA[") {
                let begin = position
                try skipPast("]]>")
                content += bytes[begin..<(position - 3)]
            } else if skip("<!--") {
                try skipPast("-->")
            } else {
                guard try tag() == .close(name) else { throw PlistFailure(.badXML, at: tagStart) }
                let text = String(decoding: content, as: UTF8.self)
                // Invalid bytes became replacement characters, which take three bytes for each.
                guard text.utf8.elementsEqual(content) else { throw PlistFailure(.badText, at: start) }
                return text
            }
        }
        throw PlistFailure(.badXML, at: start)
    }

    /// The character of a reference such as `&amp;` or `&#x41;`.
    private mutating func entity() throws(PlistFailure) -> String {
        let start = position
        // The longest are `&#x10FFFF;` and leading zeros.
        let end = bytes[start...].prefix(16).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw PlistFailure(.badXML, at: start) }
        let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { throw PlistFailure(.entities, at: start) }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = String(name.dropFirst(isHexadecimal ? 2 : 1))
        guard digits.first?.isHexDigit == true,
            let number = WideInteger(digits, radix: isHexadecimal ? 16 : 10)?.uint64,
            let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init)
        else { throw PlistFailure(.badXML, at: start) }
        return String(Character(scalar))
    }
}
