import Testing

@testable import ModelObjects

/// Expected keys of each length up to five words, with a difference at each position.
struct KeySequenceTests {
    private static func key(_ length: Int) -> String {
        String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH".prefix(length))
    }

    /// How far the cursor advances if a key is expected; nil if the text has another key.
    private func skipped(_ text: String, expecting key: String, at property: Int = 0) -> Int? {
        let sequence = KeySequence([0, -1], propertyCount: 1, in: SpellingList([key]))
        return withJSONReader(text) { reader in
            let entry = sequence.entry(property, from: sequence.start(ofStyle: 0))
            return reader.skipKey(entry, of: sequence) ? reader.offset : nil
        }
    }

    @Test(arguments: 1...40)
    func onlyTheExpectedKeyIsSkipped(length: Int) {
        let key = Self.key(length)
        let padding = ":          "
        #expect(skipped("\"\(key)\"\(padding)", expecting: key) == length + 2)
        for place in 0...length {
            var other = Array(key.utf8) + [UInt8(ascii: "\"")]
            other[place] = UInt8(ascii: "!")
            let text = "\"" + String(decoding: other, as: UTF8.self) + padding
            #expect(skipped(text, expecting: key) == nil, "another byte at \(place)")
        }
        #expect(skipped("\"\(key)x\"\(padding)", expecting: key) == nil)
        #expect(skipped("\"\(key.dropLast())\"\(padding)", expecting: key) == nil)
    }

    /// Nothing is read past the end of the text: near the end, the key is looked up instead.
    @Test(arguments: 1...40)
    func nothingIsReadPastTheEnd(length: Int) {
        let key = Self.key(length)
        let text = "\"\(key)\":1}"
        for count in 0...text.utf8.count {
            let skipped = skipped(String(text.prefix(count)), expecting: key)
            #expect(skipped == nil)
        }
    }

    @Test func noKeyIsExpectedAfterTheLastProperty() {
        #expect(skipped("\"abc\":          ", expecting: "abc", at: 1) == nil)
        #expect(skipped("\"\":             ", expecting: "") == nil)
    }

    @Test(arguments: 0...40)
    func entriesGiveTheirSpellings(length: Int) {
        let key = Self.key(length)
        let sequence = KeySequence([0, -1], propertyCount: 1, in: SpellingList([key]))
        #expect(sequence.texts == [key, ""])
    }
}
