import Foundation
import ModelObjects
import Testing

/// Models from files of JSON.
struct FileReadingTests {
    private final class FilePlace: ModelObject {
        var cityName = ""
    }

    private func file(_ name: String, in folder: TemporaryFolder, holding text: String? = nil) throws -> URL {
        let file = URL(fileURLWithPath: folder.path(name))
        try text.map { try Data($0.utf8).write(to: file) }
        return file
    }

    @Test func objectsAndArraysAreReadFromFiles() throws {
        let folder = try TemporaryFolder()
        let one = try file("one.json", in: folder, holding: #"{"city_name": "Oslo"}"#)
        #expect(try FilePlace(contentsOf: one).cityName == "Oslo")
        let many = try file(
            "many.json", in: folder, holding: #"[{"City-Name": "Oslo"}, {"cityname": "Rome"}]"#)
        #expect(try FilePlace.array(contentsOf: many).map(\.cityName) == ["Oslo", "Rome"])
        let named = try file("named.json", in: folder, holding: #"{"a": {"city_name": "Oslo"}, "b": 7}"#)
        #expect(try FilePlace.dictionary(contentsOf: named).mapValues(\.cityName) == ["a": "Oslo"])
        let options = MappingOptions(rootPath: "a")
        #expect(try FilePlace(contentsOf: named, options: options).cityName == "Oslo")
        #expect(try FilePlace.model(contentsOf: named, options: options).cityName == "Oslo")
        #expect(throws: ModelError.self) {
            try FilePlace.dictionary(contentsOf: named, options: MappingOptions(elements: .reject))
        }
    }

    @Test func aFileChoosesTheClass() throws {
        class Shape: ModelObject {
            override class var discriminator: Discriminator? { .key("type", ["dot": Dot.self]) }
        }
        final class Dot: Shape {}
        let folder = try TemporaryFolder()
        let dot = try file("dot.json", in: folder, holding: #"{"type": "dot"}"#)
        #expect(try Shape.model(contentsOf: dot) is Dot)
        #expect(type(of: try Shape(contentsOf: dot)) == Shape.self)
        #expect(Shape.inspect(contentsOf: dot).object is Dot)
    }

    @Test func filesAreReportedAsTextIs() throws {
        let folder = try TemporaryFolder()
        let options = MappingOptions(rootPath: "data")
        let one = #"{"data": {"city_nmae": "Oslo"}}"#
        let (place, report) = FilePlace.inspect(
            contentsOf: try file("one.json", in: folder, holding: one), options: options)
        #expect(place != nil)
        #expect(report.description == FilePlace.inspect(json: one, options: options).report.description)
        let many = #"{"data": [{"city_nmae": "Oslo"}, 7]}"#
        let (places, list) = FilePlace.inspectArray(
            contentsOf: try file("many.json", in: folder, holding: many), options: options)
        #expect(places.count == 1)
        #expect(list.description == FilePlace.inspectArray(json: many, options: options).report.description)
        let named = #"{"data": {"a": {"city_nmae": "Oslo"}, "b": 7}}"#
        let (table, members) = FilePlace.inspectDictionary(
            contentsOf: try file("named.json", in: folder, holding: named), options: options)
        #expect(table.count == 1)
        #expect(
            members.description
                == FilePlace.inspectDictionary(json: named, options: options).report.description)
    }

    @Test func anUnreadableFileIsReportedWithTheReason() throws {
        let folder = try TemporaryFolder()
        let file = try file("missing.json", in: folder)
        let missing = try #require(throws: ModelError.self) { try FilePlace(contentsOf: file) }
        #expect(missing.code == .fileFailed)
        // Foundation's error, as from Data(contentsOf:).
        #expect((missing.underlyingError as? CocoaError)?.code == .fileReadNoSuchFile)
        #expect(missing.description.contains("\(file.path): No such file or directory"))
        for call in [
            { _ = try FilePlace.model(contentsOf: file) }, { _ = try FilePlace.array(contentsOf: file) },
            { _ = try FilePlace.dictionary(contentsOf: file) },
        ] {
            #expect(
                try #require(throws: ModelError.self, performing: call).description == missing.description)
        }
        let (place, one) = FilePlace.inspect(contentsOf: file)
        let (places, list) = FilePlace.inspectArray(contentsOf: file)
        let (table, named) = FilePlace.inspectDictionary(contentsOf: file)
        #expect(place == nil && places.isEmpty && table.isEmpty)
        for report in [one, list, named] {
            #expect((report.error as? ModelError)?.code == .fileFailed)
            #expect(report.description == "No object: \(missing)")
        }
    }

    @Test func pipesAreReadToTheirEnd() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let names = (0..<2_000).map { "City \($0)" }
        let text = "[" + names.map { #"{"city_name": "\#($0)"}"# }.joined(separator: ",") + "]"
        // Opening a pipe waits for its other end.
        Thread.detachNewThread { try? Data(text.utf8).write(to: URL(fileURLWithPath: pipe)) }
        #expect(try FilePlace.array(contentsOf: URL(fileURLWithPath: pipe)).map(\.cityName) == names)
    }

    /// Foundation loads any URL, over the network as well.
    @Test func onlyFilesAreRead() throws {
        let url = try #require(URL(string: "http://me:secret@127.0.0.1:9/a.json?token=secret"))
        let reason = "Could not read a URL with the scheme http: The URL is not a file URL."
        let calls: [() throws -> Void] = [
            { _ = try FilePlace(contentsOf: url) },
            { _ = try FilePlace.array(contentsOf: url) },
            { _ = try FilePlace.array(contentsOf: url, threads: 2) },
            { _ = try FilePlace.audit(har: url, matching: "/a") },
        ]
        for call in calls {
            let error = try #require(throws: ModelError.self) { try call() }
            #expect(error.code == .fileFailed)
            #expect(error.description == reason && error.found == "The URL is not a file URL")
        }
        let path = try #require(URL(string: "/tmp/a.json"))
        #expect(throws: ModelError.self, "without a scheme") { try FilePlace(contentsOf: path) }
        let finding = try #require(FilePlace.audit(samples: [url]).first)
        #expect(finding.kind == .badSample)
        #expect(finding.message == "a.json can't be read: \(reason)")
    }

    @Test func anEmptyFileIsASyntaxError() throws {
        let folder = try TemporaryFolder()
        let empty = try file("empty.json", in: folder, holding: "")
        #expect(throws: JSONSyntaxError.self) { try FilePlace(contentsOf: empty) }
    }
}
