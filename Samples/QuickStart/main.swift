// Task: the main job, step by step: fill an object, see what matched, a date, a hook, models in models, a file.
//
//     swift run QuickStart                    with the user below
//     swift run QuickStart one.json two.json  with GitHub users of your own

import Foundation
import ModelObjects

final class GitHubUser: ModelObject {
    var login = ""
    var id = 0
    var avatarURL: URL?
    var type: String?
    var siteAdmin = false
    var name: String?
    var email: String?
    var publicRepos = 0
    var createdAt: Date?
}

final class Garage: ModelObject {
    var owner: Owner?
    var opened: Date?
    var celsius = 0.0
    var cars: [Any] = []

    override func serializeValue(_ value: Any, key: String) {
        if key == "fahrenheit", let degrees = Double("\(value)") {
            celsius = (degrees - 32) / 1.8  // one key by hand
        } else {
            super.serializeValue(value, key: key)
        }
    }
}

final class Owner: ModelObject { var name = "" }

final class Car: ModelObject {
    var maker = ""
    var doors = 0
}

let octocat = """
    {
        "login": "octocat", "ID": 583231, "avatar_url": "https://example.com/u/583231", "type": "User",
        "site-admin": false, "Name": "The Octocat", "email": null, "public_repos": "8", "plan": "free",
        "created_at": "2011-01-25T18:44:36Z"
    }
    """
let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
for payload in files.isEmpty ? [Data(octocat.utf8)] : try files.map({ try Data(contentsOf: $0) }) {
    let (user, report) = GitHubUser.inspect(json: payload)
    print(user.map { "\($0)" } ?? "no object: \(report)")
    for match in report.matched { print("\(match.key) filled \(match.property): \(match.rank)") }
    print("no property for:", report.unmatchedKeys.map(\.path).joined(separator: " "))
}

let garage = try Garage(
    json: #"""
        {
            "Owner": {"NAME": "Ada"}, "opened": "\/Date(946684861000+0100)\/", "fahrenheit": 77,
            "CARS": [{"maker": "Volvo", "doors": "5"}, {"Maker": "Saab", "doors": 3}]
        }
        """#, options: MappingOptions(arrayMappings: ["cars": Car.self]))
print("\n\(garage)")

let file = FileManager.default.temporaryDirectory.appendingPathComponent("garage-\(UUID()).plist")
defer { try? FileManager.default.removeItem(at: file) }
try garage.archive(to: file)
print("\nread back, equal to what was written:", try Garage.unarchive(from: file) == garage)
