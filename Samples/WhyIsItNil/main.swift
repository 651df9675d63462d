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

let (profile, report) = Profile.inspect(json: json)

func line(_ cells: String...) {
    let padded = cells.dropLast().map { $0.padding(toLength: 18, withPad: " ", startingAt: 0) }
    print((padded + cells.suffix(1)).joined())
}

print("There is \(profile == nil ? "no object" : "an object"). What it did not get:\n")
line("WHERE", "EXPECTED", "FOUND", "LINE")
for problem in report.problems {
    line(problem.path, problem.expected, problem.found, "\(problem.line ?? 0)")
}

print("\nWhat was converted on the way:\n")
line("WHERE", "FROM", "TO")
for conversion in report.conversions {
    line(conversion.path, conversion.from, conversion.to)
}

print("\nKeys that no property wants:\n")
line("KEY", "DID YOU MEAN")
for key in report.unmatchedKeys {
    line(key.path, key.nearest ?? "–")
}

print("\nProperties that no key fed: \(report.unfilled.joined(separator: ", "))")

print("\nProperties that take no part:\n")
line("PROPERTY", "WHY")
for (property, reason) in report.unmappable {
    line(property, reason)
}

print("\nThe same, without a payload:\n")
for finding in Profile.audit() {
    print("- \(finding.message)")
}
