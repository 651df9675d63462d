import Foundation
import Testing

@testable import ModelObjects

private final class Note: ModelObject {
    var noteText = ""

    init(_ text: String) {
        noteText = text
        super.init()
    }

    required init() { super.init() }
}

private final class Person: ModelObject {
    var userID = 7
    var HTMLBio: String?
    var desc: String? = "d"
    var bornAt = Date(timeIntervalSince1970: 0)
    var address: Note?
    var noteList: [Note] = []
    var noteByName: [String: Note] = [:]
    var loose: [Any] = []

    override class var propertyRules: [String: PropertyRule] { ["desc": .key("theDesc")] }
}

struct ExportOptionsTests {
    private static func person() -> Person {
        let person = Person()
        person.address = Note("a")
        person.noteList = [Note("x"), Note("y")]
        person.noteByName = ["k": Note("v")]
        return person
    }

    static let plain = options { $0.except = ["address", "noteList", "noteByName", "loose", "bornAt"] }

    @Test(arguments: [
        (ExportOptions.KeyStyle.declared, #"{"userID":7,"theDesc":"d"}"#),
        (.snakeCase, #"{"user_id":7,"theDesc":"d"}"#), (.kebabCase, #"{"user-id":7,"theDesc":"d"}"#),
        (.camelCase, #"{"userID":7,"theDesc":"d"}"#), (.pascalCase, #"{"UserID":7,"theDesc":"d"}"#),
    ])
    func keyStylesApplyOnlyToUndeclaredKeys(style: ExportOptions.KeyStyle, expected: String) throws {
        var options = Self.plain
        options.keyStyle = style
        #expect(try Self.person().jsonString(options: options) == expected)
    }

    @Test func stylesReachNestedModels() throws {
        let text = try Self.person().jsonString(
            options: options {
                $0.keyStyle = .snakeCase
                $0.only = ["address", "noteList"]
            })
        #expect(text == #"{"address":{"note_text":"a"},"note_list":[{"note_text":"x"},{"note_text":"y"}]}"#)
    }

    @Test func includedNullsAreWritten() throws {
        var options = Self.plain
        options.nulls = .include
        #expect(
            try Self.person().jsonString(options: options) == #"{"userID":7,"HTMLBio":null,"theDesc":"d"}"#)
        #expect(try Self.person().jsonObject(options: options)["HTMLBio"] is NSNull)
        #expect(
            try Person().jsonString(options: ExportOptionsTests.only("address", nulls: .include))
                == #"{"address":null}"#)
    }

    private static func only(_ names: String..., nulls: ExportOptions.Nulls = .omit) -> ExportOptions {
        options {
            $0.only = Set(names)
            $0.nulls = nulls
        }
    }

    @Test func relationsCanBeLeftOut() throws {
        let text = try Self.person().jsonString(options: options { $0.relations = .none })
        #expect(text == #"{"userID":7,"theDesc":"d","bornAt":"1970-01-01T00:00:00Z","loose":[]}"#)
    }

    @Test func relationsThatAreLeftOutAreNotInTheSchema() throws {
        let schema = try Person.jsonSchema(options: options { $0.relations = .none })
        let properties = try #require(schema["properties"] as? [String: Any])
        #expect(properties.keys.sorted() == ["HTMLBio", "bornAt", "loose", "theDesc", "userID"])
        #expect(schema["$defs"] == nil)
    }

    @Test func untypedModelsAreRelations() throws {
        let person = Person()
        person.loose = [Note("l")]
        let none = options {
            $0.relations = .none
            $0.only = ["loose"]
        }
        #expect(try person.jsonString(options: none) == "{}")
        let rails = options {
            $0.relations = .railsAttributes
            $0.only = ["loose"]
        }
        #expect(try person.jsonString(options: rails) == #"{"loose_attributes":{"0":{"noteText":"l"}}}"#)
        person.loose = [1]
        #expect(try person.jsonString(options: rails) == #"{"loose":[1]}"#)
    }

    @Test(arguments: [ExportOptions.Relations.none, .railsAttributes])
    func valuesWithoutModelsAreNotRelations(relations: ExportOptions.Relations) throws {
        final class Folder: ModelObject {
            var notes = [Note("x"), Note("y")]
            var tags = ["t"]
            override class var propertyRules: [String: PropertyRule] {
                ["notes": .converted(from: { _ in nil }, to: { (notes: [Note]) in notes.count })]
            }
            override class var mappingOptions: MappingOptions {
                // For an untyped property of that name, here or in a model inside.
                MappingOptions(arrayMappings: ["tags": Note.self])
            }
        }
        let text = try Folder().jsonString(options: options { $0.relations = relations })
        #expect(text == #"{"notes":2,"tags":["t"]}"#)
    }

    @Test func railsExportsRelationsAsAttributes() throws {
        let text = try Self.person().jsonString(
            options: options {
                $0.relations = .railsAttributes
                $0.keyStyle = .snakeCase
                $0.except = ["loose", "bornAt"]
            })
        #expect(
            text
                == #"{"user_id":7,"theDesc":"d","address_attributes":{"note_text":"a"},"note_list_attributes":{"0":{"note_text":"x"},"1":{"note_text":"y"}},"note_by_name_attributes":{"k":{"note_text":"v"}}}"#
        )
    }

    private final class Reversed: ModelObject {
        var notes = [Note("x"), Note("y")]
        override func exportedValue(_ value: Any, property: String) -> Any? {
            (value as? [Any]).map { Array($0.reversed()) } ?? value
        }
    }

    /// A hook gets the same value for every form of relations.
    @Test func hooksChangeRelationsBeforeTheyBecomeAttributes() throws {
        let rails = options { $0.relations = .railsAttributes }
        #expect(
            try Reversed().jsonString(options: rails)
                == #"{"notes_attributes":{"0":{"noteText":"y"},"1":{"noteText":"x"}}}"#)
    }

    @Test func prettyTextIsIndented() throws {
        let text = try Self.person().jsonString(
            options: options {
                $0.pretty = true
                $0.only = ["userID", "address", "noteList"]
            })
        #expect(
            text == """
                {
                  "userID": 7,
                  "address": {
                    "noteText": "a"
                  },
                  "noteList": [
                    {
                      "noteText": "x"
                    },
                    {
                      "noteText": "y"
                    }
                  ]
                }
                """)
    }

    @Test func keysAreSortedAtEveryLevel() throws {
        let everything = ExportedEverything()
        everything.counts = ["b": 1, "a": 2, "B": 3]
        let text = try everything.jsonString(
            options: options {
                $0.sortedKeys = true
                $0.only = ["text", "counts", "any", "byte", "point"]
            })
        #expect(
            text
                == #"{"any":{"k":[1,"two",2.5,true,null]},"byte":-128,"counts":{"B":3,"a":2,"b":1},"point":{"label":"here","x":0.5},"text":"a \"b\" \\ \u0001 é 🍂"}"#
        )
    }

