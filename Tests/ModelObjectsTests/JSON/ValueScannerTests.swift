import Testing

@testable import ModelObjects

struct ValueScannerTests {
    /// The end of a container or a string, found byte by byte.
    private static func end(of text: [Character]) -> Int? {
        var (depth, isInString, isEscaped) = (0, false, false)
        for (position, character) in text.enumerated() {
            switch (character, isInString) {
            case _ where isEscaped: isEscaped = false
            case ("\\", true): isEscaped = true
            case ("\"", _): isInString.toggle()
            case ("{", false), ("[", false): depth += 1
            case ("}", false), ("]", false): depth -= 1
            default: break
            }
            if depth == 0, !isInString { return position + 1 }
        }
        return nil
    }

    /// The end of the value, found in chunks that end after these numbers of bytes.
    private static func end(of bytes: [UInt8], chunks: [Int]) -> Int? {
        var scanner = ValueScanner()
        for count in chunks {
            if let end = Array(bytes[..<count]).withSpan({ scanner.end(in: $0, from: 0) }) { return end }
            #expect(scanner.count == count)
        }
        return nil
    }

    @Test func structuresEndAtTheirBracketInAnyChunks() {
        var random = SeededNumbers(seed: 5)
        // Letters that differ from a bracket in few bits, and runs without quotes or brackets.
        let pieces = [
            "{", "}", "[", "]", "\"", "\"", "\\", "y", "Y", "_", "\u{7F}", "z", ",", ":1", "12345678", "|",
        ]
        var found = 0
        for _ in 0..<Effort.count(200_000, atLeast: 5_000) {
            let start = ["{", "[", "\""].randomElement(using: &random) ?? ""
            let rest = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let text = start + rest.joined()
            let bytes = Array(text.utf8)
            let expected = Self.end(of: Array(text))
            if expected != nil { found += 1 }
            #expect(Self.end(of: bytes, chunks: [bytes.count]) == expected, "\(text)")
            var chunks = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            chunks.append(bytes.count)
            #expect(Self.end(of: bytes, chunks: chunks) == expected, "\(text) in \(chunks)")
        }
        #expect(found > 500)
    }

    /// The end of the text is no end, because more digits may follow.
    @Test(arguments: [("12", nil), ("true,", 4), ("-1.5e3]", 6), ("nul\"", 3), ("]", nil), ("1 ", 1)])
    func literalsEndBeforeTheNextToken(text: String, end: Int?) {
        let bytes = Array(text.utf8)
        #expect(Self.end(of: bytes, chunks: Array(0...bytes.count)) == end)
    }
}
