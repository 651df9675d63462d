import Foundation

/// Converts an XML property list to a binary one, so that there is only one reader of values.
///
///     <?xml version="1.0" encoding="UTF-8"?>
///     <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
///     <plist version="1.0"><dict><key>name</key><string>ann</string></dict></plist>
///
/// **Why not Foundation.** On Linux, Foundation overflows the stack on nested `plist` elements and on 500 nested arrays,
/// and takes quadratic time for long keys and nested dictionaries. It returns the `CF$UID` of keyed archives as an object
/// without a public type, truncates it to 32 bits, and takes any dictionary with this key for one. This reader gives the
/// same result and the same errors on every platform. It knows only the elements of property lists: nothing is loaded,
/// and a document type with entity declarations is rejected (a few lines of them can expand to gigabytes).
///
/// Time and memory are linear in the size of the text. Line ends stay as they are, as with Foundation's reader.
struct XMLPlistReader: ~Copyable {
    private var scanner: XMLScanner
    private var writer = PlistWriter()
    private let readsUIDs: Bool

    /// Whether these are the bytes of an XML text, or of a UTF-16 text.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        var start = XMLScanner(bytes)
        start.skipByteOrderMark()
        start.skipSpace()
        return start.peek == XMLScanner.opening || XMLScanner.isUTF16(bytes)
    }

    /// The bytes of a binary property list with the same values; bytes that are not XML are returned unchanged.
    ///
    /// - Parameter readsUIDs: Whether a dictionary with the single key `CF$UID` is the number of an object, as in keyed
    ///   archives.
    /// - Throws: `PlistFailure` with the position in the XML text.
    static func binary(_ bytes: [UInt8], readsUIDs: Bool = false) throws(PlistFailure) -> [UInt8] {
        guard isXML(bytes) else { return bytes }
        guard !XMLScanner.isUTF16(bytes) else { throw PlistFailure(.otherEncoding, at: 0) }
        var reader = XMLPlistReader(scanner: XMLScanner(bytes), readsUIDs: readsUIDs)
        let root = try reader.document()
        return try reader.writer.finish(root: root)
    }

    private mutating func document() throws(PlistFailure) -> PlistWriter.Part {
        try scanner.skipProlog()
        guard scanner.peek != nil, try scanner.tag() == .open("plist") else {
            throw PlistFailure(.notXMLPropertyList, at: scanner.tagStart)
        }
        let root = try value(of: nextTag(), depth: 1)
        guard try nextTag() == .close("plist") else { throw failure(.badXML) }
        try scanner.skipMisc()
        guard scanner.peek == nil else { throw PlistFailure(.badXML, at: scanner.position) }
        return root
    }

    private mutating func nextTag() throws(PlistFailure) -> XMLScanner.Tag {
        try scanner.skipMisc()
        return try scanner.tag()
    }

    private mutating func value(of tag: XMLScanner.Tag, depth: Int) throws(PlistFailure) -> PlistWriter.Part {
        switch tag {
        case .open("dict"): return try dictionary(depth: depth)
        case .open("array"): return try array(depth: depth)
        case .empty("dict"): return try writer.dictionary([], [])
        case .empty("array"): return try writer.array([])
        case .empty("string"): return try writer.text("")
        case .open("string"): return try writer.text(scanner.text(until: "string"))
        case .open(let name), .empty(let name): return try scalar(name, isEmpty: tag == .empty(name))
        case .close: throw failure(.badXML)
        }
    }

    private mutating func array(depth: Int) throws(PlistFailure) -> PlistWriter.Part {
        try PlistTable.checkDepth(depth, at: scanner.tagStart)
        var elements: [PlistWriter.Part] = []
        while true {
            let tag = try nextTag()
            if tag == .close("array") { return try writer.array(elements) }
            elements.append(try value(of: tag, depth: depth + 1))
        }
    }

    private mutating func dictionary(depth: Int) throws(PlistFailure) -> PlistWriter.Part {
        try PlistTable.checkDepth(depth, at: scanner.tagStart)
        var (keys, values): ([PlistWriter.Part], [PlistWriter.Part]) = ([], [])
        while true {
            var tag = try nextTag()
            if tag == .close("dict") { return try writer.dictionary(keys, values) }
            guard tag == .open("key") || tag == .empty("key") else { throw failure(.badElement) }
            let key = tag == .empty("key") ? "" : try scanner.text(until: "key")
            tag = try nextTag()
            if readsUIDs, keys.isEmpty, key == "CF$UID", tag == .open("integer") {
                guard let number = WideInteger(try content(of: "integer"))?.uint64,
                    let uid = UInt32(exactly: number), try nextTag() == .close("dict")
                else { throw failure(.badContent) }
                return try writer.uid(uid)
            }
            keys.append(try writer.text(key))
            values.append(try value(of: tag, depth: depth + 1))
        }
    }

    private mutating func scalar(_ name: String, isEmpty: Bool) throws(PlistFailure) -> PlistWriter.Part {
        guard ["true", "false", "integer", "real", "date", "data"].contains(name) else {
            throw failure(.badElement)
        }
        let start = scanner.tagStart
        let text = isEmpty ? "" : try content(of: name)
        switch name {
        case "true" where text.isEmpty: return try writer.bool(true)
        case "false" where text.isEmpty: return try writer.bool(false)
        case "integer":
            if let integer = Int64(text) { return try writer.integer(integer) }
            // A sign, and "0x" before hexadecimal digits (CFPropertyList.c, parseIntegerTag).
            let sign = text.prefix { $0 == "-" || $0 == "+" }
            var digits = text.dropFirst(sign.count)
            let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
            if isHexadecimal { digits.removeFirst(2) }
            guard digits.first?.isHexDigit == true else { break }
            let number = WideInteger(String(sign + digits), radix: isHexadecimal ? 16 : 10)
            if let integer = number?.int64 { return try writer.integer(integer) }
            if let unsigned = number?.uint64 { return try writer.unsigned(unsigned) }
        case "real":
            // Double also reads hexadecimal digits and the payload of a NaN, which property lists do not have.
            let isDecimal = !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") || $0 == UInt8(ascii: "(") }
            if isDecimal, let number = Double(text) { return try writer.double(number) }
        case "date":
            let date = Array(text.utf8).withSpan { DateTimeReader.date(iso8601: $0) }
            if let date { return try writer.date(date.timeIntervalSinceReferenceDate) }
        case "data":
            let digits = text.utf8.filter { !XMLScanner.isSpace($0) }
            if let data = Data(base64Encoded: Data(digits)) { return try writer.data(data) }
        default: break
        }
        throw PlistFailure(.badContent, at: start)
    }

    /// The text of an element without the space around it.
    private mutating func content(of name: String) throws(PlistFailure) -> String {
        String(try scanner.text(until: name).trimmed)
    }

    private func failure(_ reason: PlistFailure.Reason) -> PlistFailure {
        PlistFailure(reason, at: scanner.tagStart)
    }
}