    @Test func onlyAndExceptApplyToTheOutermostObjects() throws {
        let people = [Self.person(), Self.person()]
        let text = try Person.jsonString(
            people,
            options: options {
                $0.only = ["address", "userID"]
                $0.except = ["userID"]
            })
        #expect(text == #"[{"address":{"noteText":"a"}},{"address":{"noteText":"a"}}]"#)
        #expect(try Person().jsonString(options: options { $0.only = [] }) == "{}")
    }

    @Test func theCallsDateFormatTakesPrecedence() throws {
        let date = options {
            $0.only = ["bornAt"]
            $0.dateFormat = .unixMilliseconds
        }
        #expect(try Person().jsonString(options: date) == #"{"bornAt":0}"#)
        #expect(try Person().jsonObject(options: date)["bornAt"] as? Int == 0)
    }

    @Test func classDateFormatsApplyToNestedModels() throws {
        final class Inner: ModelObject { var at = Date(timeIntervalSince1970: 1) }
        final class Own: ModelObject {
            var at = Date(timeIntervalSince1970: 1)
            var inner = Inner()
            override class var mappingOptions: MappingOptions {
                var options = MappingOptions()
                options.dateFormat = .unixSeconds
                return options
            }
        }
        final class Outer: ModelObject {
            var first = Inner()
            var own = Own()
            var ruled = Date(timeIntervalSince1970: 2)
            var last = [Date(timeIntervalSince1970: 1)]
            override class var propertyRules: [String: PropertyRule] { ["ruled": .date(.unixMilliseconds)] }
            override class var mappingOptions: MappingOptions {
                var options = MappingOptions()
                options.dateFormat = .dotNet
                return options
            }
        }
        #expect(
            try Outer().jsonString()
                == #"{"first":{"at":"/Date(1000)/"},"own":{"at":1,"inner":{"at":1}},"ruled":2000,"last":["/Date(1000)/"]}"#
        )
        let object = try Outer().jsonObject()
        #expect(((object["own"] as? [String: Any])?["inner"] as? [String: Any])?["at"] as? Int == 1)
    }

    @Test(.knowsHooks) func nonFiniteNumbersFollowTheOption() throws {
        let everything = ExportedEverything()
        everything.double = .nan
        everything.float = .infinity
        everything.doubles = [1, -.infinity, 2]
        everything.any = [Double.nan, 1] as [Any]
        let only: Set<String> = ["double", "float", "doubles", "any"]
        let cases: [(ExportOptions.NotFinite, String)] = [
            (.omit, #"{"doubles":[1,2],"any":[1]}"#),
            (.null, #"{"double":null,"float":null,"doubles":[1,null,2],"any":[null,1]}"#),
        ]
        for (notFinite, expected) in cases {
            let options = options {
                $0.notFinite = notFinite
                $0.only = only
            }
            #expect(try everything.jsonString(options: options) == expected)
            #expect(
                try canonical(everything.jsonObject(options: options))
                    == canonical(JSONSerialization.jsonObject(with: Data(expected.utf8))))
        }
        let error = exportError { try everything.jsonData() }
        #expect(error?.code == .notFinite)
        #expect(error?.path == "$.double")
        everything.double = 0
        everything.float = 0
        #expect(exportError { try everything.jsonData() }?.path == "$.doubles[1]")
        #expect(exportError { try everything.jsonObject() }?.path == "$.doubles[1]")
        #expect(
            exportError { try everything.jsonObject() }?.description
                == "Cannot export -inf at $.doubles[1]: JSON has no such number.")
    }

    /// Numbers in Codable types that are not models.
    @Test func nonFiniteNumbersInCodableValuesFollowTheOption() throws {
        struct Part: Codable, Equatable {
            var x = Double.nan
            var list: [Float] = [1, .infinity, -.infinity]
            var byKey: [String: CGFloat] = ["a": .nan, "b": 2]
            var exact = Decimal.nan
            var name = "NaN"
            var link = Link()
        }
        struct Link: Codable, Equatable { var model = Measure() }
        struct Amount: Codable, Equatable {
            var value = Double.infinity
            init() {}
            init(from decoder: any Decoder) throws {
                value = try decoder.singleValueContainer().decode(Double.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        final class Measure: ModelObject { var size = Double.nan }
        final class Holder: ModelObject {
            var part = Part()
            var text = Part()
            var amount = Amount()
            var amounts = [Amount(), Amount()]
            var dates = [Day()]
            override class var propertyRules: [String: PropertyRule] {
                ["text": .embeddedJSON, "dates": .date(.unixSeconds)]
            }
        }
        struct Day: Codable { var at = Date(timeIntervalSince1970: .nan) }
        struct Price: Codable { var exact = Decimal.nan }
        final class Offer: ModelObject { var price = Price() }
        for error in [
            exportError { try Holder().jsonData() }, exportError { try Offer().jsonData() },
            exportError { try Offer().jsonObject() },
        ] {
            #expect(error?.code == .notFinite)
        }
        for (notFinite, rest) in [
            (ExportOptions.NotFinite.omit, #""amounts":[],"dates":[{}]"#),
            (.null, #""amount":null,"amounts":[null,null],"dates":[{"at":null}]"#),
        ] {
            var options = ExportOptions(notFinite: notFinite)
            let text = try Holder().jsonString(options: options)
            #expect(
                try canonical(Holder().jsonObject(options: options))
                    == canonical(JSONSerialization.jsonObject(with: Data(text.utf8))))
            options.sortedKeys = true
            let part = String(decoding: try ModelEncoder(options: options).encode(Part()), as: UTF8.self)
            let embedded = part.replacingOccurrences(of: "\"", with: "\\\"")
            #expect(text == #"{"part":\#(part),"text":"\#(embedded)",\#(rest)}"#)
        }
    }

    /// All options except `only` and `except` apply to the models in Codable values.
    @Test func modelsInCodableValuesFollowTheOptions() throws {
        final class Visit: ModelObject {
            var startDate = Date(timeIntervalSince1970: 0)
            var placeName: String?
            var next: Visit?
        }
        struct Stay: Codable {
            var firstVisit = Visit()
            var lastDay = Date(timeIntervalSince1970: 86_400)
        }
        final class Journey: ModelObject {
            var stay = Stay()
            override class var propertyRules: [String: PropertyRule] { ["stay": .date(.unixSeconds)] }
        }
        let journey = Journey()
        #expect(
            try journey.jsonString() == #"{"stay":{"firstVisit":{"startDate":0},"lastDay":86400}}"#)
        let options = ExportOptions(
            keyStyle: .snakeCase, nulls: .include, dateFormat: .iso8601, relations: .none, only: ["stay"])
        #expect(
            try journey.jsonString(options: options)
                == #"{"stay":{"firstVisit":{"place_name":null,"start_date":"1970-01-01T00:00:00Z"},"#
                + #""lastDay":"1970-01-02T00:00:00Z"}}"#)
        #expect(try journey.copy().jsonString() == journey.jsonString())
    }

    /// A Codable value has the same text as from JSONEncoder with sorted keys, whatever the options for numbers.
    @Test func codableTextMatchesJSONEncoderForEveryOption() throws {
        struct Part: Codable {
            var b10 = 1e20
            var b9 = [1.0, 0.1, 1e-7, 123_456_789_012_345_680]
            var B = Decimal(string: "0.10")
            var é = "\u{1}\u{7f}/\u{2028}"
            var first: Float = 0.1
            var at = Date(timeIntervalSince1970: 0.5)
            var set: [Int: String] = [10: "x", 9: "y"]
            var text = ["a10": 1, "a9": 2, "A": 3, "ä": 4, "z": 5]
        }
        final class Holder: ModelObject { var part = Part() }
        let texts = try [ExportOptions.NotFinite.error, .omit, .null].map {
            try Holder().jsonString(options: ExportOptions(notFinite: $0, maxDepth: 3))
        }
        #expect(Set(texts).count == 1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { _, encoder in
            try "1970-01-01T00:00:00.5Z".encode(to: encoder)
        }
        let part = String(decoding: try encoder.encode(Part()), as: UTF8.self)
        #expect(texts[0] == "{\"part\":\(part)}")
    }
}
