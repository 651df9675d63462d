// Task: responses wrap models in an envelope. Decode it as a Codable struct, with the models' own mapping.

import Foundation
import ModelObjects

final class User: ModelObject {
    var userName = ""
    var joined: Date?
    var age = 0

    override class var propertyRules: [String: PropertyRule] {
        ["userName": .required]
    }
}

/// The envelope of every response of this API.
struct Page<Item: Codable>: Codable {
    struct Meta: Codable {
        var total: Int
        var generated: Date
    }

    var items: [Item]
    var meta: Meta
    var next: URL?
}

let json = """
    {
        "meta": {"total": 3, "generated": "2026-01-12T19:30:00Z"},
        "items": [
            {"USER-NAME": "ada", "joined": "1833-06-05", "age": "36"},
            {"age": 7},
            {"user_name": "charles"}
        ],
        "next": "https://api.example/users?page=2"
    }
    """

let decoder = ModelDecoder()
let page = try decoder.decode(Page<User>.self, from: json)
print("users: \(page.items.map(\.userName)) of \(page.meta.total)")
print("next:  \(page.next?.absoluteString ?? "-")")

print("\nwith ModelEncoder:")
var options = ExportOptions(keyStyle: .snakeCase, dateFormat: .unixSeconds, pretty: true)
options.only = ["userName", "joined"]
print(String(decoding: try ModelEncoder(options: options).encode(page), as: UTF8.self))

print("\nreject bad elements:")
do {
    let strict = ModelDecoder(options: MappingOptions(elements: .reject))
    _ = try strict.decode(Page<User>.self, from: json)
} catch DecodingError.keyNotFound(let key, let context) {
    print("no \(key.stringValue) at \(context.codingPath.map(\.stringValue).joined(separator: "/"))")
    print((context.underlyingError as? ModelError)?.description ?? "-")
}

print("\nerrors of the envelope are those of Codable:")
do {
    _ = try decoder.decode(Page<User>.self, from: #"{"items": [], "meta": {"total": "3"}}"#)
} catch DecodingError.typeMismatch(let type, let context) {
    print(
        "\(type) at \(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    )
}

print("\nmodels can be the root, too:")
print(try decoder.decode([String: User].self, from: #"{"a": {"user_name": "ada"}}"#).mapValues(\.userName))
