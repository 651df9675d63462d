// Task: find out why a property is nil, empty or unchanged.

import Foundation
import ModelObjects

final class Profile: ModelObject {
    var userName = ""
    var age = 0
    var height: Int8 = 0
    var email: String?
    var born: Date?
    var homepage: URL?
    var plan = Plan.free
    var address: Address?
    var tags: [Int] = []
    var isActive = false
    let version = 1
    weak var friend: Profile?

    override class var propertyRules: [String: PropertyRule] { ["email": .key("contact.email")] }
}

enum Plan: String { case free, paid }

final class Address: ModelObject {
    var city = ""
    var zip = 0
}

let json = """
    {
        "usrName": "ada",
        "age": "thirty",
        "height": 300,
        "contact": "ada@example.com",
        "born": "31/12/1815",
        "homepage": 7,
        "plan": "gold",
        "address": {"city": null, "zip": "12ab"},
        "tags": [1, "two", 3],
        "isActive": "yes"
    }
    """

/// Columns as wide as their widest cell.
func table(_ title: String, _ rows: [[String]]) {
    print("\n\(title):\n")
    let widths = rows[0].indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
        let cells = zip(row, widths).map { $0.padding(toLength: $1 + 3, withPad: " ", startingAt: 0) }
        print("  " + cells.joined() + row[row.count - 1])
    }
}

let (profile, report) = Profile.inspect(json: json)
print(profile == nil ? "There is no object." : "There is an object.")

table(
    "Values that did not fit",
    [["LINE", "WHERE", "EXPECTED", "FOUND", "SO"]]
        + report.problems.map {
            [
                "\($0.line ?? 0)", $0.path, $0.expected, $0.found,
                $0.action == .keptValue ? "keeps its value" : "left out",
            ]
        })
table(
    "Keys without a property",
    [["KEY", "NEAREST"]] + report.unmatchedKeys.map { [$0.path, $0.nearest ?? ""] })
table("Properties without a key", report.unfilled.map { [$0] })
table(
    "Converted values", [["WHERE", "FROM", "TO"]] + report.conversions.map { [$0.path, $0.from, $0.to] })
table(
    "Properties that are not mapped",
    [["PROPERTY", "WHY"]] + report.unmappable.map { [$0.property, $0.reason] })
