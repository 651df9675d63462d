import Foundation
import Testing

@testable import ModelObjects

/// Long texts that many values of an archive share, so that a small file could cause any amount of work.
@Suite struct SharedTextTests {
    /// A placeholder for a text of 64 KB: 800 uses exceed the limit of a file that contains it once.
    private static let short = "123456"
    private static let long = String(repeating: "1234567 ", count: 1 << 13)

    private static func archive(_ field: String, _ element: ArchiveNode) throws -> Data {
        var archive = try EditableArchive(SharedTextModel().archivedData())
        archive.set(field, of: 0, to: .array(Array(repeating: element, count: 800)))
        return try archive.data(with: long, for: short)
    }

    private static let shared: [(name: String, field: String, element: ArchiveNode)] = [
        ("keys", "counts", .dictionary([.init(short, .integer(1))])),
        ("keys that are not Ints", "byNumber", .dictionary([.init(short, .integer(1))])),
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
        ("texts", "texts", .string(short)),
        ("URLs", "links", .marked("url", .string(short))),
    ]

    @Test(arguments: Effort.some(of: shared.indices, atLeast: 6))
    func tooMuchSharedTextIsRejected(_ index: Int) throws {
        let (name, field, element) = Self.shared[index]
        let data = try Self.archive(field, element)
        let error = try #require(throws: ModelError.self, "\(name)") {
            try SharedTextModel.unarchive(data: data)
        }
        #expect("\(error)".contains("values that too many places share, for a file of this size"), "\(name)")
        #expect(error.code == .archiveInvalid, "\(name)")
    }

    @Test func sharedLongFieldNamesAreRejected() throws {
        var archive = try EditableArchive(SharedTextModel().archivedData())
        archive.classes.append(
            (name: "Other", version: 1, fields: Array(repeating: Self.short, count: 800)))
        let error = try #require(throws: ModelError.self) {
            try SharedTextModel.unarchive(data: archive.data(with: Self.long, for: Self.short))
        }
        #expect("\(error)".contains("too many places share"))
    }

    @Test func aMarkWithALongNameIsRejected() throws {
        let name = String(repeating: "a", count: 65)
        for mark: ArchiveNode in [.marked(name, .null), .array([.marked(name, .null)])] {
            let data = try ArchivePlist.encode(mark)
            let failure = #expect(throws: PlistFailure.self) { try ArchivePlist.decode(data) }
            #expect(failure?.reason == .badMark)
        }
        let longest = ArchiveNode.marked(String(name.dropLast()), .null)
        #expect(try ArchivePlist.decode(ArchivePlist.encode(longest)) == longest)
    }

    /// 2,000 uses of these texts exceed the writer's limit.
    private static let text = String(repeating: "1234567 ", count: 1 << 11)
    private static let link = "https://example.com/" + String(repeating: "a", count: 1 << 14)
    private static let uses = 2_000

    @Test func aTextMayBeSharedByManyValues() throws {
        let model = SharedTextModel()
        let count = Effort.count(300, atLeast: 60)
        model.texts = Array(repeating: Self.text, count: count)
        model.notes = Array(repeating: SharedTextNote(text: Self.text), count: count)
        model.things = model.texts
        let again = try SharedTextModel.unarchive(data: model.archivedData())
        #expect(again.texts == model.texts && again.notes == model.notes)
        #expect(again.things.compactMap { $0 as? String } == model.texts)
    }

    @Test func aURLMayBeSharedByManyValues() throws {
        let model = SharedTextModel()
        let url = try #require(URL(string: Self.link))
        let count = Effort.count(300, atLeast: 60)
        model.links = Array(repeating: url, count: count)
        model.things = model.links
        model.notes = Array(repeating: SharedTextNote(link: url), count: count)
        let again = try SharedTextModel.unarchive(data: model.archivedData())
        #expect(again.links == model.links && again.notes == model.notes)
        #expect(again.things.compactMap { $0 as? URL } == model.links)
        #expect(try again.archivedData() == model.archivedData())
    }

    private static let tooMuch: [(name: String, fill: @Sendable (SharedTextModel) -> Void)] = [
        ("keys", { $0.counts = Array(repeating: [text: 1], count: uses) }),
        ("keys in an Any", { $0.things = Array(repeating: [text: 1], count: uses) }),
        ("members of sets", { $0.words = Array(repeating: [text], count: uses) }),
        ("sets in an Any", { $0.things = Array(repeating: Set([text]), count: uses) }),
        ("hashed keys", { $0.things = Array(repeating: [[text]: 1] as [[String]: Int], count: uses) }),
        ("ModelValues", { $0.codes = Array(repeating: SharedTextCode(text: text), count: uses) }),
        ("raw values", { $0.names = Array(repeating: SharedTextName(rawValue: text), count: uses) }),
        (
            "keys in a Codable",
            { $0.notes = Array(repeating: SharedTextNote(scores: [text: 1]), count: uses) }
        ),
        (
            "models in sets",
            {
                let member = SharedTextMember(String(repeating: text, count: 32))
                $0.groups = Array(repeating: [member], count: 1_000)
            }
        ),
        (
            "models in keys",
            {
                let member = SharedTextMember(String(repeating: text, count: 32))
                $0.things = Array(repeating: [member: 1], count: 1_000)
            }
        ),
        (
            "models in sets in a Codable",
            {
                let member = SharedTextMember(String(repeating: text, count: 32))
                $0.teams = Array(repeating: SharedTextTeam(members: [member]), count: 1_000)
            }
        ),
        ("sets in a Codable", { $0.notes = Array(repeating: SharedTextNote(words: [text]), count: uses) }),
        (
            "URLs with a base",
            {
                let url = URL(string: "a", relativeTo: URL(string: link))
                $0.links = Array(repeating: url, count: uses).compactMap { $0 }
            }
        ),
    ]

    @Test(arguments: Effort.some(of: tooMuch.indices))
    func writingThrowsIfReadingWouldFail(_ index: Int) throws {
        let model = SharedTextModel()
        Self.tooMuch[index].fill(model)
        let error = try #require(throws: ModelError.self, "\(Self.tooMuch[index].name)") {
            try model.archivedData()
        }
        #expect(error.code == .limitExceeded, "\(Self.tooMuch[index].name)")
    }

    @Test func manyConversionsOfShortTextsAreAccepted() throws {
        var archive = try EditableArchive(SharedTextModel().archivedData())
        archive.set(
            "integers", of: 0,
            to: .array(Array(repeating: .string("0x10"), count: Effort.count(100_000, atLeast: 2_000))))
        #expect(try SharedTextModel.unarchive(data: archive.data()).integers.isEmpty)
    }

    /// The members of a set, each of which refers to one shared text.
    @Test func setsOfModelsThatShareTextRoundTrip() throws {
        let shared = SharedTextMember(String(repeating: "a", count: 2_000))
        let model = SharedTextModel()
        let members = (0..<1_000).map { SharedTextMember("\($0)") }
        for member in members { member.next = shared }
        model.groups = [Set(members), [shared]]
        let again = try SharedTextModel.unarchive(data: model.archivedData())
        #expect(again.groups.map(\.count) == [1_000, 1] && again.groups == model.groups)
    }

    /// Reading would hash 600 MB, from 500 KB whose values are not shared.
    @Test(arguments: ["groups", "things", "teams"])
    func aModelWithALongTextInManySetsIsRejected(_ field: String) throws {
        let model = SharedTextModel()
        let member = SharedTextMember(String(repeating: Self.text, count: 32))
        (model.groups, model.things, model.teams) = (
            [[member]], [Set([member])], [SharedTextTeam(members: [member])]
        )
        var archive = try EditableArchive(model.archivedData())
        let place = try #require(archive.classes[0].fields.firstIndex(of: field))
        guard case .array(let sets) = archive.rows[0][place + 1] else {
            Issue.record("no array")
            return
        }
        let count = Effort.count(1_200, atLeast: 80)
        archive.set(field, of: 0, to: .array(Array(repeating: sets[0], count: count)))
        let data = try archive.data()
        let error = try #require(throws: ModelError.self) {
            try ComparisonLimit.unarchive(SharedTextModel.self, data)
        }
        #expect(error.code == .limitExceeded && "\(error)".contains("$.objects[0].\(field)"))
    }

    /// Nearly the maximum that can be written, in an archive whose values are read twice.
    @Test func whateverIsWrittenCanBeReadWithMigration() throws {
        let model = SharedTextModel()
        let most =
            PlistTable.maximumValues(inFileOf: Self.text.utf8.count)
            / (PlistTable.values(ofLength: Self.text.utf8.count) + 3)
        // Even 60 % would be too much if the second reading counted.
        let count = Int(most) * Effort.count(100, atLeast: 60) / 100
        model.counts = Array(repeating: [Self.text: 1], count: count)
        var archive = try EditableArchive(model.archivedData())
        archive.classes[0].version = 1
        let again = try SharedTextModel.unarchive(data: archive.data())
        #expect(again.counts == model.counts)
    }
}

