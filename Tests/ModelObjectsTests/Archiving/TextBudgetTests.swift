import Foundation
import Testing

@testable import ModelObjects

/// Long texts that many places of one archive share.
@Suite struct TextBudgetTests {
    /// Stands for a text of 64 KB, 800 uses of which are beyond the limit of a file that holds it once.
    private static let short = "123456"
    private static let long = String(repeating: "1234567 ", count: 1 << 13)

    private static func archive(_ field: String, _ element: ArchiveNode) throws -> Data {
        var archive = try EditableArchive(TextBudgetModel().archivedData())
        archive.set(field, of: 0, to: .array(Array(repeating: element, count: 800)))
        return try archive.data(with: long, for: short)
    }

    private static let looked: [(name: String, field: String, element: ArchiveNode)] = [
        ("keys", "counts", .dictionary([.init(short, .integer(1))])),
        ("keys that are no Int", "byNumber", .dictionary([.init(short, .integer(1))])),
        ("keys in an Any", "things", .dictionary([.init(short, .integer(1))])),
        ("members of sets", "words", .marked("set", .array([.string(short)]))),
        ("members of sets in an Any", "things", .marked("set", .array([.string(short)]))),
        (
            "keys of members of sets in an Any", "things",
            .marked("set", .array([.dictionary([.init(short, .integer(1))])]))
        ),
        ("hashed keys in an Any", "things", .marked("dictionary", .array([.string(short), .null]))),
        ("raw values", "grades", .string(short)),
        ("ModelValues", "codes", .string(short)),
        ("keys in a Decodable", "notes", .dictionary([.init("scores", .dictionary([.init(short, .null)]))])),
        ("keys of a Decodable", "notes", .dictionary([.init(short, .null)])),
        ("raw values in a Decodable", "notes", .dictionary([.init("grade", .string(short))])),
        ("sets in a Decodable", "notes", .dictionary([.init("words", .array([.string(short)]))])),
        ("URLs with a base", "links", .marked("url", .array([.string("a"), .string(short)]))),
        ("texts for URLs", "links", .string(short)),
        ("texts for integers", "integers", .string(short)),
        ("texts for doubles", "doubles", .string(short)),
        ("texts for dates", "dates", .string(short)),
        ("texts for UUIDs", "identifiers", .string(short)),
        ("texts for data", "files", .string(short)),
    ]

