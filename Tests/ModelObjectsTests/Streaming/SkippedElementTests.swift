import Foundation
import ModelObjects
import Testing

/// The reason why an element is left out, among more problems than are listed.
struct SkippedElementTests {
    struct Refused: Error {}

    final class Event: ModelObject {
        var tags: [Int] = []
        var day: Int?
        var more: [Int] = []
        var counts: [String: Int] = [:]
        var id = 0
        override class var propertyRules: [String: PropertyRule] {
            ["day": .converted(from: { (_: Any) throws -> Int? in throw Refused() }), "id": .required]
        }
        override func didMap(_ dictionary: [String: Any]) throws { if id == 2 { throw Refused() } }
        override func validate() throws { if id == 3 { throw Refused() } }
    }

    private static let reasons = [
        (#""id": 1, "day": 7"#, ModelError.Code.hookFailed, "[0].day"),
        (#""id": {}"#, .missingRequired, "[0].id"),
        (#""id": 2"#, .hookFailed, "[0]"), (#""id": 3"#, .validationFailed, "[0]"),
    ]

    /// An element with as many mismatches in front of the members and behind them.
    private func element(_ members: String, mismatches count: Int) -> String {
        let list = "[" + Array(repeating: #""x""#, count: count).joined(separator: ",") + "]"
        return #"{"tags": \#(list), \#(members), "more": \#(list)}"#
    }

    @Test(arguments: reasons, [0, 3, 99, 100, 150])
    func theReasonIsThatOfTheRefusal(
        _ reason: (members: String, code: ModelError.Code, path: String), mismatches: Int
    ) throws {
        let element = element(reason.members, mismatches: mismatches)
        for text in ["[\(element)]", element + "\n", "\u{1E}\(element)\n"] {
            var stream = ModelStream(Event.self)
            try stream.append(text.utf8) { _ in }
            try stream.finish { _ in }
            #expect(stream.skipped.map(\.code) == [reason.code])
            #expect(stream.skipped.map(\.path) == ["$" + reason.path])
        }
    }

    @Test(arguments: reasons, [0, 3, 99, 100, 150])
    func theReportHasTheReason(
        _ reason: (members: String, code: ModelError.Code, path: String), mismatches: Int
    ) throws {
        let element = element(reason.members, mismatches: mismatches)
        let object = try JSONSerialization.jsonObject(with: Data(element.utf8)) as? [String: Any] ?? [:]
        for report in [
            Event.inspectArray(json: "[\(element)]").report, Event.inspectArray(json: [object]).report,
        ] {
            #expect(report.problems.contains { $0.code == reason.code && $0.path == "$" + reason.path })
            #expect(report.problems.count > 2 * mismatches && report.omittedProblems == 0)
        }
        for report in [Event.inspect(json: element).report, Event.inspect(dictionary: object).report] {
            let path = "$" + reason.path.dropFirst("[0]".count)
            #expect(report.problems.contains { $0.code == reason.code && $0.path == path })
            #expect(report.problems.count <= 100)
        }
    }

    @Test func aReportWithManyRepeatedKeysHasTheReason() {
        let keys = (0..<150).map { #""k\#($0)": 1, "k\#($0)": 1"# }.joined(separator: ",")
        let report = Event.inspectArray(json: #"[{"counts": {\#(keys)}, "id": 1, "day": 7}]"#).report
        #expect(report.problems.count == 151 && report.omittedProblems == 0)
        #expect(report.problems.last?.code == .hookFailed)
        let single = Event.inspect(json: #"{"counts": {\#(keys)}, "id": 1, "day": 7}"#).report
        #expect(single.problems.count == 100 && single.omittedProblems == 51)
        #expect(single.problems.last?.code == .hookFailed)
    }

    final class Counted: ModelObject {
        var list: [Int] = []
        var count = 0
    }

    /// The error is about what the options reject, not about what they tolerate.
    @Test(arguments: [0, 99, 100, 150])
    func theErrorIsThatOfARejectedProblem(mismatches: Int) throws {
        let list = Array(repeating: #""x""#, count: mismatches).joined(separator: ",")
        let json = #"{"list": [\#(list)], "count": []}"#
        let options = MappingOptions(mismatches: .reject)
        let calls: [() throws -> Void] = [
            { _ = try Counted(json: json, options: options) },
            {
                let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8))
                _ = try Counted(dictionary: dictionary as? [String: Any] ?? [:], options: options)
            },
        ]
        for call in calls {
            let error = try #require(throws: ModelError.self) { try call() }
            #expect(error.path == "$.count")
            #expect(error.problems.contains { $0.path == "$.count" })
            #expect(error.problems.count + error.omittedProblems == mismatches + 1)
        }
    }

    final class Embedding: ModelObject {
        var list: [Int] = []
        var text: Any?
        override class var propertyRules: [String: PropertyRule] { ["text": .embeddedJSON] }
    }

    /// An error that ends a stream is that of the whole array, before and after the list of skipped elements is full.
    @Test(arguments: [0, 99, 100, 101])
    func errorsStayTheSameAfterManySkippedElements(count: Int) throws {
        let nulls = String(repeating: "null,", count: count)
        let json = #"[\#(nulls){"list": ["x"], "text": "\#(String(repeating: "[", count: 600))"}]"#
        let error = try #require(throws: ModelError.self) { try Embedding.array(json: json) }
        var stream = ModelStream(Embedding.self)
        let streamed = try #require(throws: ModelError.self) { try stream.append(json.utf8) { _ in } }
        #expect("\(streamed)" == "\(error)")
        #expect(streamed.problems.map(\.path) == error.problems.map(\.path))
        #expect(stream.skipped.count == min(count, 100))
        #expect(stream.skippedCount == count)
    }

    @Test func sequencesOfBytesAndChunksHandOverSkippedElements() async throws {
        let data = Data("{\n7\n".utf8)
        var paths: [String] = []
        let bytes = AsyncStream<UInt8> { continuation in
            for byte in data { continuation.yield(byte) }
            continuation.finish()
        }
        var elements = StreamItem.elements(in: bytes, format: .lines)
        elements.onSkip = { paths.append($0.path) }
        for try await _ in elements {}
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(data)
            continuation.finish()
        }
        var later = StreamItem.elements(in: chunks)
        later.onSkip = { paths.append($0.path) }
        for try await _ in later {}
        #expect(paths == ["$[0]", "$[1]", "$[0]", "$[1]"])
    }

    @Test func onSkipReceivesMoreThanAreListed() throws {
        var stream = ModelStream(StreamItem.self, format: .lines)
        nonisolated(unsafe) var lines: [Int?] = []
        stream.onSkip = { lines.append($0.line) }
        try stream.append(String(repeating: "7\n", count: 150).utf8) { _ in }
        try stream.finish { _ in }
        #expect(stream.skipped.count == 100 && stream.skippedCount == 150)
        #expect(lines == (1...150).map(\.self))
    }
}
