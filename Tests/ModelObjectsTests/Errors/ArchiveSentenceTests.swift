import Foundation
import Testing

@testable import ModelObjects

/// The exact sentence for archives that cannot be read.
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
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            throw CocoaError(.coderInvalidValue)
        }
    }

    final class StrangeDocument: ModelObject {
        var title = ""
        override class var archiveName: String { "Document" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["title"] = ObjectIdentifier(self)
        }
    }

    final class Untyped: ModelObject {
        var value: Any = 0
        override class var archiveName: String { "Untyped" }
    }

    final class Lost: ModelObject {
        var inner: Hidden? = Hidden()
        override class var archiveName: String { "Nowhere" }
    }

    final class Hidden: ModelObject {
        override class var archiveName: String { "Nowhere" }
    }

    final class Twin: ModelObject {
        override class var archiveName: String { "Hidden twin" }
        final class Twin: ModelObject {
            override class var archiveName: String { "Hidden twin" }
        }
    }

    final class Twins: ModelObject {
        var value: Any = 0
        override class var archivableClasses: [ModelObject.Type] {
            [ArchiveSentenceTests.Twin.self, Twin.Twin.self]
        }
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

    struct Percent: RawRepresentable {
        var rawValue: Int
        init(_ value: Int) { rawValue = value }
        init?(rawValue: Int) {
            if rawValue > 100 { return nil }
            self.rawValue = rawValue
        }
    }

    final class Shares: ModelObject {
        var share = Percent(5)
        var shares: [Percent?] = []
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
            sentence: "Not a ModelObjects archive: not a binary property list."
        ) {
            _ = try Document.unarchive(data: Data())
        },
        Row(
            testDescription: "JSON",
            sentence: "Not a ModelObjects archive: not a binary property list."
        ) {
            _ = try Document.unarchive(data: Data("{}".utf8))
        },
        Row(
            testDescription: "another word",
            sentence: "Damaged archive: the content does not match its digest."
        ) {
            var data = try Document().archivedData()
            let words = try #require(data.firstRange(of: Data("plain words".utf8)))
            data.replaceSubrange(words, with: Data("other words".utf8))
            _ = try Document.unarchive(data: data)
        },
        Row(
            testDescription: "an array",
            sentence: "Expected an archive of a single object, found an archive of an array."
        ) {
            _ = try Document.unarchive(data: Document.archivedData([Document()]))
        },
        Row(
            testDescription: "no array",
            sentence: "Expected an archive of an array, found an archive of a single object."
        ) {
            _ = try Document.unarchiveArray(data: Document().archivedData())
        },
        Row(
            testDescription: "a newer class",
            sentence: "Version 2 of Document is newer than this class reads (1)."
        ) {
            _ = try Document.unarchive(data: NewerDocument().archivedData())
        },
        Row(
            testDescription: "a class that is gone",
            sentence:
                "Unknown class \"Page\" at $.objects[0].inner; list the old name of a renamed class in archiveAliases, "
                + "and a class that is private, nested, generic or out of the root's reach in archivableClasses."
        ) {
            _ = try LoneDocument.unarchive(data: withPage())
        },
        Row(
            testDescription: "a class of another place",
            sentence: "Class \"Page\" is not allowed at $.objects[0].inner: expected Note."
        ) {
            _ = try NotingDocument.unarchive(data: withPage())
        },
        Row(
            testDescription: "a newer archive",
            sentence: "Archive version 3 is newer than this library reads (1)."
        ) {
            var archive = try EditableArchive(Document().archivedData())
            archive.version = .integer(3)
            _ = try Document.unarchive(data: archive.data())
        },
        Row(testDescription: "a class that is not found again", sentence: lost) {
            let holder = Untyped()
            holder.value = Hidden()
            _ = try holder.archivedData()
        },
        Row(
            testDescription: "two classes with the same name",
            sentence:
                "Cannot archive Hidden at $.objects[0].inner: another class has the same archiveName \"Nowhere\"."
        ) {
            _ = try Lost().archivedData()
        },
        Row(
            testDescription: "another class with the same name",
            sentence:
                "Cannot archive Twin at $.objects[0].value: another class has the same archiveName \"Hidden twin\"."
        ) {
            let holder = Twins()
            holder.value = Twin.Twin()
            _ = try holder.archivedData()
        },
        Row(
            testDescription: "a value that no archive holds",
            sentence:
                "Cannot archive a value of the type Date.Type in an Any at $.objects[0].value; give its property "
                + "the rule .notArchived, or a type that is Codable or a ModelValue."
        ) {
            let holder = Untyped()
            holder.value = Date.self
            _ = try holder.archivedData()
        },
        Row(
            testDescription: "a raw value that its type rejects", sentence: rejected("share")
        ) {
            let shares = Shares()
            shares.share = Percent(500)
            _ = try shares.archivedData()
        },
        Row(
            testDescription: "a raw value in an array that its type rejects", sentence: rejected("shares")
        ) {
            let shares = Shares()
            shares.shares = [Percent(1), nil, Percent(500)]
            _ = try shares.archivedData()
        },
        Row(
            testDescription: "deep values",
            sentence: "Cannot archive values nested deeper than 128 levels at $.objects[0].value."
        ) {
            let holder = Untyped()
            for _ in 0..<200 { holder.value = [holder.value] }
            _ = try holder.archivedData()
        },
        Row(
            testDescription: "values that are too deep only with the levels around them",
            sentence: "Cannot archive values nested deeper than 128 levels at $.objects[0].value."
        ) {
            let holder = Untyped()
            for _ in 0..<126 { holder.value = [holder.value] }
            _ = try holder.archivedData()
        },
        Row(
            testDescription: "deep values of unknown keys",
            sentence: "Cannot archive values nested deeper than 128 levels at $.objects[0]."
        ) {
            let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
            let options = MappingOptions(unknownKeys: .keep)
            _ = try Untyped(json: #"{"unknown": \#(deep)}"#, options: options).archivedData()
        },
        Row(
            testDescription: "a migration",
            sentence: "migrate of NewerDocument threw an error at $.objects[0]."
        ) {
            _ = try NewerDocument.unarchive(data: Document().archivedData())
        },
        Row(
            testDescription: "a migrated value",
            sentence:
                "migrate of StrangeDocument returned a value of the type ObjectIdentifier at $.objects[0].title; "
                + "return a value of the property's type, or one that can be archived in an Any."
        ) {
            _ = try StrangeDocument.unarchive(data: Document().archivedData())
        },
    ]

    private static func rejected(_ property: String) -> String {
        "Cannot archive a value of type Percent that its raw value does not give again at $.objects[0].\(property); give its property "
            + "the rule .notArchived, or a type that is Codable or a ModelValue."
    }

    private static let lost =
        "Cannot archive Hidden at $.objects[0].value: no class is found by its archiveName \"Nowhere\"; list a private, nested or generic class, "
        + "or one that overrides archiveName, in archivableClasses of the class that holds it."

    @Test(arguments: rows) func everyErrorHasTheExpectedMessage(_ row: Row) throws {
        let error = try #require(throws: ModelError.self) { try row.read() }
        #expect("\(error)" == row.sentence)
        #expect(error.localizedDescription == row.sentence)
    }

    final class Hostile: ModelObject {
        override class var archiveName: String {
            "Ev\nil\u{202E}\u{1B}[2J" + String(repeating: "x", count: 300)
        }
    }

    /// A file can contain any name of a class.
    @Test func namesOfClassesAreEscapedAndShortened() throws {
        let error = try #require(throws: ModelError.self) {
            try Page.unarchive(data: Hostile().archivedData())
        }
        let name = #""Ev\nil\u{202E}\u{1B}[2J"# + String(repeating: "x", count: 246) + "…\""
        #expect(error.description.hasPrefix("Unknown class \(name) at $.objects[0]; "))
        #expect(error.found == name)
    }
}
