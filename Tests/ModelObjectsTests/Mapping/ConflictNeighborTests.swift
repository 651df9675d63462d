import Foundation
import ModelObjects
import Testing

/// The values that compete with no other, in an object in which some do.
struct ConflictNeighborTests {
    struct Refused: Error {}

    final class Place: ModelObject {
        var street = ""
        var rooms = 0
    }

    class Item: ModelObject {
        var id = 0
        var userName = ""
        var count: Int? = 7
        var tags: [String] = []
        var addressLine1 = ""
        var home = Place()
        var part: Place?
        var city = ""
        var zone = ""
        var price = 0
        var height = 0

        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .key("address.city"),
                "zone": .key("address.zone"),
                "price": .converted(from: { value throws -> Int? in
                    guard let number = value as? Int else { throw Refused() }
                    return number
                }),
            ]
        }

        var shown: String {
            """
            \(id) \(userName) \(count ?? -1) \(tags) \(addressLine1) \(home.street) \(home.rooms) \
            \(part?.street ?? "-") \(part?.rooms ?? -1) \(city) \(zone) \(price) \(height)
            """
        }
    }

    final class Hooked: Item {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let types: [Item.Type] = [Item.self, Hooked.self]

    private static let members = [
        #""user_name": "ann""#, #""count": null"#, #""TAGS": ["a", [], "b"]"#, #""address_line_1": "x""#,
        #""home": {"rooms": 2}"#, #""part": {"street": "s", "rooms": "?"}"#,
        #""address": {"city": "Bergen", "zone": []}"#, #""price": 5"#, #""unknown": {"id": 4}"#,
        #""height": "tall""#,
    ]
    private static let values = "ann -1 [\"a\", \"b\"] x old 2 s 0 Bergen  5 0"
    private static let problems = ["$.TAGS[1]", "$.part.rooms", "$.address.zone", "$.unknown", "$.height"]

    /// The members in texts that also have an id twice, at all distances.
    private static var texts: [String] {
        let all = members.indices.flatMap { first in
            (first...members.count).map { second in
                var members = Self.members
                members.insert(#""_id": 2"#, at: second)
                members.insert(#""id": 1"#, at: first)
                return "{\(members.joined(separator: ", "))}"
            }
        }
        return Effort.some(of: all, atLeast: 8)
    }

    /// The dictionary of a text, in several orders.
    private static func dictionaries(_ json: String) -> [[String: Any]] {
        let object = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        return (0..<12).map { exponent in
            var dictionary = [String: Any](minimumCapacity: 3 << exponent)
            for (key, value) in object { dictionary[key] = value }
            return dictionary
        }
    }

    /// Updates from a text, and from dictionaries with the same members.
    private static func updates(_ json: String) -> [(Item, MappingOptions?) throws -> Void] {
        [{ try $0.update(json: json, options: $1) }]
            + dictionaries(json).map { dictionary in
                { try $0.update(dictionary: dictionary, options: $1) }
            }
    }

    @Test(arguments: types) func theyAreStoredAsWithoutTheOthers(type: Item.Type) throws {
        for json in Self.texts {
            for update in Self.updates(json) {
                let item = type.init()
                let home = item.home
                home.street = "old"
                try update(item, nil)
                #expect(item.shown == "1 \(Self.values)", "\(json)")
                #expect(item.home === home)
            }
        }
    }

    @Test(arguments: types) func theirProblemsAreListed(type: Item.Type) throws {
        for json in Self.texts {
            for update in Self.updates(json) {
                let item = type.init()
                let before = item.shown
                let error = try #require(throws: ModelError.self) { try update(item, .strict) }
                #expect(Set(error.problems.map(\.path)) == Set(Self.problems), "\(json)")
                #expect(item.shown == before)
            }
        }
    }

    /// In text, the problems have the order of their places.
    @Test(arguments: types) func theFirstProblemInTheTextIsTheErrors(type: Item.Type) throws {
        for json in Self.texts {
            let error = try #require(throws: ModelError.self) { try type.init(json: json, options: .strict) }
            #expect(error.problems.map(\.path) == Self.problems)
            #expect(error.path == Self.problems[0])
        }
    }

    /// A value in which a problem was found, and that the converter then refuses.
    @Test(arguments: types) func aRefusedValueRejectsTheObject(type: Item.Type) throws {
        let members = [#""price": [1e400]"#, #""id": 1"#, #""_id": 2"#]
        for start in members.indices {
            let json = "{\((members[start...] + members[..<start]).joined(separator: ", "))}"
            for update in Self.updates(json) {
                let error = try #require(throws: ModelError.self) { try update(type.init(), nil) }
                #expect(error.code == .hookFailed && error.path == "$.price")
                let strict = try #require(throws: ModelError.self) { try update(type.init(), .strict) }
                #expect(Set(strict.problems.map(\.path)) == ["$.price", "$.price[0]"], "\(json)")
            }
        }
    }

    /// The order of the keys decides, not that of the dictionary.
    @Test func existingObjectsBesideAPathAreFilledInTheOrderOfTheirKeys() throws {
        let json = #"{"address": {"city": "Bergen"}, "home": {"rooms": 1}, "part": {"rooms": 2}}"#
        for dictionary in Self.dictionaries(json) {
            let item = Item()
            item.part = item.home
            try item.update(dictionary: dictionary)
            #expect(item.home.rooms == 2)
        }
    }

    class Inner: ModelObject {
        var (a, b, list) = (0, 9, [Int]())
        override func validate() throws { if a == 13 { throw Refused() } }
    }

    class Holder: ModelObject { var inner: Inner? = Inner() }

    final class HookedHolder: Holder {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// A worse match has filled the existing model when the better one is refused.
    @Test(arguments: [
        #"{"INNER": {"a": 1, "list": [1]}, "inner": {"a": 13, "b": 5}}"#,
        #"{"INNER": {"a": 1, "list": [1]}, "inner": {"a": 13, "b": 5}, "InNer": {"a": 3, "b": 7}}"#,
        #"{"InNer": {"a": 3, "b": 7}, "INNER": {"a": 1, "list": [1]}, "inner": {"a": 13, "list": [4]}}"#,
    ])
    func aRefusedMatchLeavesWhatAWorseOneFilled(json: String) throws {
        let dictionary = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let updates: [(Holder) throws -> Void] = [
            { try $0.update(json: json) }, { try $0.update(dictionary: dictionary) },
            { try $0.apply(mergePatch: json) },
        ]
        for (type, update) in [Holder.self, HookedHolder.self].flatMap({ type in updates.map { (type, $0) } })
        {
            let holder = type.init()
            let inner = try #require(holder.inner)
            try update(holder)
            #expect(holder.inner === inner)
            #expect((inner.a, inner.b, inner.list) == (1, 9, [1]))
        }
    }

    private final class CallingValue {
        weak var model: RepeatingModel?
        init(_ model: RepeatingModel) { self.model = model }
        deinit { model?.callAgain() }
    }

    private final class RepeatingModel: ModelObject {
        var first: Any?
        var list: [String] = []
        private var mayCall = true

        override func serializeValue(_ value: Any, key: String) {
            for key in ["list", "first", "list", "first", "LIST", "FIRST"] {
                super.serializeValue([CallingValue(self)], key: key)
            }
        }

        func callAgain() {
            guard mayCall else { return }
            mayCall = false
            serializeValue(0, key: "")
            mayCall = true
        }

        func stop() { mayCall = false }
    }

    /// A value that loses is released outside of any access, because its deinit may store values, too.
    @Test func theDeinitOfAValueThatLosesMayCallSuper() throws {
        let model = try RepeatingModel(json: #"{"list":["a"],"first":[1],"LIST":["b"]}"#)
        #expect(model.first is [CallingValue] && model.list.isEmpty)
        model.stop()
    }
}
