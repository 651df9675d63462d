import Foundation
import Testing

@testable import ModelObjects

/// Models that refer to each other in a circle in keyed archives.
struct KeyedCycleTests {
    class Person: ModelObject {
        var name = ""
        var friends: Set<Person> = []
    }
    final class ValidatedPerson: Person { override func validate() throws {} }
    final class HookedPerson: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class CopyingPerson: Person {
        override func didMap(_ payload: [String: Any]) throws { friends = Set(Array(friends)) }
    }

    /// Until the friends of all are known, some are equal.
    @Test(
        arguments: [Person.self, ValidatedPerson.self, HookedPerson.self] as [Person.Type],
        [["friends"], ["friends", "_friends"]])
    func setsInCyclesKeepAllMembers(type: Person.Type, keys: [String]) throws {
        func person(_ uid: UInt32) -> PlistSource {
            let friends = keys.map { ($0, PlistSource.uid(uid + 4)) }
            return .dictionary([("$class", .uid(1)), ("name", .scalar(.string("\(uid)")))] + friends)
        }
        func friends(_ person: UInt32) -> PlistSource {
            let others = (3...6).filter { $0 != person }.map { PlistSource.uid($0) }
            return ["$class": .uid(2), "NS.objects": .array(others)]
        }
        let source = PlistSource.keyed(
            [.class("Person"), .class("NSSet")] + (3...6).map(person) + (3...6).map(friends), root: 3)
        let (root, report) = try type.inspect(keyedArchive: source.binary, classes: ["Person": type])
        let first = try #require(root)
        let people = first.friends.union([first])
        #expect(people.count == 4 && report.problems.isEmpty == (keys.count == 1))
        for person in people {
            #expect(person.friends == people.subtracting([person]), "\(person.name)")
            #expect(person.friends.allSatisfy(person.friends.contains))
        }
        for person in people { person.friends = [] }
    }

    /// Until they are complete, the friends of the third person are equal; one is also the only friend of the fourth.
    @Test(arguments: [Person.self, HookedPerson.self, CopyingPerson.self] as [Person.Type])
    func aSetGetsNoMembersOfASimilarSet(type: Person.Type) throws {
        let friendsOf: [[UInt32]] = [[4], [5, 6], [4, 3], [4]]
        let people: [PlistSource] = (3...6).map { uid in
            ["$class": .uid(1), "name": .scalar(.string("\(uid)")), "friends": .uid(uid + 4)]
        }
        let sets: [PlistSource] = friendsOf.map { friends in
            ["$class": .uid(2), "NS.objects": .array(friends.map { .uid($0) })]
        }
        let source = PlistSource.keyed([.class("Person"), .class("NSSet")] + people + sets, root: 3)
        let first = try type.unarchive(keyedArchive: source.binary, classes: ["Person": type])
        let second = try #require(first.friends.first)
        let all = [first, second] + second.friends.sorted { $0.name < $1.name }
        #expect(all.map { $0.friends.map(\.name).sorted() } == [["4"], ["5", "6"], ["3", "4"], ["4"]])
        for person in all { person.friends = [] }
    }

    struct Label: RawRepresentable {
        let rawValue: Person
        let text: String
        init(rawValue: Person) { (self.rawValue, text) = (rawValue, "<\(rawValue.name)>") }
    }
    final class Labelled: Person { var label: Label? }

    /// The app's code makes it of a model that is complete only after the cycle.
    @Test(.knowsHooks) func aValueMadeOfAModelInACycleIsMadeAgain() throws {
        let source = PlistSource.keyed(
            [
                .class("Person"), .class("Labelled"), .class("NSSet"),
                ["$class": .uid(1), "name": "a", "friends": .uid(6)],
                ["$class": .uid(2), "name": "b", "label": .uid(4)],
                ["$class": .uid(3), "NS.objects": [.uid(5)]],
            ], root: 4)
        let person = try Person.unarchive(
            keyedArchive: source.binary, classes: ["Person": Person.self, "Labelled": Labelled.self])
        let labelled = try #require(person.friends.first as? Labelled)
        #expect(labelled.label?.text == "<a>" && labelled.label?.rawValue === person)
        person.friends = []
    }

    class Team: ModelObject {
        var players: Set<Player> = []
        var captains: Set<Player> = []
    }
    final class MappedTeam: Team { override func didMap(_ payload: [String: Any]) throws {} }
    final class CopyingTeam: Team {
        override func didMap(_ payload: [String: Any]) throws { players = Set(Array(players)) }
    }
    final class CaptainCopyingTeam: Team {
        override func didMap(_ payload: [String: Any]) throws { captains = Set(Array(captains)) }
    }
    final class Player: ModelObject {
        var name = ""
        var friend: Player?
        var team: Team?
    }

