import Foundation
import ModelObjects
import Testing

struct URLConverterTests {
    private final class Photo: ModelObject { var url: URL? }

    @Test(
        arguments: [
            ("http://x.com/a%20b", "http://x.com/a%20b"),
            ("http://x.com/a%20\u{4E2D}.png", "http://x.com/a%20%E4%B8%AD.png"),
            ("http://x.com/a%20b c.png", "http://x.com/a%20b%20c.png"),
            ("http://x.com/?q=%26&r=a|b", "http://x.com/?q=%26&r=a%7Cb"),
            ("http://x.com/100%/%2F%zz", "http://x.com/100%25/%2F%25zz"),
            ("https://x.com?a=%%20", "https://x.com?a=%25%20"),
            ("http://x.com/%20#y%20 #z", "http://x.com/%20#y%20%20%23z"),
            ("//h/a%20b c", "//h/a%20b%20c"),
            ("a%20b c//d", "a%20b%20c//d"),
            ("mailto:a%20b c@d", "mailto:a%20b%20c@d"),
        ])
    func textThatIsEncodedInPartKeepsItsEscapes(text: String, url: String) throws {
        let photo = try Photo(dictionary: ["url": text])
        #expect(photo.url?.absoluteString == url)
        #expect(try Photo(json: photo.jsonData()) == photo)
    }

    /// The text of a host with a character beyond ASCII is in Punycode; a path is percent-encoded.
    @Test func theHostIsLeftToFoundation() throws {
        let photo = try Photo(dictionary: ["url": "http://\u{4E2D}.com/a%20\u{4E2D}"])
        #expect(photo.url?.absoluteString == "http://xn--fiq.com/a%20%E4%B8%AD")
    }

    private final class Album: ModelObject {
        var list: [URL] = []
        var byName: [String: URL] = [:]
    }

    @Test func emptyElementsAreReportedAsNull() {
        for report in reports(#"{"list": [""], "byName": {"a": " "}}"#, Album.self, nil) {
            #expect(Set(report.problems.map(\.path)) == ["$.list[0]", "$.byName.a"])
            #expect(report.problems.map(\.found) == ["null", "null"])
        }
    }
}
