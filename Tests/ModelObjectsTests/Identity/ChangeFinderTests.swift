import Foundation
import Testing

@testable import ModelObjects

@Suite struct ChangeFinderTests {
    final class Address: ModelObject { var city = "", street: String? }
    final class User: ModelObject {
        var name = ""
        var secret = ""
        var age: Int?
        var address: Address?
        var tags: [String] = []
        var friends: [User] = []
        var prices: [String: Double] = [:]
        var keyed: [Int: String] = [:]
        var set: Set<String> = []
        var any: Any = 0
        var vault: Address?
        override class var propertyRules: [String: PropertyRule] {
            ["secret": .redacted, "vault": .redacted]
        }
    }

    private static func user() -> User {
        let user = User()
        (user.name, user.age, user.tags) = ("ann", 41, ["a", "b"])
        user.address = Address()
        user.address?.city = "Bergen"
        user.friends = [User()]
        user.prices = ["a.b": 1, "c": 2]
        user.vault = Address()
        user.any = ["deep": [1, ["x": "y"]] as [Any]] as [String: Any]
        return user
    }

    static let rows: [(id: String, change: @Sendable (User) -> Void, lines: [String])] = [
        ("nothing", { _ in }, []),
        (
            "scalars in order", { ($0.age, $0.name) = (nil, "bob") },
            [#"$.name: "ann" -> "bob""#, "$.age: 41 -> nil"]
        ),
        ("nested", { $0.address?.city = "Oslo" }, [#"$.address.city: "Bergen" -> "Oslo""#]),
        ("model gone", { $0.address = nil }, ["$.address: Address {…} -> nil"]),
        ("element", { $0.tags[1] = "c" }, [#"$.tags[1]: "b" -> "c""#]),
        ("longer", { $0.tags.append("c") }, [#"$.tags[2]: nil -> "c""#]),
        ("shorter", { $0.tags = [] }, [#"$.tags[0]: "a" -> nil"#, #"$.tags[1]: "b" -> nil"#]),
        ("element model", { $0.friends[0].name = "eve" }, [#"$.friends[0].name: "" -> "eve""#]),
        (
            "dictionary", { $0.prices = ["a.b": 1.5, "d": 3] },
            [#"$.prices["a.b"]: 1.0 -> 1.5"#, "$.prices.c: 2.0 -> nil", "$.prices.d: nil -> 3.0"]
        ),
        ("keyed", { $0.keyed[7] = "x" }, [#"$.keyed.7: nil -> "x""#]),
        ("set", { $0.set = ["x"] }, [#"$.set: Set [] -> Set ["x"]"#]),
        (
            "untyped", { $0.any = ["deep": [1, ["x": "z"]] as [Any]] as [String: Any] },
            [#"$.any.deep[1].x: "y" -> "z""#]
        ),
        (
            "redacted",
            {
                $0.secret = "s"; $0.vault?.city = "t"
            },
            ["$.secret: <redacted> -> <redacted>", "$.vault.city: <redacted> -> <redacted>"]
        ),
    ]

    @Test(arguments: rows.indices)
    func changesAreReportedByPath(_ index: Int) {
        let row = Self.rows[index]
        let (before, after) = (Self.user(), Self.user())
        row.change(after)
        let lines = after.changes(since: before).map(\.description)
        #expect(lines == row.lines, "\(row.id)")
        #expect(row.lines.isEmpty == (before == after))
    }

    @Test func changesHoldTheActualValues() throws {
        let (before, after) = (Self.user(), Self.user())
        (after.age, after.secret) = (nil, "s")
        let changes = after.changes(since: before)
        #expect(changes.map(\.path) == ["$.secret", "$.age"])
        #expect(changes[1].old as? Int == 41 && changes[1].new == nil)
        #expect(changes.map(\.isRedacted) == [true, false])
        #expect(changes[0].new as? String == "s", "Code gets the value; only texts hide it.")
        var dumped = ""
        dump(changes[0], to: &dumped)
        #expect(!dumped.contains("\"s\"") && "\(changes[0])".contains("<redacted>"))
    }

    @Test func aDifferentClassIsOneChange() {
        let (one, other) = (Node("a"), Node("a"))
        (one.next, other.next) = (Node("b"), SpecialNode("b"))
        #expect(other.changes(since: one).map(\.path) == ["$.next"])
        #expect(SpecialNode().changes(since: Node()).map(\.path) == ["$"])
    }

    /// For example, to check which properties a client may change.
    @Test func aChangeNamesTheOutermostProperty() {
        let (before, after) = (Self.user(), Self.user())
        after.address?.city = "Oslo"
        after.vault?.city = "Oslo"
        (after.tags, after.prices) = (["a"], ["a.b": 1])
        #expect(after.changes(since: before).map(\.property) == ["address", "tags", "prices", "vault"])
        #expect(SpecialNode().changes(since: Node()).map(\.property) == [nil])
    }

    @Test func sharedObjectsAndCyclesAreReportedOnce() {
        #expect(onSmallStack { tower(40, last: "x").changes(since: tower(40)).count } == 1)
        let (one, other) = (ring(3), ring(3))
        other.next?.name = "odd"
        #expect(other.changes(since: one).map(\.path) == ["$.next.name"])
        one.breakCycle()
        other.breakCycle()
    }

    @Test func everyPairOfSharedObjectsIsCompared() {
        let (team, a, b) = (Node("team"), Node("a"), Node("b"))
        team.children = [a, a, b, b]
        let before = team.copy()
        team.children = [b, a, b, a]
        #expect(team.changes(since: before).map(\.path) == ["$.children[0].name", "$.children[3].name"])
        team.next = a
        before.next = before.children[2]
        #expect(
            team.changes(since: before).map(\.path) == ["$.next.name", "$.children[0].name"],
            "A pair that several paths reach is reported at the first one.")
    }

    /// The number of pairs of two rings is the product of their lengths.
    @Test func ringsOfDifferentLengthsTakeLittleTime() {
        // By default, only one name in twenty is different, because the path of each change is long.
        let (length, distance) = (Effort.count(300, atLeast: 60), 300 / Effort.count(300, byDefault: 15))
        let rings = [length, length + 1].map { ring($0) }
        for (index, ring) in rings.enumerated() {
            var node: Node? = ring
            for number in 0..<(length + index) {
                if number.isMultiple(of: distance) { node?.name = "\(index) \(number)" }
                node = node?.next
            }
        }
        let changes = rings[1].changes(since: rings[0])
        #expect(changes.count >= 2 * length / distance)
        let visited = 1_500 + 10 * length
        #expect(changes.count < min(visited, 2 * visited / distance))
        for ring in rings { ring.breakCycle() }
    }

    final class Profile: ModelObject {
        var address: Presence<Address> = .missing
        var list: Presence<[Int]> = .missing
        var name: Presence<String> = .missing
    }

    @Test func changesInAPresentValueAreReportedByPath() {
        func profile(_ city: String, _ list: Presence<[Int]>, _ name: Presence<String>) -> Profile {
            let (profile, address) = (Profile(), Address())
            address.city = city
            (profile.address, profile.list, profile.name) = (.value(address), list, name)
            return profile
        }
        let before = profile("Bergen", .value([1, 2]), .missing)
        let changes = profile("Oslo", .value([1, 3]), .null).changes(since: before)
        #expect(
            changes.map(\.description) == [
                #"$.address.city: "Bergen" -> "Oslo""#, "$.list[1]: 2 -> 3", "$.name: missing -> null",
            ])
        #expect(
            Profile().changes(since: before).map(\.description) == [
                "$.address: Address {…} -> missing", "$.list: [1, 2] -> missing",
            ])
    }

    @Test(arguments: [Link.next, .children, .members])
    func aLongChainDoesNotOverflowTheStack(_ link: Link) {
        let count = link.length
        #expect(onSmallStack { link.chain(count).changes(since: link.chain(count)).count } == 0)
        #expect(onSmallStack { link.chain(count, last: "x").changes(since: link.chain(count)).count } == 1)
    }

    final class Untyped: ModelObject {
        var any: Any = 0
        var optional: Any?
        var list: [Any] = []
        var holes: [Any?] = []
        var map: [String: Any] = [:]
        var typed: [Int?] = []
    }

    @Test func everyDifferenceInAContainerIsListed() {
        func paths(_ old: Any, _ new: Any) -> [String] {
            let (before, after) = (Untyped(), Untyped())
            (before.any, after.any) = (old, new)
            return after.changes(since: before).map(\.description)
        }
        #expect(
            paths([1, 2] as [Int?], [3, 2, nil] as [Int?]) == ["$.any[0]: 1 -> 3", "$.any[2]: nil -> nil"])
        #expect(
            paths(["x": 1] as [String: Int?], ["x": 2, "y": nil] as [String: Int?])
                == ["$.any.x: 1 -> 2", "$.any.y: nil -> nil"])
        #expect(paths([1: "a", 2: "b"], [1.0: "a", 2.0: "c"]) == [#"$.any.2: "b" -> "c""#])
        #expect(paths([0.5: 1, 2.0: 1], [0.5: 2, 2.0: 2]) == [#"$.any["0.5"]: 1 -> 2"#, "$.any.2: 1 -> 2"])
        #expect(
            paths([[1: "a"]], [["1": "a"]]) == [#"$.any[0]: ["1": "a"] -> ["1": "a"]"#],
            "Keys with the same text have no paths.")
        #expect(paths(["a": Presence<Int>.null], ["a": NSNull()]) == ["$.any.a: null -> null"])
    }

    @Test func changesAreFoundExactlyWhenModelsDiffer() {
        let none = Int?.none as Any
        let values: [Any] = [
            none, NSNull(), Any?.none as Any, 1, 1.0, "a", [Any](), [none], [NSNull()], [1, none],
            [1, NSNull()], [1], [String: Any](), ["a": none], ["a": NSNull()], ["b": none], ["a": 1],
            ["a": 1, "b": none],
        ]
        var models: [Untyped] = []
        for value in values {
            let places: [(Untyped) -> Void] = [
                { $0.any = value }, { $0.optional = value }, { $0.list = [value] }, { $0.list = [1, value] },
                { $0.holes = [value] }, { $0.map = ["k": value] },
            ]
            for change in places {
                let model = Untyped()
                change(model)
                models.append(model)
            }
        }
        for typed in [[], [nil], [nil, nil], [1], [1, nil]] as [[Int?]] {
            let model = Untyped()
            (model.typed, model.holes) = (typed, typed)
            models.append(model)
        }
        let pairs = models.flatMap { left in models.map { (left, $0) } }
        for (left, right) in Effort.some(of: pairs, atLeast: 1_500) {
            let changes = right.changes(since: left)
            #expect(changes.isEmpty == (left == right), "\(left) \(right) \(changes)")
            #expect(left != right || left.hashValue == right.hashValue)
        }
    }

    @Test func allPairsOfSharedModelsAreFound() {
        final class Product: ModelObject { var name = "" }
        final class Cart: ModelObject { var products: [Product] = [] }
        func products(_ prefix: String) -> [Product] {
            (0..<80).map { number in
                let product = Product()
                product.name = "\(prefix) \(number)"
                return product
            }
        }
        let (old, new) = (Cart(), Cart())
        for one in products("old") { old.products += Array(repeating: one, count: 80) }
        let others = products("new")
        for _ in 0..<80 { new.products += others }
        #expect(new.changes(since: old).count == 6_400)
    }

    /// Nearly all of these pairs follow from the first ones, but not the last pair.
    @Test func onlyPairsThatFollowFromOthersAreLimited() {
        let (old, new) = (Node(), Node())
        let (olds, news) = ((0..<100).map { _ in Node("old") }, (0..<100).map { _ in Node("new") })
        for distance in 0..<30 {
            old.children += olds
            new.children += news[distance...] + news[..<distance]
        }
        old.children.append(Node("old"))
        new.children.append(Node("new"))
        let paths = new.changes(since: old).map(\.path)
        #expect((1_500..<3_000).contains(paths.count))
        #expect(paths.last == "$.children[3000].name")
    }

    @Test func aDictionaryWithNaNKeysIsOneChange() {
        final class Values: ModelObject { var values: [Double: Int] = [1: 1] }
        let (one, other) = (Values(), Values())
        other.values[.nan] = 2
        #expect(one.changes(since: other).map(\.path) == ["$.values"])
        #expect(other.changes(since: one).map(\.path) == ["$.values"])
    }
}
