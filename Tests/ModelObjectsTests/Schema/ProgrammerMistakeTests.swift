import Foundation
import ModelObjects
import Testing

/// Mistakes in a class's declarations trap at its first use, with a message that helps.
struct ProgrammerMistakeTests {
    #if os(macOS) || os(Linux)  // the platforms on which a test can start processes
    @Test func aMisspelledRuleSuggestsTheNearestProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var propertyRules: [String: PropertyRule] { ["titel": .required] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"titel\"", "The nearest is \"title\""])
    }

    @Test func aRuleForAnUnknownProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var propertyRules: [String: PropertyRule] { ["zzzzzz": .ignored] }
            }
            _ = Book.inspect(json: "{}")
        }
        try expect(result, ["Book has a rule for \"zzzzzz\", which is not a stored property"])
    }

    @Test func aCodingKeyForAnUnknownProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                enum CodingKeys: String, CodingKey, CaseIterable { case title, author }
                override class var propertyRules: [String: PropertyRule] { .codingKeys(CodingKeys.self) }
            }
            _ = Book.inspect(json: "{}")
        }
        try expect(
            result, ["Book has the case \"author\" in CodingKeys, which is not a stored property"])
    }

    @Test func aRuleOfAClassWithoutProperties() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                override class var propertyRules: [String: PropertyRule] { ["title": .ignored] }
            }
            _ = Book.inspect(json: "{}")
        }
        try expect(
            result,
            [
                "\"title\", which is not a stored property of it. It has none",
                "compiled without reflection metadata",
            ])
    }

    @Test func anUnknownMappedProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var mappedProperties: Set<String>? { ["Title"] }
            }
            _ = try? Book(dictionary: [:])
        }
        try expect(result, ["Book lists \"Title\" in mappedProperties", "The nearest is \"title\""])
    }

    @Test func aPathWithAnEmptyPart() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var propertyRules: [String: PropertyRule] { ["title": .key("a..b")] }
            }
            _ = try? Book.array(json: "[{}]")
        }
        try expect(result, ["Book has a rule for \"title\"", "\"a..b\" has an empty part"])
    }

    @Test func aDiscriminatorWithAnEmptyKey() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Shape: ModelObject {
                override class var discriminator: Discriminator? { .key("", ["shape": Shape.self]) }
            }
            _ = try? Shape(json: "{}")
        }
        try expect(result, ["Shape has a discriminator whose key \"\" has an empty part"])
    }

    @Test func aConvertedFunction() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title: (String, (() -> String)?) = ("", nil)
                override class var propertyRules: [String: PropertyRule] {
                    [
                        "title": .converted(
                            from: { _ -> (String, (() -> String)?)? in ("", { "" }) },
                            to: { (title: (String, (() -> String)?)) in title.0 })
                    ]
                }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"title\"", "put the value in a struct"])
    }

    @Test func aConvertedMetatype() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title: String.Type = String.self
                override class var propertyRules: [String: PropertyRule] {
                    ["title": .converted(from: { _ in String.self }, to: { "\($0)" })]
                }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"title\"", "metatypes"])
    }

    @Test func anEmptyKey() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var propertyRules: [String: PropertyRule] { ["title": .key("")] }
            }
            try? Book().update(json: "{}")
        }
        try expect(result, ["Book has a rule for \"title\"", "empty part"])
    }

    @Test func anElementsRuleForATypedArray() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var pages: [Int] = []
                override class var propertyRules: [String: PropertyRule] { ["pages": .elements(Book.self)] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has an elements rule for \"pages\" of type Array<Int>", "[Any]"])
    }

    @Test func aRuleForAnUnconvertibleType() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var callback: (() -> Void)?
                override class var propertyRules: [String: PropertyRule] { ["callback": .required] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(
            result, ["Book has a rule for \"callback\"", "which ModelObjects cannot convert", "ModelValue"])
    }

    @Test func aRuleForALet() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                let title = ""
                override class var propertyRules: [String: PropertyRule] { ["title": .key("t")] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"title\", which is a let"])
    }

    @Test func aConverterOfAnotherType() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var title = ""
                override class var propertyRules: [String: PropertyRule] {
                    ["title": .converted(from: { (value: Any) -> Int? in value as? Int })]
                }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"title\" that makes Int, but the property is String"])
    }

    @Test func aConverterOfAnotherTypeThanAProtocol() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var binding: any CustomStringConvertible = 1
                override class var propertyRules: [String: PropertyRule] {
                    ["binding": .converted(from: { (value: Any) -> Int? in value as? Int })]
                }
            }
            _ = try? Book(json: "{}")
        }
        let parts = ["rule for \"binding\" that makes Int", "but the property is CustomStringConvertible"]
        try expect(result, parts)
    }

    @Test func aFallbackThatIsNotACase() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            enum Binding: String { case soft }
            final class Book: ModelObject {
                var bindings: [Binding?] = []
                override class var propertyRules: [String: PropertyRule] { ["bindings": .fallback("sotf")] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(
            result,
            [
                "Book has a fallback rule for \"bindings\" that is neither a case of Binding nor a raw value of one"
            ])
    }

    @Test func aCombinationWithoutKeys() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var pages = 0
                override class var propertyRules: [String: PropertyRule] {
                    ["pages": .combined(keys: []) { $0.count }]
                }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a rule for \"pages\" that lists no key"])
    }

    @Test func aCombinationOfATypeThatNothingConverts() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Size { var width = 1 }
            final class Book: ModelObject {
                var size = Size()
                override class var propertyRules: [String: PropertyRule] {
                    ["size": .combined(keys: ["width"]) { _ in Size() }]
                }
            }
            _ = try? Book(json: "{}")
        }
        try expect(
            result, ["Book has a rule for \"size\", which is of type Size, which ModelObjects cannot convert"]
        )
    }

    @Test func aFallbackForANonEnumProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var pages = 0
                override class var propertyRules: [String: PropertyRule] { ["pages": .fallback(1)] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(result, ["Book has a fallback rule for \"pages\" of type Int: fallbacks are for enums"])
    }

    @Test func aDateFormatForANonDateProperty() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Book: ModelObject {
                var links: [URL] = []
                override class var propertyRules: [String: PropertyRule] { ["links": .date(.iso8601)] }
            }
            _ = try? Book(json: "{}")
        }
        try expect(
            result,
            [
                "Book has a date rule for \"links\" of type Array<URL>: date rules are for types that contain dates"
            ])
    }

    private func expect(_ result: ExitTest.Result?, _ parts: [String]) throws {
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        for part in parts { #expect(message.contains(part), "\(message.prefix(400))") }
    }
    #endif

    @Test func rulesForNestedTypesAreValid() throws {
        enum Binding: String { case soft, other }
        struct Span: Codable { var start: Date }
        final class Book: ModelObject {
            var bindings: [String: [Binding?]] = [:]
            var dates: [Date?] = []
            var span: Span?
            var seconds: Double?
            var time = ""
            override class var propertyRules: [String: PropertyRule] {
                [
                    "bindings": .fallback(Binding.other), "dates": .date(.iso8601), "span": .date(.iso8601),
                    "seconds": .date(.iso8601), "time": .date(.iso8601),
                ]
            }
        }
        let book = try Book(json: #"{"bindings": {"a": ["x"]}, "span": {"start": "2024-01-02"}}"#)
        #expect(book.bindings == ["a": [.other]] && book.span != nil)
    }
}
