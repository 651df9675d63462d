import Foundation
import Testing

@testable import ModelObjects

/// A class whose exports validate against its schema.
struct SchemaCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schema: @Sendable (SchemaUse, ExportOptions) throws -> [String: Any]
    let text: @Sendable (SchemaUse, ExportOptions) throws -> String
    let make: @Sendable (inout SeededNumbers) -> ModelObject
    /// The keys, in any style, of values that the schema does not constrain.
    let free: Set<String>

    init<Model: ModelObject>(
        _ type: Model.Type, free: Set<String> = [],
        _ make: @escaping @Sendable (inout SeededNumbers) -> Model
    ) {
        testDescription = "\(type)"
        schema = { try type.jsonSchema(for: $0, options: $1) }
        text = { try type.jsonSchemaString(for: $0, options: $1) }
        self.make = { make(&$0) }
        self.free = free
    }

    /// Whether a key leads to a value that the schema does not constrain.
    func isFree(_ key: String) -> Bool { free.contains { KeyFolding.fold($0) == KeyFolding.fold(key) } }

    static let all = [
        SchemaCase(
            RandomExport.self, free: ["any", "point", "cents", "price"]
        ) { RandomExport.make(depth: 1 + $0.below(3), &$0) },
        SchemaCase(SchemaShelf.self, free: ["kind"]) { SchemaShelf.make(&$0) },
        SchemaCase(SchemaItem.self, free: ["kind"]) { SchemaItem.make(&$0) },
        SchemaCase(SchemaTimes.self) { SchemaTimes.make(&$0) },
        SchemaCase(SchemaParts.self) { SchemaParts.make(&$0) },
        SchemaCase(SchemaAnswer.self, free: ["kind"]) { SchemaAnswer.make(depth: 3, &$0) },
        SchemaCase(SchemaNumbers.self) { SchemaNumbers.make(&$0) },
    ]

    /// Some combinations of the options that affect a schema.
    static let forms: [ExportOptions] =
        ExportOptions.KeyStyle.allCases.flatMap { style in
            [ExportOptions.Nulls.omit, .include].map { ExportOptions(keyStyle: style, nulls: $0) }
        } + [
            ExportOptions(dateFormat: .unixMilliseconds), ExportOptions(dateFormat: .dotNet),
            ExportOptions(relations: .none), ExportOptions(nulls: .include, relations: .railsAttributes),
            ExportOptions(except: ["title", "text"]),
        ]
}

/// A class with models of a hierarchy.
final class SchemaShelf: ModelObject {
    var title = ""
    var items: [SchemaItem] = []
    var best: SchemaItem?
    var books: [String: SchemaBook] = [:]
    var any: [Any] = []
    override class var propertyRules: [String: PropertyRule] { ["any": .elements(SchemaItem.self)] }

    static func make(_ random: inout SeededNumbers) -> SchemaShelf {
        let shelf = SchemaShelf()
        shelf.title = random.text
        shelf.items = random.many { SchemaItem.make(&$0) }
        shelf.best = random.maybe { SchemaItem.make(&$0) }
        shelf.books = ["a": SchemaBook()]
        shelf.any = random.many { SchemaItem.make(&$0) }
        return shelf
    }
}

/// A base class that its discriminator does not name.
class SchemaItem: ModelObject {
    var price = 0.5
    override class var discriminator: Discriminator? {
        .key(
            "info.kind", ["book": SchemaBook.self, "pamphlet": SchemaBook.self, "record": SchemaRecord.self],
            fallback: SchemaItem.self)
    }

    static func make(_ random: inout SeededNumbers) -> SchemaItem {
        let item: SchemaItem
        switch random.below(3) {
        case 0:
            let book = SchemaBook()
            book.pages = random.maybe { $0.integer }
            item = book
        case 1:
            let record = SchemaRecord()
            record.tracks = random.many { $0.text }
            item = record
        default: item = SchemaItem()
        }
        item.price = random.double
        return item
    }
}

final class SchemaBook: SchemaItem {
    var pages: Int?
}

final class SchemaRecord: SchemaItem {
    var kind = ""
    var tracks: [String] = []
    override class var propertyRules: [String: PropertyRule] { ["kind": .key("info.kind")] }
}

/// Dates in several formats; a model inherits that of the model around it.
final class SchemaTimes: ModelObject {
    var time = Date(timeIntervalSince1970: 0)
    var day: Date?
    var seconds: [Date] = []
    var own = SchemaMoment()
    var other: SchemaTexts?
    override class var propertyRules: [String: PropertyRule] {
        ["day": .date(.format("yyyy-MM-dd")), "seconds": .date(.firstOf([.unixSeconds, .iso8601]))]
    }

    static func make(_ random: inout SeededNumbers) -> SchemaTimes {
        let times = SchemaTimes()
        (times.time, times.day, times.seconds) = (
            random.date, random.maybe { $0.date }, random.many { $0.date }
        )
        times.own.at = random.date
        times.other = random.maybe { random in
            let texts = SchemaTexts()
            texts.moment.at = random.date
            return texts
        }
        return times
    }
}

