// Task: give a language model the schema of a tool's arguments, and keep a class, its schema and recorded
// responses in sync.

import Foundation
import ModelObjects

/// The arguments of a tool.
final class Booking: ModelObject {
    var guest = ""
    var seats = 1
    var at: Date?
    var table = Table.inside
    var wishes: [Wish] = []

    enum Table: String, CaseIterable { case inside, terrace }

    override class var propertyRules: [String: PropertyRule] {
        [
            "guest": .described("The full name."),
            "seats": .described("How many people will come.").required,
            "at": .described("The time of arrival; null if the guest did not say."),
        ]
    }
}

/// One of several kinds of wish.
class Wish: ModelObject {
    override class var discriminator: Discriminator? {
        .key("kind", ["diet": Diet.self, "chair": Chair.self])
    }
}

final class Diet: Wish {
    var without: [String] = []
}

final class Chair: Wish {
    var isForChild = false
}

print("The tool's parameters, as a language model gets them:")
print(try Booking.jsonSchemaString(for: .structuredOutput, options: ExportOptions(pretty: true)))

// The model's answer has every key, with null for unknown values.
let arguments = """
    {
        "guest": "Ada King", "seats": 3, "at": null, "table": "terrace",
        "wishes": [{"kind": "diet", "without": ["nuts"]}, {"kind": "chair", "isForChild": true}]
    }
    """
let booking = try Booking(json: arguments)
print("\n\(booking.guest), \(booking.seats) seats, \(booking.table), \(booking.wishes.map { type(of: $0) })")

/// A response of a server.
final class Song: ModelObject {
    var title = ""
    var seconds = 0
    var composer: String?
    var links: [String: URL] = [:]

    override class var propertyRules: [String: PropertyRule] { ["title": .required] }
}

print("\nThe schema of a response, for a validator in another language:")
let schema = try Song.jsonSchemaString(options: ExportOptions(keyStyle: .snakeCase))
print(schema)

// Commit the schema as a file. A test that compares the two fails when the class changes.
let committed = schema.replacingOccurrences(of: "seconds", with: "length")
print("\nThe committed schema is up to date: \(committed == schema)")

// The other half: recorded responses still fit the class.
let recorded = Data(#"{"title": "So What", "lenght": 545, "composer": "Davis", "links": {}}"#.utf8)
for finding in Song.audit(samples: [recorded]) { print("- \(finding)") }

// Structured output can't describe a dictionary, because its keys are unknown.
do {
    _ = try Song.jsonSchema(for: .structuredOutput)
} catch {
    print("\n\(error)")
}
