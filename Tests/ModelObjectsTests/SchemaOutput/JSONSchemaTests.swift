import Foundation
import Testing

@testable import ModelObjects

/// The text of schemas.
struct JSONSchemaTests {
    private static let start = ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","##

    /// Checks the text of a schema, without its first keyword.
    private func check<Model: ModelObject>(
        _ type: Model.Type, for use: SchemaUse = .validation, options: ExportOptions = .init(),
        _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = try type.jsonSchemaString(for: use, options: options)
        #expect(text == Self.start + expected.dropFirst(), sourceLocation: sourceLocation)
    }

    @Test func defaultsDoNotRevealRedactedProperties() throws {
        final class Config: ModelObject {
            var token = "s3cret"
            override class var propertyRules: [String: PropertyRule] { ["token": .redacted] }
        }
        final class App: ModelObject {
            var (config, all, text) = (Config(), [Config()], Config())
            var any: Any? = ["c": Config()]
            var (box, boxText, boxes) = (Box(), Box(), ["b": [nil, Box()]])
            var anyBox: Any = [Box()]
            var (choice, holder) = (Choice.one(Config()), Holder())
            override class var propertyRules: [String: PropertyRule] {
                ["text": .embeddedJSON, "boxText": .embeddedJSON]
            }
        }
        struct Box: Codable {
            var config = Config(), list = [[Config()]], nested: [String: Holder] = ["h": Holder()]
        }
        enum Choice: Codable { case one(Config) }
        final class Holder: ModelObject { var inner = Inner() }
        struct Inner: Codable { var config: Config? = Config() }
        #expect(try !App.jsonSchemaString().contains("s3cret"))
    }

