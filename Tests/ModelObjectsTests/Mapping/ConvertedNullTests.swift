import Foundation
import ModelObjects
import Testing

/// The function of a `converted` rule gets the texts that mean null, but not null.
struct ConvertedNullTests {
    class Page: ModelObject {
        var number: Int? = 7
        var calls: Int? = 0
        var embedded: Int? = 7
        override class var propertyRules: [String: PropertyRule] {
            let number = { @Sendable (value: Any) in (value as? String).flatMap(Int.init) }
            return [
                "number": .converted(from: number),
                "calls": .converted(from: { value -> Int? in (value as? String)?.count }),
                "embedded": .embeddedJSON.converted(from: number),
            ]
        }
    }

    final class HookedPage: Page {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let types: [ModelObject.Type] = [Page.self, HookedPage.self]

    private func pages(_ json: String, _ type: ModelObject.Type) throws -> [Page] {
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        return try [type.init(json: json), type.init(dictionary: dictionary)].compactMap { $0 as? Page }
    }

    @Test(arguments: ["null", "nil", "<null>", "(null)"])
    func aWordForNullIsPassedOn(word: String) throws {
        for type in Self.types {
            for page in try pages(#"{"calls": "\#(word)", "number": "\#(word)"}"#, type) {
                #expect(page.calls == word.count && page.number == 7)
            }
            for report in reports(#"{"number": "\#(word)"}"#, type, MappingOptions(includeValues: true)) {
                let problem = try #require(report.problems.first)
                #expect(problem.found == "string" && problem.value == "\"\(word)\"")
                #expect(problem.description.hasPrefix("Expected Int, found string \"\(word)\" at $.number"))
                #expect(problem.description.hasSuffix(": the converter of `number` returned nil."))
            }
            for (way, call) in ways(#"{"number": "\#(word)"}"#, type) {
                #expect(throws: ModelError.self, "\(way)") { try call(MappingOptions(mismatches: .reject)) }
            }
        }
    }

    @Test func nullIsNotPassedOn() throws {
        for type in Self.types {
            for page in try pages(#"{"calls": null, "number": null, "embedded": null}"#, type) {
                #expect(page.calls == nil && page.number == nil && page.embedded == nil)
            }
            for report in reports(#"{"calls": null, "number": null}"#, type, nil) {
                #expect(report.problems.isEmpty)
            }
        }
    }

    /// The JSON text `null` in a string is null; the other words aren't JSON, and are passed on.
    @Test(arguments: ["null", "nil", "<null>", "(null)"])
    func aStringThatContainsNullIsNull(word: String) throws {
        for type in Self.types {
            for page in try pages(#"{"embedded": "\#(word)"}"#, type) {
                #expect(page.embedded == (word == "null" ? nil : 7))
            }
        }
    }
}
