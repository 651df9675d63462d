import Foundation
import ModelObjects
import Testing

struct ModelWriterTests {
    private let folder: TemporaryFolder
    private var file: URL { URL(fileURLWithPath: folder.path("models.json")) }

    init() throws { folder = try TemporaryFolder() }

    private func models(_ count: Int) throws -> [StreamItem] {
        try StreamItem.array(
            json: Data(
                ("["
                    + (0..<count).map { #"{"name":"n\#($0)","count":\#($0),"tags":["a"]}"# }.joined(
                        separator: ",") + "]").utf8))
    }

    @Test(arguments: [0, 1, 3, Effort.count(5_000, atLeast: 3_000)], [true, false])
    func writtenArraysEqualASingleExport(count: Int, pretty: Bool) throws {
        let models = try models(count)
        let options = ExportOptions(pretty: pretty)
        var writer = try ModelWriter<StreamItem>(to: file, format: .array, options: options)
        for model in models { try writer.write(model) }
        try writer.close()
        #expect(try Data(contentsOf: file) == StreamItem.jsonData(models, options: options))
        #expect(writer.count == count)
    }

    @Test(arguments: [StreamFormat.lines, .automatic, .sequence])
    func recordsRoundTrip(format: StreamFormat) throws {
        let models = try models(200)
        let options = ExportOptions(pretty: true)
        var writer = try ModelWriter<StreamItem>(to: file, format: format, options: options)
        for model in models { try writer.write(model) }
        try writer.close()
        var read: [StreamItem] = []
        try StreamItem.forEach(contentsOf: file) { read.append($0) }
        #expect(read == models)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.first == (format == .sequence ? "\u{1E}" : "{"))
        if format != .sequence { #expect(text.split(separator: "\n").count == 200) }
    }

    @Test(arguments: [Int.min, 0, 1, 2, 3, 600, .max])
    func theArrayCountsAsALevel(maxDepth: Int) throws {
        let options = ExportOptions(maxDepth: maxDepth)
        for depth in [0, 1, 2, 508, 512] {
            let model = StreamItem()
            var last = model
            for _ in 0..<depth {
                let inner = StreamItem()
                last.inner = inner
                last = inner
            }
            var writer = try ModelWriter<StreamItem>(to: file, format: .array, options: options)
            func error(_ body: () throws -> Void) -> ModelError? {
                do { try body() } catch { return error as? ModelError }
                return nil
            }
            let expected = error { _ = try StreamItem.jsonData([model], options: options) }
            let found = error { try writer.write(model) }
            #expect(found?.expected == expected?.expected && found?.code == expected?.code, "\(depth) levels")
        }
    }

    @Test func theOldFileIsKeptUntilClose() throws {
        try Data("old".utf8).write(to: file)
        var writer = try ModelWriter<StreamItem>(to: file)
        for model in try models(5_000) { try writer.write(model) }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        try writer.close()
        #expect(try Data(contentsOf: file).count > 5_000)
        #expect(try folder.names == ["models.json"])
    }

    @Test func anUnclosedWriterChangesNothing() throws {
        try Data("old".utf8).write(to: file)
        do {
            var writer = try ModelWriter<StreamItem>(to: file)
            try writer.write(StreamItem())
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try folder.names == ["models.json"])
    }

    @Test func modelsThatFailToExportAreSkipped() throws {
        var writer = try ModelWriter<StreamItem>(to: file, format: .array)
        let bad = StreamItem()
        bad.anything = Double.nan
        let cyclic = StreamItem()
        cyclic.inner = cyclic
        defer { cyclic.inner = nil }
        try writer.write(StreamItem())
        #expect(throws: ModelError.self) { try writer.write(bad) }
        #expect(throws: ModelError.self) { try writer.write(cyclic) }
        try writer.write(StreamItem())
        try writer.close()
        #expect(try StreamItem.array(contentsOf: file).count == 2)
    }

    @Test func writingToMissingFoldersOrAfterClosingThrows() throws {
        let missing = URL(fileURLWithPath: folder.path("none/models.json"))
        let error = #expect(throws: ModelError.self) { try ModelWriter<StreamItem>(to: missing) }
        #expect(error?.code == .fileFailed)
        #expect(error?.description.contains("No such file or directory") == true)
        var writer = try ModelWriter<StreamItem>(to: file)
        try writer.close()
        let closed = #expect(throws: ModelError.self) { try writer.write(StreamItem()) }
        #expect(closed?.description.hasSuffix("The writer has been closed.") == true)
        #expect(throws: ModelError.self) { try writer.close() }
    }

    #if os(macOS) || os(Linux)  // only these platforms support exit tests
    @Test func aFailedWriteEndsTheWriterAndKeepsTheOldFile() async throws {
        try Data("old".utf8).write(to: file)
        await #expect(processExitsWith: .success) { [file = file as URL] in
            limitFileSizes()
            let item = StreamItem()
            item.name = String(repeating: "x", count: 50_000)
            var writer = try ModelWriter<StreamItem>(to: file)
            var error: ModelError?
            for _ in 0..<100 where error == nil {
                do { try writer.write(item) } catch let caught as ModelError { error = caught }
            }
            #expect(error?.code == .fileFailed)
            let failures = [
                #expect(throws: ModelError.self) { try writer.write(StreamItem()) },
                #expect(throws: ModelError.self) { try writer.close() },
                #expect(throws: ModelError.self) { try writer.close() },
            ]
            for failure in failures { #expect(failure?.description == error?.description) }
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try folder.names == ["models.json"])
    }
    #endif

    /// Platforms without file protection ignore it.
    @Test func fileProtectionDoesNotChangeTheContent() throws {
        let models = try models(3)
        for protection in [FileProtectionType.none, .complete, .completeUnlessOpen] {
            var writer = try ModelWriter<StreamItem>(to: file, format: .array, protection: protection)
            for model in models { try writer.write(model) }
            try writer.close()
            #expect(try StreamItem.array(contentsOf: file) == models)
        }
    }

    @Test func aCopyIsTheSameWriter() throws {
        var writer = try ModelWriter<StreamItem>(to: file)
        var copy = writer
        for model in try models(2) { try writer.write(model) }
        try copy.write(models(1)[0])
        #expect(writer.count == 3 && copy.count == 3)
        try writer.close()
        let written = try Data(contentsOf: file)
        #expect(written.split(separator: 0x0A).count == 3)
        let error = #expect(throws: ModelError.self) { try copy.close() }
        #expect(error?.code == .fileFailed)
        #expect(try Data(contentsOf: file) == written)
    }
}
