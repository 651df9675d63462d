import Foundation
import Testing

@testable import ModelObjects

@Suite struct TrimmedTextTests {
    @Test func trimmingMatchesFoundation() {
        let scalars = (0...0x3100).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{FFFD}", "\u{1F600}"]
        for scalar in Effort.some(of: scalars, atLeast: 3_000)
            + scalars.filter(\.properties.isWhitespace)
        {
            let mark = String(Character(scalar))
            for text in [mark, "\(mark)a", "a\(mark)", "\t \(mark)b \(mark) c\(mark)\r\n", "\(mark)\u{301}"] {
                let expected = text.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(text.trimmed.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(scalar.value)")
            }
        }
        #expect("".trimmed.isEmpty && " \n".trimmed.isEmpty)
    }

    @Test func boolWordsMayHaveSurroundingWhitespace() {
        #expect(JSONValue.boolWord(" \u{3000}FALSE\n") == false)
        #expect(JSONValue.boolWord("\tYes ") == true)
        #expect(JSONValue.boolWord("falsee") == nil && JSONValue.boolWord("ye s") == nil)
    }
}
