import Foundation
import ModelObjects
import Testing

/// Converts null, and the strings that mean null, to every type.
struct NullConversionTests {
    private static let nulls = [
        "null", #""null""#, #""<null>""#, #""(null)""#, #""nil""#, #""\u003cnull\u003e""#, #""n\u0075ll""#,
    ]

    @Test(arguments: nulls)
    func nullKeepsANonOptionalAndClearsAnOptional(_ null: String) throws {
        try verify(Int.self, null)
        try verify(UInt8.self, null)
        try verify(Double.self, null)
        try verify(Float.self, null)
        try verify(Bool.self, null)
        try verify(Decimal.self, null)
        try verify(Date.self, null)
        try verify(URL.self, null)
        try verify(UUID.self, null)
        try verify(Data.self, null)
        try verify(Level.self, null)
        try verify(Flags.self, null)
        try verify([Int].self, null)
        try verify(Set<Int>.self, null)
        try verify([String: Int].self, null)
        try verify(Point.self, null)
        try verify(Money.self, null)
        if null == "null" {
            try verify(String.self, null)
            try verify(Suit.self, null)
        }
    }

    /// Otherwise nothing would say why the property is nil.
    @Test(arguments: nulls)
    func reportsListTextsThatMeanNull(_ null: String) throws {
        final class Embedded: ModelObject {
            var text: Int? = 1
            override class var propertyRules: [String: PropertyRule] { ["text": .embeddedJSON] }
        }
        let isText = null != "null"
        let json = "{\"value\": \(null), \"optional\": \(null), \"optionalList\": [\(null)]}"
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        for report in [
            Box<Int>.inspect(json: json).report, Box<Int>.inspect(dictionary: object ?? [:]).report,
            Box<Int>.inspect(json: #"{"Optional": null, \#(json.dropFirst())"#).report,
        ] {
            #expect(
                Set(report.conversions.map(\.description))
                    == (isText
                        ? [
                            "Converted string to null at $.optional.",
                            "Converted string to null at $.optionalList[0].",
                        ]
                        : []))
            #expect(report.problems.filter { $0.code == .typeMismatch }.map(\.path) == ["$.value"])
        }
        let (embedded, report) = Embedded.inspect(json: "{\"text\": \(null)}")
        #expect(try #require(embedded).text == nil && report.conversions.isEmpty == !isText)
        // Any other value is better, whatever the order.
        for json in [#"{"text": "\"nil\"", "TEXT": "3"}"#, #"{"TEXT": "3", "text": "\"nil\""}"#] {
            let (embedded, report) = Embedded.inspect(json: json)
            #expect(embedded?.text == 3 && report.conversions.isEmpty)
            #expect(report.problems.map(\.path) == ["$.text"])
        }
        #expect(
            Embedded.audit(samples: [Data("{\"text\": \(null)}".utf8)]).map(\.message)
                == (isText ? ["Found string at $.text that means null."] : []))
        let kept = Box<Int>.inspect(json: json, options: MappingOptions(nulls: .keep)).report
        #expect(kept.conversions.map(\.path) == (isText ? ["$.optionalList[0]"] : []))
    }

    @Test func keepingNullsChangesNothing() throws {
        for null in Self.nulls {
            for way in try ways(Int.self, null, MappingOptions(nulls: .keep)) {
                #expect(way.box.value == 7, way.name)
                #expect(way.box.optional == 7, way.name)
                #expect(way.box.optionalList == [nil], way.name)
                #expect(way.box.list == [], way.name)
            }
            let json = "{\"value\": \(null), \"optional\": \(null)}"
            #expect(Box<Int>.inspect(json: json, options: .init(nulls: .keep)).report.problems.isEmpty)
        }
    }

    @Test func strictModeRejectsNullForANonOptional() throws {
        for null in Self.nulls {
            let json = "{\"value\": \(null)}"
            #expect(throws: ModelError.self) { try Box<Int>(json: json, options: .strict) }
            let list = "{\"optionalList\": \(null)}"
            #expect(throws: ModelError.self) { try Box<Int>(json: list, options: .strict) }
            let clears = try Box<Int>(json: "{\"optional\": \(null)}", options: .strict)
            #expect(clears.optional == nil)
            #expect(try Box<String>(json: "{\"optional\": \"nil\"}", options: .strict).optional == "nil")
        }
    }

    @Test func aNilInADictionaryIsNull() throws {
        let none: Int? = nil
        let cleared = try Box<Int>(dictionary: ["value": none as Any, "optional": none as Any])
        #expect(cleared.value == 7)
        #expect(cleared.optional == nil)
        let kept = try Box<Int>(dictionary: ["optional": none as Any], options: MappingOptions(nulls: .keep))
        #expect(kept.optional == 7)
        let nested: Int?? = .some(.none)
        #expect(try Box<Int>(dictionary: ["optional": nested as Any]).optional == nil)
        #expect(try Box<Int>(dictionary: ["optional": NSNull()]).optional == nil)
    }

    @Test func nullAtASharedKeyClearsAllItsProperties() throws {
        class Pair: ModelObject {
            var number = 0
            var first: String? = "a"
            var second: String? = "b"
            override class var propertyRules: [String: PropertyRule] {
                ["first": .keys("first", "shared"), "second": .keys("second", "shared")]
            }
        }
        final class HookedPair: Pair {
            override func serializeValue(_ value: Any, key: String) {
                super.serializeValue(value, key: key)
            }
        }
        for pair in [Pair(), HookedPair()] {
            try pair.update(json: #"{"number": 1, "shared": null}"#)
            #expect(pair.number == 1 && pair.first == nil && pair.second == nil)
        }
    }

    @Test func anEmptyURLIsNil() throws {
        for json in [
            #"{"value": "", "optional": ""}"#, #"{"value": "  ", "optional": "  "}"#,
            #"{"value": "\u200b", "optional": " \u200b"}"#,
        ] {
            let box = try Box<URL>(json: json)
            #expect(box.value == .before)
            #expect(box.optional == nil)
            let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
            #expect(try Box<URL>(dictionary: dictionary).optional == nil)
            #expect(try HookedBox<URL>(json: json).optional == nil)
            #expect(try Box<URL>(json: json, options: MappingOptions(nulls: .keep)).optional == .before)
        }
    }

    /// With a combining mark, a space is not white space.
    @Test func aURLIsReadFromTheSameTextEverywhere() throws {
        let json = #"{"value": " \u0301", "optional": " \u0301", "list": [" \u0301"]}"#
        let box = try Box<URL>(json: json)
        #expect(box.list == [try #require(URL(string: "%CC%81"))])
        #expect(box.value == box.list[0] && box.optional == box.value)
    }

    @Test func otherTextsAreNotNull() throws {
        let long = "null" + String(repeating: " ", count: 40)
        for text in ["", "<null", "NULL", "null ", "nullable", "(nil)", long] {
            let json = #"{"optional": "\#(text)"}"#
            #expect(try Box<Int>(json: json).optional == 7, "\(json)")
            #expect(try HookedBox<Int>(json: json).optional == 7, "\(json)")
        }
    }

    @Test(arguments: [#""nu"#, #"""#, #""n\q""#, #""<nul\u00"#, #"" "#])
    func aTextThatMayBeNullHasTheErrorOfAnyText(text: String) {
        let texts = #expect(throws: JSONSyntaxError.self) { try Box<String>(json: #"{"optional": \#(text)"#) }
        let numbers = #expect(throws: JSONSyntaxError.self) { try Box<Int>(json: #"{"optional": \#(text)"#) }
        let links = #expect(throws: JSONSyntaxError.self) { try Box<URL>(json: #"{"optional": \#(text)"#) }
        #expect(numbers == texts && links == texts)
    }

    private func verify<Value: ConversionTarget>(_ type: Value.Type, _ null: String) throws {
        for way in try ways(type, null, MappingOptions()) {
            #expect(way.box.value == .before, way.name)
            #expect(way.box.optional == nil, way.name)
            #expect(way.box.list == [], way.name)
            #expect(way.box.optionalList == [nil], way.name)
            #expect(way.box.map == [:], way.name)
        }
    }

    private func ways<Value: ConversionTarget>(
        _ type: Value.Type, _ null: String, _ options: MappingOptions
    ) throws -> [(name: Comment, box: Box<Value>)] {
        let json = """
            {"value": \(null), "optional": \(null), "list": [\(null)], "optionalList": [\(null)], "map": {"k": \(null)}}
            """
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        let updated = Box<Value>()
        try updated.update(json: json, options: options)
        return [
            ("\(type), bytes", try Box<Value>(json: Data(json.utf8), options: options)),
            ("\(type), hook", try HookedBox<Value>(json: json, options: options)),
            ("\(type), dictionary", try Box<Value>(dictionary: dictionary, options: options)),
            ("\(type), dictionary and hook", try HookedBox<Value>(dictionary: dictionary, options: options)),
            ("\(type), update", updated),
        ]
    }
}
