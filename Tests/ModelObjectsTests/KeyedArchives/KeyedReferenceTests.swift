import Foundation
import Testing

@testable import ModelObjects

/// Shared and cyclic references, classes and hooks in keyed archives.
struct KeyedReferenceTests {
    private static func link(_ name: String, _ members: [(String, PlistSource)] = []) -> PlistSource {
        ([("$class", .uid(1)), ("name", .scalar(.string(name)))] + members).dictionary
    }

    private static func list(_ uids: [UInt32]) -> PlistSource {
        ["$class": .uid(2), "NS.objects": .array(uids.map { .uid($0) })]
    }

    /// An archive of links: UID 1 is their class, 2 is NSArray, and the objects follow.
    private static func links(_ objects: [PlistSource], root: UInt32 = 3) throws -> Data {
        try PlistSource.keyed([.class("Link"), .class("NSArray")] + objects, root: root).binary
    }

    @Test func sharedAndCyclicReferencesArePreserved() throws {
        let data = try Self.links([
            Self.link("a", [("next", .uid(4)), ("all", .uid(5)), ("set", .uid(5))]),
            Self.link("b", [("next", .uid(3)), ("all", .uid(5))]),
            Self.list([3, 4, 4]),
        ])
        let a = try Keyed.Link.unarchive(keyedArchive: data)
        let b = try #require(a.next)
        #expect(a.name == "a" && b.name == "b" && b.next === a)
        #expect(a.all.count == 3 && a.all[0] === a && a.all[1] === b && a.all[2] === b)
        #expect(b.all.count == 3 && b.all[1] === b)
        for link in [a, b] { (link.next, link.all, link.set) = (nil, [], []) }
    }

