import Testing

@testable import ModelObjects

/// Sets of models inside Codable values, which are hashed while they are decoded.
@Suite struct CodableModelSetTests {
    struct Team: Codable, Equatable {
        var members: Set<ArchiveTag> = []
        var ranks: [ArchiveTag: Int] = [:]
    }

    final class League: ModelObject {
        var team = Team()
        var teams: [Team] = []
        var members: [ArchiveTag] = []
    }

    @Test func membersAreHashedWhenTheyAreWhole() throws {
        let tags = ["a", "b", "c"].map { text in
            let tag = ArchiveTag()
            tag.text = text
            return tag
        }
        let league = League()
        league.team = Team(members: Set(tags), ranks: [tags[0]: 1, tags[1]: 2])
        league.teams = [league.team, Team(members: [tags[2]])]
        league.members = tags
        let data = try league.archivedData()
        let again = try League.unarchive(data: data)
        #expect(again == league && again.team.members.count == 3 && again.teams[0].ranks.count == 2)
        #expect(again.members.allSatisfy { again.team.members.contains($0) })
        #expect(again.team.members.contains { $0 === again.members[0] })
        #expect(again.team.ranks[again.members[1]] == 2)
        #expect(try again.archivedData() == data)
    }
}
