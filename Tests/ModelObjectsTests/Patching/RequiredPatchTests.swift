import Foundation
import Testing

@testable import ModelObjects

/// Patches that would set a required property to nil.
struct RequiredPatchTests {
    final class Part: ModelObject { var size = 1 }

    class Book: ModelObject {
        var pages: Int? = 1
        var date: Date?
        var site: URL?
        var stock: Presence<Int> = .missing
        var part: Part?
        var text: Part?
        var other: Int?
        var author: String?
        var free: Int?
        override class var propertyRules: [String: PropertyRule] {
            [
                "pages": .required, "date": .required, "site": .required, "stock": .required,
                "part": .required,
                "text": .required.embeddedJSON, "other": .keys("k1", "k2").required,
                "author": .key("authors.0.name").required,
            ]
        }
    }

    final class HookedBook: Book {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    static let json = """
        {"pages": 9, "date": 0, "site": "https://x.com", "stock": 1, "part": {}, "text": "{}", "k1": 2, \
        "authors": [{"name": "Ada"}], "free": 3}
        """

    @Test(arguments: [
        ("pages", "null", "$.pages"), ("pages", "\"null\"", "$.pages"), ("date", "\"<null>\"", "$.date"),
        ("site", "\"\"", "$.site"), ("stock", "\"nil\"", "$.stock"), ("part", "\"null\"", "$.part"),
        ("text", "\"null\"", "$.text"), ("k1", "\"null\"", "$.k1"),
        ("authors", #"[{"name": null}]"#, "$.authors[0].name"),
    ])
    func textsThatMeanNullAreRejected(key: String, value: String, path: String) throws {
        let operations = #"[{"op": "replace", "path": "/\#(key)", "value": \#(value)}]"#
        for type in [Book.self, HookedBook.self] {
            let book = try type.init(json: Self.json)
            let merging = #expect(throws: ModelError.self) {
                try book.apply(mergePatch: #"{"\#(key)": \#(value)}"#)
            }
            #expect(merging?.code == .missingRequired && merging?.path == path, "\(merging as Any)")
            #expect(merging?.description.contains("cannot be removed") == true, "\(merging as Any)")
            let applying = #expect(throws: ModelError.self) { try book.apply(jsonPatch: operations) }
            #expect(applying?.code == .patchFailed, "\(applying as Any)")
            #expect(try book == type.init(json: Self.json))
        }
    }

    @Test func otherPropertiesMayBecomeNil() throws {
        let book = try Book(json: Self.json)
        try book.apply(mergePatch: #"{"free": "null", "pages": 10}"#)
        #expect(book.free == nil && book.pages == 10)
    }

    /// A property that was nil before stays nil.
    @Test func patchesDontCheckWhatTheyDontChange() throws {
        let book = Book()
        try book.apply(mergePatch: #"{"free": 4}"#)
        #expect(book.free == 4 && book.date == nil)
    }

    final class Shelf: ModelObject {
        var books: [String: Book] = [:]
        override class var propertyRules: [String: PropertyRule] { ["books": .embeddedJSON] }
    }

    /// Dictionaries have another order each time.
    @Test func theFirstErrorIsAlwaysTheSame() throws {
        let keys = (0..<12).map { "k\($0)" }
        let values: [String: Any] = Dictionary(uniqueKeysWithValues: keys.map { ($0, ["pages": NSNull()]) })
        for _ in 0..<20 {
            let error = #expect(throws: ModelError.self) { try Shelf().apply(mergePatch: ["books": values]) }
            #expect(error?.path == "$.books.k0.pages")
        }
    }
}
