import Foundation
import Testing

@testable import ModelObjects

/// Graphs with reference cycles through Sets.
///
/// A member is hashed by its content, which is not complete when the Set is created.
@Suite struct SetCycleTests {
    // MARK: Cycles

    private static func friends(_ count: Int) -> [Friend] {
        let friends = (0..<count).map { Friend("friend \($0)") }
        for (index, friend) in friends.enumerated() {
            friend.friends = [friends[(index + 1) % count], friends[(index + 2) % count]]
        }
        return friends
    }

    private static func unlink(_ friends: [Friend]) {
        for friend in friends { (friend.friends, friend.others, friend.best) = ([], nil, nil) }
    }

    @Test(arguments: [1, 2, 3, 50])
    func aCycleRoundTrips(count: Int) throws {
        let friends = Self.friends(count)
        let data = try friends[0].archivedData()
        let again = try Friend.unarchive(data: data)
        let all = Self.reached(from: again)
        #expect(all.count == count)
        #expect(all.allSatisfy { $0.isSound })
        #expect(try again.archivedData() == data)
        Self.unlink(friends + all)
    }

    @Test func aCycleThroughAnAnyRoundTrips() throws {
        let (one, other) = (Friend("one"), Friend("other"))
        one.others = [Set([other])] as [Any]
        other.others = [Set([one])] as [Any]
        let again = try Friend.unarchive(data: one.archivedData())
        let second = ((again.others as? [Any])?.first as? Set<AnyHashable>)?.first?.base as? Friend
        #expect(second?.name == "other")
        Self.unlink([one, other, again] + (second.map { [$0] } ?? []))
    }

    @Test func aLongChainOfSetsRoundTrips() throws {
        let chain = (0..<Effort.count(2_000, atLeast: 1_000)).map { Friend("\($0)") }
        for (one, next) in zip(chain, chain.dropFirst()) { one.friends = [next] }
        let again = try Friend.unarchive(data: chain[0].archivedData())
        #expect(Self.reached(from: again).count == chain.count)
    }

    // MARK: Lookup of members

    /// For any graph, members that are found in the original are also found in its copies.
    @Test(arguments: Effort.some(of: 1...60, atLeast: 20))
    func membersAreFoundInCopies(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let friends = (0..<Int.random(in: 2...12, using: &random)).map { Friend("\($0)") }
        for friend in friends {
            let members = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                friends.randomElement(using: &random)
            }
            friend.friends = Set(members)
            friend.best = Bool.random(using: &random) ? friends.randomElement(using: &random) : nil
        }
        // Insert members again that were inserted before their content was complete.
        for friend in friends { friend.friends = Set(Array(friend.friends)) }
        try #require(friends.allSatisfy { $0.isSound }, "seed \(seed)")

        let root = Friend("root")
        root.friends = Set(friends)
        let copy = Self.reached(from: root.copy())
        let merged = Friend("root")
        merged.merge(from: root)
        let archived = Self.reached(from: try Friend.unarchive(data: root.archivedData()))
        for (way, all) in [("copy", copy), ("merge", Self.reached(from: merged)), ("archive", archived)] {
            #expect(all.count == friends.count + 1, "\(way), seed \(seed)")
            #expect(all.allSatisfy { $0.isSound }, "\(way), seed \(seed)")
            let counts = all.map { "\($0.name) \($0.friends.count)" }.sorted()
            #expect(counts == (friends + [root]).map { "\($0.name) \($0.friends.count)" }.sorted())
            Self.unlink(all)
        }
        Self.unlink(friends)
    }

    /// The players have equal hashes, so each one is tried with others, and each trial leads back to the team.
    @Test func setsWhoseMembersReferBackAreArchived() throws {
        let league = League()
        league.teams = Set([0, 1, 2].map { Team(players: 80, from: $0) })
        defer { for team in league.teams { team.players = [] } }
        let again = try League.unarchive(data: league.archivedData())
        defer { for team in again.teams { team.players = [] } }
        #expect(again.teams.map(\.players.count) == [80, 80, 80])
        #expect(Set(again.teams.flatMap(\.players).map(\.mark.number)) == Set(0..<82))
    }

    private static func reached(from root: Friend) -> [Friend] {
        var found = [root]
        var seen = [ObjectIdentifier(root)] as Set
        var index = 0
        while index < found.count {
            for next in Array(found[index].friends) + (found[index].best.map { [$0] } ?? [])
            where seen.insert(ObjectIdentifier(next)).inserted {
                found.append(next)
            }
            index += 1
        }
        return found
    }
}

final class Friend: ModelObject {
    var name = ""
    var friends: Set<Friend> = []
    var best: Friend?
    var others: Any?

    required init() {}

    init(_ name: String) { self.name = name }

    var isSound: Bool { friends.allSatisfy { friends.contains($0) } }
}

private final class League: ModelObject {
    var teams: Set<Team> = []
}

private final class Team: ModelObject {
    var players: Set<Player> = []

    required init() {}

    init(players count: Int, from number: Int) {
        super.init()
        players = Set(
            (0..<count).map { index in
                let player = Player()
                (player.team, player.mark.number) = (self, number + index)
                return player
            })
    }
}

private final class Player: ModelObject {
    /// Compared by its own `==`, and not hashed.
    struct Mark: Codable, Equatable { var number = 0 }

    final class Detail: ModelObject {
        var mark = Mark()
        var extra: Node?
    }

    var detail = Detail()
    var team: Team?

    var mark: Mark {
        get { detail.mark }
        set { detail.mark = newValue }
    }
}
