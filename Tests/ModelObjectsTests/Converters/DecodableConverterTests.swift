import Foundation
import ModelObjects
import Testing

/// Models inside a Codable type that is a property of a model.
struct DecodableConverterTests {
    class Item: ModelObject {
        var age = 0
        var day = Date.distantPast
        var marks: [Int] = []
        var shelf: Shelf?
        override class var discriminator: Discriminator? {
            .key("kind", ["item": Item.self, "special": SpecialItem.self], fallback: Item.self)
        }
    }
    final class SpecialItem: Item { var extra = "" }
    struct Shelf: Codable { var owner: Item? }

    struct Page: Codable {
        var items: [Item] = []
        var label: String?
        static let key = CodingUserInfoKey(rawValue: "label")

        init() {}
        init(from decoder: any Decoder) throws {
            items = try decoder.container(keyedBy: CodingKeys.self).decode([Item].self, forKey: .items)
            label = Self.key.flatMap { decoder.userInfo[$0] as? String }
        }
    }

    class Book: ModelObject { var page: Page? }
    final class HookedBook: Book {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class WillingBook: Book {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            var changed = json
            changed["new"] = nil
            return changed
        }
    }
    final class EmbeddedBook: Book {
        override class var propertyRules: [String: PropertyRule] { ["page": .embeddedJSON] }
    }
    final class DatedBook: Book {
        override class var propertyRules: [String: PropertyRule] { ["page": .date(.format("dd.MM.yyyy"))] }
    }

    /// Each way to map a book.
    private func ways(_ page: String, _ options: MappingOptions? = nil) -> [(String, () throws -> Book)] {
        let json = #"{"page": \#(page)}"#
        return [
            ("bytes", { try Book(json: json, options: options) }),
            (
                "dictionary",
                {
                    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
                    return try Book(dictionary: object as? [String: Any] ?? [:], options: options)
                }
            ),
            ("hook", { try HookedBook(json: json, options: options) }),
            ("decoder", { try ModelDecoder(options: options).decode(Book.self, from: json) }),
        ]
    }

    struct Price: Codable {
        struct Size: Codable { var width: Int }
        var amount: Int
        var sizes: [Size] = []
        var link: URL?
    }
    final class Shop: ModelObject {
        var price: Price?
        var prices: [Price] = []
        var secret: Price?
        override class var propertyRules: [String: PropertyRule] { ["secret": .redacted] }
    }

