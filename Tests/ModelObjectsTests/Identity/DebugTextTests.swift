import Foundation
import Testing

@testable import ModelObjects

@Suite struct DebugTextTests {
    final class Car: ModelObject { var name = "" }
    final class User: ModelObject {
        var userName = ""
        var password = ""
        var age: Int?
        var cars: [Car] = []
        var tags: [String] = []
        var favourite: Car?
        var scores: [String: Double] = [:]
        var any: Any?
        override class var propertyRules: [String: PropertyRule] { ["password": .redacted] }
    }

    @Test func theTreeIsReadable() {
        let user = User()
        (user.userName, user.password, user.tags) = ("ann \"a\"", "hunter2", ["x", "y"])
        let car = Car()
        car.name = "Saab"
        (user.cars, user.favourite, user.scores) = ([car], car, ["b": 1.5, "a": 2])
        user.any = Date(timeIntervalSinceReferenceDate: 0)
        #expect(
            user.debugDescription == """
                User {
                    userName: "ann \\"a\\""
                    password: <redacted>
                    age: nil
                    cars: [
                        Car {
                            name: "Saab"
                        }
                    ]
                    tags: ["x", "y"]
                    favourite: Car (shown above)
                    scores: ["a": 2.0, "b": 1.5]
                    any: 2001-01-01T00:00:00Z
                }
                """)
        #expect("\(user)" == user.debugDescription)
    }

    @Test func objectsWithoutContentAreTheirType() {
        final class Plain {}
        final class Empty: ModelObject {}
        let user = User()
        for (value, text) in [(Plain(), "Plain"), (Empty(), "Empty {}")] as [(Any, String)] {
            user.any = value
            #expect(user.debugDescription.hasSuffix("    any: \(text)\n}"))
        }
    }

    @Test func objectsWithADescriptionAreShownByIt() {
        final class Described: CustomStringConvertible { var description: String { "a description" } }
        let user = User()
        user.any = Described()
        #expect(user.debugDescription.hasSuffix("    any: a description\n}"))
    }

    /// The description of a key that holds models could lead back to the dictionary.
    @Test func keysThatHoldModelsAreShownAsTheirType() {
        let user = User()
        for (value, text) in [([Car(): 1], #"["Car": 1]"#), ([[Car()]: 1], #"["Array<Car>": 1]"#)]
            as [([AnyHashable: Int], String)]
        {
            user.any = value
            #expect(user.debugDescription.hasSuffix("    any: \(text)\n}"))
        }
    }

    @Test func deepWideAndLongValuesAreTruncated() {
        let node = Node(String(repeating: "x", count: 10_000))
        node.children = (0..<200).map { Node("\($0)") }
        node.untyped = "a" + String(repeating: "\u{301}", count: 100_000)
        let text = node.debugDescription
        #expect(text.utf8.count < 20_000, "One Character of any length.")
        #expect(text.contains("… 150 more"))
        #expect(text.contains("\(String(repeating: "x", count: DebugText.textLimit))…"))
        for child in node.children {
            child.children = (0..<50).map { _ in Node(String(repeating: "y", count: 100)) }
        }
        let long = node.debugDescription
        #expect((DebugText.lengthLimit..<2 * DebugText.lengthLimit).contains(long.utf8.count))
        #expect(!long.contains(/\n *…\n/), "The children that are left out are one line.")
        #expect(onSmallStack { Link.next.chain(Link.longest).debugDescription }.contains("{…}"))
        #expect(onSmallStack { Link.untypedArray.chain(Link.longest).debugDescription.utf8.count } < 10_000)
        #expect(onSmallStack { tower(40).debugDescription.utf8.count } < 10_000)
        let ring = ring(3)
        #expect(ring.debugDescription.contains("Node (shown above)"))
        ring.breakCycle()
    }

    @Test func aChangeIsShownOnOneLine() {
        let user = User()
        for (value, text) in [
            ([[1], [2]], "[[…], […]]"), (["a": [1]], #"["a": […]]"#), ([Car(), Car()], "[Car {…}, Car {…}]"),
        ] as [(Any, String)] {
            user.any = value
            #expect(user.changes(since: User()).map(\.description) == ["$.any: nil -> \(text)"])
        }
    }

    /// Lists one after the other don't count as nested.
    @Test func manyListsInARowAreShown() {
        let node = Node("a")
        node.untyped = Array(repeating: [1], count: DebugText.elementLimit)
        #expect(node.debugDescription.components(separatedBy: "[1]").count == DebugText.elementLimit + 1)
        #expect(!node.debugDescription.contains("…"))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15])
    func extremeDatesDoNotCrash(_ seconds: Double) {
        struct Holder: Codable { var date: Date }
        let user = User()
        user.any =
            [
                Date(timeIntervalSinceReferenceDate: seconds),
                Holder(date: Date(timeIntervalSinceReferenceDate: seconds)),
            ] as [Any]
        #expect(user.debugDescription.contains("any: ["))
        #expect(!user.changes(since: User()).map(\.description).isEmpty)
    }

    final class Dated: ModelObject {
        var any: Any?
        var date: Date?
        var dates: [Date] = []
        var holder: Holder?
        var period: DateInterval?
        struct Holder: Codable { var dates: [Date?] }
    }

    final class Watch {
        let date: Date
        init(_ date: Date) { self.date = date }
    }

    /// As keys, in containers and in other values, and with `dump`.
    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15])
    func nestedExtremeDatesDoNotCrash(_ seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let values: [Any] = [
            [date: 1], [[date]: 1] as [[Date]: Int], [AnyHashable(date): 1, AnyHashable([date]): 2],
            ["a": ["b": date]], Set([date]), [Dated.Holder(dates: [date])], (date, 1),
            DateInterval(start: date, duration: 1), [DateInterval(start: date, duration: 1): 1], Watch(date),
        ]
        for value in values {
            let model = Dated()
            (model.any, model.date, model.dates) = (value, date, [date])
            (model.holder, model.period) = (
                Dated.Holder(dates: [date]), DateInterval(start: date, duration: 1)
            )
            #expect(model.debugDescription.contains("dates: ["))
            let changes = model.changes(since: Dated())
            #expect(changes.count == 5 && !"\(changes)".isEmpty)
            var dumped = ""
            dump(model, to: &dumped)
            dump(changes, to: &dumped)
            #expect(dumped.contains("dates"))
        }
    }

    @Test func mirrorsShowPropertiesButHideRedactedValues() {
        class Base: ModelObject { var first = 1; private var hidden = 2 }
        final class Derived: Base {
            var second = "b"
            var secret = "s"
            override class var propertyRules: [String: PropertyRule] { ["secret": .redacted] }
        }
        let children = Array(Mirror(reflecting: Derived()).children)
        #expect(children.map(\.label) == ["first", "hidden", "second", "secret"])
        #expect(children[0].value as? Int == 1 && children[2].value as? String == "b")
        #expect(children[3].value as? String == "<redacted>")
        var dumped = ""
        dump(Derived(), to: &dumped)
        #expect(
            dumped.contains("second: \"b\"") && dumped.contains("<redacted>") && !dumped.contains("\"s\""))
    }

    @Test func valuesWithTheKeyOfARedactedOneAreHidden() throws {
        final class Login: ModelObject {
            var password = ""
            var auth: [String: Any] = [:]
            var twin = ""
            var user = ""
            override class var propertyRules: [String: PropertyRule] {
                ["password": .key("auth.password").redacted, "twin": .key("auth.password")]
            }
        }
        let login = try Login(json: #"{"auth": {"password": "secret", "n": 1}, "user": "a"}"#)
        #expect(login.twin == "secret")
        var texts = [login.debugDescription, ""]
        dump(login, to: &texts[1])
        let changes = login.changes(since: Login())
        texts += changes.map(\.description)
        #expect(changes.map(\.isRedacted) == [true, true, true, true, false])
        #expect(texts.count == 7 && !texts.joined().contains("secret"))
    }

    @Test func descriptionsHaveNoLineBreaks() {
        struct Tag: CustomStringConvertible { var description: String { "x\nINFO \u{202E}\"abc\"" } }
        let user = User()
        user.any = Tag()
        #expect(user.changes(since: User()).map(\.description) == [#"$.any: nil -> x\nINFO \u{202E}"abc""#])
    }

    @Test func commonPropertyNamesStayAvailable() throws {
        final class Named: ModelObject {
            var description = "", hash = "", id = 0, type = "", copy = "", update = "", validate = "",
                extras = "", merge = 1, changes = 1
        }
        let named = try Named(
            json: #"{"description": "a", "hash": "b", "id": 1, "type": "c", "copy": "d", "update": "e"}"#)
        #expect(named.copy == "d" && named.hash == "b" && named == named.copy())
    }
}