    /// The names in the Sets of a team, one of which has the player x, and the other one x and y.
    ///
    /// The players are equal when the team is filled.
    private func names(_ type: Team.Type, x: String, xAndY: String) throws -> [[String]] {
        let source = PlistSource.keyed(
            [
                .class("Team"), .class("Player"), .class("NSSet"),
                ["$class": .uid(2), "name": "x", "friend": .uid(5)],
                ["$class": .uid(2), "name": "y", "team": .uid(6)],
                .dictionary([("$class", .uid(1)), (x, .uid(7)), (xAndY, .uid(8))]),
                ["$class": .uid(3), "NS.objects": [.uid(4)]],
                ["$class": .uid(3), "NS.objects": [.uid(4), .uid(5)]],
            ], root: 4)
        let player = try Player.unarchive(
            keyedArchive: source.binary, classes: ["Team": type, "Player": Player.self])
        let team = try #require(player.friend?.team)
        defer { (team.players, team.captains) = ([], []) }
        return [team.players, team.captains].map { $0.map(\.name).sorted() }
    }

    @Test(arguments: [Team.self, MappedTeam.self])
    func setsOfAModelKeepTheirOwnMembers(type: Team.Type) throws {
        #expect(try names(type, x: "captains", xAndY: "players") == [["x", "y"], ["x"]])
        #expect(try names(type, x: "players", xAndY: "captains") == [["x"], ["x", "y"]])
        // The Set of a key that is not as good a match doesn't count.
        #expect(try names(type, x: "players", xAndY: "_players") == [["x"], []])
    }