    @Test func aListCanBeBothTheRootAndAProperty() throws {
        let data = try Self.links(
            [Self.link("a", [("all", .uid(5))]), Self.link("b", [("all", .uid(5))]), Self.list([3, 4])],
            root: 5)
        let links = try Keyed.Link.unarchiveArray(keyedArchive: data)
        #expect(
            links.map(\.name) == ["a", "b"] && links[0].all[1] === links[1] && links[1].all[0] === links[0])
        for link in links { link.all = [] }
    }

    @Test func aLongChainIsRead() throws {
        let count = Effort.count(30_000, atLeast: 2_000)
        let data = try Self.links(
            (0..<count).map { index in
                Self.link("\(index)", index + 1 < count ? [("next", .uid(UInt32(index + 4)))] : [])
            })
        let length = try onSmallStack {
            Result {
                var link: Keyed.Link? = try Keyed.Link.unarchive(keyedArchive: data)
                var length = 0
                while let next = link, next.name == "\(length)" {
                    length += 1
                    link = next.next
                }
                return length
            }
        }.get()
        #expect(length == count)
    }

    @Test func aSetOfModelsInACycleKeepsAllMembers() throws {
        let data = try Self.links([
            Self.link("a", [("set", .uid(6))]), Self.link("b", [("next", .uid(3))]),
            Self.link("c", [("next", .uid(3))]), Self.list([4, 5]),
        ])
        let a = try Keyed.Link.unarchive(keyedArchive: data)
        #expect(a.set.count == 2 && Set(a.set.map(\.name)) == ["b", "c"])
        #expect(a.set.contains { $0.next === a })
        let members = Array(a.set)
        #expect(a.set.contains(members[0]) && a.set.contains(members[1]))
        for link in members { link.next = nil }
    }

    // MARK: Classes

    @Test func aClassIsFoundByTheLastPartOfItsName() throws {
        for name in ["User", "App.User", "Old.Module.User", "ModelObjectsTests.User"] {
            let source = PlistSource.keyed([["$class": .uid(2), "age": 5], .class(name)])
            #expect(try Keyed.User.unarchive(keyedArchive: source.binary).age == 5)
        }
        let source = PlistSource.keyed([["$class": .uid(2), "age": 5], .class("SHUser")])
        #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: source.binary) }
    }

    enum A { final class Item: ModelObject { var next: B.Item? } }
    enum B { final class Item: ModelObject { var name = "" } }

    @Test func anExactNameIsFoundDespiteASharedLastPart() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "next": .uid(3)], .class(A.Item.archiveName),
            ["$class": .uid(4), "name": "b"],
            .class(B.Item.archiveName),
        ])
        #expect(try A.Item.unarchive(keyedArchive: source.binary).next?.name == "b")
        let short = PlistSource.keyed([["$class": .uid(2)], .class("Item")])
        let error = #expect(throws: ModelError.self) { try A.Item.unarchive(keyedArchive: short.binary) }
        #expect(error?.code == .unknownClass)
    }

    @Test func anUnknownClassIsReadAsItsNearestKnownSuperclass() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "first": .uid(3)], .class("SpecialUser", "SHUser", "SHObject"),
            ["$class": .uid(4), "color": .uid(5), "load": 7], .class("BigTruck", "Truck", "Car"), "red",
        ])
        let user = try Keyed.User.unarchive(
            keyedArchive: source.binary, classes: ["SHUser": Keyed.User.self, "Truck": Keyed.Truck.self])
        let truck = try #require(user.first as? Keyed.Truck)
        #expect(truck.color == "red" && truck.load == 7)
    }

    @Test func aClassWithoutSuperclassesIsKnownByItsName() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "first": .uid(3), "cars": [.uid(4)]], ["$classname": "User"],
            ["$class": .uid(5)], ["$class": .uid(6), "color": "red"], ["$classname": "Boat"],
            ["$classname": "Car"],
        ])
        let (user, report) = try Keyed.User.inspect(keyedArchive: source.binary)
        #expect(user?.first == nil && user?.cars.map(\.color) == ["red"])
        #expect(
            report.problems.map(\.description) == [
                "Unknown class \"Boat\" at $.first; name the model class for it in `classes`."
            ])
    }

    @Test func aModelOfTheWrongClassIsReported() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "first": .uid(3), "age": .uid(3)], .class("User"), ["$class": .uid(2)],
        ])
        let (user, report) = try Keyed.User.inspect(keyedArchive: source.binary)
        #expect(user != nil && user?.first == nil && user?.age == 0)
        #expect(report.problems.map(\.path).sorted() == ["$.age", "$.first"])
        let error = #expect(throws: ModelError.self) {
            try Keyed.Car.unarchive(keyedArchive: source.binary, classes: ["User": Keyed.User.self])
        }
        #expect(error?.description == "Class \"User\" is not allowed: expected Car.")
    }

    /// Archivers write each object once, and refer to it.
    @Test func aModelInPlaceOfAReferenceIsReported() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "first": ["$class": .uid(3)], "cars": .uid(4), "scores": .uid(7)],
            .class("User"), .class("Car"),
            ["$class": .uid(5), "NS.objects": [["$class": .uid(3)], .uid(6)]], .class("NSArray"),
            ["$class": .uid(3), "color": "red"], ["$class": .uid(5), "NS.objects": [7]],
        ])
        let (user, report) = try Keyed.User.inspect(keyedArchive: source.binary)
        #expect(user?.first == nil && user?.cars.map(\.color) == ["red"] && user?.scores == [7])
        #expect(
            report.problems.map(\.description) == [
                "Expected a reference to a model, found the model itself at $.cars[0].",
                "Expected a reference to a model, found the model itself at $.first.",
            ])
    }

    // MARK: Rules and hooks

    @Test func hooksRunAfterTheReferencesAreComplete() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "name": "a", "inner": .uid(3)], .class("Strict"),
            ["$class": .uid(2), "name": "b"],
        ])
        #expect(try Keyed.Strict.unarchive(keyedArchive: source.binary).filledInner == "b")
    }

    @Test func aRejectedModelIsLeftOut() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "name": "a", "inner": .uid(3), "list": .uid(4)], .class("Strict"),
            ["$class": .uid(2)], ["$class": .uid(6), "NS.objects": [.uid(3), .uid(5), .uid(7)]],
            ["$class": .uid(2), "name": "b"], .class("NSArray"), ["$class": .uid(2), "name": "bad"],
        ])
        let (strict, report) = try Keyed.Strict.inspect(keyedArchive: source.binary)
        #expect(strict?.inner == nil && strict?.list.map(\.name) == ["b"])
        #expect(
            report.problems.map(\.description) == [
                "Missing required `name` at $.inner.", "Validation of Strict failed at $.list[2].",
            ])
        let rejection = try #require(throws: ModelError.self) {
            try Keyed.Strict.unarchive(keyedArchive: source.binary, options: .strict)
        }
        // Each model is listed once.
        #expect(rejection.problems.map(\.path) == ["$.inner.name", "$.list[2]"])
        let root = PlistSource.keyed([["$class": .uid(2)], .class("Strict")])
        let error = #expect(throws: ModelError.self) { try Keyed.Strict.unarchive(keyedArchive: root.binary) }
        #expect(error?.code == .missingRequired)
    }

    final class Sleeper: ModelObject {
        static let awoken = LockedList<String?>()
        var name: String?
        var inner: Sleeper?
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
        override func awakeFromUnarchive() { Self.awoken.append(name) }
    }

    @Test func aRejectedModelIsNotAwoken() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "name": "a", "inner": .uid(3)], .class("Sleeper"), ["$class": .uid(2)],
        ])
        #expect(try Sleeper.unarchive(keyedArchive: source.binary).inner == nil)
        #expect(Set(Sleeper.awoken.all) == ["a"])
    }

    final class Renamed: ModelObject {
        var name = ""
        var next: Renamed?
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            guard let name = dictionary["title"] else { return nil }
            return ["name": name, "next": dictionary["next"] as Any]
        }
    }

    @Test func willMapChangesOrRejectsModels() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "title": "a", "next": .uid(3)], .class("Renamed"),
            ["$class": .uid(2), "title": "b", "next": .uid(4)], ["$class": .uid(2)],
        ])
        let (renamed, report) = try Renamed.inspect(keyedArchive: source.binary)
        #expect(renamed?.name == "a" && renamed?.next?.name == "b" && renamed?.next?.next == nil)
        #expect(
            report.problems.map(\.description) == ["willMap of Renamed rejected the object at $.next.next."])
    }

    class Part: ModelObject {
        var name = ""
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
    }

    final class StrictPart: Part {
        override class var mappingOptions: MappingOptions { .strict }
    }

    class Owner: ModelObject {
        var inner: Part?
        var list: [Part] = []
    }

    final class MismatchOwner: Owner {
        override class var mappingOptions: MappingOptions { MappingOptions(mismatches: .reject) }
    }

    final class ElementOwner: Owner {
        override class var mappingOptions: MappingOptions { MappingOptions(elements: .reject) }
    }

    @Test(arguments: [Owner.self, MismatchOwner.self, ElementOwner.self], [Part.self, StrictPart.self])
    func theOwnersOptionsApplyToRejectedModels(_ owner: Owner.Type, _ part: Part.Type) throws {
        let (inner, list): ((String, PlistSource), (String, PlistSource)) = (
            ("inner", .uid(5)), ("list", .uid(6))
        )
        let places = [
            ([inner], #"{"inner": {}}"#), ([list], #"{"list": [{}]}"#),
            ([inner, list], #"{"inner": {}, "list": [{}]}"#),
        ]
        for (members, json) in places {
            let source = PlistSource.keyed([
                .dictionary([("$class", .uid(2))] + members), .class("Owner"), .class("Part"),
                .class("NSArray"), ["$class": .uid(3)], ["$class": .uid(4), "NS.objects": [.uid(5)]],
            ])
            let classes: [String: ModelObject.Type] = ["Owner": owner, "Part": part]
            let made = try? owner.unarchive(keyedArchive: source.binary, classes: classes)
            #expect((made == nil) == ((try? owner.init(json: json)) == nil), "\(owner) \(part) \(json)")
            #expect(made?.inner == nil && made?.list.isEmpty != false)
        }
    }

    @Test(arguments: [Part.self, StrictPart.self])
    func theClassOptionsApplyToRejectedRootElements(_ part: Part.Type) throws {
        for name in ["Part", "Unknown"] {
            let source = PlistSource.keyed([
                ["$class": .uid(2), "NS.objects": [.uid(3)]], .class("NSArray"), ["$class": .uid(4)],
                .class(name),
            ])
            let made = try? part.unarchiveArray(keyedArchive: source.binary, classes: ["Part": part])
            #expect((made == nil) == ((try? part.array(json: "[{}]")) == nil), "\(part) \(name)")
        }
    }

    @Test func jsonArchivedByJSONModelIsRead() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "json": .uid(3)], .class("User"),
            #"{"user_name": "ann", "cars": [{"color": "red"}]}"#,
        ])
        let user = try Keyed.User.unarchive(keyedArchive: source.binary)
        #expect(user.userName == "ann" && user.cars.map(\.color) == ["red"])
        for text in ["{", "[]", "words"] {
            let source = PlistSource.keyed([
                ["$class": .uid(2), "json": .scalar(.string(text))], .class("User"),
            ])
            let report = try Keyed.User.inspect(keyedArchive: source.binary).report
            #expect(report.unmatchedKeys.map(\.path) == ["$.json"])
        }
    }

    @Test func pathsStartAtTheRootAndUseTheArchivesKeys() throws {
        let source = PlistSource.keyed([
            ["$class": .uid(2), "_first": .uid(3), "cars": .uid(5)], .class("User"),
            ["$class": .uid(4), "colour": "red"], .class("Car"),
            ["$class": .uid(6), "NS.objects": [.uid(3), .uid(7)]], .class("NSArray"),
            ["$class": .uid(4), "colour": "red", "color": .uid(5)],
        ])
        let (_, report) = try Keyed.User.inspect(keyedArchive: source.binary)
        #expect(report.unmatchedKeys.map(\.path) == ["$._first.colour", "$.cars[1].colour"])
        #expect(report.problems.map(\.path) == ["$.cars[1].color"])
    }

    class Team: ModelObject {
        var players: Set<Player> = []
    }
    final class Player: ModelObject {
        var name = ""
        var team: Team?
    }
    final class HookedTeam: Team {
        override func serializeValue(_ value: Any, key: String) {
            let players = (value as? [Any])?.filter { ($0 as? Player)?.name != "x" }
            super.serializeValue(players ?? value, key: key)
        }
    }
    final class EmptiedTeam: Team {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json.filter { $0.key != "players" }
        }
    }
    final class FilteringTeam: Team {
        override func didMap(_ payload: [String: Any]) throws { players = players.filter { $0.name != "x" } }
    }

    @Test(
        arguments: [
            (HookedTeam.self, ["y"]), (EmptiedTeam.self, []), (FilteringTeam.self, ["y"]),
            (Team.self, ["x", "y"]),
        ] as [(Team.Type, [String])])
    func hooksDecideInACycleToo(type: Team.Type, names: [String]) throws {
        for (isCycle, spelling) in [
            (false, "players"), (true, "players"), (true, "players_"), (false, "players_"),
        ] {
            func player(_ name: String) -> PlistSource {
                let source: [(String, PlistSource)] = [("$class", .uid(6)), ("name", .scalar(.string(name)))]
                return .dictionary(source + (isCycle ? [("team", .uid(1))] : []))
            }
            var objects: [PlistSource] = [
                ["$class": .uid(5), "players": .uid(2)],
                ["$class": .uid(7), "NS.objects": [.uid(3), .uid(4)]],
                player("x"), player("y"), .class("Team"), .class("Player"), .class("NSSet"),
            ]
            if spelling != "players" {
                // A worse match with fewer players.
                objects[0] = ["$class": .uid(5), "players": .uid(2), "players_": .uid(8)]
                objects.append(["$class": .uid(7), "NS.objects": [.uid(4)]])
            }
            let data = try PlistSource.keyed(objects).binary
            let team = try type.unarchive(keyedArchive: data, classes: ["Team": type, "Player": Player.self])
            if type != EmptiedTeam.self || spelling == "players" {
                #expect(team.players.map(\.name).sorted() == names)
            }
            #expect(team.players.allSatisfy { team.players.contains($0) })
            team.players = []
        }
    }

    class Groups: ModelObject {
        var list: [Set<Member>] = []
        var named: [String: Set<Member>] = [:]
    }
    final class HookedGroups: Groups { override func didMap(_ payload: [String: Any]) throws {} }
    final class Member: ModelObject {
        var name = ""
        var groups: Groups?
    }

    @Test(arguments: [Groups.self, HookedGroups.self])
    func setsInContainersAreRebuiltInACycle(type: Groups.Type) throws {
        func member(_ name: String) -> PlistSource {
            ["$class": .uid(2), "name": .scalar(.string(name)), "groups": .uid(5)]
        }
        let source = PlistSource.keyed(
            [
                .class("Groups"), .class("Member"), .class("NSSet"), .class("NSDictionary"),
                ["$class": .uid(1), "list": [.uid(6), .uid(6)], "named": .uid(7)],
                ["$class": .uid(3), "NS.objects": [.uid(8), .uid(9)]],
                ["$class": .uid(4), "NS.keys": ["a"], "NS.objects": [.uid(6)]], member("x"), member("y"),
            ], root: 5)
        let groups = try type.unarchive(
            keyedArchive: source.binary, classes: ["Groups": type, "Member": Member.self])
        let sets = groups.list + groups.named.values
        #expect(sets.count == 3)
        for set in sets {
            #expect(set.map(\.name).sorted() == ["x", "y"] && set.allSatisfy(set.contains))
        }
        (groups.list, groups.named) = ([], [:])
    }
}
