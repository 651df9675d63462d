import Foundation
import ModelObjects
import Testing

struct FileStreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func elementsCanCrossThePiecesOfAFile() throws {
        let file = URL(fileURLWithPath: folder.path("large.json"))
        let element = #"{"name": "\#(String(repeating: "ä", count: 300))", "count": 7}"#
        let text = #"{"data": [\#(Array(repeating: element, count: 2_000).joined(separator: ","))]}"#
        try Data(text.utf8).write(to: file)
        var count = 0
        try StreamItem.forEach(contentsOf: file, at: "data") { count += $0.count }
        #expect(count == 14_000)
    }

    @Test func anEmptyFileIsAnErrorOnlyAsAnArray() throws {
        let file = URL(fileURLWithPath: folder.path("empty"))
        try Data().write(to: file)
        for format in [StreamFormat.automatic, .lines, .sequence] {
            try StreamItem.forEach(contentsOf: file, format: format) { _ in Issue.record("an element") }
        }
        #expect(throws: JSONSyntaxError.self) {
            try StreamItem.forEach(contentsOf: file, format: .array) { _ in }
        }
    }

    @Test func unreadableFilesThrow() throws {
        let missing = #expect(throws: ModelError.self) {
            try StreamItem.forEach(contentsOf: URL(fileURLWithPath: folder.path("none"))) { _ in }
        }
        #expect(missing?.code == .fileFailed)
        let isFolder = #expect(throws: ModelError.self) {
            try StreamItem.forEach(contentsOf: URL(fileURLWithPath: folder.path)) { _ in }
        }
        #expect(isFolder?.code == .fileFailed)
        let isNoFile = #expect(throws: ModelError.self) {
            guard let url = URL(string: "https://example.com/x") else { return }
            try StreamItem.forEach(contentsOf: url) { _ in }
        }
        #expect(isNoFile?.code == .fileFailed)
    }

    /// 150 lines are left out, as elements and as text that isn't JSON, each between two that are used.
    @Test func allSkippedElementsAreHandedOverInOrder() async throws {
        let lines = (0..<300).map {
            $0.isMultiple(of: 2) ? "{\"count\": \($0)}" : $0 % 4 == 1 ? "[]" : "{\"cou"
        }
        let data = Data(lines.joined(separator: "\n").utf8)
        let expected = (0..<300).map { $0.isMultiple(of: 2) ? "\($0)" : "$[\($0)] \($0 + 1)" }
        func text(_ problem: MappingProblem) -> String { "\(problem.path) \(problem.line ?? 0)" }

        let file = URL(fileURLWithPath: folder.path("lines"))
        try data.write(to: file)
        var events: [String] = []
        try StreamItem.forEach(contentsOf: file) {
            events.append("\($0.count)")
        } onSkip: {
            events.append(text($0))
        }
        #expect(events == expected)

        var elements = StreamItem.elements(contentsOf: file)
        elements.onSkip = { events.append(text($0)) }
        for try await item in elements {
            events.append("\(item.count)")
        }
        #expect(events == expected + expected)

        var stream = ModelStream(StreamItem.self)
        try stream.append(data) { _ in }
        try stream.finish { _ in }
        #expect(stream.count == 150 && stream.skipped.count == 100 && stream.skippedCount == 150)
    }

    private struct Import {
        var counts: [Int] = []
        var lines: [Int?] = []

        mutating func read(_ file: URL) throws {
            try StreamItem.forEach(contentsOf: file) {
                counts.append($0.count)
            } onSkip: {
                lines.append($0.line)
            }
        }
    }

    /// Like the body, the closure for skipped elements can change what the caller lends.
    @Test func theClosureForSkippedElementsDoesNotEscape() throws {
        let file = URL(fileURLWithPath: folder.path("import"))
        try Data("{\"count\": 1}\n7\n{\"count\": 2}\n[]".utf8).write(to: file)
        var result = Import()
        try result.read(file)
        #expect(result.counts == [1, 2] && result.lines == [2, 4])
    }
}
