// The main job, step by step.
//
//     swift run QuickStart                    with the user in user.json
//     swift run QuickStart one.json two.json  with GitHub users of your own

import Foundation
import ModelObjects

/// 1. Fills a user, and tells which key filled which property.
func mapUser(_ file: URL) throws {
    print("== A GitHub user from \(file.lastPathComponent)")
    let (user, report) = GitHubUser.inspect(json: try Data(contentsOf: file))
    for problem in report.problems {
        print("problem: \(problem)")
    }
    guard let user else { return }
    show(user)

    print("\n== What matched")
    for match in report.matched where match.key != match.property {
        print("\(match.key) filled \(match.property)")
    }
    print("and \(report.matched.count { $0.key == $0.property }) keys spelt as their properties")
    if !report.unmatchedKeys.isEmpty {
        print("no property for: \(report.unmatchedKeys.map(\.path).joined(separator: ", "))")
    }
}

/// 2. Dates need no formatter, .NET's neither.
func convertDate() throws {
    print("\n== A .NET date")
    let meeting = try Meeting(json: #"{"subject": "Millennium", "starts_at": "\/Date(946684861000+0100)\/"}"#)
    print("\(meeting.subject): \(meeting.startsAt?.formatted(.iso8601) ?? "no date")")
}

/// 3. One key goes its own way, in the class's `serializeValue`.
func overrideHook() throws {
    print("\n== A hook for one key")
    let reading = try Reading(json: #"{"SENSOR": "attic", "fahrenheit": 77}"#)
    print("\(reading.sensor): \(reading.celsius) °C")
}

/// 4. Models in models, and in an untyped array by `arrayMappings`.
func nestModels() throws {
    print("\n== Models in models")
    let garage = try Garage(
        json: """
            {
                "Owner": {"First Name": "Ada"},
                "CARS": [{"maker": "Volvo", "doors": "5"}, {"Maker": "Saab", "doors": 3}]
            }
            """)
    print("\(garage.owner?.firstName ?? "nobody") owns:")
    for case let car as Car in garage.cars {
        print("- a \(car.maker) with \(car.doors) doors")
    }
}

/// 5. Writes the objects to a file, and reads them back with the references between them.
func archiveAndReadBack() throws {
    print("\n== To a file and back")
    let json = #"[{"subject": "Tea"}, {"subject": "Cake", "startsAt": "2026-05-01"}]"#
    let meetings = try Meeting.array(json: json)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("meetings-\(UUID()).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try Meeting.archive(meetings, to: file)
    let again = try Meeting.unarchiveArray(from: file)
    let subjects = again.map(\.subject).joined(separator: ", ")
    print("read back: \(subjects); the same as written: \(again == meetings)")
}

func show(_ model: ModelObject) {
    for (name, value) in Mirror(reflecting: model).children {
        let mirror = Mirror(reflecting: value)
        let held: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : value
        print("\(name ?? ""): \(held as? String == "" ? "\"\"" : held ?? "nil")")
    }
}

var files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
if files.isEmpty, let bundled = Bundle.module.url(forResource: "user", withExtension: "json") {
    files = [bundled]
}
for file in files {
    try mapUser(file)
}
try convertDate()
try overrideHook()
try nestModels()
try archiveAndReadBack()
