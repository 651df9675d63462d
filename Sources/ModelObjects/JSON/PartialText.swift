/// Completes JSON text that has not arrived completely, such as the streamed output of a language model.
///
/// Complete values are kept, and the open containers are closed after the last of them. The result for each
/// text, without and with `openStrings`:
///
///     {"name":"An            {}                  {"name":"An"}
///     {"name":"Ann",         {"name":"Ann"}      {"name":"Ann"}
///     {"list":[1,2           {"list":[1]}        {"list":[1,2]}
///     {"list":[1,2.          {"list":[1]}        {"list":[1,2]}
///     {"list":[1,2.x         an error            an error
///     {"list":[{"id":7,"     {"list":[{"id":7}]}
struct PartialText {
    /// The completed text.
    ///
    /// Invalid text is left unchanged, so that reading it gives the error.
    private(set) var completed: [UInt8]
    /// The offsets of the values that have not arrived completely; empty if the text was left unchanged.
    private(set) var openValues: Set<Int> = []

    /// Completes a text; nil if nothing has arrived that can be completed.
    init?(_ text: [UInt8], openStrings: Bool) {
        completed = text
        var containers: [Int] = []
        var reader = IncrementalReader()
        var position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        /// The end of the kept text. The containers that are open there are always those of the reader.
        var end = 0
        while let event = text.withSpan({ reader.next(in: $0, &position) }) {
            switch event {
            case .begin: containers.append(position - 1)
            case .end: containers.removeLast()
            case .value: break
            case .key: continue
            case .violation: return
            }
            end = position
        }
        // A root that isn't a container has no parts that could be complete.
        if reader.isFinished || reader.containers.isEmpty && reader.token.count > 0 { return }
        var open: [UInt8] = []
        if reader.isBeforeValue, reader.token.count > 0 {
            let value = Self.openValue(text[position...], reader.token, openStrings: openStrings)
            guard let value else { return }
            open = value
        }
        if !open.isEmpty {
            openValues.insert(position)
            end = position
        }
        completed = Array(text[..<end]) + open
        if completed.isEmpty { return nil }
        for isArray in reader.containers.reversed() {
            completed.append(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        }
        openValues.formUnion(containers)
    }

    /// The usable part of the value at the end of the text: empty if there is none, nil if no value begins
    /// like this.
    private static func openValue(
        _ value: ArraySlice<UInt8>, _ scanner: ValueScanner, openStrings: Bool
    ) -> [UInt8]? {
        if scanner.isInLiteral {
            for word in ["true", "false", "null"] where word.utf8.starts(with: value) {
                // No value continues after one of these words.
                return value.count == word.utf8.count ? Array(value) : []
            }
            return number(value).map { openStrings ? $0 : [] }
        }
        guard openStrings, scanner.isInOpenString else { return [] }
        return value[..<endOfEscapes(value)] + [UInt8(ascii: "\"")]
    }

    /// The usable part of a number, without a sign, point or exponent at the end; nil if no number begins
    /// like this.
    private static func number(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        var number = Array(value)
        let end = withJSONReader(number, in: 0..<number.count) { reader -> Int? in
            do {
                _ = try reader.scanNumber()
                return reader.offset
            } catch {
                return (error as? JSONSyntaxError)?.offset
            }
        }
        // A number that could continue is read, or fails, at the end of the text.
        guard end == number.count else { return nil }
        while let last = number.last, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) {
            number.removeLast()
        }
        return number
    }

    /// The end of the last escape or byte in an open string that has arrived completely.
    ///
    /// (The text is that of a String, so its characters are complete.)
    private static func endOfEscapes(_ string: ArraySlice<UInt8>) -> Int {
        var position = string.startIndex + 1
        while position < string.endIndex {
            guard let length = escapeLength(string[position...]), position + length <= string.endIndex
            else { return position }
            position += length
        }
        return position
    }

    /// The length of the first escape or byte; nil if more bytes are needed to determine it.
    private static func escapeLength(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "\\") else { return 1 }
        let escape = text.dropFirst()
        guard let kind = escape.first else { return nil }
        guard kind == UInt8(ascii: "u") else { return 2 }
        let digits = String(decoding: escape.dropFirst().prefix(4), as: UTF8.self)
        // The first half of a surrogate pair needs the second (RFC 8259, section 7).
        guard let unit = UInt16(digits, radix: 16), digits.utf8.count == 4 else { return 6 }
        return UTF16.isLeadSurrogate(unit) ? 12 : 6
    }
}
