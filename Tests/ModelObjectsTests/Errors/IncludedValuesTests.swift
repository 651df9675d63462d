import Foundation
import ModelObjects
import Testing

/// `includeValues`: which messages show the mismatched value, and which never do.
struct IncludedValuesTests {
    enum Suit: String { case hearts }
    struct Point: Codable { var x = 0 }

    final class Wide: ModelObject {
        var int = 0
        var small = Int8(0)
        var double = 0.0
        var float = Float(0)
        var flag = false
        var text = ""
        var decimal = Decimal(0)
        var date: Date?
        var uuid: UUID?
        var suit: Suit?
        var point: Point?
        var list: [Int] = []
        var map: [String: Int] = [:]
        var child: Wide?
        var children: [Wide] = []
        var any: [Any] = []
        var paid = 0
        var deep = 0
        override class var propertyRules: [String: PropertyRule] {
            ["paid": .embeddedJSON, "deep": .key("meta.n"), "any": .elements(Wide.self)]
        }
    }

    class Animal: ModelObject {
        override class var discriminator: Discriminator? { .key("kind", ["dog": Dog.self]) }
    }
    final class Dog: Animal {}
    final class Kennel: ModelObject { var animal: Animal? }

    /// A payload and the start of its sentence, which is the same from bytes and from a dictionary.
    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let sentence: String
        var type: ModelObject.Type = Wide.self
        var testDescription: String { json }
        init(_ json: String, _ sentence: String, _ type: ModelObject.Type = Wide.self) {
            (self.json, self.sentence, self.type) = (json, sentence, type)
        }
    }

    private static let shown: [Row] = [
        Row(#"{"int":"abc"}"#, #"Expected Int, found string "abc" at $.int"#),
        Row(#"{"int":1.5}"#, "Expected Int, found number 1.5 at $.int"),
        Row(#"{"int":"a\n\"b"}"#, #"Expected Int, found string "a\n\"b" at $.int"#),
        Row(#"{"int":"null"}"#, "Expected Int, found null at $.int"),
        Row(#"{"int":{"a":"b"}}"#, "Expected Int, found object at $.int"),
        Row(#"{"int":["b"]}"#, "Expected Int, found array at $.int"),
        Row(#"{"int":"{\"a\":5}"}"#, "Expected Int, found string at $.int"),
        Row(#"{"small":300}"#, "Expected Int8, found number 300 at $.small"),
        Row(#"{"double":"NaN"}"#, #"Expected Double, found string "NaN" at $.double"#),
        Row(#"{"flag":"maybe"}"#, #"Expected Bool, found string "maybe" at $.flag"#),
        Row(#"{"date":"yesterday"}"#, #"Expected Date, found string "yesterday" at $.date"#),
        Row(#"{"date":true}"#, "Expected Date, found bool true at $.date"),
        Row(#"{"uuid":5}"#, "Expected UUID, found number 5 at $.uuid"),
        Row(#"{"suit":"clubs"}"#, #"Expected a raw value of Suit, found string "clubs" at $.suit"#),
        Row(#"{"point":7}"#, "Expected Point, found number 7 at $.point"),
        Row(#"{"point":{"x":"secret"}}"#, "Expected Point, found object at $.point: expected Int at `x`"),
        Row(#"{"list":"5 6"}"#, #"Expected Array, found string "5 6" at $.list"#),
        Row(#"{"list":[1,"x"]}"#, #"Expected Int, found string "x" at $.list[1]"#),
        Row(#"{"map":{"k":"x"}}"#, #"Expected Int, found string "x" at $.map.k"#),
        Row(#"{"child":{"int":"x"}}"#, #"Expected Int, found string "x" at $.child.int"#),
        Row(
            #"{"children":[{"child":{"int":"x"}}]}"#,
            #"Expected Int, found string "x" at $.children[0].child.int"#),
        // A text in place of a model may be a model in another format, so it is not shown.
        Row(#"{"child":"password=x"}"#, "Expected Wide, found string at $.child"),
        Row(#"{"children":"password=x"}"#, "Expected Array, found string at $.children"),
        Row(#"{"any":"password=x"}"#, "Expected Array, found string at $.any"),
        Row(#"{"any":["password=x"]}"#, "Expected Wide, found string at $.any[0]"),
        Row(
            #"{"paid":"[1"}"#,
            "Expected JSON text, found string at $.paid: expected ',' or ']', found the end of the input at byte 2"
        ),
        Row(#"{"paid":"\"x\""}"#, #"Expected Int, found string "x" at $.paid"#),
        Row(#"{"meta":{"n":"x"}}"#, #"Expected Int, found string "x" at $.meta.n"#),
        Row(#"{"meta":"x"}"#, "Expected object, found string at $.meta"),
        Row(#"{"nope":"x"}"#, "Unknown key $.nope"),
        Row(
            #"{"kind":"cat"}"#,
            #"Unknown class at $.kind: expected "dog", found another string "cat""#,
            Animal.self),
        Row(
            #"{"animal":{"KIND":5}}"#,
            #"Unknown class at $.animal.KIND: expected "dog", found another number 5"#,
            Kennel.self),
    ]

    @Test(arguments: shown) func messagesShowTheMismatchedValue(_ row: Row) throws {
        var options = MappingOptions.strict
        options.includeValues = true
        for (way, call) in ways(row.json, row.type) {
            let error = try #require(throws: ModelError.self) { try call(options) }
            let sentence = error.description.replacing(/\ \(line [^)]*\)/, with: "")
            #expect(sentence == row.sentence + ".", "\(way)")
            #expect(error.problems.first?.value == error.value, "\(way)")
            #expect(error.problems.first?.description == error.description, "\(way)")
            if let value = error.value { #expect(error.description.contains(" \(value)"), "\(way)") }
        }
    }

    @Test func valuesAreOmittedByDefault() throws {
        for row in Self.shown {
            for (_, call) in ways(row.json, row.type) {
                let error = try #require(throws: ModelError.self) { try call(.strict) }
                #expect(error.value == nil && error.problems.allSatisfy { $0.value == nil })
            }
        }
    }

    @Test(.knowsHooks) func numbersAreShownWithTheirOriginalDigits() {
        let json =
            #"{"int": 1e400, "small": 1.50, "double": 1e999, "float": 1e39, "uuid": \#(String(repeating: "9", count: 50))}"#
        let values = Wide.inspect(json: json, options: MappingOptions(includeValues: true)).report.problems
            .map(
                \.value)
        #expect(values == ["1e400", "1.50", "1e999", "1e39", String(repeating: "9", count: 40) + "…"])
    }

    @Test func reportsShowTheSameValuesAsErrors() {
        let report = Wide.inspect(
            json: #"{"int": "x", "list": [true, "yy"]}"#, options: MappingOptions(includeValues: true)
        ).1
        #expect(report.problems.map(\.value) == ["\"x\"", "\"yy\""])
        #expect(
            report.problems[0].description == #"Expected Int, found string "x" at $.int (line 1, column 9)."#)
    }

    // MARK: Precedence of options

    final class Open: ModelObject {
        var number = 0
        var inner: Plain?
        var closed: Closed?
        override class var mappingOptions: MappingOptions { MappingOptions(includeValues: true) }
    }
    final class Plain: ModelObject { var number = 0 }
    final class Closed: ModelObject {
        var number = 0
        override class var mappingOptions: MappingOptions { MappingOptions(includeValues: false) }
    }

    @Test func callOptionsOverrideClassAndParentOptions() {
        let json = #"{"number": "a", "inner": {"number": "b"}, "closed": {"number": "c"}}"#
        func values(_ options: MappingOptions?) -> [String?] {
            Open.inspect(json: json, options: options).report.problems.map(\.value)
        }
        #expect(values(nil) == ["\"a\"", "\"b\"", nil])
        #expect(values(MappingOptions(includeValues: false)) == [nil, nil, nil])
        #expect(values(MappingOptions(includeValues: true)) == ["\"a\"", "\"b\"", "\"c\""])
    }

    // MARK: Redacted

    final class Vault: ModelObject {
        var pin = 0
        var flag = false
        var date: Date?
        var codes: [Int] = []
        var table: [String: Int] = [:]
        var inner: Plain?
        var inners: [Plain] = []
        var innersByName: [String: Plain] = [:]
        var existing = Plain()
        var untyped: [Any] = []
        var deep = 0
        var first = 0
        var joined = 0
        var made = 0
        var embedded = 0
        var point: Point?
        /// Reads the key of `pin` too.
        var pinAgain: UUID?
        /// Its path leads into `box`, which is redacted.
        var inBox = 0
        var box: [String: Int] = [:]

        override class var propertyRules: [String: PropertyRule] {
            [
                "pin": .redacted, "flag": .redacted, "date": .redacted, "codes": .redacted,
                "table": .redacted,
                "inner": .redacted, "inners": .redacted, "innersByName": .redacted, "existing": .redacted,
                "untyped": .elements(Plain.self).redacted, "deep": .key("meta.deep").redacted,
                "first": .keys("f", "first").redacted,
                "joined": .combined(keys: ["a", "b"], from: { _ in Int?.none }).redacted,
                "made": .converted(from: { (_: Any) in Int?.none }).redacted,
                "embedded": .embeddedJSON.redacted,
                "point": .redacted, "pinAgain": .key("PIN"), "inBox": .key("box.n"), "box": .redacted,
            ]
        }
    }

    /// Its hook changes nothing, but makes the mapping take the path for hooks.
    final class HookedHolder: ModelObject {
        var pin = 0
        var inner: Plain?
        override class var propertyRules: [String: PropertyRule] { ["pin": .redacted, "inner": .redacted] }
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class WilledHolder: ModelObject {
        var pin = 0
        var inner: Plain?
        override class var propertyRules: [String: PropertyRule] { ["pin": .redacted, "inner": .redacted] }
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    class Card: ModelObject {
        var kind = ""
        override class var propertyRules: [String: PropertyRule] { ["kind": .redacted] }
        override class var discriminator: Discriminator? { .key("KIND", ["visa": Visa.self]) }
    }
    final class Visa: Card {}

    /// The key of the discriminator fills the redacted property by a naming rule.
    class Account: ModelObject {
        var remoteID = ""
        override class var propertyRules: [String: PropertyRule] { ["remoteID": .redacted] }
        override class var discriminator: Discriminator? { .key("id", ["admin": Admin.self]) }
    }
    final class Admin: Account {}

    static let secret = "hunter2"

    private static let secretive: [Row] =
        [
            #"{"pin":"S"}"#, #"{"PIN":"S"}"#, #"{"pin":"S","Pin":"S"}"#, #"{"pin":"S","pin":"S"}"#,
            #"{"flag":"S"}"#,
            #"{"date":"S"}"#, #"{"codes":"S"}"#, #"{"codes":["S"]}"#, #"{"table":"S"}"#,
            #"{"table":{"k":"S"}}"#,
            #"{"inner":"S"}"#, #"{"inner":{"number":"S"}}"#,
            #"{"inner":{"number":"S"},"INNER":{"number":"S"}}"#,
            #"{"inners":[{"number":"S"}]}"#, #"{"inners":["S"]}"#, #"{"innersByName":{"k":{"number":"S"}}}"#,
            #"{"existing":{"number":"S"}}"#, #"{"untyped":["S",{"number":"S"}]}"#, #"{"meta":"S"}"#,
            #"{"meta":{"deep":"S"}}"#, #"{"f":"S","first":"S"}"#, #"{"a":"S","b":"S"}"#, #"{"made":"S"}"#,
            #"{"embedded":"S"}"#, #"{"embedded":"\"S\""}"#, #"{"point":"S"}"#, #"{"point":{"x":"S"}}"#,
            #"{"box":{"n":"S"}}"#, #"{"box":"S"}"#,
        ].map { Row($0.replacing("S", with: secret), "", Vault.self) }
        + [
            #"{"pin":"S","inner":{"number":"S"}}"#,
            #"{"pin":"S","Pin":"S","inner":{"number":"S"},"Inner":{"number":"S"}}"#,
        ].flatMap { json in
            [HookedHolder.self, WilledHolder.self].map { Row(json.replacing("S", with: secret), "", $0) }
        } + [Row(#"{"kind":"hunter2"}"#, "", Card.self), Row(#"{"id":"hunter2"}"#, "", Account.self)]

    @Test(arguments: secretive) func redactedValuesAreNeverShown(_ row: Row) throws {
        var options = MappingOptions.strict
        options.includeValues = true
        for (way, call) in ways(row.json, row.type) {
            let error = try #require(throws: ModelError.self, "\(way)") { try call(options) }
            #expect(!everything(error).contains(Self.secret), "\(way)")
        }
        for report in reports(row.json, row.type, MappingOptions(includeValues: true)) {
            #expect(!report.problems.isEmpty || report.error != nil)
            #expect(!everything(report).contains(Self.secret))
        }
    }

    class Ticket: ModelObject {
        var code = ""
        override class var propertyRules: [String: PropertyRule] { ["code": .key("kind").redacted.ignored] }
        override class var discriminator: Discriminator? { .key("kind", ["day": DayTicket.self]) }
    }
    final class DayTicket: Ticket {}

    class Ballot: ModelObject {
        var code = ""
        override class var propertyRules: [String: PropertyRule] { ["code": .key("kind.inner").redacted] }
        override class var discriminator: Discriminator? { .key("kind", ["day": DayBallot.self]) }
    }
    final class DayBallot: Ballot {}

    @Test(arguments: [Ticket.self, Ballot.self] as [ModelObject.Type])
    func theTextOfAnUnknownClassIsHiddenIfItsKeyIsRedacted(_ type: ModelObject.Type) throws {
        for (way, call) in ways(#"{"kind": "hunter2"}"#, type) {
            let error = try #require(throws: ModelError.self, "\(way)") {
                try call(MappingOptions(includeValues: true))
            }
            let sentence = error.description.replacing(/\ \(line [^)]*\)/, with: "")
            #expect(sentence == #"Unknown class at $.kind: expected "day", found another string."#, "\(way)")
        }
    }

    @Test func valuesBesideARedactedPropertyAreShown() {
        let report = HookedHolder.inspect(
            json: #"{"pin": "x", "inner": {"number": "yy"}}"#, options: MappingOptions(includeValues: true)
        ).1
        #expect(report.problems.map(\.value) == [nil, nil])
        let wide = Wide.inspect(json: #"{"int": "x"}"#, options: MappingOptions(includeValues: true)).report
        #expect(wide.problems.map(\.value) == ["\"x\""])
        // After a redacted property, the values of others are shown again.
        let vault = HalfOpen.inspect(
            json: #"{"pin": "x", "number": "yy"}"#, options: MappingOptions(includeValues: true)
        ).1
        #expect(vault.problems.map(\.value) == [nil, "\"yy\""])
    }

    final class HalfOpen: ModelObject {
        var pin = 0
        var number = 0
        override class var propertyRules: [String: PropertyRule] { ["pin": .redacted] }
    }
}

/// Every entry point that maps a payload.
func ways(
    _ json: String, _ type: ModelObject.Type
) -> [(name: String, call: (MappingOptions) throws -> Void)] {
    let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
    return [
        ("bytes", { _ = try type.model(json: Data(json.utf8), options: $0) }),
        ("string", { _ = try type.model(json: json, options: $0) }),
        ("dictionary", { _ = try type.model(dictionary: dictionary, options: $0) }),
    ]
}

func reports(_ json: String, _ type: ModelObject.Type, _ options: MappingOptions?) -> [MappingReport] {
    let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
    func all<Model: ModelClass>(_ type: Model.Type) -> [MappingReport] {
        [
            Model.inspect(json: Data(json.utf8), options: options).report,
            Model.inspect(json: json, options: options).report,
            Model.inspect(dictionary: dictionary, options: options).report,
        ]
    }
    // Cast through Any: a ModelObject.Type would open to the base class.
    guard let type = type as Any as? any ModelClass.Type else {
        preconditionFailure("\(type) is not a model class.")
    }
    return all(type)
}

/// All printed forms of an error.
func everything(_ error: any Error) -> String {
    var text = "\(error)\n\(error.localizedDescription)\n\(String(reflecting: error))\n"
    dump(error, to: &text)
    return text
}

func everything(_ report: MappingReport) -> String {
    var text = "\(report)\n\(String(reflecting: report))\n\(report.summary)\n"
    text += "\(report.matched)\n\(report.unfilled)\n\(report.unmappable)\n"
    dump(report, to: &text)
    dump(report.unmatchedKeys, to: &text)
    dump(report.conversions, to: &text)
    dump(report.problems, to: &text)
    for problem in report.problems { text += everything(problem) }
    if let error = report.error { text += everything(error) }
    return text
}
