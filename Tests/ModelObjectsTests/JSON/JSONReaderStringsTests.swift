import Foundation
import ModelObjects
import Testing

struct JSONReaderStringsTests {
    final class Target: ModelObject {
        var text = ""
        var any: Any?
    }

    /// A String remembers whether it is ASCII, and compares, counts and changes case by that.
    @Test(arguments: [
        "plain", #"\u0041\n"#, #"\b\f\t\r\/\"\\"#, "é", #"\u00e9"#, #"e\u0301"#, "e\u{301}", #"a\u00e9b"#,
        #"\ud83d\ude00"#,
        #"long enough for the heap, then \u00df"#, #"long enough for the heap, e\u0301, and more"#,
    ])
    func stringsBehaveLikeThoseFromFoundation(escaped: String) throws {
        let json = #"{"text": "\#(escaped)", "any": "\#(escaped)"}"#
        let target = try Target(json: json)
        let other = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        // Made from scalars, without what the decoder knows.
        let expected = String(String.UnicodeScalarView(try #require(other["text"]).unicodeScalars))
        for text in [target.text, try #require(target.any as? String)] {
            #expect(Array(text.utf8) == Array(expected.utf8))
            #expect(text.utf16.count == expected.utf16.count)
            #expect(text.count == expected.count)
            #expect(text.uppercased() == expected.uppercased())
            #expect(text == expected && text.hashValue == expected.hashValue)
        }
    }
}
