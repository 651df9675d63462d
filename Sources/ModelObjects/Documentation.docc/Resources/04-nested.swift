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

let show = try Show(json: json)
for episode in show.episodes { print(episode.episodeTitle, episode.duration) }
// High water 1804
// Low water 1502
//  0
