// Task: use classes that modelgen made from a response.
//
// Season.swift is the output of `swift run modelgen Samples/GeneratedClass/season.json`.

import Foundation
import ModelObjects

let json = """
    {
        "season_id": 13, "title": "Spring", "opens_on": "2026-04-01",
        "concerts": [
            {
                "name": "Gala", "starts_at": "2026-04-01T19:30:00Z", "seats": 900,
                "soloists": [{"name": "Clara", "plays": "piano"}], "ticket_url": "https://example.com/tickets/7"
            }
        ]
    }
    """

let (season, report) = Season.inspect(json: json)
print("Findings: \(report.problems.count + report.unmatchedKeys.count + report.conversions.count)")
for concert in season?.concerts ?? [] {
    let soloists = concert.soloists.map(\.name).joined(separator: ", ")
    print("\(concert.name) with \(soloists): \(concert.seats ?? 0) seats")
}

// The comment at the top of Season.swift names the key style of the response.
print(try season?.jsonString(options: ExportOptions(keyStyle: .snakeCase)) ?? "")
