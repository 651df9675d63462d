// Task: a list endpoint sends some bad elements. Keep the good ones, and log one line for each kind of problem.

import Foundation
import ModelObjects

final class Performance: ModelObject {
    var title = ""
    var starts: Date?
    var seats = 0
    var prices: [String: Double] = [:]

    override class var propertyRules: [String: PropertyRule] {
        ["title": .required]
    }
}

let json = """
    [
        {"title": "Aida", "starts": "2026-01-12T19:30:00Z", "seats": 1200, "prices": {"stalls": 90, "box": 150}},
        {"title": "Tosca", "starts": "12 January", "seats": "1200", "logo": "t.png", "prices": {"stalls": "90"}},
        {"title": "Otello", "starts": "19 January", "seats": "800", "logo": "o.png", "prices": {"box": "150"}},
        {"seats": 800, "logo": "x.png"},
        null,
        {"title": "Norma", "seats": [], "logo": "n.png"}
    ]
    """

let (performances, report) = Performance.inspectArray(json: json)
print("kept: \(performances.map(\.title))")

print("\nthe report, one line for findings that differ only in their place:")
print(report)

print("\nthe same as data, for a log or a metric:")
for group in report.summary where group.kind != .problem {
    print("- \(group.kind) \(group.path): \(group.count), first at \(group.first)")
}

print("\nthe lists of the report are complete:")
for key in report.unmatchedKeys { print("- \(key.path)") }

print("\nstrict, the whole list is rejected:")
let (none, strict) = Performance.inspectArray(json: json, options: MappingOptions(elements: .reject))
print(none.count, strict.error.map { "\($0)" } ?? "-")