    @Test(arguments: looked.indices)
    func moreTextThanTheFileWarrantsIsRefused(_ index: Int) throws {
        let (name, field, element) = Self.looked[index]
        let data = try Self.archive(field, element)
        let error = try #require(throws: ModelError.self, "\(name)") {
            try TextBudgetModel.unarchive(data: data)
        }
        #expect(
            "\(error)"
                == "Expected a sound archive, found long texts that too many keys, set members or values share, "
                + "for a file of its size at $.objects[0].\(field).",
            "\(name)")
        #expect(error.code == .archiveInvalid, "\(name)")
    }

    @Test func classesThatShareLongNamesAreRefused() throws {
        var archive = try EditableArchive(TextBudgetModel().archivedData())
        archive.classes.append(
            (name: "Other", version: 1, fields: Array(repeating: Self.short, count: 800)))
        let error = try #require(throws: ModelError.self) {
            try TextBudgetModel.unarchive(data: archive.data(with: Self.long, for: Self.short))
        }
        #expect("\(error)".contains("long texts"))
    }

    @Test func aMarkWithALongNameIsRefused() throws {
        let name = String(repeating: "a", count: 65)
        for mark: ArchiveNode in [.marked(name, .null), .array([.marked(name, .null)])] {
            let data = try ArchivePlist.encode(mark)
            let failure = #expect(throws: PlistFailure.self) { try ArchivePlist.decode(data) }
            #expect(failure?.reason == .badMark)
        }
        let longest = ArchiveNode.marked(String(name.dropLast()), .null)
        #expect(try ArchivePlist.decode(ArchivePlist.encode(longest)) == longest)
    }

    /// 800 uses of these are beyond the limit of writing.
    private static let text = String(repeating: "1234567 ", count: 1 << 11)
    private static let link = "https://example.com/" + String(repeating: "a", count: 1 << 14)
    private static let uses = 800
    /// Enough to be refused, if each counted as much as it does where it is parsed.
    private static let sharing = Effort.count(uses, atLeast: 100)

    @Test func aTextThatIsOnlyStoredMayBeSharedByAnyNumber() throws {
        let model = TextBudgetModel()
        model.texts = Array(repeating: Self.text, count: Self.sharing)
        model.notes = Array(repeating: TextBudgetNote(text: Self.text), count: Self.sharing)
        model.things = model.texts
        let again = try TextBudgetModel.unarchive(data: model.archivedData())
        #expect(again.texts == model.texts && again.notes == model.notes)
        #expect(again.things.compactMap { $0 as? String } == model.texts)
    }

    @Test func aURLMayBeSharedByAnyNumber() throws {
        let model = TextBudgetModel()
        let url = try #require(URL(string: Self.link))
        model.links = Array(repeating: url, count: Self.sharing)
        model.things = model.links
        model.notes = Array(repeating: TextBudgetNote(link: url), count: Self.sharing)
        let again = try TextBudgetModel.unarchive(data: model.archivedData())
        #expect(again.links == model.links && again.notes == model.notes)
        #expect(again.things.compactMap { $0 as? URL } == model.links)
        #expect(try again.archivedData() == model.archivedData())
    }

    @Test func theMarksOfASharedURLAreOneURL() throws {
        let url = try #require(URL(string: Self.link))
        let mark = ArchiveNode.marked("url", .string(Self.link))
        #expect(
            try ArchivePlist.decode(ArchivePlist.encode(.array([mark, mark])))
                == .array([.url(url), .url(url)]))
        #expect(try ArchivePlist.decode(ArchivePlist.encode(mark)) == mark)
    }

    private static let tooMuch: [(name: String, fill: @Sendable (TextBudgetModel) -> Void)] = [
        ("keys", { $0.counts = Array(repeating: [text: 1], count: uses) }),
        ("keys in an Any", { $0.things = Array(repeating: [text: 1], count: uses) }),
        ("members of sets", { $0.words = Array(repeating: [text], count: uses) }),
        ("sets in an Any", { $0.things = Array(repeating: Set([text]), count: uses) }),
        ("hashed keys", { $0.things = Array(repeating: [[text]: 1] as [[String]: Int], count: uses) }),
        ("ModelValues", { $0.codes = Array(repeating: TextBudgetCode(text: text), count: uses) }),
        ("raw values", { $0.names = Array(repeating: TextBudgetName(rawValue: text), count: uses) }),
        (
            "keys in a Codable",
            { $0.notes = Array(repeating: TextBudgetNote(scores: [text: 1]), count: uses) }
        ),
        ("models in sets", { $0.groups = Array(repeating: [TextBudgetMember(text)], count: uses) }),
        ("models in keys", { $0.things = Array(repeating: [TextBudgetMember(text): 1], count: uses) }),
        ("sets in a Codable", { $0.notes = Array(repeating: TextBudgetNote(words: [text]), count: uses) }),
        (
            "URLs with a base",
            {
                let url = URL(string: "a", relativeTo: URL(string: link))
                $0.links = Array(repeating: url, count: uses).compactMap { $0 }
            }
        ),
    ]

    @Test(arguments: Effort.some(of: tooMuch.indices, atLeast: 2))
    func whatReadingWouldRefuseIsNotWritten(_ index: Int) throws {
        let model = TextBudgetModel()
        Self.tooMuch[index].fill(model)
        let error = try #require(throws: ModelError.self, "\(Self.tooMuch[index].name)") {
            try model.archivedData()
        }
        #expect(error.code == .limitExceeded, "\(Self.tooMuch[index].name)")
    }

    @Test func shortTextsAreConvertedManyTimesForNothing() throws {
        var archive = try EditableArchive(TextBudgetModel().archivedData())
        archive.set(
            "integers", of: 0,
            to: .array(Array(repeating: .string("0x10"), count: Effort.count(100_000, atLeast: 20_000))))
        #expect(try TextBudgetModel.unarchive(data: archive.data()).integers.isEmpty)
        let text = String(repeating: "1", count: TextBudget.longestFree)
        archive.set("integers", of: 0, to: .array(Array(repeating: .string(text), count: 10_000)))
        let data = try archive.data()
        #expect(throws: ModelError.self) { try TextBudgetModel.unarchive(data: data) }
    }

    /// A company's members, each of which leads to a text of them all.
    @Test func setsOfModelsThatShareSomeTextAreWrittenAndRead() throws {
        let shared = TextBudgetMember(String(repeating: "a", count: 2_000))
        let model = TextBudgetModel()
        let members = (0..<1_000).map { TextBudgetMember("\($0)") }
        for member in members { member.next = shared }
        model.groups = [Set(members), [shared]]
        let again = try TextBudgetModel.unarchive(data: model.archivedData())
        #expect(again.groups.map(\.count) == [1_000, 1] && again.groups == model.groups)
    }

    @Test func aModelWithALongTextInManySetsIsRefused() throws {
        let model = TextBudgetModel()
        model.groups = [[TextBudgetMember(Self.short)]]
        var archive = try EditableArchive(model.archivedData())
        archive.set(
            "groups", of: 0, to: .array(Array(repeating: .marked("set", .array([.reference(1)])), count: 800))
        )
        let data = try archive.data(with: Self.long, for: Self.short)
        let error = try #require(throws: ModelError.self) { try TextBudgetModel.unarchive(data: data) }
        #expect(error.code == .archiveInvalid && "\(error)".contains("$.objects[0].groups"))
    }

    /// Almost all that may be written, in an archive whose values are looked at twice.
    @Test func whatIsWrittenIsReadThroughMigrationToo() throws {
        let model = TextBudgetModel()
        let most = Int(TextBudget.limit(fileSize: Self.text.utf8.count)) / Self.text.utf8.count
        model.counts = Array(repeating: [Self.text: 1], count: most)
        var archive = try EditableArchive(model.archivedData())
        archive.classes[0].version = 1
        let again = try TextBudgetModel.unarchive(data: archive.data())
        #expect(again.counts == model.counts)
    }
}