final class SharedTextMember: ModelObject {
    var text = ""
    var next: SharedTextMember?
    init(_ text: String) { self.text = text }
    required init() {}
}

final class SharedTextModel: ModelObject {
    var groups: [Set<SharedTextMember>] = []
    var texts: [String] = []
    var counts: [[String: Int]] = []
    var byNumber: [[Int: Int]] = []
    var things: [Any] = []
    var words: [Set<String>] = []
    var grades: [SharedTextGrade] = []
    var names: [SharedTextName] = []
    var codes: [SharedTextCode] = []
    var notes: [SharedTextNote] = []
    var teams: [SharedTextTeam] = []
    var links: [URL] = []
    var integers: [Int] = []
    var doubles: [Double] = []
    var dates: [Date] = []
    var identifiers: [UUID] = []
    var files: [Data] = []

    override class var archiveVersion: Int { 2 }
    override class func migrate(_ fields: inout [String: Any], from version: Int) throws {}
}

enum SharedTextGrade: String, Codable, Sendable { case good, bad }

struct SharedTextName: RawRepresentable, Equatable, Sendable {
    let rawValue: String
}

struct SharedTextCode: ModelValue, Equatable {
    let text: String

    static func modelValue(from value: Any) -> SharedTextCode? {
        (value as? String).map { SharedTextCode(text: $0) }
    }

    var exportedValue: Any { text }
}

struct SharedTextTeam: Codable, Equatable {
    var members: Set<SharedTextMember>
}

struct SharedTextNote: Codable, Equatable, Sendable {
    var text: String?
    var link: URL?
    var scores: [String: Int]?
    var grade: SharedTextGrade?
    var words: Set<String>?
}
