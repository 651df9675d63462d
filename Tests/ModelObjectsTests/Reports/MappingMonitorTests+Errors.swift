import Foundation
import ModelObjects
import Testing

extension MappingMonitorTests {
    /// The error of a Codable type can contain a value; a report doesn't show its text.
    ///
    /// Nested, because only one test may set the monitor at a time.
    struct ForeignErrorTests {
        private enum Size: String, Codable { case a }

        private struct Rejection: LocalizedError {
            let value: String
            var errorDescription: String? { "refused \(value)" }
        }

        private struct Refusing: Decodable {
            init(from decoder: any Decoder) throws {
                throw Rejection(value: try decoder.singleValueContainer().decode(String.self))
            }
        }

        private struct Corrupted: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: text, underlyingError: Rejection(value: text)))
            }
        }

        private final class Item: ModelObject {
            var number = 0
            override class var propertyRules: [String: PropertyRule] { ["number": .required] }
        }

        private struct Page: Decodable {
            var sizes: [Size]?
            var refusing: Refusing?
            var corrupted: Corrupted?
            var link: URL?
            var count: Int?
            var item: Item?
            var inner: Inner?
        }

        private struct Inner: Decodable { var needed: Int }

        private func reports(_ json: String, _ options: MappingOptions? = nil) -> [MappingReport] {
            let delivered = LockedList<MappingReport>()
            ModelObject.monitor = MappingMonitor(oneIn: 1) { report in
                if report.type == Page.self { delivered.append(report) }
            }
            defer { ModelObject.monitor = nil }
            #expect(throws: (any Error).self) {
                try ModelDecoder(options: options).decode(Page.self, from: json)
            }
            return delivered.all
        }

        @Test(arguments: [
            (#"{"sizes": ["SECRET"]}"#, "`sizes[0]` doesn't fit."),
            (#"{"refusing": "SECRET"}"#, "A Codable type threw an error of type Rejection."),
            (#"{"corrupted": "SECRET"}"#, "The value doesn't fit."),
            (#"{"link": ""}"#, "Expected URL, found another string at $.link."),
            (#"{"count": "SECRET"}"#, "Expected Int at `count`."),
            (#"{"inner": {}}"#, "`inner.needed` is missing."),
            ("[]", "Expected Dictionary<String, Any>."),
            (
                #"{"item": {"number": "SECRET"}}"#,
                "No usable value for required `number` at $.item (line 1, column 10): expected Int."
            ),
        ])
        func theTextOfTheErrorIsNotShown(_ json: String, _ reason: String) throws {
            let report = try #require(reports(json).first)
            #expect(report.description.split(separator: "\n").first == "No object: \(reason)")
            var text = "\(report) \(String(reflecting: report)) \(report.summary)"
            dump(report, to: &text)
            #expect(!text.contains("SECRET"))
        }

        /// Paths of sentences begin at the root of the payload.
        @Test func theRootPathIsPartOfThePath() throws {
            let report = try #require(
                reports(#"{"data": {"link": ""}}"#, MappingOptions(rootPath: "data")).first)
            #expect(report.description == "No object: Expected URL, found another string at $.data.link.")
        }

        @Test func aDumpShowsTheTypeOfTheError() throws {
            let report = try #require(reports(#"{"refusing": "SECRET"}"#).first)
            #expect((report.error as? Rejection)?.value == "SECRET")
            var text = ""
            dump(report, to: &text)
            #expect(text.contains("Rejection"))
            for label in [
                "type", "matched", "unmatchedKeys", "unfilled", "unmappable", "conversions", "problems",
                "omittedProblems", "error",
            ] {
                #expect(text.contains("- \(label)") || text.contains("▿ \(label)"), "\(label)")
            }
            let own = Item.inspect(json: "[").report
            text = ""
            dump(own, to: &text)
            #expect(text.contains("- reason"))
        }
    }
}
