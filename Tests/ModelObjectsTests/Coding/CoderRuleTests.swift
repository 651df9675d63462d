import Foundation
import ModelObjects
import Testing

/// Rules and class hooks apply to models that any decoder fills.
struct CoderRuleTests {
    private class Animal: ModelObject {
        var name = ""

        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
            dictionary["legs"] as? Int == 0 ? Snake.self : nil
        }
    }

    private final class Snake: Animal {
        var legs = -1
        var length = 0
    }

    private final class Zoo: ModelObject {
        var boss: Animal?
        var animals: [Animal] = []
        var fullName: String?
        var secret = "unchanged"
        var city: String?
        var things: [String: Any] = [:]
        var loose: [Any] = []
        var byName: [String: Any] = [:]
        var single: Any?

        override class var propertyRules: [String: PropertyRule] {
            [
                "fullName": .combined(keys: ["first", "names.last"]) { names in
                    names.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: " ")
                },
                "secret": .ignored,
                "city": .keys("address.city", "town"),
                "loose": .elements(Animal.self),
                "byName": .elements(Animal.self),
                "single": .elements(Animal.self),
            ]
        }
    }

    private final class Parcel: ModelObject {
        var boss: Animal?
        var counts: [String: Int] = [:]
        override class var propertyRules: [String: PropertyRule] {
            ["boss": .embeddedJSON, "counts": .embeddedJSON]
        }
    }

    /// The mapper chooses the class again, from the values that the reader gives it.
    @Test func aCodablePropertyCanHaveTheDiscriminatorsKey() throws {
        struct Kind: Codable {
            var text = "?"
            init() {}
            init(from decoder: any Decoder) throws {
                text = try decoder.singleValueContainer().decode(String.self)
            }
        }
        class Animal: ModelObject {
            var kind = Kind(), born: Date?
            override class var discriminator: Discriminator? { .key("kind", ["dog": Dog.self]) }
        }
        final class Dog: Animal {}
        final class Zoo: ModelObject { var best: Animal?, all: [Animal] = [] }
        let dog = #"{"kind": "dog", "born": 7}"#
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let zoo = try decoder.decode(Zoo.self, from: Data(#"{"best": \#(dog), "all": [\#(dog)]}"#.utf8))
        for animal in [zoo.best] + zoo.all {
            #expect(animal is Dog)
            #expect(animal?.kind.text == "dog")
            #expect(animal?.born == Date(timeIntervalSince1970: 7))
        }
        #expect(zoo.all.count == 1)
    }

    /// The discriminator's path leads to a key without a property.
    @Test func aChosenClassNeedNotHaveADiscriminator() throws {
        class Animal: ModelObject {
            override class var discriminator: Discriminator? { .key("meta.kind", ["dog": Dog.self]) }
        }
        final class Dog: Animal {
            var age = 0
            override class var discriminator: Discriminator? { nil }
        }
        final class Zoo: ModelObject { var best: Animal? }
        let json = #"{"best": {"meta": {"kind": "dog"}, "age": 3}}"#
        let zoo = try JSONDecoder().decode(Zoo.self, from: Data(json.utf8))
        #expect((zoo.best as? Dog)?.age == 3)
    }

    @Test(arguments: [
        #"{"boss": "{\"legs\": 0, \"length\": 3}", "counts": "{\"a\": 1}"}"#,
        #"{"boss": {"legs": 0, "length": 3}, "counts": {"a": 1}}"#,
    ])
    func embeddedJSONIsRead(json: String) throws {
        for parcel in [
            try JSONDecoder().decode(Parcel.self, from: Data(json.utf8)),
            try ModelDecoder().decode(Parcel.self, from: Data(json.utf8)),
        ] {
            #expect((parcel.boss as? Snake)?.length == 3 && parcel.counts == ["a": 1])
        }
    }

    private final class Title: ModelObject { var text = "" }
    private final class Book: ModelObject {
        var title = Title()
        override class var propertyRules: [String: PropertyRule] {
            ["title": .converted { try Title(dictionary: ["text": ($0 as? [String: Any])?["en"] ?? ""]) }]
        }
    }

    /// Including keys that the property's class doesn't have.
    @Test func aConverterGetsAllKeys() throws {
        let data = Data(#"{"title": {"en": "Walden"}}"#.utf8)
        #expect(try JSONDecoder().decode(Book.self, from: data).title.text == "Walden")
        #expect(try ModelDecoder().decode(Book.self, from: data).title.text == "Walden")
    }

    private final class Limited: ModelObject {
        var count = 0
        override class var mappingOptions: MappingOptions {
            MappingOptions(limits: MappingLimits(elements: 3))
        }
    }

    /// The values of unknown keys count, too.
    @Test func theLimitOfElementsApplies() throws {
        func limit(_ json: String) -> ModelError.Code? {
            do {
                _ = try JSONDecoder().decode(Limited.self, from: Data(json.utf8))
                return nil
            } catch DecodingError.dataCorrupted(let context) {
                return (context.underlyingError as? ModelError)?.code
            } catch {
                return .hookFailed
            }
        }
        #expect(limit(#"{"count": 1, "other": [1]}"#) == nil)
        #expect(limit(#"{"count": 1, "other": [1, 2, 3]}"#) == .limitExceeded)
    }

    private let json = """
        {"boss": {"legs": 0, "length": 3}, "animals": [{"name": "a", "legs": 4}, {"LENGTH": 2, "legs": 0}],
         "First": "Jane", "names": {"last": "Goodall"}, "SECRET": "x", "address": 7, "Town": "Oslo",
         "things": {"a": [1, "b"]}, "loose": [{"legs": 0}, [{"NAME": "b"}]], "byName": {"x": {"legs": 0}},
         "single": {"Name": "c"}}
        """

    private func check(_ zoo: Zoo) throws {
        #expect(try #require(zoo.boss as? Snake).length == 3)
        #expect(zoo.animals.map(\.name) == ["a", ""] && (zoo.animals.last as? Snake)?.length == 2)
        #expect(zoo.fullName == "Jane Goodall" && zoo.secret == "unchanged" && zoo.city == "Oslo")
        #expect((zoo.things["a"] as? [Any])?.count == 2)
        #expect(
            zoo.loose.first is Snake && (zoo.loose.last as? [Any])?.first.map { $0 as? Animal }??.name == "b")
        #expect(zoo.byName["x"] is Snake && (zoo.single as? Animal)?.name == "c")
    }

    @Test func everyDecoderAppliesRulesAndClassHooks() throws {
        let data = Data(json.utf8)
        try check(Zoo(json: json))
        try check(JSONDecoder().decode(Zoo.self, from: data))
        try check(ModelDecoder().decode(Zoo.self, from: data))
        let list = try PropertyListSerialization.data(
            fromPropertyList: JSONSerialization.jsonObject(with: data), format: .xml, options: 0)
        try check(PropertyListDecoder().decode(Zoo.self, from: list))
    }

    @Test func untypedPropertiesGetWhatThePropertyListHas() throws {
        let things: [String: Any] = [
            "date": Date(timeIntervalSinceReferenceDate: 5), "data": Data([1]), "big": UInt64.max,
        ]
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["things": things], format: .binary, options: 0)
        let zoo = try PropertyListDecoder().decode(Zoo.self, from: list)
        #expect(zoo.things["date"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(zoo.things["data"] as? Data == Data([1]))
        #expect(zoo.things["big"] as? UInt64 == .max)
    }

    private class Author: ModelObject {
        var name = ""
        var born: Date?
        var fee: Decimal?
        var photo: Data?
    }

    private final class Novel: ModelObject {
        var author: Author?
        var authorName = ""
        var editors: [Author] = []
        var since: Date?
        var printed: Date?
        var copied: Date?
        var when: Date?
        override class var propertyRules: [String: PropertyRule] {
            [
                "authorName": .key("author.name").notExported, "since": .key("editors.0.born").notExported,
                "printed": .key("date"), "copied": .key("date").notExported, "when": .key("times.0.at"),
            ]
        }
    }

    /// Also where several properties have a key, or a path leads into a value: the coder reads each value in its type.
    @Test(arguments: [false, true]) func datesAndDigitsUnderSharedKeysAreKept(isFormatted: Bool) throws {
        let (author, novel) = (Author(), Novel())
        (author.name, author.born) = ("Jane", Date(timeIntervalSince1970: 1_577_836_800))
        author.fee = Decimal(string: "0.1234567890123456789")
        author.photo = Data([1, 2, 3])
        (novel.author, novel.editors, novel.printed, novel.when) = (
            author, [author], author.born, author.born
        )
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        if isFormatted {
            encoder.dateEncodingStrategy = .custom { date, encoder in
                try "on \(date.timeIntervalSince1970)".encode(to: encoder)
            }
            decoder.dateDecodingStrategy = .custom { decoder in
                let text = try String(from: decoder).dropFirst(3)
                return Date(timeIntervalSince1970: Double(text) ?? 0)
            }
        }
        for read in [
            try decoder.decode(Novel.self, from: encoder.encode(novel)),
            try PropertyListDecoder().decode(Novel.self, from: PropertyListEncoder().encode(novel)),
        ] {
            #expect(read.author == author && read.editors == [author] && read.authorName == "Jane")
            #expect(read.since == author.born && read.when == author.born)
            #expect(read.printed == author.born && read.copied == author.born)
        }
    }

    /// The keys of a path need no properties in the model that it leads into.
    @Test func aPathLeadsToAKeyWithoutAProperty() throws {
        final class Review: ModelObject {
            var author: Author?
            var agent = ""
            override class var propertyRules: [String: PropertyRule] { ["agent": .key("author.agent")] }
        }
        let json = #"{"author": {"name": "Jane", "agent": "Bob"}}"#
        let review = try JSONDecoder().decode(Review.self, from: Data(json.utf8))
        #expect(review.agent == "Bob" && review.author?.name == "Jane")
    }

    @Test(.knowsHooks) func numbersOfFoundationKeepTheirDigits() throws {
        final class Number: ModelObject { var number: NSNumber? }
        for digits in ["0.1234567890123456789012", "12345678901234567890123", "-5", "1.5", "true"] {
            let json = #"{"number":\#(digits)}"#
            let number = try Number(json: json)
            #expect(try JSONDecoder().decode(Number.self, from: Data(json.utf8)) == number, "\(digits)")
            let list = try PropertyListEncoder().encode(number)
            #expect(try PropertyListDecoder().decode(Number.self, from: list) == number, "\(digits)")
        }
    }

    class Cased: ModelObject {
        var userName = ""
        var user_name = ""
        var inner: CasedInner?
        override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .caseInsensitive) }
    }
    final class CasedInner: ModelObject {
        var userName = ""
        var user_name = ""
    }
    final class ExactlyKeyed: ModelObject {
        var createdAt = Date(timeIntervalSince1970: 0)
        override class var mappingOptions: MappingOptions {
            MappingOptions(keyMatching: .exact, unknownKeys: .keep)
        }
    }

    @Test func keysMatchAsTheClassSays() throws {
        let json = #"{"USERNAME": "x", "USER_NAME": "y", "inner": {"USERNAME": "v", "USER_NAME": "w"}}"#
        let cased = try JSONDecoder().decode(Cased.self, from: Data(json.utf8))
        #expect(try cased == Cased(json: json) && cased.inner?.user_name == "w")
        let exact = try JSONDecoder().decode(ExactlyKeyed.self, from: Data(#"{"created_at": 5}"#.utf8))
        #expect(exact.unknownValues()["created_at"] as? Int == 5)
    }

    class Entry: ModelObject {
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var discriminator: Discriminator? {
            .key("kind", ["dated": DatedEntry.self], fallback: Entry.self)
        }
    }
    final class DatedEntry: Entry { var at: Date? }
    class Log: ModelObject { var entry: Entry? }
    final class ExactLog: Log {
        override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .exact) }
    }

    /// The coder reads the date in the type of the chosen class only.
    @Test func theKeyOfADiscriminatorMatchesAsTheClassAroundSays() throws {
        let data = Data(#"{"entry": {"KIND": "dated", "at": 5}}"#.utf8)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let entry = try decoder.decode(Log.self, from: data).entry as? DatedEntry
        #expect(entry?.at == Date(timeIntervalSince1970: 5))
        let other = try decoder.decode(ExactLog.self, from: data).entry
        #expect(other.map { type(of: $0) == Entry.self } == true)
        #expect(other?.unknownValues()["at"] as? Int == 5)
    }

    @Test func untypedDecimalsPassThroughPropertyLists() throws {
        final class Untyped: ModelObject { var any: Any? }
        let untyped = Untyped()
        untyped.any = [Decimal(string: "19.99")]
        let list = try PropertyListEncoder().encode(untyped)
        #expect(try PropertyListDecoder().decode(Untyped.self, from: list) == untyped)
    }

    enum Day: String, Codable { case monday, tuesday }
    struct Opening: Codable, Equatable { var openedAt: Date }
    final class Guest: ModelObject { var joined: Date? }
    final class Hours: ModelObject {
        var open: [Day: Date] = [:]
        var guests: [Day: Guest] = [:]
        var openings: [UUID: Opening] = [:]
        var ruled: Opening?
        override class var propertyRules: [String: PropertyRule] { ["ruled": .date(.unixSeconds)] }
    }

    /// JSONEncoder writes such dictionaries as lists, with dates that only JSONDecoder reads.
    @Test func dictionariesInTheFormOfListsAreReadByTheStrategy() throws {
        struct Old: Encodable {
            var open: [Day: Date]
            var guests: [Day: Opening]
            var openings: [UUID: Opening]
        }
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let (id, opening) = (UUID(), Opening(openedAt: date))
        let data = try JSONEncoder().encode(
            Old(open: [.monday: date], guests: [.tuesday: opening], openings: [id: opening]))
        let text = String(decoding: data, as: UTF8.self)
        let json = Data(
            text.replacingOccurrences(of: #""tuesday",{"openedAt""#, with: #""tuesday",{"joined""#).utf8)
        let hours = try JSONDecoder().decode(Hours.self, from: json)
        #expect(hours.open == [.monday: date] && hours.openings == [id: opening])
        #expect(hours.guests[.tuesday]?.joined == date)
    }

    /// A rule's format precedes the coder's strategy for dates, but not the one for keys.
    @Test func aDateRuleAppliesToCodableValues() throws {
        let hours = Hours()
        hours.ruled = Opening(openedAt: Date(timeIntervalSince1970: 1_600_000_000))
        let data = try JSONEncoder().encode(hours)
        #expect(String(decoding: data, as: UTF8.self).contains(#""openedAt":1600000000"#))
        #expect(try JSONDecoder().decode(Hours.self, from: data) == hours)
        #expect(
            try PropertyListDecoder().decode(Hours.self, from: PropertyListEncoder().encode(hours)) == hours)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let json = #"{"ruled": {"opened_at": 1600000000}}"#
        #expect(try decoder.decode(Hours.self, from: Data(json.utf8)) == hours)
    }

    struct Named: Codable, Equatable {
        var name: String
        init(_ name: String) { self.name = name }
        init(from decoder: any Decoder) throws {
            name = try decoder.singleValueContainer().decode(String.self)
        }
        func encode(to encoder: any Encoder) throws {
            let key = CodingUserInfoKey(rawValue: "name")
            try "\(key.flatMap { encoder.userInfo[$0] } ?? "none")".encode(to: encoder)
        }
    }
    final class Embedding: ModelObject {
        var plain: Named? = Named("")
        var embedded: Named? = Named("")
        var ignored: Any?
        override class var propertyRules: [String: PropertyRule] {
            ["embedded": .embeddedJSON, "ignored": .ignored]
        }
    }

    @Test func embeddedValuesGetTheUserInfo() throws {
        let encoder = JSONEncoder()
        let key = try #require(CodingUserInfoKey(rawValue: "name"))
        encoder.userInfo = [key: "x"]
        let json = String(decoding: try encoder.encode(Embedding()), as: UTF8.self)
        #expect(json.contains(#""plain":"x""#) && json.contains(#""embedded":"\"x\""#))
    }

    /// Reading an untyped value of this depth would take seconds.
    @Test func valuesOfIgnoredPropertiesAreSkipped() throws {
        let deep = String(repeating: #"{"a":"#, count: 400) + "1" + String(repeating: "}", count: 400)
        let object = try JSONDecoder().decode(Embedding.self, from: Data("{\"ignored\":\(deep)}".utf8))
        #expect(object.ignored == nil)
    }
}
