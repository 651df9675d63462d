// Task: map a payload that does not match the class, with one rule for each special property.

import Foundation
import ModelObjects

final class Book: ModelObject {
    var title = ""
    var isbn = ""
    var subtitle: String?
    var firstAuthor: String?
    var price = Decimal(0)
    var published: Date?
    var format = Format.unknown
    var shelf = ""
    var chapters: [Any] = []
    var reviews: [Review] = []
    var draft = "not for the world"

    override class var propertyRules: [String: PropertyRule] {
        [
            "title": .key("t").required,
            "isbn": .keys("isbn13", "isbn10"),  // the best match with a usable value
            "subtitle": .key("ext.subtitle"),  // in a nested object
            "firstAuthor": .key("authors.0.name"),  // and in an array
            "price": .key("cents").converted(
                from: { Decimal(string: "\($0)").map { $0 / 100 } }, to: { $0 * 100 }),
            "published": .date(.unixSeconds),
            "format": .fallback(Format.unknown),  // for unknown raw values
            "shelf": .combined(keys: ["room", "row"]) { place in
                "\(place["room"] ?? "?")-\(place["row"] ?? "?")"
            },
            "chapters": .elements(Chapter.self),  // the class of the elements of an [Any]
            "reviews": .embeddedJSON,  // JSON in a string
            "draft": .ignored,
        ]
    }
}

enum Format: String { case hardcover, paperback, unknown }

final class Chapter: ModelObject { var name = "" }

final class Review: ModelObject { var stars = 0 }

let book = try Book(
    json: #"""
        {
            "t": "The Sea", "isbn13": null, "isbn10": "0330483285", "cents": 1250, "published": 1115337600,
            "ext": {"subtitle": "A novel"}, "authors": [{"name": "John Banville"}], "format": "papyrus",
            "room": "B", "row": 7, "chapters": [{"name": "One"}, {"name": "Two"}],
            "reviews": "[{\"stars\": 5}, {\"stars\": 4}]", "draft": "overwritten?"
        }
        """#)

print("title:     \(book.title)")
print("isbn:      \(book.isbn)")
print("subtitle:  \(book.subtitle ?? "nil")")
print("author:    \(book.firstAuthor ?? "nil")")
print("price:     \(book.price)")
print("published: \(book.published?.formatted(.iso8601) ?? "nil")")
print("format:    \(book.format)")
print("shelf:     \(book.shelf)")
print("chapters:  \(book.chapters.compactMap { ($0 as? Chapter)?.name })")
print("stars:     \(book.reviews.map(\.stars))")
print("draft:     \(book.draft)")

do {
    _ = try Book(json: #"{"isbn10": "0330483285"}"#)
} catch let error as ModelError {
    print("without a title: \(error)")
}
