import Foundation
import ModelObjects
import Testing

// This target is built with `.defaultIsolation(MainActor.self)`, as Xcode's template builds apps. What it
// proves is proved by compiling: not one declaration in it says `nonisolated`.

private final class Note: ModelObject {
    var title = ""
    var pages = 0
    var author: Author?
    var notes: [Note] = []
    /// What the hook saw; mapping leaves lazy properties alone.
    lazy var seenKeys: [String] = []

    override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.keyMatching = .caseInsensitive
        return options
    }

    override func serializeValue(_ value: Any, key: String) {
        seenKeys.append(key)
        super.serializeValue(value, key: key)
    }
}

private final class Author: ModelObject {
    var name: String

    required init() {
        name = "nobody"
    }

    init(name: String) {
        self.name = name
    }
}

@Suite("An app isolated to the main actor maps")
struct MainActorMappingTests {
    private let json =
        #"{"Title": "Tea", "pages": 3, "author": {"name": "Lu Yu"}, "notes": [{"title": "Two"}]}"#

    @Test func callsTheHookForEveryKey() throws {
        let note = try Note(json: json)
        #expect(note.title == "Tea")
        #expect(note.pages == 3)
        #expect(note.author?.name == "Lu Yu")
        #expect(note.notes.map(\.title) == ["Two"])
        #expect(note.seenKeys == ["Title", "pages", "author", "notes"])
    }

    @Test func updatesInPlace() throws {
        let note = try Note(json: json)
        try note.update(json: #"{"pages": 4}"#)
        #expect(note.title == "Tea")
        #expect(note.pages == 4)
    }

    @Test func mapsOffTheMainActorToo() async throws {
        let json = json
        let title = try await Task.detached { try Note(json: json).title }.value
        #expect(title == "Tea")
    }

    @Test func keepsItsOwnInitializer() {
        #expect(Author(name: "Sen").name == "Sen")
        #expect(Author().name == "nobody")
    }
}
