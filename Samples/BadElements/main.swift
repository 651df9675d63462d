// Task: an array has bad elements. Keep the good ones and list the bad ones, or reject the whole array.

import ModelObjects

final class Song: ModelObject {
    var title = ""
    var seconds = 0

    override class var propertyRules: [String: PropertyRule] {
        ["title": .required]
    }
}

final class Playlist: ModelObject {
    var songs: [Song] = []
    var ratings: [Int] = []
    var plays: [String: Int] = [:]
}

let json = """
    {
        "songs": [{"title": "So What", "seconds": 545}, {"seconds": 586}, "Freddie Freeloader", null],
        "ratings": [5, "4", "none", 3.5, true],
        "plays": {"Monday": 3, "Tuesday": "many", "Wednesday": "7"}
    }
    """

let (playlist, report) = Playlist.inspect(json: json)
print("songs:   \(playlist?.songs.map(\.title) ?? [])")
print("ratings: \(playlist?.ratings ?? [])")
print("plays:   \((playlist?.plays ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")

print("\nskipped:")
for problem in report.problems {
    print("- \(problem.path): expected \(problem.expected), found \(problem.found)")
}

print("\nrejected as a whole:")
var options = MappingOptions()
options.elements = .reject
do {
    _ = try Playlist(json: json, options: options)
} catch let error as ModelError {
    print(error)
}
