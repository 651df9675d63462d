// Task: write JSON for other services: other spellings, other dates, fewer properties, Rails.

import Foundation
import ModelObjects

final class Author: ModelObject {
    var userID = 0
    var fullName = ""
    var avatarURL: URL?
    var joinedAt: Date?
    var nickName: String?
    var password = "secret"
    var address: Address?
    var posts: [Post] = []

    override class var propertyRules: [String: PropertyRule] {
        ["password": .notExported]
    }
}

final class Address: ModelObject {
    var city = ""
    var zipCode = ""
}

final class Post: ModelObject {
    var title = ""
    var likeCount = 0
}

let author = try Author(
    json: """
        {
            "userID": 7, "fullName": "Ada Lovelace", "avatarURL": "https://example.com/ada.png",
            "joinedAt": "1833-06-05T12:00:00Z", "password": "x",
            "address": {"city": "London", "zipCode": "SW1"}, "posts": [{"title": "Notes", "likeCount": 3}]
        }
        """)

@MainActor
func show(_ title: String, change: (inout ExportOptions) -> Void) throws {
    var options = ExportOptions()
    change(&options)
    print("\(title)\n\(try author.jsonString(options))\n")
}

try show("As it is") { _ in }
try show("snake_case") { $0.keyStyle = .snakeCase }
try show("kebab-case, without relations") {
    $0.keyStyle = .kebabCase
    $0.relations = .none
}
try show("PascalCase, .NET dates, only these") {
    $0.keyStyle = .pascalCase
    $0.dateFormat = .dotNet
    $0.only = ["userID", "joinedAt"]
}
try show("Nulls too, except these") {
    $0.nulls = .include
    $0.except = ["address", "posts", "avatarURL"]
}
try show("For Rails' nested attributes") {
    $0.keyStyle = .snakeCase
    $0.relations = .railsAttributes
    $0.only = ["fullName", "address", "posts"]
}
try show("For people") {
    $0.pretty = true
    $0.sortedKeys = true
    $0.only = ["fullName", "address"]
}
print("As a dictionary\n\(try author.jsonObject()["userID"] ?? "nothing")")
