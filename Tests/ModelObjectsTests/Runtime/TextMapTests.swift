import Testing

@testable import ModelObjects

struct TextMapTests {
    @Test func aTextMapEqualsADictionary() {
        let texts = (0..<200).map { "key \($0 * 7 % 50)" } + ["", "é", "e\u{301}", "É", "日本", ""]
        var map = TextMap(capacity: texts.count)
        var dictionary: [String: Int] = [:]
        #expect(map["key 0"] == nil)
        for (value, text) in texts.enumerated() {
            map.updateValue(value, forKey: text)
            dictionary[text] = value
            #expect(map[text] == value)
        }
        #expect(map.count == dictionary.count)
        for text in texts + ["key", "key 50", "e"] { #expect(map[text] == dictionary[text], "\(text)") }
    }

    @Test func anEmptyTextMapHoldsNothing() {
        #expect(TextMap(capacity: 0)[""] == nil)
    }
}
