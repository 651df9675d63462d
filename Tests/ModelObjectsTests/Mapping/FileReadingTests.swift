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
    }

    @Test func anUnreadableFileIsReportedWithTheReason() throws {
        let folder = try TemporaryFolder()
        let file = try file("missing.json", in: folder)
        let missing = try #require(throws: ModelError.self) { try FilePlace(contentsOf: file) }
        #expect(missing.code == .fileFailed)
        #expect(missing.description.contains("\(file.path): No such file or directory"))
        let list = try #require(throws: ModelError.self) { try FilePlace.array(contentsOf: file) }
        #expect(list.description == missing.description)
    }

    @Test func anEmptyFileIsASyntaxError() throws {
        let folder = try TemporaryFolder()
        let empty = try file("empty.json", in: folder, holding: "")
        #expect(throws: JSONSyntaxError.self) { try FilePlace(contentsOf: empty) }
    }
}