    @Test func aSetThatAHookCopiesKeepsAllMembers() throws {
        #expect(try names(CopyingTeam.self, x: "captains", xAndY: "players") == [["x", "y"], ["x"]])
        #expect(
            try names(CaptainCopyingTeam.self, x: "players", xAndY: "captains") == [["x"], ["x", "y"]])
    }

    @Test(.knowsHooks) func aModelOfADictionaryGetsCompleteSets() throws {
        let source = PlistSource.keyed(
            [
                .class("Player"), .class("NSSet"), .class("NSDictionary"),
                ["$class": .uid(1), "name": "x", "friend": .uid(5)],
                ["$class": .uid(1), "name": "y", "team": .uid(6)],
                ["$class": .uid(3), "NS.keys": ["players"], "NS.objects": [.uid(7)]],
                ["$class": .uid(2), "NS.objects": [.uid(4), .uid(5)]],
            ], root: 4)
        let player = try Player.unarchive(keyedArchive: source.binary, classes: ["Player": Player.self])
        let team = try #require(player.friend?.team)
        #expect(team.players.map(\.name).sorted() == ["x", "y"])
        #expect(team.players.allSatisfy(team.players.contains))
        team.players = []
    }

    struct Mark: Codable, Hashable { var text = "" }
    final class Page: ModelObject {
        var marks: Set<Mark> = []
        var others: Set<Mark> = []
        var page: Page?
        override func didMap(_ payload: [String: Any]) throws {}
    }

    @Test func setsOfOtherValuesKeepTheirOwnMembers() throws {
        let source = PlistSource.keyed([
            [
                "$class": .uid(2), "marks": [["text": "a"], ["text": "a"]], "others": [["text": "b"]],
                "page": .uid(1),
            ],
            .class("Page"),
        ])
        let page = try Page.unarchive(keyedArchive: source.binary, classes: ["Page": Page.self])
        #expect(page.marks.map(\.text) == ["a"] && page.others.map(\.text) == ["b"] && page.page === page)
        page.page = nil
    }

    /// Some are equal until the friends of their friends are known.
    @Test(arguments: [Person.self, ValidatedPerson.self, HookedPerson.self] as [Person.Type])
    func setsOfSimilarModelsKeepAllMembers(type: Person.Type) throws {
        let people: [(name: PlistSource, friends: [UInt32])] = [
            ("a", [3, 4, 5, 6]), ("b", [3, 6, 7]), ("a", [3, 4, 5]), ("a", [3, 6]), ("b", [3, 5, 7]),
        ]
        let objects = people.enumerated().map { index, person -> PlistSource in
            ["$class": .uid(1), "name": person.name, "friends": .uid(8 + UInt32(index))]
        }
        let sets = people.map { person -> PlistSource in
            ["$class": .uid(2), "NS.objects": .array(person.friends.map { .uid($0) })]
        }
        let source = PlistSource.keyed([.class("Person"), .class("NSSet")] + objects + sets, root: 3)
        let first = try type.unarchive(keyedArchive: source.binary, classes: ["Person": type])
        var found: [ObjectIdentifier: Person] = [:]
        var next = [first]
        while let person = next.popLast() {
            if found.updateValue(person, forKey: ObjectIdentifier(person)) == nil { next += person.friends }
        }
        #expect(found.values.map(\.friends.count).sorted() == people.map(\.friends.count).sorted())
        for person in found.values { person.friends = [] }
    }

    final class Shop: ModelObject {
        var box: Box?
        override func didMap(_ payload: [String: Any]) throws {
            box?.parts.removeLast()
            box?.note = "changed"
            box?.notes = ["changed"]
            if let first = box?.kinds.first { box?.kinds = [first] }
        }
    }
    final class Box: ModelObject {
        var parts: [Part] = []
        var kinds: Set<Part> = []
        var lid: Part?
        var note: Any?
        var notes: [Any] = []
        var shop: Shop?
    }
    final class Part: ModelObject {
        var name = ""
        var mapped = 0
        override func didMap(_ payload: [String: Any]) throws { mapped += 1 }
    }

    /// A box with two parts, and a lid that is a dictionary.
    private func box(isCycle: Bool) throws -> Box {
        let dictionary: PlistSource = ["$class": .uid(5), "NS.keys": ["name"], "NS.objects": ["lid"]]
        let box: [(String, PlistSource)] = [
            ("$class", .uid(2)), ("parts", [.uid(8), .uid(9)]), ("lid", .uid(10)), ("kinds", .uid(11)),
            ("note", "archived"), ("notes", ["archived", "archived"]),
        ]
        let source = PlistSource.keyed(
            [
                .class("Shop"), .class("Box"), .class("Part"), .class("NSSet"), .class("NSDictionary"),
                ["$class": .uid(1), "box": .uid(7)],
                .dictionary(isCycle ? box + [("shop", .uid(6))] : box),
                ["$class": .uid(3), "name": "a"], ["$class": .uid(3), "name": "b"], dictionary,
                ["$class": .uid(4), "NS.objects": [.uid(8), .uid(9)]],
            ], root: 6)
        let shop = try Shop.unarchive(
            keyedArchive: source.binary, classes: ["Shop": Shop.self, "Box": Box.self, "Part": Part.self])
        defer { shop.box?.shop = nil }
        return try #require(shop.box)
    }

    /// Only what is made of the archive's models is made again.
    @Test(.knowsHooks) func modelsInACycleAreFilledOnce() throws {
        let box = try box(isCycle: true)
        #expect(box.lid?.name == "lid" && box.lid?.mapped == 1)
        #expect(box.parts.map(\.name) == ["a"] && box.kinds.count == 2)
        #expect(box.note as? String == "changed" && box.notes as? [String] == ["changed"])
    }

    @Test func nothingIsMadeAgainWithoutACycle() throws {
        let box = try box(isCycle: false)
        #expect(box.parts.count == 1 && box.kinds.count == 1 && box.lid?.mapped == 1)
    }

    class Node: ModelObject {
        var name = ""
        var next: Node?
    }
    final class Leaf: Node {
        var last: Node?
        var inner: Node?
    }

    /// The values that a cycle makes again don't belong to the root.
    @Test func aReportDescribesTheRootOfACycle() throws {
        let source = PlistSource.keyed(
            [
                .class("Node"), .class("Leaf"), ["$class": .uid(1), "name": "a", "next": .uid(4)],
                ["$class": .uid(2), "last": .uid(3), "inner": .uid(5)],
                ["$class": .uid(6), "NS.keys": ["name"], "NS.objects": ["b"]], .class("NSDictionary"),
            ], root: 3)
        let (node, report) = try Node.inspect(
            keyedArchive: source.binary, classes: ["Node": Node.self, "Leaf": Leaf.self])
        #expect(report.matched.map(\.property) == ["name", "next"] && report.unfilled.isEmpty)
        let leaf = try #require(node?.next as? Leaf)
        #expect(leaf.last === node && leaf.inner?.name == "b")
        leaf.last = nil
    }

    final class Counted: ModelObject {
        /// The number of objects; only one test makes any.
        nonisolated(unsafe) static var count = 0
        var next: Counted?
        required init() {
            super.init()
            Self.count += 1
        }
        deinit { Self.count -= 1 }
    }

    @Test func rejectedModelsAreReleased() throws {
        let source = PlistSource.keyed(
            [
                .class("Counted"), ["$class": .uid(1), "next": .uid(3), "unknown": "x"],
                ["$class": .uid(1), "next": .uid(2)],
            ], root: 2)
        #expect(throws: ModelError.self) {
            try Counted.unarchive(
                keyedArchive: source.binary, classes: ["Counted": Counted.self], options: .strict)
        }
        #expect(Counted.count == 0)
    }
}