    @Test func validationAllowsMissingKeysAndStatesDefaults() throws {
        try check(
            Person.self,
            ##"""
            {"type":"object","properties":{"name":{"type":"string"},"age":{"type":["integer","null"],\##
            "description":"in full years"},"level":{"type":"integer","default":3},\##
            "home":{"$ref":"#/$defs/Home","default":{"street":""},"description":"Where they live."},\##
            "best":{"anyOf":[{"$ref":"#"},{"type":"null"}]},"id":{"type":"string","format":"uuid"}},\##
            "required":["name"],"$defs":{"Home":{"type":"object","properties":{"street":\##
            {"type":"string","default":""}}}}}
            """##)
    }

    @Test func aRequiredOptionalIsNotNull() throws {
        #expect(try SchemaParts.jsonSchemaString().contains(#""neededOptional":{"type":"string"}"#))
    }

    @Test func structuredOutputRequiresExactlyAllKeys() throws {
        try check(
            Person.self, for: .structuredOutput,
            ##"""
            {"type":"object","properties":{"name":{"type":"string"},"age":{"type":["integer","null"],\##
            "description":"in full years"},"level":{"type":"integer"},\##
            "home":{"anyOf":[{"$ref":"#/$defs/Home"}],"description":"Where they live."},\##
            "best":{"anyOf":[{"$ref":"#"},{"type":"null"}]},"id":{"type":"string","format":"uuid"}},\##
            "required":["name","age","level","home","best","id"],"additionalProperties":false,\##
            "$defs":{"Home":{"type":"object","properties":{"street":{"type":"string"}},\##
            "required":["street"],"additionalProperties":false}}}
            """##)
    }

    @Test func schemaKeysMatchExportedKeys() throws {
        try check(
            RuledKeys.self, options: ExportOptions(keyStyle: .snakeCase, except: ["left"]),
            ##"""
            {"type":"object","properties":{"first_name":{"type":"string","default":""},"meta":{"type":"object",\##
            "properties":{"id":{"type":"integer"},"tags":{"type":"array","prefixItems":[{},\##
            {"type":["string","null"]},{"type":"string"}],"minItems":3}},"required":["id","tags"]}},"required":["meta"]}
            """##)
        #expect(throws: ModelError.self) { try Colliding.jsonSchema() }
    }

    @Test func aDiscriminatorMakesAlternatives() throws {
        let circle = ##"{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":"##
        try check(
            PlaneShape.self,
            ##"""
            {"oneOf":[{"$ref":"#/$defs/Circle"},{"type":"object","properties":{},"not":{"properties":{"type":\##
            {"enum":["circle"]}},"required":["type"]}}],"$defs":{"Circle":\##(circle){"type":"number","default":0}},"required":["type"]}}}
            """##)
        // Nothing is made of an object that names no class.
        try check(
            PlaneShape.self, for: .structuredOutput,
            ##"""
            {"anyOf":[{"$ref":"#/$defs/Circle"}],"$defs":{"Circle":\##(circle){"type":"number"}},"required":["type","radius"],"additionalProperties":false}}}
            """##)
        try check(
            PlaneCircle.self,
            ##"""
            \##(circle){"type":"number","default":0}},"required":["type"]}
            """##)
        // A number names the class; the fallback is one more alternative.
        try check(
            Event.self, for: .structuredOutput,
            ##"""
            {"anyOf":[{"$ref":"#/$defs/Push"},{"type":"object","properties":{"kind":{"type":"integer"}},\##
            "required":["kind"],"additionalProperties":false}],"$defs":{"Push":{"type":"object",\##
            "properties":{"kind":{"type":"integer","enum":[1,2]}},"required":["kind"],\##
            "additionalProperties":false}}}
            """##)
    }

    /// Without the key, the alternatives no longer exclude each other.
    @Test func alternativesWithoutTheirKeyAreNotExclusive() throws {
        let options = ExportOptions(except: ["kind"])
        #expect(try Event.jsonSchema(options: options).keys.sorted() == ["$schema", "anyOf"])
        #expect(try Event.jsonSchema().keys.sorted() == ["$defs", "$schema", "oneOf"])
    }

    @Test func aWrappedPropertyHasTheSchemaOfItsValue() throws {
        let properties = try WrappedPlayer.jsonSchema()["properties"] as? [String: Any] ?? [:]
        #expect(canonical(properties["volume"] ?? "") == "{default: 50, type: \"integer\"}")
        #expect(canonical(properties["rank"] ?? "") == "{default: \"silver\", type: [\"string\", \"null\"]}")
    }

    @Test func equalNamesAreNumbered() throws {
        let definitions = try #require(Twins.jsonSchema()["$defs"] as? [String: Any])
        #expect(definitions.keys.sorted() == ["Box_Swift.Int_", "Twin", "Twin2"])
    }

    /// A type in an array, its schema for validators, and its schema for language models.
    private static let types: [(type: ModelObject.Type, validation: String, structured: String?)] = [
        (List<String>.self, #"{"type":"string"}"#, #"{"type":"string"}"#),
        (List<NSString>.self, #"{"type":"string"}"#, #"{"type":"string"}"#),
        (List<Character>.self, #"{"type":"string","minLength":1}"#, #"{"type":"string"}"#),
        (List<Bool>.self, #"{"type":"boolean"}"#, #"{"type":"boolean"}"#),
        (List<Int>.self, #"{"type":"integer"}"#, #"{"type":"integer"}"#),
        (List<Int8>.self, #"{"type":"integer","minimum":-128,"maximum":127}"#, #"{"type":"integer"}"#),
        (List<UInt16>.self, #"{"type":"integer","minimum":0,"maximum":65535}"#, #"{"type":"integer"}"#),
        (
            List<Int32>.self, #"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#,
            #"{"type":"integer"}"#
        ),
        (List<Int64>.self, #"{"type":"integer"}"#, #"{"type":"integer"}"#),
        (List<UInt64>.self, #"{"type":"integer","minimum":0}"#, #"{"type":"integer"}"#),
        (List<Double>.self, #"{"type":"number"}"#, #"{"type":"number"}"#),
        (List<Float>.self, #"{"type":"number"}"#, #"{"type":"number"}"#),
        (List<Decimal>.self, #"{"type":"number"}"#, #"{"type":"number"}"#),
        (
            List<NSNumber>.self, #"{"anyOf":[{"type":"number"},{"type":"boolean"}]}"#,
            #"{"anyOf":[{"type":"number"},{"type":"boolean"}]}"#
        ),
        (
            List<Date>.self, #"{"type":"string","format":"date-time"}"#,
            #"{"type":"string","format":"date-time"}"#
        ),
        (List<URL>.self, #"{"type":"string","format":"uri-reference"}"#, #"{"type":"string"}"#),
        (List<UUID>.self, #"{"type":"string","format":"uuid"}"#, #"{"type":"string","format":"uuid"}"#),
        (List<Data>.self, #"{"type":"string","contentEncoding":"base64"}"#, #"{"type":"string"}"#),
        (List<CardSuit>.self, #"{"type":"string","enum":["h","s"]}"#, #"{"type":"string","enum":["h","s"]}"#),
        (
            List<CardSuit?>.self, #"{"type":["string","null"],"enum":["h","s",null]}"#,
            #"{"type":["string","null"],"enum":["h","s",null]}"#
        ),
        (List<CardRank>.self, #"{"type":"integer"}"#, #"{"type":"integer"}"#),
        (List<Presence<Int>>.self, #"{"type":["integer","null"]}"#, #"{"type":["integer","null"]}"#),
        (List<Int??>.self, #"{"type":["integer","null"]}"#, #"{"type":["integer","null"]}"#),
        (
            List<NSNumber?>.self,
            #"{"anyOf":[{"anyOf":[{"type":"number"},{"type":"boolean"}]},{"type":"null"}]}"#,
            #"{"anyOf":[{"anyOf":[{"type":"number"},{"type":"boolean"}]},{"type":"null"}]}"#
        ),
        (
            List<[String]>.self, #"{"type":"array","items":{"type":"string"}}"#,
            #"{"type":"array","items":{"type":"string"}}"#
        ),
        (
            List<Set<Int>>.self, #"{"type":"array","items":{"type":"integer"},"uniqueItems":true}"#,
            #"{"type":"array","items":{"type":"integer"}}"#
        ),
        (
            List<Set<URL>>.self, #"{"type":"array","items":{"type":"string","format":"uri-reference"}}"#,
            #"{"type":"array","items":{"type":"string"}}"#
        ),
        (List<[UUID: Int]>.self, #"{"type":"object","additionalProperties":{"type":"integer"}}"#, nil),
        (List<[String: Any]>.self, #"{"type":"object"}"#, nil),
        (List<ModelObject>.self, #"{"type":"object"}"#, nil),
        (List<Any>.self, "", nil),
        (List<Cents>.self, "", nil),
        (List<ExportedPoint>.self, "", nil),
    ]

    @Test(arguments: types.indices) func everyTypeHasItsSchema(_ index: Int) throws {
        let (type, validation, structured) = Self.types[index]
        func text(_ items: String) -> String {
            #""type":"array""# + (items.isEmpty ? "" : #","items":\#(items)"#)
        }
        #expect(try type.jsonSchemaString().contains(text(validation) + #","default":[]}"#), "\(type)")
        if let structured {
            #expect(
                try type.jsonSchemaString(for: .structuredOutput).contains(text(structured) + "}"), "\(type)")
        } else {
            #expect(throws: ModelError.self, "\(type)") { try type.jsonSchema(for: .structuredOutput) }
        }
    }

    @Test func onlyAnyIsUnconstrained() {
        let unconstrained = ConverterFactory.valueTypes.filter { type in
            if case .any = type.makeConverter(PropertyRule()).form { true } else { false }
        }
        #expect(unconstrained.map { ObjectIdentifier($0.type) } == [ObjectIdentifier(Any.self)])
    }

    @Test func dateSchemasFollowTheDateFormat() throws {
        let forms: [(DateFormat, String)] = [
            (.automatic, #"{"type":"string","format":"date-time"}"#),
            (.dotNetWithTimeZone, #"{"type":"string","format":"date-time"}"#),
            (.format("yyyy-MM-dd"), #"{"type":"string","format":"date"}"#),
            (.format("yyyy-MM-dd", locale: Locale(identifier: "ar_EG")), #"{"type":"string"}"#),
            (.format("dd.MM.yyyy"), #"{"type":"string"}"#), (.dotNet, #"{"type":"string"}"#),
            (.dotNetSimple, #"{"type":"string"}"#), (.unixSeconds, #"{"type":"number"}"#),
            (.firstOf([.unixMilliseconds, .iso8601]), #"{"type":"number"}"#),
        ]
        for (format, schema) in forms {
            let options = ExportOptions(dateFormat: format)
            #expect(try List<Date>.jsonSchemaString(options: options).contains(#""items":\#(schema),"#))
        }
        let custom = ExportOptions(dateFormat: .custom(parse: { _ in nil }, format: { _ in 0 }))
        #expect(try List<Date>.jsonSchemaString(options: custom).contains(#"{"type":"array","default""#))
        #expect(throws: ModelError.self) {
            try List<Date>.jsonSchema(for: .structuredOutput, options: custom)
        }
    }

    @Test func nullableNumbersAreUnions() throws {
        let text = try List<Double>.jsonSchemaString(options: ExportOptions(notFinite: .null))
        #expect(text.contains(#""items":{"type":["number","null"]}"#))
    }

    @Test func errorsNameTheProperty() {
        let sentences: [(ModelObject.Type, String)] = [
            (
                Unsaid.Anything.self,
                "No structured output for `extra` of Anything at $.extra: the JSON of Optional<Any> is not known."
            ),
            (
                Unsaid.Keyed.self,
                "No structured output for `counts` of Keyed at $.stats.counts: a dictionary can have any keys."
            ),
            (
                Unsaid.Converted.self,
                "No structured output for `price` of Converted at $.price: a rule converts its values."
            ),
            (
                Unsaid.Combined.self,
                "No structured output for `shelf` of Combined at $.shelf: a rule combines it from several keys."
            ),
            (
                Unsaid.Indexed.self,
                "No structured output for `first` of Indexed at $.list[0]: its key leads into an array."
            ),
            (
                Unsaid.Chosen.self,
                "No structured output for Chosen: the key of its discriminator leads into an array."
            ),
            (
                Unsaid.Nested.self,
                "No structured output for `extra` of Anything at $.extra: the JSON of Optional<Any> is not known."
            ),
        ]
        for (type, sentence) in sentences {
            let error = exportError { try type.jsonSchema(for: .structuredOutput) }
            #expect(error?.description == sentence)
            #expect(error?.code == .notExportable)
        }
    }
}

private final class List<Value>: ModelObject {
    var list: [Value] = []
}

private enum CardSuit: String, CaseIterable { case hearts = "h", spades = "s" }
private enum CardRank: Int { case ace = 1 }

private final class Person: ModelObject {
    var name = "?"
    var age: Int?
    var level = 3
    var home = Home()
    var best: Person?
    var id = UUID()
    var cache: [String: Int] = [:]
    let constant = 1
    override class var propertyRules: [String: PropertyRule] {
        [
            "name": .required, "age": .described("in full years"), "home": .described("Where they live."),
            "cache": .ignored,
        ]
    }
    override class var archiveName: String { "Other.Person" }
}

private final class Home: ModelObject {
    var street = ""
    override class var archiveName: String { "App.Home" }
}

private final class RuledKeys: ModelObject {
    var firstName = ""
    var left = 0
    var id = 0
    var kind = ""
    var tag: String?
    override class var propertyRules: [String: PropertyRule] {
        [
            "id": .key("meta.id").required, "kind": .key("meta.tags.2").required, "tag": .key("meta.tags.1"),
        ]
    }
}

private final class Colliding: ModelObject {
    var first = 0
    var second = 0
    override class var propertyRules: [String: PropertyRule] { ["first": .key("k"), "second": .key("k")] }
}

private class PlaneShape: ModelObject {
    override class var discriminator: Discriminator? { .key("type", ["circle": PlaneCircle.self]) }
    override class var archiveName: String { "App.Shape" }
}

private final class PlaneCircle: PlaneShape {
    var radius = 0.0
    override class var archiveName: String { "App.Circle" }
}

private class Event: ModelObject {
    var kind = 0
    override class var discriminator: Discriminator? {
        .key("kind", ["1": Push.self, "2": Push.self], fallback: Event.self)
    }
    override class var archiveName: String { "App.Event" }
}

private final class Push: Event {
    override class var archiveName: String { "App.Push" }
}

private final class Twins: ModelObject {
    var first: Namespace.Twin?
    var second: Twin?
    var box: BoxOf<Int>?
}

private enum Namespace {
    final class Twin: ModelObject {
        override class var archiveName: String { "Twin" }
    }
}

private final class Twin: ModelObject {
    override class var archiveName: String { "App.Twin" }
}

private final class BoxOf<Value>: ModelObject {
    override class var archiveName: String { "App.Box<Swift.Int>" }
}

private enum Unsaid {
    final class Anything: ModelObject { var extra: Any? }
    final class Keyed: ModelObject {
        var counts: [String: Int] = [:]
        override class var propertyRules: [String: PropertyRule] { ["counts": .key("stats.counts")] }
    }
    final class Converted: ModelObject {
        var price = 0
        override class var propertyRules: [String: PropertyRule] {
            ["price": .converted(from: { $0 as? Int }, to: { $0 })]
        }
    }
    final class Combined: ModelObject {
        var shelf = ""
        override class var propertyRules: [String: PropertyRule] {
            ["shelf": .combined(keys: ["room", "row"]) { "\($0)" }]
        }
    }
    final class Indexed: ModelObject {
        var first = 0
        override class var propertyRules: [String: PropertyRule] { ["first": .key("list.0")] }
    }
    class Kinds: ModelObject {
        override class var discriminator: Discriminator? { .key("tags.0", ["a": Chosen.self]) }
    }
    final class Chosen: Kinds { var x = 1 }
    final class Nested: ModelObject { var things: [Anything] = [] }
}