final class TextBudgetMember: ModelObject {
    var text = ""
    var next: TextBudgetMember?
    init(_ text: String) { self.text = text }
    required init() {}
}

final class TextBudgetModel: ModelObject {
    var groups: [Set<TextBudgetMember>] = []
    var texts: [String] = []
    var counts: [[String: Int]] = []
    var byNumber: [[Int: Int]] = []
    var things: [Any] = []
    var words: [Set<String>] = []
    var grades: [TextBudgetGrade] = []
    var names: [TextBudgetName] = []
    var codes: [TextBudgetCode] = []
    var notes: [TextBudgetNote] = []
    var links: [URL] = []
    var integers: [Int] = []
    var doubles: [Double] = []
    var dates: [Date] = []
    var identifiers: [UUID] = []
    var files: [Data] = []

    override class var archiveVersion: Int { 2 }
    override class func migrate(_ fields: inout [String: Any], from version: Int) throws {}
}

enum TextBudgetGrade: String, Codable, Sendable { case good, bad }

struct TextBudgetName: RawRepresentable, Equatable, Sendable {
    let rawValue: String
}

struct TextBudgetCode: ModelValue, Equatable {
    let text: String

    static func modelValue(from value: Any) -> TextBudgetCode? {
        (value as? String).map { TextBudgetCode(text: $0) }
    }

    var exportedValue: Any { text }
}

struct TextBudgetNote: Codable, Equatable, Sendable {
    var text: String?
    var link: URL?
    var scores: [String: Int]?
    var grade: TextBudgetGrade?
    var words: Set<String>?
}