    @Test(arguments: [
        (#"{"price": {"sizes": []}}"#, "found object at $.price (line 1, column 11): `amount` is missing."),
        (
            #"{"price": {"amount": "x", "sizes": []}}"#,
            "found object at $.price (line 1, column 11): expected Int at `amount`."
        ),
        (
            #"{"price": {"amount": null, "sizes": []}}"#,
            "found object at $.price (line 1, column 11): expected Int at `amount`."
        ),
        (
            #"{"price": {"amount": 1, "sizes": [{"width": 1}, {}]}}"#,
            "found object at $.price (line 1, column 11): `sizes[1].width` is missing."
        ),
        (
            #"{"price": {"amount": 1, "sizes": [], "link": ""}}"#,
            "found object at $.price (line 1, column 11): expected URL at `link`."
        ),
        (
            #"{"prices": [{"amount": 1, "sizes": []}, {"amount": 1}]}"#,
            "found object at $.prices[1] (line 1, column 41): `sizes` is missing."
        ),
        (#"{"price": 5}"#, "found number at $.price (line 1, column 11)."),
        (#"{"secret": {"sizes": []}}"#, "found object at $.secret (line 1, column 12)."),
    ])
    func sentencesSayWhatInsideAValueDoesNotFit(json: String, ending: String) throws {
        let problems = Shop.inspect(json: json).report.problems
        #expect(problems.map(\.description) == ["Expected Price, \(ending)"])
        let error = #expect(throws: ModelError.self) { try Shop(json: json, options: .strict) }
        #expect(error?.description == "Expected Price, \(ending)")
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        let positions = try Regex(#" \(line 1, column \d+\)"#)
        #expect(
            Shop.inspect(dictionary: object).report.problems.map(\.description)
                == ["Expected Price, \(ending)".replacing(positions, with: "")])
    }

    @Test func discriminatorsAndElementOptionsApply() throws {
        for (name, make) in ways(#"{"items": [{"kind": "special", "extra": "x"}, 5, {"age": 3}]}"#) {
            let items = try make().page?.items ?? []
            #expect(items.map(\.age) == [0, 3], "\(name)")
            #expect((items.first as? SpecialItem)?.extra == "x", "\(name)")
        }
    }

    @Test(arguments: [
        (
            MappingOptions(mismatches: .reject), #"{"age": "x"}"#, "Expected Int, found string",
            "$.page.items[1].age"
        ),
        (MappingOptions(unknownKeys: .reject), #"{"agge": 1}"#, "Unknown key", "$.page.items[1].agge"),
        (
            MappingOptions(elements: .reject), #"{"marks": [1, "x"]}"#, "Expected Int, found string",
            "$.page.items[1].marks[1]"
        ),
    ])
    func optionsThatRejectApply(
        options: MappingOptions, item: String, sentence: String, path: String
    ) throws {
        for (name, make) in ways(#"{"items": [{}, \#(item)]}"#, options) {
            let error = try #require(throws: ModelError.self, "\(name)") { try make() }
            #expect(error.description.hasPrefix(sentence) && error.path == path, "\(name)")
            #expect(error.problems.map(\.path) == [path], "\(name)")
            #expect((error.line == nil) == (name == "dictionary"), "\(name)")
        }
    }

    /// A type that tries several classes, or leaves out elements that cannot be decoded.
    struct Alternatives: Codable {
        var items: [Item] = []
        var shelves = 0

        final class Strict: ModelObject {
            var size = 0
            override class var propertyRules: [String: PropertyRule] { ["size": .required] }
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let item = try? container.decode(Item.self) {
                    items.append(item)
                } else {
                    _ = try container.decode(Strict.self)
                    shelves += 1
                }
            }
        }
        func encode(to encoder: any Encoder) throws {}
    }
    class Stock: ModelObject { var list: Alternatives? }

    @Test func whatATypeTriesInVainIsNotRejected() throws {
        let options = MappingOptions(unknownKeys: .reject)
        let json = #"{"list": [{"age": 1}, {"size": 2}]}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        for stock in [
            try Stock(json: json, options: options), try Stock(dictionary: object, options: options),
        ] {
            #expect(stock.list?.items.map(\.age) == [1] && stock.list?.shelves == 1)
        }
        // The reasons why both failed, and that of the whole list.
        let wrong = #"{"list": [{"age": 1}, {"agge": 2}]}"#
        let error = try #require(throws: ModelError.self) { try Stock(json: wrong, options: options) }
        #expect(
            Set(error.problems.map(\.path)) == ["$.list[1].agge", "$.list[1].size"], "\(error.problems)")
        #expect(try Stock(json: wrong).list?.items.count == 2)
    }

    /// A model that is refused inside a value.
    @Test func refusedModelsAreReported() throws {
        struct Lossy: Codable {
            struct Skipped: Decodable {}
            var items: [Alternatives.Strict] = []
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    if let item = try? container.decode(Alternatives.Strict.self) {
                        items.append(item)
                    } else {
                        _ = try container.decode(Skipped.self)
                    }
                }
            }
            func encode(to encoder: any Encoder) throws {}
        }
        final class Store: ModelObject { var list: Lossy? }
        let json = #"{"list": [{"size": 1}, {"sise": 2}]}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        for report in [Store.inspect(json: json).report, Store.inspect(dictionary: object).report] {
            #expect(report.problems.map(\.path) == ["$.list[1].size"])
            #expect(report.problems.map(\.code) == [.missingRequired])
            #expect(report.unmatchedKeys.map(\.path) == ["$.list[1].sise"])
        }
    }

    struct Cover: Codable { var item: Item }
    final class Covers: ModelObject {
        var covers: [Cover] = []
        var items: [Item] = []
    }

    @Test func problemsAreCountedOnce() throws {
        let options = MappingOptions(unknownKeys: .reject)
        func error(_ key: String, _ element: String) throws -> ModelError {
            let elements = [String](repeating: element, count: 150).joined(separator: ",")
            return try #require(throws: ModelError.self) {
                try Covers(json: "{\"\(key)\": [\(elements)]}", options: options)
            }
        }
        let (covered, direct) = (
            try error("covers", #"{"item": {"zz": 1}}"#), try error("items", #"{"zz": 1}"#)
        )
        #expect(covered.omittedProblems == direct.omittedProblems)
        #expect(covered.problems.count == direct.problems.count)
    }

    @Test func datesUseTheFormatOfTheProperty() throws {
        let book = try DatedBook(json: #"{"page": {"items": [{"day": "24.12.2024"}]}}"#)
        #expect(book.page?.items.first?.day == Date(timeIntervalSince1970: 1_734_998_400))
    }

    /// A dictionary of a property list, or one of Swift values.
    @Test func valuesOfADictionaryNeedNotBeJSON() throws {
        enum Level: String, Codable { case low, high }
        struct Event: Codable, Equatable {
            var at: Date
            var icon: Data
            var id: UUID
            var link: URL
            var levels: [Level]
        }
        class Calendar: ModelObject { var event: Event? }
        final class DatedCalendar: Calendar {
            override class var propertyRules: [String: PropertyRule] {
                ["event": .date(.format("dd.MM.yyyy"))]
            }
        }
        let event = Event(
            at: Date(timeIntervalSince1970: 1_734_998_400), icon: Data([1, 2]), id: UUID(),
            link: try #require(URL(string: "https://example.com/a")), levels: [.low, .high])
        let members: [String: Any] = [
            "at": event.at, "icon": event.icon, "id": event.id, "link": event.link, "levels": event.levels,
        ]
        #expect(try Calendar(dictionary: ["event": members]).event == event)
        #expect(try DatedCalendar(dictionary: ["event": members]).event == event)
        // Also if the format has no time of day.
        let noon = members.merging(["at": event.at + 43_200]) { $1 }
        #expect(try DatedCalendar(dictionary: ["event": noon]).event?.at == event.at + 43_200)
        #expect(try Calendar(dictionary: ["event": noon]).event?.at == event.at + 43_200)
        struct Odd {}
        #expect(try Calendar(dictionary: ["event": members.merging(["id": Odd()]) { $1 }]).event == nil)
    }

    /// A number beyond Double's range matters only if the type reads it.
    @Test func numbersThatNothingReadsCanBeTooLarge() throws {
        struct Point: Codable, Equatable { var x = 0.0 }
        class Place: ModelObject { var point: Point? }
        final class Checked: Place {
            override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
        }
        let unread = #"{"point": {"x": 1, "others": [1e400, -1e400]}}"#
        let patched = Place()
        try patched.apply(mergePatch: unread)
        for place in [try Place(json: unread), try Checked(json: unread), patched] {
            #expect(place.point == Point(x: 1))
        }
        for number in ["1e400", "-1e400"] {
            let read = #"{"point": {"x": \#(number)}}"#
            #expect(throws: ModelError.self) { try Place(json: read, options: .strict) }
            #expect(throws: ModelError.self) { try Checked(json: read, options: .strict) }
        }
    }

    /// A type that decodes a number gets the one that the date format writes.
    @Test func datesOfADictionaryAreWrittenInTheFormat() throws {
        struct Entry: Codable { var at: Double }
        final class Journal: ModelObject { var entry: Entry? }
        let members = ["entry": ["at": Date(timeIntervalSince1970: 5)]]
        #expect(
            try Journal(dictionary: members, options: MappingOptions(dateFormat: .unixSeconds)).entry?.at == 5
        )
        #expect(try Journal(dictionary: members).entry == nil)
    }

    @Test func aDateThatTheFormatReadsAsAnotherOneIsAMismatch() throws {
        struct Entry: Codable { var at: Date }
        final class Journal: ModelObject { var entry: Entry? }
        let format = DateFormat.custom(
            parse: { _ in Date(timeIntervalSince1970: 9) }, format: { _ in "" })
        for (seconds, expected) in [(9, Date(timeIntervalSince1970: 9)), (5, nil)] {
            let members = ["entry": ["at": Date(timeIntervalSince1970: TimeInterval(seconds))]]
            let journal = try Journal(dictionary: members, options: MappingOptions(dateFormat: format))
            #expect(journal.entry?.at == expected)
        }
    }

    @Test func userInfoReachesTheType() throws {
        guard let key = Page.key else { return }
        var decoder = ModelDecoder()
        decoder.userInfo[key] = "given"
        let json = #"{"page": {"items": []}}"#
        #expect(try decoder.decode(Book.self, from: json).page?.label == "given")
        #expect(
            try decoder.decode([String: [Book]].self, from: #"{"a": [\#(json)]}"#)["a"]?.first?.page?.label
                == "given")
    }

    /// The same findings, whatever the value is read from.
    @Test func reportsIncludeNestedFindings() throws {
        let page =
            #"{"items": [{"agge": 1}, {"age": "3", "marks": ["x"], "shelf": {"owner": {"age": "?"}}}]}"#
        let json = #"{"page": \#(page)}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        let text = String(decoding: try JSONEncoder().encode(page), as: UTF8.self)
        let reports = [
            Book.inspect(json: json).report, Book.inspect(dictionary: object).report,
            HookedBook.inspect(json: json).report, WillingBook.inspect(json: json).report,
            EmbeddedBook.inspect(json: #"{"page": \#(text)}"#).report,
        ]
        for report in reports {
            #expect(report.unmatchedKeys.map(\.path) == ["$.page.items[0].agge"])
            #expect(report.conversions.map(\.path) == ["$.page.items[1].age"])
            #expect(
                report.problems.map(\.path)
                    == ["$.page.items[1].marks[0]", "$.page.items[1].shelf.owner.age"])
        }
    }

    /// A Codable type with a raw value that nothing converts is a Codable type.
    @Test func aRawValueThatNothingConvertsDoesNotCount() throws {
        struct Point { var x = 0.0 }
        struct Angle: RawRepresentable, Codable {
            var rawValue: Point
            init(rawValue: Point) { self.rawValue = rawValue }
            init(from decoder: any Decoder) throws {
                rawValue = Point(x: try decoder.singleValueContainer().decode(Double.self))
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(rawValue.x)
            }
        }
        final class Turn: ModelObject { var angle: Angle? }
        let turn = try Turn(json: #"{"angle": 1.5}"#, options: .strict)
        #expect(turn.angle?.rawValue.x == 1.5)
        #expect(try turn.jsonString() == #"{"angle":1.5}"#)
    }

    struct Numbered: Codable { var names: [Int: String] = [:] }
    final class NumberedNames: ModelObject { var value = Numbered() }

    /// `1` and `01` are the same key of a dictionary, but not of an object.
    @Test func keysAreListedInTheOrderOfTheText() throws {
        for (members, name) in [(#""1":"a","01":"b""#, "b"), (#""01":"b","1":"a""#, "a")] {
            let json = #"{"names":{\#(members)}}"#
            #expect(try NumberedNames(json: #"{"value":\#(json)}"#).value.names == [1: name])
            #expect(try ModelDecoder().decode(Numbered.self, from: json).names == [1: name])
        }
    }

    struct Nothing: Codable {
        init() {}
        init(from decoder: any Decoder) {}
        func encode(to encoder: any Encoder) {}
    }

    final class Marked: ModelObject { var (mark, marks, name) = (Nothing(), [Nothing()], "a") }

    @Test func aTypeThatEncodesNothingIsAnEmptyObject() throws {
        let model = Marked()
        #expect(try model.jsonString() == #"{"mark":{},"marks":[{}],"name":"a"}"#)
        #expect(try ModelEncoder().encode(model) == model.jsonData())
        #expect(try Marked(dictionary: model.jsonObject()).jsonString() == model.jsonString())
        #expect(try model.mergePatch(since: Marked()).isEmpty)
    }
}
