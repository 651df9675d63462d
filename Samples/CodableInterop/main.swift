// Task: half of the program is Codable. Models go into Codable structs, and Codable structs into models.

import Foundation
import ModelObjects

/// A Codable struct that holds models.
struct Envelope: Codable {
    var page: Int
    var people: [Person]
}

/// A model that holds Codable structs: one, many, by name.
final class Person: ModelObject {
    var fullName = ""
    var home: Point?
    var places: [Point] = []
    var named: [String: Point] = [:]
}

struct Point: Codable, Equatable {
    var x: Double
    var y: Double
}

let json = Data(
    """
    {"page": 1, "people": [
        {"full_name": "Ada", "home": {"x": 1, "y": 2}, "PLACES": [{"x": 0, "y": 0.5}], "named": {"sea": {"x": 9, "y": 9}}}
    ]}
    """.utf8)

let envelope = try JSONDecoder().decode(Envelope.self, from: json)
let person = envelope.people[0]
print("\(person.fullName) at \(person.home?.x ?? 0), \(person.home?.y ?? 0)")
print("places: \(person.places.count), the sea at \(person.named["sea"]?.x ?? 0)")

let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
print(String(decoding: try encoder.encode(envelope), as: UTF8.self))

let list = try PropertyListEncoder().encode(person)
let again = try PropertyListDecoder().decode(Person.self, from: list)
print("through a property list: \(again == person ? "equal" : "different")")

do {
    _ = try JSONDecoder().decode(Envelope.self, from: Data(#"{"page": 1, "people": ["nobody"]}"#.utf8))
} catch let DecodingError.typeMismatch(_, context) {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    print("a DecodingError at \(path.joined())")
}
