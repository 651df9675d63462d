import Foundation
import ModelObjects
import Testing

/// Isolated to the main actor, with its conformances.
private struct Place: Codable, Hashable {
    var city = ""
    var zip = 0
    static func == (left: Place, right: Place) -> Bool { [left.zip].allSatisfy { $0 == right.zip } }
    func hash(into hasher: inout Hasher) { [zip].forEach { hasher.combine($0) } }
}

private enum Access: Codable, Hashable { case open, locked(code: Int) }

private nonisolated struct Code: Codable, Hashable {
    var text = ""
    static func == (left: Code, right: Code) -> Bool { left.text.lowercased() == right.text.lowercased() }
    func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

private final class Tag: ModelObject {
    var place: Place?
    var places: [Place] = []
    var access: Access?
    var code = Code()
}

private final class Post: ModelObject {
    var tags: Set<Tag> = []
}

@concurrent private func load(_ json: String) async throws -> sending Post { try Post(json: json) }

@Suite("An app isolated to the main actor compares models on every thread")
struct MainActorEqualityTests {
    private static let tags =
        "["
        + (0..<30).map {
            #"{"place":{"city":"c","zip":\#($0)},"places":[{"city":"p","zip":\#($0)}],"access":{"locked":{"code":\#($0)}}}"#
        }.joined(separator: ",") + "]"

    @Test func aSetFromAnotherThreadFindsItsMembers() async throws {
        let json = "{\"tags\": \(Self.tags)}"
        let post = try await load(json)
        #expect(post.tags.count == 30)
        #expect(post.tags.allSatisfy { post.tags.contains($0) })
        post.tags.formUnion(try Tag.array(json: Self.tags))
        #expect(post.tags.count == 30)
        #expect(try post == Post(json: json) && post.hashValue == Post(json: json).hashValue)
    }

    /// Older systems don't check isolated conformances, and use the type's own `==`.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func isolatedTypesAreComparedByTheirParts() async throws {
        let texts = [#"{"place":{"city":"a","zip":1}}"#, #"{"place":{"city":"b","zip":1}}"#]
        #expect(try Tag(json: texts[0]) != Tag(json: texts[1]))
        #expect(try Tag(json: texts[0]).changes(since: Tag(json: texts[1])).count == 1)
        let areEqual = try await Task.detached { try Tag(json: texts[0]) == Tag(json: texts[1]) }.value
        #expect(!areEqual)
    }

    @Test func nonisolatedTypesAreComparedByTheirOwnRules() async throws {
        let texts = [#"{"code":{"text":"A"}}"#, #"{"code":{"text":"a"}}"#]
        #expect(try Tag(json: texts[0]) == Tag(json: texts[1]))
        let areEqual = try await Task.detached { try Tag(json: texts[0]) == Tag(json: texts[1]) }.value
        #expect(areEqual)
    }
}
