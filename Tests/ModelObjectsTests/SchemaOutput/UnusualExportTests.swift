import Foundation
import Testing

@testable import ModelObjects

/// Exports of objects with unusual values validate against their schemas, too.
struct UnusualExportTests {
    private struct Row {
        let model: ModelObject
        /// The class whose schema is checked; nil for the object's own.
        var declared: ModelObject.Type?
        var options = ExportOptions()

        init(
            _ model: ModelObject, in declared: ModelObject.Type? = nil,
            _ notFinite: ExportOptions.NotFinite = .error
        ) {
            (self.model, self.declared) = (model, declared)
            options.notFinite = notFinite
        }
    }

    private func check(_ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) throws {
        for (index, row) in rows.enumerated() {
            for nulls in [ExportOptions.Nulls.omit, .include] {
                var options = row.options
                options.nulls = nulls
                let schema = try (row.declared ?? type(of: row.model)).jsonSchema(options: options)
                let export = try row.model.jsonObject(options: options)
                #expect(
                    SchemaValidator(root: schema).problems(of: export) == [],
                    "row \(index): \(canonical(export)) in \(canonical(schema))",
                    sourceLocation: sourceLocation)
            }
        }
    }

    // MARK: Values

    enum Ratio: Double, CaseIterable { case half = 0.5, one = 1 }

    final class Ratios: ModelObject {
        var ratio: Ratio?
        var list: [Ratio?] = [nil, .one]
        var deep: Ratio?? = .some(nil)
    }

    final class Numbers: ModelObject {
        var set: Set<Double> = [.infinity, -.infinity]
        var floats: Set<Float> = [.infinity, 1, -.infinity]
        var exact: Set<Decimal> = [1, 2]
        var needed = Double.nan
        var inside = Double.infinity
        var element = Double.nan
        var last = Date(timeIntervalSince1970: .infinity)
        override class var propertyRules: [String: PropertyRule] {
            [
                "needed": .required, "inside": .key("a.b").required, "element": .key("list.1").required,
                "last": .required.date(.unixSeconds),
            ]
        }
    }

    @Test func nonFiniteNumbersAreNullOrOmitted() throws {
        let ratios = Ratios()
        ratios.ratio = .half
        try check([
            Row(Ratios(), .null), Row(ratios, .null), Row(Ratios(), .omit), Row(Ratios()),
            Row(Numbers(), .null), Row(Numbers(), .omit),
        ])
    }

    /// A raw value can be nil, too.
    @Test func aNilRawValueIsInTheEnum() throws {
        struct Grade: RawRepresentable, CaseIterable, Equatable {
            let rawValue: Int?
            static let allCases = [Grade(rawValue: nil), Grade(rawValue: 1)]
        }
        final class Graded: ModelObject {
            var grade = Grade.allCases[0]
            var maybe: Grade?
        }
        try check([Row(Graded())])
    }

    /// The property's own value is not in the form of the payload.
    @Test func aConvertedPropertyHasNoDefault() throws {
        final class Price: ModelObject {
            var cents = 0
            override class var propertyRules: [String: PropertyRule] {
                ["cents": .converted(from: { ($0 as? String).flatMap { Int($0) } }, to: { "\($0)" })]
            }
        }
        #expect(try !Price.jsonSchemaString().contains("default"))
        try check([Row(Price())])
    }

    final class Table: ModelObject {
        final class Cell: ModelObject { var x = 0 }
        var rows: [Any] = []
        var byKey: [String: Any] = [:]
        var optional: [Any?] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "rows": .elements(Cell.self), "byKey": .elements(Cell.self), "optional": .elements(Cell.self),
            ]
        }
    }

    @Test func elementsMayBeArraysOfModels() throws {
        let table = try Table(
            json: """
                {"rows": [[{"x": 1}, {"x": 2}], [], {"x": 3}, [[{}]], null],
                "byKey": {"a": [{"x": 1}], "b": {}, "c": null}, "optional": [[{"x": 1}], null]}
                """)
        #expect(table.rows.count == 4 && table.rows[0] is [Any] && table.rows[2] is Table.Cell)
        try check([Row(table)])
        let text = try Table.jsonSchemaString(for: .validation)
        #expect(text.contains(##""items":{"anyOf":[{"$ref":"#/$defs/"##))
    }

    // MARK: Dates

    class Timed: ModelObject {
        override class var discriminator: Discriminator? { .key("type", ["moment": Moment.self]) }
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
    }
    final class Moment: Timed {
        var at = Date(timeIntervalSince1970: 0)
        override class var mappingOptions: MappingOptions { MappingOptions() }
    }
    final class Calendar: ModelObject {
        var moment: Timed = Moment()
        var inner = Inner()
        final class Inner: ModelObject {
            var moment: Timed = Moment()
            override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
        }
    }

    @Test func aSubclassInheritsTheEnclosingDateFormat() throws {
        try check([Row(Calendar())])
    }

    // MARK: Discriminators in another spelling

    class Event: ModelObject {
        var eventType: String?
        override class var discriminator: Discriminator? {
            .key("event_type", ["login": Login.self, "1": Count.self], fallback: Event.self)
        }
    }
    final class Login: Event { var ip = "" }
    final class Count: Event { var count = 0 }
    final class Events: ModelObject {
        var events: [Event] = []
        var last: Event?
    }

    @Test func namesInTheSpellingOfAPropertyAreExclusive() throws {
        let login = try #require(try Event.model(json: #"{"event_type": "login", "ip": "::1"}"#) as? Login)
        let events = Events()
        events.events = [login, Event(), Count()]
        for style in [nil, .snakeCase, .pascalCase] as [ExportOptions.KeyStyle?] {
            var row = Row(login, in: Event.self)
            var rows = [row]
            row = Row(events)
            rows.append(row)
            for index in rows.indices { if let style { rows[index].options.keyStyle = style } }
            try check(rows)
        }
    }

    class Coded: ModelObject {
        var code: Int?
        override class var discriminator: Discriminator? {
            .key("code", ["1": One.self, "2": Coded.self, "3": Coded.self], fallback: Coded.self)
        }
    }
    final class One: Coded {}
    class Tagged: ModelObject {
        var tag = ""
        override class var discriminator: Discriminator? {
            .key("tag", ["flag": Flag.self, "tagged": Tagged.self], fallback: Tagged.self)
        }
    }
    final class Flag: Tagged { var isOn: Bool? }

    /// A class that is the fallback can have any text, even if one names it; and nil is exported as a text.
    @Test func theFallbackOfADiscriminatorHasAnyText() throws {
        for code in ["1", "2", "3", "4", #""x""#, "null"] {
            try check([Row(try Coded.model(json: #"{"code": \#(code)}"#), in: Coded.self)])
        }
        try check([Row(One(), in: Coded.self), Row(One()), Row(try One(json: #"{"code": 1}"#))])
        for tag in ["", "flag", "tagged", "other"] {
            try check([Row(try Tagged.model(json: #"{"tag": "\#(tag)"}"#), in: Tagged.self)])
        }
    }

    class Account: ModelObject {
        var isPaid: Bool?
        override class var discriminator: Discriminator? {
            .key("isPaid", ["true": Paid.self, "false": Free.self])
        }
    }
    final class Paid: Account {}
    final class Free: Account {}
    class Leveled: ModelObject {
        var level = 0.0
        override class var discriminator: Discriminator? { .key("level", ["1": First.self]) }
    }
    final class First: Leveled {}

    @Test func aBoolNamesTheClass() throws {
        try check([
            Row(Paid(), in: Account.self), Row(try Paid(json: #"{"isPaid": true}"#), in: Account.self),
            Row(try Free(json: #"{"isPaid": false}"#)), Row(Account()), Row(First(), in: Leveled.self),
        ])
        let schema = try Account.jsonSchemaString(for: .structuredOutput)
        for value in [true, false] {
            #expect(schema.contains(#""isPaid":{"type":"boolean","const":\#(value)}"#))
        }
    }

    @Test func structuredOutputAllowsNoOtherKeysOrTexts() throws {
        final class Empty: ModelObject {}
        // `required` is needed, even if there are no keys.
        let empty = try Empty.jsonSchemaString(for: .structuredOutput)
        #expect(empty.hasSuffix(#""properties":{},"required":[],"additionalProperties":false}"#))
        // Any text leads to this class, but a generated object names it by its own.
        let tagged = try Tagged.jsonSchemaString(for: .structuredOutput)
        #expect(tagged.contains(#""tag":{"type":"string","const":"tagged"}"#))
    }

    @Test func structuredOutputHasNoArraysOfModelsInAnArray() throws {
        final class Shelf: ModelObject {
            var items: [Any] = []
            override class var propertyRules: [String: PropertyRule] { ["items": .elements(First.self)] }
        }
        let schema = try Shelf.jsonSchemaString(for: .structuredOutput)
        let items = ##"{"$ref":"#/$defs/UnusualExportTests.First"}"##
        #expect(schema.contains(#""items":{"type":"array","items":\#(items)}"#))
    }

    /// Its value need not be a model.
    @Test func anAnyThatMayHoldAModelIsUnconstrained() throws {
        final class Slot: ModelObject {
            var content: Any? = "empty"
            override class var propertyRules: [String: PropertyRule] { ["content": .elements(First.self)] }
        }
        #expect(try Slot.jsonSchemaString().contains(#""content":{"default":"empty"}"#))
        #expect(throws: ModelError.self) { try Slot.jsonSchema(for: .structuredOutput) }
    }

    @Test func relationsInRailsFormMayBeNil() throws {
        final class Owner: ModelObject {
            var events: [Event]?
            var numbers: [Int]?
        }
        let owner = Owner()
        (owner.events, owner.numbers) = ([Event(), Event()], [1])
        var rows = [Row(owner), Row(Owner())]
        for index in rows.indices { rows[index].options.relations = .railsAttributes }
        try check(rows)
    }

    @Test func aPatchMakesAModelOfTheFallbackOneOfAnotherClass() throws {
        let (old, new) = (Events(), Events())
        old.last = Event()
        new.last = try Event.model(json: #"{"event_type": "login", "ip": "::1"}"#)
        let patched = old.copy()
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(patched == new)
    }

    // MARK: Defaults

    final class Inner: ModelObject {
        var name = "n"
        var size = 2
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
    }
    final class Outer: ModelObject {
        var name = "o"
        var inner = Inner()
    }

    @Test func onlyAndExceptDoNotFilterDefaults() throws {
        for options in [ExportOptions(except: ["name"]), ExportOptions(only: ["inner"])] {
            let schema = try Outer.jsonSchema(options: options)
            let inner = (schema["properties"] as? [String: Any])?["inner"] as? [String: Any]
            #expect(inner?["default"] as? [String: AnyHashable] == ["name": "n", "size": 2])
        }
    }

    // MARK: Subclasses of subclasses

    class Body: ModelObject {
        var mass = 1
        override class var discriminator: Discriminator? {
            .key("kind", ["body": Body.self, "round": Round.self, "ball": Ball.self])
        }
    }
    class Round: Body { var radius = 2 }
    final class Ball: Round { var isFull = true }
    final class Bodies: ModelObject { var all: [Body] = [] }

    /// If a discriminator names a class and its subclass, both have schemas.
    @Test func oneDiscriminatorNamesClassesOfThreeLevels() throws {
        let bodies = Bodies()
        bodies.all = [Body(), Round(), Ball()]
        try check([Row(bodies), Row(Body()), Row(Round(), in: Body.self), Row(Ball(), in: Body.self)])
        let round = SchemaValidator(root: try Round.jsonSchema())
        #expect(round.problems(of: try Ball().jsonObject()) == [])
        #expect(round.problems(of: try Body().jsonObject()) != [])
        let filter = ExportOptions(only: ["mass"])
        let filtered = SchemaValidator(root: try Body.jsonSchema(options: filter))
        for body in bodies.all { #expect(filtered.problems(of: try body.jsonObject(options: filter)) == []) }
    }

    final class Chained: ModelObject {
        var number = 0
        var next: Chained?
        override class var propertyRules: [String: PropertyRule] { ["next": .notExported] }

        static func ofLength(_ length: Int) -> Chained {
            (0..<length).reduce(Chained()) { next, number in
                let chained = Chained()
                (chained.number, chained.next) = (number, next)
                return chained
            }
        }
    }

    /// A class that isn't a model, and that encodes only a part of itself.
    final class Link: Codable, Hashable {
        var number = 0
        private(set) var next: Link?
        private enum CodingKeys: CodingKey { case number }

        init(_ next: Link?) { self.next = next }
        static func == (left: Link, right: Link) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }

        static func ofLength(_ length: Int) -> Link {
            let first = Link(nil)
            var last = first
            for _ in 0..<length {
                let link = Link(nil)
                last.next = link
                last = link
            }
            return first
        }

        deinit {
            while let link = next, isKnownUniquelyReferenced(&next) { (next, link.next) = (link.next, nil) }
        }
    }

    /// Only what is exported can make the order of a default random.
    private static let length = Effort.count(100_000, atLeast: 20_000)

    @Test func aDefaultWithALongChainBesideItsExport() throws {
        final class Root: ModelObject {
            var head: Chained? = .ofLength(UnusualExportTests.length)
            var link: Link? = .ofLength(UnusualExportTests.length)
        }
        let schema = try Root.jsonSchema()
        let defaults = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(defaults["head"]?["default"] as? [String: Int] == ["number": Self.length - 1])
        #expect(defaults["link"]?["default"] == nil)
    }

    // MARK: Names of classes

    enum Words: String { case other }
    enum Digits: Int { case one = 1 }
    class Worded: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "kind", ["4": WithWord.self, "5": WithNumber.self, "6": WithInt.self], fallback: Worded.self)
        }
    }
    class WithWord: Worded { var kind: Words? }
    class WithNumber: Worded { var kind: Digits? }
    class WithInt: Worded { var kind: Int? }

    /// A nil property of an enum can be exported as a text that is none of its cases.
    @Test func namesOfClassesInOptionalProperties() throws {
        let models = [WithWord(), WithNumber(), WithInt()]
        try check(models.flatMap { [Row($0), Row($0, in: Worded.self)] })
    }
}
