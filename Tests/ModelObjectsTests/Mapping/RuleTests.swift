import Foundation
import ModelObjects
import Testing

/// Rules for single properties.
struct RuleTests {
    class Book: ModelObject {
        var name = "before"
        var pages = 7
        var bookID = "before"
        var shadows: [Any] = []
        var optionalShadows: [Any?] = []
        var shadowsByName: [String: Any] = [:]
        var models: [ModelObject] = []
        var createdAt: Date?
        var price = Decimal(7)
        var cache = "before"
        var size = 7
        var payload: [String: Int] = [:]
        var suit = Suit.hearts
        var level = Level.low
        var secret = ""

        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .key("n"), "bookID": .keys("id", "ID", "book_id").required,
                "shadows": .elements(Shadow.self),
                "optionalShadows": .elements(Shadow.self), "shadowsByName": .elements(Shadow.self),
                "models": .elements(Shadow.self), "createdAt": .date(.unixMilliseconds),
                "price": .key("p").converted(
                    from: { ($0 as? Int).map { Decimal($0) / 100 } }, to: { "\($0)" }),
                "cache": .ignored, "payload": .embeddedJSON, "suit": .fallback(Suit.none),
                "level": .fallback(3),
                "size": .combined(keys: ["width", "height"]) { (keys: [String: Any]) -> Int? in
                    guard let width = keys["width"] as? Int, let height = keys["height"] as? Int else {
                        return nil
                    }
                    return width * height
                },
                "secret": .redacted,
            ]
        }
    }

    final class Shadow: ModelObject { var depth = 0 }

    final class Paperback: Book {
        override class var propertyRules: [String: PropertyRule] {
            ["name": .keys("title", "n").optional, "cache": .key("c")]
        }
    }

    private let json = """
        {"n": "a", "id": 5, "shadows": [{"depth": 1}, 5, {"depth": 2}], "optionalShadows": [{"depth": 3}, null],
         "shadowsByName": {"x": {"depth": 4}, "y": "z"}, "models": [{"depth": 5}], "createdAt": 1500, "p": 1999, "cache": "no",
         "width": 3, "height": 4, "payload": "{\\"a\\": 1}", "suit": "clubs", "level": 99}
        """

    @Test func rulesApplyToEveryEntryPoint() throws {
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for book in [
            try Book(json: json), try Book(dictionary: dictionary), Book.inspect(json: json).object ?? Book(),
        ] {
            #expect(book.name == "a" && book.bookID == "5" && book.cache == "before" && book.size == 12)
            #expect(book.shadows.compactMap { ($0 as? Shadow)?.depth } == [1, 2] && book.shadows.count == 2)
            #expect(book.optionalShadows.count == 2 && book.optionalShadows[1] == nil)
            #expect((book.shadowsByName["x"] as? Shadow)?.depth == 4 && book.shadowsByName.count == 1)
            #expect((book.models.first as? Shadow)?.depth == 5)
            #expect(book.createdAt == Date(timeIntervalSince1970: 1.5))
            #expect(book.price == Decimal(string: "19.99"))
            #expect(book.payload == ["a": 1] && book.suit == Suit.none && book.level == .high)
        }
    }

    @Test func aConversionMayMakeASubclass() throws {
        final class DeepShadow: ModelObject { var depth = 0 }
        final class Scene: ModelObject {
            var shadow: ModelObject?
            var other = ModelObject()
            override class var propertyRules: [String: PropertyRule] {
                let rule = PropertyRule.converted { (value: Any) -> DeepShadow? in
                    let shadow = DeepShadow()
                    shadow.depth = value as? Int ?? 0
                    return shadow
                }
                return ["shadow": rule, "other": rule]
            }
        }
        let scene = try Scene(json: #"{"shadow": 3, "other": 4}"#)
        #expect((scene.shadow as? DeepShadow)?.depth == 3 && (scene.other as? DeepShadow)?.depth == 4)
    }

    @Test func rulesAreInheritedAndReplacedOneByOne() throws {
        let book = try Paperback(json: #"{"title": "t", "n": "n", "id": 1, "c": "cached"}"#)
        #expect(book.name == "t" && book.bookID == "1" && book.cache == "cached")
        #expect(throws: ModelError.self) { try Paperback(json: #"{"title": "t"}"#) }
    }

    @Test func theLaterOfTwoChainedRulesWins() throws {
        final class Twice: ModelObject {
            var a = 0
            var b = 0
            override class var propertyRules: [String: PropertyRule] {
                ["a": .key("x").key("y"), "b": .required.optional]
            }
        }
        #expect(try Twice(json: #"{"x": 1, "y": 2}"#).a == 2)
        #expect(try Twice(json: "{}", options: MappingOptions(mismatches: .reject)).b == 0)
    }

    @Test func requiredNeedsAUsableValue() throws {
        for json in ["{}", #"{"id": null}"#, #"{"id": []}"#, #"{"id": {}, "ID": null, "book_id": []}"#] {
            let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
            for error in [
                try #require(throws: ModelError.self) { try Book(json: json) },
                try #require(throws: ModelError.self) { try Book(dictionary: dictionary) },
            ] {
                #expect(error.code == .missingRequired)
                #expect(error.path == "$.id")
            }
            let book = Book()
            try book.update(json: json)
            #expect(book.bookID == "before")
        }
        final class Shelf: ModelObject {
            var first: Book?
            var books: [Book] = []
            var byName: [String: Book] = [:]
        }
        let shelf = try Shelf(
            json: #"{"first": {}, "books": [{}, {"id": 1}], "byName": {"a": {}, "b": {"id": 2}}}"#)
        #expect(shelf.first == nil && shelf.books.count == 1 && shelf.byName.keys.sorted() == ["b"])
        #expect(Shelf.inspect(json: #"{"first": {}}"#).report.problems.map(\.path) == ["$.first.id"])
    }

    @Test func missingRejectRequiresNonOptionalProperties() throws {
        class Two: ModelObject {
            var a = 1
            var b: Int?
            var c = 2
            override class var propertyRules: [String: PropertyRule] { ["c": .optional] }
        }
        final class HookedTwo: Two {
            override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        }
        let options = MappingOptions(missing: .reject)
        for type in [Two.self, HookedTwo.self] {
            _ = try type.init(json: #"{"a": 1}"#, options: options)
            var error = try #require(throws: ModelError.self) {
                try type.init(json: #"{"b": 1, "c": 2}"#, options: options)
            }
            #expect(error.path == "$.a")
            error = try #require(throws: ModelError.self) {
                try type.init(json: #"{"b": "x"}"#, options: options)
            }
            #expect(error.problems.map(\.path) == ["$.a", "$.b"])
            try type.init().update(json: "{}", options: options)
        }
    }

    @Test func combinedRulesGetThePresentKeys() throws {
        final class Name: ModelObject {
            var full = "before"
            override class var propertyRules: [String: PropertyRule] {
                [
                    "full": .combined(keys: ["first", "name.last"]) { (keys: [String: Any]) -> String? in
                        keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
                    }
                ]
            }
        }
        for (json, expected) in [
            (#"{"FIRST": "a", "name": {"LAST": "b"}}"#, "first=a,name.last=b"),
            (#"{"first": "a"}"#, "first=a"), ("{}", "before"),
            (#"{"full": "x"}"#, "before"),
            (#"{"name": {"last": "b"}, "first": 1, "first": 2}"#, "first=2,name.last=b"),
        ] {
            #expect(try Name(json: json).full == expected)
            #expect(
                try Name(dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:]).full
                    == expected)
        }
    }

    @Test func invalidEmbeddedJSONKeepsTheProperty() throws {
        for text in ["", "{", "[1]", "null", "5", #"{\"a\": }"#] {
            let json = "{\"id\": 1, \"payload\": \"\(text)\"}"
            #expect(try Book(json: json).payload == [:], "\(text)")
        }
        #expect(try Book(json: #"{"id": 1, "payload": {"a": 2}}"#).payload == ["a": 2])
    }

    @Test func unlistedPropertiesAreNotMapped() throws {
        final class Listed: ModelObject {
            var a = 0
            var b = 0
            override class var mappedProperties: Set<String>? { ["a"] }
        }
        let listed = try Listed(json: #"{"a": 1, "b": 2}"#)
        #expect(listed.a == 1 && listed.b == 0)
    }

    @Test func aShadowedKeyDoesNotFillAnEmbeddedModel() throws {
        final class Home: ModelObject {
            var city = ""
            var street = ""
        }
        final class Owner: ModelObject {
            var home: Home? = Home()
            override class var propertyRules: [String: PropertyRule] { ["home": .embeddedJSON] }
        }
        let payload = ["HOME": #"{"street": "t"}"#, "home": #"{"city": "c"}"#]
        for owner in [
            try Owner(json: JSONSerialization.data(withJSONObject: payload, options: .sortedKeys)),
            try Owner(dictionary: payload),
        ] {
            #expect(owner.home?.city == "c" && owner.home?.street == "")
        }
    }

    final class Embedding: ModelObject {
        final class Inner: ModelObject {
            var price = Decimal(0)
            var list: [Any] = []
        }
        var inner: Inner?
        var price = Decimal(0)
        var text: String? = "old"
        override class var propertyRules: [String: PropertyRule] {
            ["inner": .embeddedJSON, "price": .embeddedJSON, "text": .embeddedJSON]
        }
    }

    @Test func embeddedJSONIsReadLikeOtherJSON() throws {
        let price = try #require(Decimal(string: "1234567890.123456789"))
        let made = try Embedding(
            json: #"""
                {"inner":"{\"price\":1234567890.123456789}","price":"1234567890.123456789","text":"null"}
                """#)
        #expect(made.inner?.price == price && made.price == price && made.text == nil)
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let error = #expect(throws: ModelError.self) {
            try Embedding(json: #"{"inner":"{\"list\":\#(deep)}"}"#)
        }
        #expect(error?.code == .limitExceeded && error?.path == "$.inner")
    }

    @Test(arguments: ["no JSON", "{} x", "{", ""])
    func textThatIsNotJSONFillsNoRequiredProperty(text: String) throws {
        final class Needing: ModelObject {
            var inner: Embedding.Inner?
            override class var propertyRules: [String: PropertyRule] { ["inner": .embeddedJSON.required] }
        }
        let payload = ["inner": text]
        for make in [
            { try Needing(json: JSONSerialization.data(withJSONObject: payload)) },
            { try Needing(dictionary: payload) },
        ] {
            #expect(throws: ModelError.self) { try make() }
        }
        #expect(try Needing(dictionary: ["inner": " {} "]).inner != nil)
    }

    final class Catalog: ModelObject {
        class Item: ModelObject {
            var stars = 0
            var price = Decimal(0)
        }
        var prices: [Decimal] = []
        var price = Decimal(0)
        var items: [Item] = []
        var best: Item?
        var first = Item()
        override class var propertyRules: [String: PropertyRule] {
            [
                "prices": .embeddedJSON, "price": .embeddedJSON, "items": .embeddedJSON,
                "best": .embeddedJSON,
                "first": .embeddedJSON,
            ]
        }
    }

    /// Values that are not text are read as without the rule: with every digit, and the last usable value of a key.
    @Test(.knowsHooks) func embeddedJSONMayBeAValue() throws {
        let digits = "12345678.123456789012"
        let price = try #require(Decimal(string: digits))
        let item = #"{"stars": 1, "stars": "x", "price": \#(digits)}"#
        let catalog = try Catalog(
            json: #"""
                {"prices": [\#(digits)], "price": \#(digits), "items": [\#(item)], "best": \#(item), "first": \#(item)}
                """#)
        #expect(catalog.prices == [price] && catalog.price == price && catalog.items.count == 1)
        for item in catalog.items + [catalog.first, try #require(catalog.best)] {
            #expect(item.price == price && item.stars == 1)
        }
        try catalog.update(json: #"{"best": null, "first": {"stars": 2}, "prices": "[1]", "items": "[]"}"#)
        #expect(catalog.best == nil && catalog.first.price == price && catalog.first.stars == 2)
        #expect(catalog.prices == [1] && catalog.items.isEmpty)
    }

    /// The value is stored if the property can hold it; otherwise the property keeps its value.
    @Test func aConversionMayMakeAnyValue() throws {
        final class Note: ModelObject {
            var text = "old"
            var count: Int?
            override class var propertyRules: [String: PropertyRule] {
                let convert = PropertyRule.converted(from: { (value: Any) -> Any? in value })
                return ["text": convert, "count": convert]
            }
        }
        let note = try Note(json: #"{"text": "new", "count": 3}"#)
        #expect(note.text == "new" && note.count == 3)
        try note.update(json: #"{"text": 7, "count": "x"}"#)
        #expect(note.text == "new" && note.count == 3)
    }

    /// The naming rule for `remoteID` and `id` is for properties with one key.
    @Test func combinedPropertiesHaveOnlyTheKeysOfTheirRule() throws {
        final class Record: ModelObject {
            var remoteID = "-"
            override class var propertyRules: [String: PropertyRule] {
                ["remoteID": .combined(keys: ["a", "b"]) { "\($0["a"] ?? 0)" }]
            }
        }
        #expect(try Record(json: #"{"id": "direct"}"#).remoteID == "-")
        #expect(try Record(json: #"{"id": "direct", "a": 5}"#).remoteID == "5")
    }

    /// Some servers write an empty array for an empty object.
    @Test(arguments: [
        (#"{"address": [{"city": "Oslo"}]}"#, "Expected object, found array at $.address"),
        (#"{"address": "x"}"#, "Expected object, found string at $.address"),
        (#"{"address": [], "tags": []}"#, nil),
        (#"{"tags": 1}"#, "Expected object or array, found number at $.tags"),
        (#"{"a": {"place": [1]}, "city": "Oslo"}"#, "Expected object, found array at $.a.place"),
    ])
    func pathsLeadIntoObjects(json: String, problem: String?) throws {
        final class Guest: ModelObject {
            var city: String?
            var tag: String?
            var place: String?
            override class var propertyRules: [String: PropertyRule] {
                [
                    "city": .keys("address.city", "city", "a.city"), "tag": .key("tags.0"),
                    "place": .key("a.place.name"),
                ]
            }
        }
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        for report in [Guest.inspect(json: json).report, Guest.inspect(dictionary: dictionary).report] {
            #expect(report.problems.count == (problem == nil ? 0 : 1))
            #expect(report.problems.allSatisfy { $0.description.hasPrefix(problem ?? "") })
        }
        let isRejected = (try? Guest(json: json, options: .strict)) == nil
        #expect(isRejected == (problem != nil))
    }

    @Test func missingValuesInArraysHaveIndices() {
        final class Poem: ModelObject {
            var author = ""
            override class var propertyRules: [String: PropertyRule] {
                ["author": .key("authors.0.name").required]
            }
        }
        for json in [#"{"authors": [{}]}"#, "{}"] {
            let error = #expect(throws: ModelError.self) { try Poem(json: json) }
            #expect(error?.path == "$.authors[0].name")
        }
    }
}
