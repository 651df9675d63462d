// Task: half of the program uses Codable. Put models into Codable structs, and Codable structs into models.

import Foundation
import ModelObjects

/// A Codable struct with models.
struct Page: Codable {
    var number: Int
    var people: [Person]
}

/// A model with Codable structs.
final class Person: ModelObject {
    var fullName = ""
    var home: Point?
    var places: [Point] = []
}

struct Point: Codable {
    var x: Double
    var y: Double
}

let json = Data(
    """
    {"number": 1, "people": [{"full_name": "Ada", "home": {"x": 1, "y": 2}, "PLACES": [{"x": 0, "y": 0.5}]}]}
    """.utf8)

print("JSONDecoder decodes a Codable struct with models, by the models' key matching:")
let page = try JSONDecoder().decode(Page.self, from: json)
let person = page.people[0]
print("  \(person.fullName) lives at x = \(person.home?.x ?? 0) and knows \(person.places.count) place")

print("JSONEncoder writes it again, by the models' names:")
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
print("  \(String(decoding: try encoder.encode(page), as: UTF8.self))")

print("A model works with other coders, too:")
let list = try PropertyListEncoder().encode(person)
let same = try PropertyListDecoder().decode(Person.self, from: list)
print("  read back from a property list, the person is \(same == person ? "equal" : "different")")

print("Errors are Codable's, with the path of the value:")
do {
    _ = try JSONDecoder().decode(Page.self, from: Data(#"{"number": 1, "people": ["Ada"]}"#.utf8))
} catch let DecodingError.typeMismatch(_, context) {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    print("  typeMismatch at \(path.joined()): a person must be an object")
}
