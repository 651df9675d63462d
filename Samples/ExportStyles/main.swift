// Task: write JSON for other services: different spellings and dates, fewer properties, Rails.

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
func show(_ title: String, _ options: ExportOptions) throws {
    print("\(title)\n\(try author.jsonString(options: options))\n")
}

try show("As it is", ExportOptions())
try show("snake_case", ExportOptions(keyStyle: .snakeCase))
try show("kebab-case, without relations", ExportOptions(keyStyle: .kebabCase, relations: .none))
try show(
    "PascalCase, .NET dates, only these",
    ExportOptions(keyStyle: .pascalCase, dateFormat: .dotNet, only: ["userID", "joinedAt"]))
try show(
    "Nulls too, except these", ExportOptions(nulls: .include, except: ["address", "posts", "avatarURL"]))
try show(
    "For Rails' nested attributes",
    ExportOptions(
        keyStyle: .snakeCase, relations: .railsAttributes, only: ["fullName", "address", "posts"]))
try show(
    "For people", ExportOptions(pretty: true, sortedKeys: true, only: ["fullName", "address"]))
print("As a dictionary\n\(try author.jsonObject()["userID"] ?? "nothing")")