final class SchemaTexts: ModelObject {
    var moment = SchemaMoment()
    override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixMilliseconds) }
}

final class SchemaMoment: ModelObject {
    var at = Date(timeIntervalSince1970: 0)
}

/// Keys that are paths, Presence, embedded JSON, and required properties.
final class SchemaParts: ModelObject {
    var id = 0
    var text = ""
    var first: String?
    var second: Presence<Int> = .missing
    var element: String?
    var neededElement = 0
    var neededOptional: String?
    var embedded: [String: Int] = [:]
    var password = "secret"
    var hidden: Int?
    override class var propertyRules: [String: PropertyRule] {
        [
            "id": .key("meta.id").required, "first": .key("meta.more.first"),
            "second": .key("meta.more.second"),
            "element": .key("list.1.name"), "neededElement": .key("places.1").required,
            "neededOptional": .required, "embedded": .embeddedJSON,
            "password": .redacted.described("Not shown."),
            "hidden": .notExported.required,
        ]
    }

    static func make(_ random: inout SeededNumbers) -> SchemaParts {
        let parts = SchemaParts()
        (parts.id, parts.text) = (random.integer, random.text)
        parts.first = random.maybe { $0.text }
        parts.second = [.missing, .null, .value(random.integer)][random.below(3)]
        parts.element = random.maybe { $0.text }
        parts.neededOptional = random.text
        parts.embedded = ["k": random.integer]
        return parts
    }
}

/// Everything that structured output can describe.
final class SchemaAnswer: ModelObject {
    var text = ""
    var mood: Mood?
    var confidence = 0.0
    var link: URL?
    var id = UUID()
    var at: Date?
    var flags: Set<Int> = []
    var count: UInt8 = 0
    var data = Data()
    var children: [SchemaAnswer] = []
    var best: SchemaAnswer?
    var shape: SchemaItem?
    var street: String?

    enum Mood: String, CaseIterable { case good, bad }

    override class var propertyRules: [String: PropertyRule] {
        [
            "confidence": .described("From 0 to 1."), "best": .described("The best child."),
            "street": .key("place.street"),
        ]
    }

    static func make(depth: Int, _ random: inout SeededNumbers) -> SchemaAnswer {
        let answer = SchemaAnswer()
        (answer.text, answer.confidence) = (random.text, random.double)
        answer.mood = random.maybe { [.good, .bad][$0.below(2)] }
        answer.link =
            random.maybe { [URL(string: "a/b?c"), URL(string: "https://a.b/")][$0.below(2)] } ?? nil
        answer.at = random.maybe { $0.date }
        answer.flags = Set(random.many { $0.integer })
        answer.count = UInt8(random.below(256))
        answer.data = Data(random.many { UInt8($0.below(256)) })
        answer.street = random.maybe { $0.text }
        answer.shape = random.maybe { SchemaItem.make(&$0) }
        guard depth > 1 else { return answer }
        answer.children = random.many { make(depth: depth - 2, &$0) }
        answer.best = random.maybe { make(depth: depth - 1, &$0) }
        return answer
    }
}

/// Numbers and containers of every kind.
final class SchemaNumbers: ModelObject {
    var small: Int8 = 0
    var wide: UInt64 = 0
    var narrow: UInt32?
    var either: NSNumber = true
    var exact = Decimal(0)
    var short: Float = 0
    var letter: Character = "a"
    var kinds: [Kind: [Int?]] = [:]
    var table: [[Double]] = []
    var steps: [Step] = []
    var options: Options = .first

    enum Kind: String { case one, two }
    enum Step: Int, CaseIterable { case up = 1, down = -1 }
    struct Options: OptionSet, CaseIterable {
        let rawValue: Int
        static let first = Options(rawValue: 1)
        static let allCases: [Options] = [.first, Options(rawValue: 2)]
    }

    static func make(_ random: inout SeededNumbers) -> SchemaNumbers {
        let numbers = SchemaNumbers()
        numbers.small = Int8(truncatingIfNeeded: random.next())
        numbers.wide = random.next()
        numbers.narrow = random.maybe { UInt32(truncatingIfNeeded: $0.next()) }
        numbers.either = [NSNumber(value: 2.5), NSNumber(value: true), NSNumber(value: 7)][random.below(3)]
        numbers.exact = Decimal(random.integer) / 8
        numbers.letter = ["x", "é", "👩‍👩‍👧"][random.below(3)]
        numbers.kinds = [.one: random.many { $0.maybe { $0.integer } }]
        numbers.table = random.many { $0.many { $0.double } }
        numbers.steps = random.many { [.up, .down][$0.below(2)] }
        numbers.options = Options(rawValue: random.below(4))
        return numbers
    }
}
