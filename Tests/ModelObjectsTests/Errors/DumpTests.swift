import Foundation
import ModelObjects
import Testing

/// `dump` shows the kind of an error, and no text from outside this library.
struct DumpTests {
    struct Secret: LocalizedError {
        let value = "secret 4711"
        var errorDescription: String? { value }
    }

    struct Point: Codable { var x: Int }

    final class Holder: ModelObject {
        var point: Point?
        var made = 0
        override class var propertyRules: [String: PropertyRule] {
            ["made": .converted(from: { (_: Any) throws -> Int? in throw Secret() })]
        }
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func anErrorShowsTheTypeOfItsCause() throws {
        let error = #expect(throws: ModelError.self) { try Holder(json: #"{"made": "secret 4711"}"#) }
        let text = dumped(try #require(error))
        #expect(!text.contains("4711") && text.contains("Secret"))
        for label in ["code", "path", "expected", "found", "underlyingError", "problems", "line"] {
            #expect(text.contains("- \(label)") || text.contains("▿ \(label)"), "\(label)")
        }
    }

    @Test func reportsShowTheTypesOfUnderlyingErrors() throws {
        let (_, report) = Holder.inspect(json: #"{"point": {"x": "secret 4711"}}"#)
        #expect(report.problems.first?.underlyingError is DecodingError)
        let text = dumped(report)
        #expect(!text.contains("4711") && text.contains("DecodingError"))
        let strict = #expect(throws: ModelError.self) {
            try Holder(json: #"{"point": {"x": "secret 4711"}}"#, options: .strict)
        }
        #expect(!dumped(try #require(strict)).contains("4711"))
    }
}
