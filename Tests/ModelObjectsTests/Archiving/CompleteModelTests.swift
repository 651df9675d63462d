import Foundation
import Testing

@testable import ModelObjects

/// Values that the app's code makes of models: it finds the models complete when an archive is read.
struct CompleteModelTests {
    class Player: ModelObject {
        var name = ""
        var club: Club?
    }

    struct Captain: ModelValue, Equatable {
        var player: Player
        var title: String
        static func modelValue(from value: Any) -> Captain? {
            ((value as? [String: Any])?["player"] as? Player).map { Captain(player: $0, title: $0.name) }
        }
        var exportedValue: Any { ["player": player] }
    }

    struct Keeper: RawRepresentable, Equatable {
        var rawValue: Player
        var title: String
        init(rawValue: Player) { (self.rawValue, title) = (rawValue, rawValue.name) }
    }

    struct Striker: Equatable {
        var player: Player
        var title: String
    }

    struct Coach: Codable, Equatable {
        var player: Player
        var title: String
        init(_ player: Player) { (self.player, title) = (player, player.name) }
        init(from decoder: any Decoder) throws {
            self.init(try decoder.singleValueContainer().decode(Player.self))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(player)
        }
    }

    @propertyWrapper struct Titled: ModelPropertyWrapper {
        var title: String
        var wrappedValue: Player { didSet { title = wrappedValue.name } }
        init(wrappedValue: Player) { (self.wrappedValue, title) = (wrappedValue, wrappedValue.name) }
        var projectedValue: String { title }
    }

    final class Club: ModelObject {
        var captain: Captain?
        var captains: [String: [Captain]] = [:]
        var keeper: Keeper?
        var keepers: [Keeper] = []
        var striker: Striker?
        var coach: Coach?
        @Titled var veteran = Player()
        var squad: Set<Player> = []
        var all: [Player] = []

        override class var propertyRules: [String: PropertyRule] {
            [
                "striker": .converted(
                    from: { ($0 as? Player).map { Striker(player: $0, title: $0.name) } }, to: { $0.player })
            ]
        }

        convenience init(_ players: [Player]) {
            self.init()
            let captain = Captain.modelValue(from: ["player": players[0]])
            self.captain = captain
            captains = ["a": [captain, captain].compactMap { $0 }]
            keeper = Keeper(rawValue: players[1])
            keepers = [Keeper(rawValue: players[2])]
            striker = Striker(player: players[3], title: players[3].name)
            coach = Coach(players[4])
            veteran = players[5]
            squad = Set(players)
            all = players
        }

        /// The names that the values took from their models.
        var titles: [String?] {
            [
                captain?.title, captains["a"]?.last?.title, keeper?.title, keepers.first?.title,
                striker?.title,
                coach?.title, $veteran,
            ]
        }
    }

    private static let names = ["a", "b", "c", "d", "e", "f"]

    private func players() -> [Player] {
        Self.names.map { name in
            let player = Player()
            player.name = name
            return player
        }
    }

    private func check(_ club: Club) {
        #expect(club.titles == ["a", "a", "b", "c", "d", "e", "f"])
        let models = [
            club.captain?.player, club.keeper?.rawValue, club.keepers.first?.rawValue, club.striker?.player,
            club.coach?.player, club.veteran,
        ]
        #expect(models.elementsEqual(club.all) { $0 === $1 })
        #expect(club.squad.count == 6 && club.all.allSatisfy { club.squad.contains($0) })
    }

    @Test func theValuesGetCompleteModels() throws {
        let club = Club(players())
        check(club)
        let again = try Club.unarchive(data: club.archivedData())
        check(again)
        #expect(again == club)
    }

    @Test func theValuesGetCompleteModelsInACycle() throws {
        let club = Club(players())
        for player in club.all { player.club = club }
        let again = try Club.unarchive(data: club.archivedData())
        #expect(again.titles == club.titles && again.all.allSatisfy { $0.club === again })
        #expect(again.squad.count == 6)
        for object in [club, again] { object.all.forEach { $0.club = nil } }
    }

    final class Old: ModelObject {
        var striker: Any?
        var squad: [Player] = []
        var captain: [String: Any] = [:]
        override class var archivableClasses: [ModelObject.Type] { [Player.self] }
    }

    /// Values that were archived as another type and are converted.
    @Test func convertedValuesGetCompleteModels() throws {
        let (old, players) = (Old(), players())
        (old.striker, old.squad, old.captain) = (players[0], players, ["player": players[1]])
        var archive = try EditableArchive(old.archivedData())
        archive.classes[0].name = Club.archiveName
        let club = try Club.unarchive(data: archive.data())
        #expect(club.striker?.title == "a" && club.captain?.title == "b")
        #expect(Set(club.squad.map(\.name)) == Set(Self.names))
    }
}
