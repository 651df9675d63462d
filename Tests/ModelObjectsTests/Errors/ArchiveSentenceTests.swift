import Foundation
import ModelObjects
import Testing

/// The exact sentence for archives that give no object.
struct ArchiveSentenceTests {
    class Document: ModelObject {
        var text = "plain words"
        var inner: ModelObject?
        override class var archiveName: String { "Document" }
        override class var archivableClasses: [ModelObject.Type] { [Page.self, Note.self] }
    }

    final class Page: ModelObject {
        override class var archiveName: String { "Page" }
    }

    final class Note: ModelObject {
        override class var archiveName: String { "Note" }
    }

    final class NewerDocument: ModelObject {
        override class var archiveName: String { "Document" }
        override class var archiveVersion: Int { 2 }
    }

    final class LoneDocument: ModelObject {
        var inner: LoneDocument?
        override class var archiveName: String { "Document" }
    }

    final class NotingDocument: ModelObject {
        var inner: Note?
        override class var archiveName: String { "Document" }
        override class var archivableClasses: [ModelObject.Type] { [Page.self] }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sentence: String
        let read: @Sendable () throws -> Void
    }

    private static func withPage() throws -> Data {
        let document = Document()
        document.inner = Page()
        return try document.archivedData()
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "nothing",
            sentence: "Expected a sound archive, found not a binary property list (byte 0) at $."
        ) {
            _ = try Document.unarchive(data: Data())
        },
        Row(
            testDescription: "JSON",
            sentence: "Expected a sound archive, found not a binary property list (byte 0) at $."
        ) {
            _ = try Document.unarchive(data: Data("{}".utf8))
        },
        Row(
            testDescription: "another word",
            sentence: "Expected a sound archive, found the content does not match its digest at $."
        ) {
            var data = try Document().archivedData()
            let words = try #require(data.firstRange(of: Data("plain words".utf8)))
            data.replaceSubrange(words, with: Data("other words".utf8))
            _ = try Document.unarchive(data: data)
        },
        Row(
            testDescription: "an array",
            sentence: "Expected an archive of one object, found one of an array at $."
        ) {
            _ = try Document.unarchive(data: Document.archivedData([Document()]))
        },
        Row(
            testDescription: "no array",
            sentence: "Expected an archive of an array, found one of one object at $."
        ) {
            _ = try Document.unarchiveArray(data: Document().archivedData())
        },
        Row(
            testDescription: "a newer class",
            sentence: "Expected an archive of Document, version 1 or older, found version 2 at $."
        ) {
            _ = try Document.unarchive(data: NewerDocument().archivedData())
        },
        Row(
            testDescription: "a class that is gone",
            sentence:
                "Expected a class of this program (a class that was renamed wants archiveAliases, one that is "
                + "private, nested or generic stands in archivableClasses), found \"Page\" at $.objects[0].inner."
        ) {
            _ = try LoneDocument.unarchive(data: withPage())
        },
        Row(
            testDescription: "a class of another place",
            sentence: "Expected Note, found a model of the class \"Page\" at $.objects[0].inner."
        ) {
            _ = try NotingDocument.unarchive(data: withPage())
        },
    ]

    @Test(arguments: rows) func everyMistakeHasItsSentence(_ row: Row) throws {
        let error = try #require(throws: ModelError.self) { try row.read() }
        #expect("\(error)" == row.sentence)
        #expect(error.localizedDescription == row.sentence)
    }
}
