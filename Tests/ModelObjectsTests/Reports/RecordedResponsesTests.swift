import Foundation
import ModelObjects
import Testing

/// Audits of files, and of what a browser recorded.
struct RecordedResponsesTests {
    private final class Song: ModelObject {
        var title = ""
    }

    private let har = #"""
        {"log": {"version": "1.2", "entries": [
          {"request": {"url": "https://a.example/songs/1?x=1"},
           "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"titel\": \"a\"}"}}},
          {"request": {"url": "https://a.example/songs/2"},
           "response": {"status": 200, "content": {"encoding": "base64", "text": "W3sidGl0ZWwiOiAiYiJ9XQ=="}}},
          {"request": {"url": "https://a.example/songs/3"},
           "response": {"status": 404, "content": {"text": "not found"}}},
          {"request": {"url": "https://a.example/songs/4"}, "response": {"status": 204, "content": {}}},
          {"request": {"url": "https://a.example/users/1"}, "response": {"status": 200, "content": {"text": "x"}}}
        ]}}
        """#

    @Test func responsesOfAHARFileAreSamples() throws {
        let findings = try Song.audit(har: Data(har.utf8), matching: "example/songs/*")
        #expect(
            findings.map(\.message) == [
                "No property for $.titel (2 times); the nearest is title.", "No sample fills title.",
            ])
        #expect(try Song.audit(har: Data(har.utf8), matching: "/users/*").map(\.kind) == [.badSample])
        #expect(
            try Song.audit(har: Data(har.utf8), matching: "/books").map(\.message) == [
                "No response in the HAR file has a body and a URL that matches /books."
            ])
        #expect(throws: JSONSyntaxError.self) { try Song.audit(har: Data("<".utf8), matching: "*") }
        #expect(throws: DecodingError.self) { try Song.audit(har: Data("{}".utf8), matching: "*") }
    }

    @Test func responsesCanHaveAnEnvelope() throws {
        let content = #"{"text": "{\"data\": [{\"title\": \"a\"}, {\"titel\": \"b\"}]}"}"#
        let har = #"{"log": {"entries": [{"request": {"url": "x"}, "response": {"content": \#(content)}}]}}"#
        let options = MappingOptions(rootPath: "data")
        let findings = try Song.audit(har: Data(har.utf8), matching: "x", options: options)
        #expect(findings.map(\.message) == ["No property for $.titel; its values are of type String."])
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("songs.har"))
        try Data(har.utf8).write(to: file)
        #expect(try Song.audit(har: file, matching: "x", options: options) == findings)
        let body = URL(fileURLWithPath: folder.path("songs.json"))
        try Data(#"{"data": [{"title": "a"}, {"titel": "b"}]}"#.utf8).write(to: body)
        #expect(Song.audit(samples: [body], options: options) == findings)
    }

    /// Fields that HAR 1.2 requires and some tools leave out.
    @Test(arguments: [
        (#"{"content": {"text": "{\"titel\": 1}"}}"#, true), (#"{"status": 200}"#, false),
        (#"{"status": 200, "content": null}"#, false), (#"{"status": 200, "content": {"text": ""}}"#, false),
        (#"{"status": "failed", "content": {"text": "{}"}}"#, false), ("null", false), ("5", false),
        (#"{"status": 200, "content": {"text": "eyJ0\r\naXRlbCI6IDF9", "encoding": "Base64"}}"#, true),
    ])
    func incompleteResponsesAreSkipped(response: String, isSample: Bool) throws {
        let har = #"{"log": {"entries": [{"request": {"url": "x"}, "response": \#(response)}]}}"#
        let findings = try Song.audit(har: Data(har.utf8), matching: "x")
        #expect(findings.contains { $0.kind == .badSample } == !isSample)
        #expect(findings.contains { $0.message.contains("titel") } == isSample)
    }

    @Test func otherEntriesCanHaveAnyForm() throws {
        let content = #"{"text": "e30", "encoding": "base64"}"#
        let har = #"""
            {"log": {"entries": [
                5, {}, {"request": {"url": "ads"}}, {"request": null, "response": {}},
                {"request": {"url": "x"}, "response": {"content": \#(content)}}]}}
            """#
        #expect(
            try Song.audit(har: Data(har.utf8), matching: "x").map(\.message)
                == ["The response in log.entries[4] can't be read: Its body is not base64."])
    }

    @Test func aSampleThatIsNoJSONIsDescribedAsSuch() {
        let messages = Song.audit(samples: [Data("<html>".utf8)]).map(\.message)
        #expect(messages.contains("Sample 1 can't be mapped: Not JSON: found `<` at line 1, column 1."))
    }

    @Test func filesAreSamples() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = folder.appendingPathComponent("good.json")
        let bad = folder.appendingPathComponent("bad.json")
        try Data(#"{"title": "a"}"#.utf8).write(to: good)
        try Data("[5".utf8).write(to: bad)
        #expect(Song.audit(samples: [good]).isEmpty)
        let messages = Song.audit(samples: [good, bad, folder.appendingPathComponent("none.json")]).map(
            \.message)
        #expect(messages.count == 2)
        #expect(messages[0].hasPrefix("none.json can't be read: Could not read "))
        #expect(messages[1].hasPrefix("bad.json can't be mapped: "))
        let file = folder.appendingPathComponent("recorded.har")
        try Data(har.utf8).write(to: file)
        #expect(try Song.audit(har: file, matching: "/songs/1").count == 2)
        #expect(throws: ModelError.self) { try Song.audit(har: folder, matching: "*") }
    }
}
