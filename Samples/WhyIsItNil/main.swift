// Task: a property is nil, or empty, or an old value, and nobody knows why. Ask.

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

    override class var propertyRules: [String: PropertyRule] {
        ["email": .key("contact.email")]
    }
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

/// A class that no payload can fill as it was meant: the audit knows without one.
final class Account: ModelObject {
    var userID = 0
    var user_id = ""
    var note = ""
    var onChange: (() -> Void)?

    override class var propertyRules: [String: PropertyRule] {
        ["note": .keys("note", "--")]
    }
}

/// Columns as wide as their widest cell.
func table(_ rows: [[String]]) {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
        let cells = zip(row, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.count)
        }
        print("  " + cells.joined(separator: "   ").trimmingSuffix(" "))
    }
}

extension String {
    func trimmingSuffix(_ character: Character) -> String {
        var rest = self[...]
        while rest.last == character { rest.removeLast() }
        return String(rest)
    }
}

extension MappingProblem.Action {
    var inWords: String {
        switch self {
        case .keptValue: "keeps its value"
        case .skippedElement: "left out"
        case .refusedObject: "object refused"
        case .ignoredKey: "key passed over"
        }
    }
}

let (profile, report) = Profile.inspect(json: json)

print("There is \(profile == nil ? "no object" : "an object"). What did not go where it was meant to:\n")
table(
    [["LINE", "WHERE", "EXPECTED", "FOUND", "SO"]]
        + report.problems.map {
            ["\($0.line ?? 0)", $0.path, $0.expected, $0.found, $0.action.inWords]
        })

print("\nKeys that no property wants:\n")
table([["KEY", "DID YOU MEAN"]] + report.unmatchedKeys.map { [$0.path, $0.nearest ?? "–"] })

print("\nProperties that no key fed:\n")
print("  \(report.unfilled.joined(separator: ", "))")

print("\nWhat was converted on the way:\n")
table([["WHERE", "FROM", "TO"]] + report.conversions.map { [$0.path, $0.from, $0.to] })

print("\nProperties that take no part:\n")
table([["PROPERTY", "WHY"]] + report.unmappable.map { [$0.property, $0.reason] })

print("\nAnother class, and no payload at all:\n")
for finding in Account.audit() {
    print("  \(finding.message)")
}
