import Foundation
import ModelObjects
import Testing

private final class Track: ModelObject {
    var name = ""
    lazy var seenKeys: [String] = []

    override func serializeValue(_ value: Any, key: String) {
        seenKeys.append(key)
        super.serializeValue(value, key: key)
    }
}

@Suite("An app isolated to the main actor streams")
struct MainActorStreamTests {
    private let lines = "{\"name\": \"a\"}\n{\"name\": \"b\"}\n"
    private var names: [String] { ["a", "b"] }

    private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    @Test func bytesAndChunks() async throws {
        var tracks: [Track] = []
        for try await track in Track.elements(in: stream(Array(lines.utf8))) { tracks.append(track) }
        for try await track in Track.elements(in: stream([Data(lines.utf8)])) { tracks.append(track) }
        #expect(tracks.map(\.name) == names + names)
        #expect(tracks[0].seenKeys == ["name"])
    }

    @Test func aFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        var writer = try ModelWriter<Track>(to: file)
        for track in try Track.array(json: "[{\"name\": \"a\"}, {\"name\": \"b\"}]") {
            try writer.write(track)
        }
        try writer.close()
        var read: [String] = []
        for try await track in Track.elements(contentsOf: file) { read.append(track.name) }
        try Track.forEach(contentsOf: file) { read.append($0.name) }
        #expect(read == names + names)
    }

    @Test func whileTextArrives() throws {
        let track = Track()
        try track.update(partial: "{\"name\": \"Sum", openStrings: true)
        #expect(track.name == "Sum")
    }
}
