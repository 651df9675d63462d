// Task: a server changed its responses. Find out what is different, in a grouped report and in an audit.

import Foundation
import ModelObjects

final class Season: ModelObject {
    var title = ""
    var concerts: [Concert] = []
}

final class Concert: ModelObject {
    var name = ""
    var starts: Date?
    var seats = 0
}

let thisYear = """
    {
        "title": "Winter",
        "concerts": [
            {"name": "Opening", "starts": "12/01/2026 19:30", "seats": 1200, "logo": "a.png"},
            {"name": "Quartet", "starts": "19/01/2026 19:30", "seats": "sold out", "logo": "b.png"},
            {"name": "Recital", "starts": "26/01/2026 11:00", "seats": 300, "logo": null}
        ]
    }
    """
let lastYear = """
    {"title": "Spring", "concerts": [{"name": "Gala", "starts": "2025-04-01T19:30:00Z", "seats": 900}]}
    """

let (season, report) = Season.inspect(json: thisYear)
print("This year's response gives \(season?.concerts.count ?? 0) concerts. Its report:")
print(report)

print("\nAn audit compares the class with both responses:")
for finding in Season.audit(samples: [Data(lastYear.utf8), Data(thisYear.utf8)]) {
    print("- \(finding)")
}

// The server now writes dates in a different format: declare both. "sold out" has no number, so zero seats are right.
final class NewConcert: ModelObject {
    var name = ""
    var starts: Date?
    var seats = 0
    var logo: String?

    override class var propertyRules: [String: PropertyRule] {
        [
            "starts": .date(.firstOf([.iso8601, .format("dd/MM/yyyy HH:mm")])),
            "seats": .converted(from: { $0 as? String == "sold out" ? 0 : $0 as? Int }),
        ]
    }
}

let options = MappingOptions(rootPath: "concerts")
let concerts = try NewConcert.array(json: thisYear, options: options)
print("\nWith new rules:")
for concert in concerts {
    print("- \(concert.name): \(concert.starts?.formatted(.iso8601) ?? "no date"), \(concert.seats) seats")
}
