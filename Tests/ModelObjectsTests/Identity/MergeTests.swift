import Testing

@testable import ModelObjects

/// Merges of graphs that contain both objects.
struct MergeTests {
    final class Part: ModelObject {
        var name = ""
        var parent: Part?
        var children: [Part] = []
        var info: [String: Any] = [:]
        var tags: [Any] = []
        var any: Any?
        var words: Set<String> = []
        var friends: Set<Part> = []
        var hidden = ""
        override class var propertyRules: [String: PropertyRule] { ["hidden": .ignored] }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    private static func part(_ name: String) throws -> Part {
        let part = try Part(json: #"{"name": "\#(name)", "kept": "\#(name)"}"#)
        (part.info, part.tags, part.any) = (["k": name], [name], [name] as [Any])
        (part.words, part.hidden) = ([name], name)
        return part
    }

    private static func isWhole(_ part: Part, _ name: String) -> Bool {
        part.name == name && part.info as? [String: String] == ["k": name]
            && part.tags as? [String] == [name] && part.any as? [String] == [name] && part.words == [name]
            && part.hidden == name && part.unknownValues() as? [String: String] == ["kept": name]
    }

    @Test func aCopyOfTheTargetHasItsOldValues() throws {
        let (parent, one, other) = (try Self.part("p"), try Self.part("a"), try Self.part("b"))
        parent.children = [one, other]
        (one.parent, other.parent) = (parent, parent)
        one.merge(from: other)
        let copy = try #require(one.parent)
        #expect(copy !== parent && copy.children.count == 2)
        #expect(copy.children[0] !== one && Self.isWhole(copy.children[0], "a"))
        #expect(copy.children[1] === one && one.name == "b" && one.words == ["b"])
        #expect(one.hidden == "a" && one.unknownValues() as? [String: String] == ["kept": "a"])
        (parent.children, copy.children) = ([], [])
    }

    @Test func soHasOneInASet() throws {
        let (one, other) = (try Self.part("a"), try Self.part("b"))
        (one.friends, other.friends) = ([other], [one])
        one.merge(from: other)
        let copy = try #require(one.friends.first)
        #expect(copy !== one && Self.isWhole(copy, "a"))
        #expect(copy.friends.count == 1 && copy.friends.first === one)
        for part in [one, other, copy] { part.friends = [] }
    }

    /// The target can't take the place of the source, so it gets a copy of it.
    @Test func aTargetOfAnotherClassGetsACopyOfTheSource() throws {
        final class Album: ModelObject {
            var name = ""
            var parent: Part?
        }
        let (album, part) = (Album(), try Self.part("a"))
        part.parent = part
        album.merge(from: part)
        let copy = try #require(album.parent)
        #expect(copy !== part && copy.parent === copy && Self.isWhole(copy, "a"))
        (part.parent, copy.parent) = (nil, nil)
    }

    final class Team: ModelObject {
        var players: Set<Player> = []
        var name = ""
    }

    final class Player: ModelObject {
        var number = 0
        var team: Team?
    }

    /// The hashes of such members depend on properties that are filled after the set.
    @Test func membersThatReferToTheSourceAreFound() {
        let (team, other) = (Team(), Team())
        other.players = Set(
            (0..<20).map { number in
                let player = Player()
                (player.number, player.team) = (number, other)
                return player
            })
        other.name = "b"
        team.merge(from: other)
        #expect(team.name == "b" && team.players.count == 20)
        #expect(team.players.allSatisfy { $0.team === team && team.players.contains($0) })
        (team.players, other.players) = ([], [])
    }
}
