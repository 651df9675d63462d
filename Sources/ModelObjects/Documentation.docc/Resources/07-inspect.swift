import Foundation
import ModelObjects

final class Show: ModelObject {
    var remoteID = 0
    var title = ""
    var hostName = ""
    var episodes: [Episode] = []
}

final class Episode: ModelObject {
    var episodeTitle = ""
    var released: Date?
    var duration = 0
    var audioURL: URL?

    override class var propertyRules: [String: PropertyRule] {
        ["episodeTitle": .required, "audioURL": .key("audio.url")]
    }
}

let json = """
    {
        "id": 7, "Title": "Tides", "host_name": "Ada",
        "episodes": [
            {
                "episode_title": "High water", "released": "2024-05-01T06:00:00Z",
                "duration": "1804", "audio": {"url": "https://example.com/1.mp3"}
            },
            {
                "episode_title": "Low water", "released": 1715148000,
                "duration": 1502, "audio": {"url": "https://example.com/2.mp3"}
            },
            {"episode_title": null, "duration": "long"}
        ]
    }
    """

let (inspected, report) = Show.inspect(json: json)
print(inspected?.episodes.count ?? 0)  // 2
for problem in report.problems { print(problem) }
// No usable value for required `episodeTitle` at $.episodes[2] (line 12, column 9): expected String.
// Expected String, found null at $.episodes[2].episode_title (line 12, column 27).
// Expected Int, found string at $.episodes[2].duration (line 12, column 45).
for made in report.conversions { print(made.path, made.from, made.to) }
// $.episodes[0].duration string Int
