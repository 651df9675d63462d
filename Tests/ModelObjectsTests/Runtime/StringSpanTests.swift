import Testing

@testable import ModelObjects

struct StringSpanTests {
    /// Texts that are equal only canonically, that begin others, or whose UTF-16 has another order than their scalars.
    private static let texts = [
        "", "a", "ab", "b", "a\0", "\0", "é", "e\u{301}", "Å", "\u{212B}", "a\u{301}\u{323}",
        "a\u{323}\u{301}",
        "\u{FFFF}", "\u{10000}", "\u{7F}", "\u{80}", "fifteen letters", "a text longer than fifteen bytes",
        "a text longer than fifteen bytez", "a text longer than fifteen bytes!",
    ]

    @Test(arguments: texts) func theOrderIsThatOfTheBytes(text: String) {
        for other in Self.texts {
            // Another storage, so that the bytes are compared.
            let copy = String(decoding: Array(other.utf8), as: UTF8.self)
            let order = text.byteOrder(to: copy)
            #expect((order < 0) == text.utf8.lexicographicallyPrecedes(other.utf8), "\(other)")
            #expect((order == 0) == text.utf8.elementsEqual(other.utf8), "\(other)")
            #expect(text.hasSameBytes(as: copy) == (order == 0), "\(other)")
        }
    }

    @Test func substringsAreComparedByTheirOwnBytes() {
        let text = "a longer text, of which parts are compared"
        let part = String(text.dropFirst(2).prefix(6))
        #expect(part.hasSameBytes(as: "longer") && part.byteOrder(to: "longer!") < 0)
    }

    @Test func onlyASCIITextIsFolded() {
        #expect("_a-B C9@[".foldedASCII == "abc9@[")
        #expect("".foldedASCII == "" && "-_ ".foldedASCII == "")
        #expect("é".foldedASCII == nil)
    }
}
