import Foundation
import Testing

@testable import ModelObjects

/// Archives with a valid digest and an invalid structure.
@Suite struct ArchiveReaderTests {
    /// A group (object 0) of a circle (1) and a square (2) with a corner (3).
    private static func archive() throws -> EditableArchive {
        let group = ArchiveGroup()
        let (circle, square, corner) = (ArchiveCircle(), ArchiveSquare(), ArchiveCorner())
        (circle.name, square.name) = ("circle", "square")
        square.corners = [corner]
        (group.name, group.members, group.favourite) = ("group", [circle, square], circle)
        return try EditableArchive(group.archivedData())
    }

    private static func code(_ archive: EditableArchive) throws -> ModelError.Code? {
        let data = try archive.data()
        return #expect(throws: ModelError.self) { try ArchiveGroup.unarchive(data: data) }?.code
    }

    @Test func anUntouchedArchiveIsRead() throws {
        let group = try ArchiveGroup.unarchive(data: Self.archive().data())
        #expect(group.members.map(\.name) == ["circle", "square"])
    }

    private static let breaks: [(name: String, change: @Sendable (inout EditableArchive) -> Void)] = [
        ("no row", { $0.rows = [] }),
        ("an empty row", { $0.rows[1] = [] }),
        ("a class that is not a number", { $0.rows[1][0] = .string("0") }),
        ("a class out of range", { $0.rows[1][0] = .integer(9) }),
        ("a negative class", { $0.rows[1][0] = .integer(-1) }),
        ("a huge class", { $0.rows[1][0] = .unsigned(.max) }),
        ("a missing value", { $0.rows[1].removeLast() }),
        ("an extra value", { $0.rows[1].append(.integer(1)) }),
        ("two extra values", { $0.rows[1] += [.marked("unknown", .dictionary([])), .null] }),
        ("unknown values that are a number", { $0.rows[1].append(.marked("unknown", .integer(1))) }),
        ("a root out of range", { $0.root = .integer(4) }),
        ("a negative root", { $0.root = .integer(-1) }),
        ("a root that is a text", { $0.root = .string("0") }),
        ("a root that is nil", { $0.root = .null }),
        ("a reference out of range", { $0.set("favourite", of: 0, to: .reference(4)) }),
        ("a far reference", { $0.set("favourite", of: 0, to: .reference(.max)) }),
        ("a far reference in a list", { $0.set("members", of: 0, to: .array([.reference(77)])) }),
        ("a far reference in an Any", { $0.set("things", of: 0, to: .array([.reference(77)])) }),
        ("an unknown mark in an Any", { $0.set("things", of: 0, to: .array([.marked("odd", .null)])) }),
        ("a mark with bad content", { $0.set("things", of: 0, to: .array([.marked("set", .integer(1))])) }),
        (
            "a Decimal with too many digits",
            {
                let text = "1." + String(repeating: "0", count: 300)
                $0.set("things", of: 0, to: .array([.marked("decimal", .string(text))]))
            }
        ),
        ("no class", { $0.classes = [] }),
        ("too many classes", { $0.classes += (0..<4_096).map { ("Unused\($0)", 1, []) } }),
        ("two classes with the same name", { $0.classes[1].name = $0.classes[0].name }),
        ("two fields with the same name", { $0.classes[0].fields[1] = $0.classes[0].fields[0] }),
        ("another format", { $0.format = .string("Others") }),
        ("version 0", { $0.version = .integer(0) }),
        ("a text as the version", { $0.version = .string("1") }),
    ]

    @Test(arguments: breaks.indices)
    func aBrokenStructureIsRejected(_ index: Int) throws {
        var archive = try Self.archive()
        Self.breaks[index].change(&archive)
        #expect(try Self.code(archive) == .archiveInvalid, "\(Self.breaks[index].name)")
    }

    /// The values of a property that no longer exists can be of a class that no longer exists.
    @Test func valuesOfFormerClassesAreChecked() throws {
        var archive = try Self.archive()
        let corner = try #require(archive.classes.firstIndex { $0.name.hasSuffix("ArchiveCorner") })
        archive.classes[corner].name = "FormerCorner"
        for index in archive.classes.indices {
            archive.classes[index].fields = archive.classes[index].fields.map {
                $0 == "corners" ? "formerCorners" : $0
            }
        }
        #expect(try ArchiveGroup.unarchive(data: archive.data()).members.count == 2)
        for node in [.reference(77), .marked("odd", .null)] as [ArchiveNode] {
            archive.rows[3][1] = node
            #expect(try Self.code(archive) == .archiveInvalid)
        }
    }

    /// Unknown entries count for the digest, like all others.
    @Test(arguments: ["", "aaa", "more", "xmlDigests", "zzz"]) func unknownEntriesAreIgnored(_ key: String)
        throws
    {
        for value in [.integer(1), .array([.null, .marked("later", .null)])] as [ArchiveNode] {
            var archive = try Self.archive()
            archive.others = [(key, value)]
            let data = try archive.data()
            #expect(try ArchiveGroup.unarchive(data: data).members.count == 2)
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil)
            #expect(try ArchiveGroup.unarchive(propertyList: objects).members.count == 2)
            var changed = try #require(objects as? [String: Any])
            changed[key] = 2
            let error = #expect(throws: ModelError.self) { try ArchiveGroup.unarchive(propertyList: changed) }
            #expect(error?.code == .archiveInvalid)
        }
    }

    @Test func unknownMembersOfAClassAreIgnored() throws {
        let archive = try Self.archive()
        guard case .array(let classes) = archive.classNodes else { return }
        let later = classes.map { node -> ArchiveNode in
            guard case .dictionary(let entries) = node else { return node }
            return .dictionary(entries + [.init("later", .array([.null]))])
        }
        let data = try EditableArchive.data([
            ("classes", .array(later)), ("format", archive.format),
            ("objects", .array(archive.rows.map { .array($0) })), ("root", archive.root),
            ("version", archive.version),
        ])
        #expect(try ArchiveGroup.unarchive(data: data).members.count == 2)
    }

    @Test(arguments: ["format", "version", "root", "classes", "objects"])
    func aMissingOrMistypedEntryIsRejected(_ missing: String) throws {
        let archive = try Self.archive()
        let entries: [(key: String, value: ArchiveNode)] = [
            ("format", archive.format), ("version", archive.version), ("root", archive.root),
            ("classes", archive.classNodes), ("objects", .array(archive.rows.map { .array($0) })),
        ]
        let without = try EditableArchive.data(entries.filter { $0.key != missing })
        #expect(throws: ModelError.self) { try ArchiveGroup.unarchive(data: without) }
        let another = try EditableArchive.data(
            entries.map { ($0.key, $0.key == missing ? .bool(true) : $0.value) })
        #expect(throws: ModelError.self) { try ArchiveGroup.unarchive(data: another) }
    }

    @Test func aMisplacedModelIsRejected() throws {
        let places: [(String, ArchiveNode)] = [
            ("favourite", .reference(2)), ("name", .reference(1)), ("members", .array([.reference(3)])),
            ("members", .reference(3)), ("byName", .dictionary([.init("a", .reference(0))])),
        ]
        for (field, node) in places {
            var archive = try Self.archive()
            archive.set(field, of: 0, to: node)
            let data = try archive.data()
            let error = try #require(throws: ModelError.self) { try ArchiveGroup.unarchive(data: data) }
            #expect(error.code == .classNotAllowed && error.path == "$.objects[0].\(field)", "\(error)")
        }
        var archive = try Self.archive()
        archive.root = .integer(1)
        let error = try #require(throws: ModelError.self) { try ArchiveGroup.unarchive(data: archive.data()) }
        #expect(error.code == .classNotAllowed && "\(error)".contains("ModelObjectsTests.ArchiveCircle"))
        #expect(error.path == "$.objects[1]")
    }

    /// The error of an object is located at that object.
    @Test func errorsNameTheObjectAndItsField() throws {
        var archive = try Self.archive()
        archive.classes[0].name = "FormerGroup"
        var error = try #require(throws: ModelError.self) { try ArchiveGroup.unarchive(data: archive.data()) }
        #expect(error.description.hasPrefix("Unknown class \"FormerGroup\" at $.objects[0];"))
        archive.root = .array([.integer(1), .integer(0)])
        error = try #require(throws: ModelError.self) {
            try ArchiveShape.unarchiveArray(data: archive.data())
        }
        #expect(error.code == .unknownClass && error.path == "$.objects[0]")
        // The corner, whose class is unknown, is read after the square.
        archive = try Self.archive()
        let corner = try #require(archive.classes.firstIndex { $0.name.hasSuffix("ArchiveCorner") })
        let square = try #require(archive.classes.firstIndex { $0.name.hasSuffix("ArchiveSquare") })
        archive.classes[corner].name = "FormerCorner"
        archive.classes[square].fields = archive.classes[square].fields.map {
            $0 == "corners" ? "former" : $0
        }
        archive.set("shape", of: 3, to: .reference(77))
        error = try #require(throws: ModelError.self) { try ArchiveGroup.unarchive(data: archive.data()) }
        #expect(error.code == .archiveInvalid && error.path == "$.objects[3].shape")
    }

    @Test func aNewerArchiveIsRejected() throws {
        var archive = try Self.archive()
        archive.version = .integer(2)
        archive.others = [("more", .integer(1))]
        #expect(try Self.code(archive) == .archiveTooNew)
        archive = try Self.archive()
        archive.classes[0].version = 2
        let error = try #require(throws: ModelError.self) { try ArchiveGroup.unarchive(data: archive.data()) }
        #expect(error.code == .archiveTooNew)
        #expect(
            "\(error)"
                == "Version 2 of ModelObjectsTests.ArchiveGroup is newer than this class reads (1)."
        )
    }

    @Test func aFailedCallLeaksNoObjects() throws {
        var archive = try EditableArchive(ArchiveCounted.cycle().archivedData())
        let before = ArchiveCounted.alive.value
        archive.set("number", of: 1, to: .reference(0))
        archive.rows[0].append(.marked("unknown", .dictionary([.init("itself", .reference(0))])))
        let data = try archive.data()
        let error = #expect(throws: ModelError.self) { try ArchiveCounted.unarchive(data: data) }
        #expect(error?.code == .classNotAllowed)
        #expect(ArchiveCounted.alive.value == before)
    }

    // MARK: Bytes

    private static let small: [UInt8] = {
        let link = ArchiveLink()
        let other = ArchiveLink()
        (link.number, link.next, link.others, other.next) = (70_000, other, [link, other], link)
        defer { (link.next, link.others, other.next) = (nil, [], nil) }
        return (try? [UInt8](link.archivedData())) ?? []
    }()

    private static func refuses(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try ArchiveLink.unarchive(data: Data(bytes))
            return false
        } catch {
            return (error as? ModelError)?.code == .archiveInvalid
        }
    }

    @Test func aTruncatedArchiveIsRejected() {
        #expect(Self.small.count > 100)
        for length in 0..<Self.small.count {
            #expect(Self.refuses(Array(Self.small[..<length])), "\(length)")
        }
    }

    @Test func everyFlippedByteIsAnError() {
        for offset in Self.small.indices {
            for mask in Effort.some(of: [1, 128, 255] as [UInt8]) {
                var bytes = Self.small
                bytes[offset] ^= mask
                #expect(Self.refuses(bytes), "byte \(offset) ^ \(mask)")
            }
        }
    }

    @Test func dataThatIsNotAnArchiveIsRejected() throws {
        let plist = try PropertyListSerialization.data(
            fromPropertyList: ["a": 1], format: .binary, options: 0)
        let xml = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0)
        for data in [Data(), Data("{}".utf8), plist, xml] {
            #expect(Self.refuses([UInt8](data)))
        }
    }

    /// Random values and structures with valid digests give an error or an object, never a crash or a hang.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func mutationsWithAValidDigestNeverCrash(_ seed: UInt64) throws {
        let group = ArchiveGroup()
        let square = ArchiveSquare()
        square.corners = [ArchiveCorner()]
        let tag = ArchiveTag()
        tag.tags = [ArchiveTag()]
        (group.members, group.things, group.sets) = (
            [ArchiveCircle(), square], [1, ["x": [square]], Set([1, 2])], [tag]
        )
        try Self.mutate(group, seed: seed, rounds: Effort.count(2_400, byDefault: 40))
    }

    @Test func mutationsOfEveryValueNeverCrash() throws {
        let group = ArchiveGroup()
        group.things = [ArchiveEveryValue.filled()]
        try Self.mutate(group, seed: 7, rounds: Effort.count(300, atLeast: 30))
    }

    private static func mutate(_ group: ArchiveGroup, seed: UInt64, rounds: Int) throws {
        var generator = SeededNumbers(seed: seed)
        let original = try EditableArchive(group.archivedData())
        var refused = 0
        for round in 0..<rounds {
            var archive = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { archive.mutate(&generator) }
            do {
                let again = try ArchiveGroup.unarchive(data: archive.data())
                again.unlinkAll()
            } catch {
                refused += 1
                if !(error is ModelError) { Issue.record("seed \(seed), round \(round): \(error)") }
            }
        }
        #expect(refused > rounds / 5 && refused < rounds, "seed \(seed)")
    }
}

extension ArchiveGroup {
    /// Breaks the cycles that a mutation may have created.
    fileprivate func unlinkAll() {
        var waiting: [ModelObject] = [self]
        var seen: Set<ObjectIdentifier> = []
        while let model = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
            switch model {
            case let group as ArchiveGroup:
                waiting +=
                    group.members + Array(group.byName.values)
                    + group.things.compactMap { $0 as? ModelObject }
                waiting += Array(group.sets) as [ModelObject]
                (group.members, group.byName, group.favourite, group.things, group.sets) = (
                    [], [:], nil, [], []
                )
            case let shape as ArchiveShape:
                if let next = shape.next { waiting.append(next) }
                if let square = shape as? ArchiveSquare {
                    waiting += square.corners as [ModelObject]
                    square.corners = []
                }
                shape.next = nil
            case let corner as ArchiveCorner:
                if let shape = corner.shape { waiting.append(shape) }
                corner.shape = nil
            case let tag as ArchiveTag:
                waiting += Array(tag.tags) as [ModelObject]
                (tag.parent, tag.tags) = (nil, [])
            default: break
            }
        }
    }
}

extension EditableArchive {
    mutating func mutate(_ generator: inout SeededNumbers) {
        let row = Int.random(in: rows.indices, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: rows[row][0] = .integer(Int64.random(in: -1...9, using: &generator))
        case 1: if rows[row].count > 1 { rows[row].removeLast() }
        case 2: rows[row].append(Self.value(&generator, rows.count))
        case 3: rows.swapAt(row, Int.random(in: rows.indices, using: &generator))
        case 4: if rows.count > 1 { rows.remove(at: row) }
        case 5:
            guard !classes.isEmpty else { return }
            let number = Int.random(in: classes.indices, using: &generator)
            let names = [
                "ModelObjectsTests.ArchiveLink", "Swift.Int", "x", "ModelObjectsTests.ArchiveCircle", "..",
                "A.B",
            ]
            classes[number].name = names.randomElement(using: &generator) ?? ""
        case 6: root = Self.value(&generator, rows.count)
        case 7:
            guard let number = classes.indices.randomElement(using: &generator),
                !classes[number].fields.isEmpty
            else {
                return
            }
            classes[number].fields.shuffle(using: &generator)
        default:
            guard let place = rows[row].indices.randomElement(using: &generator), place > 0 else { return }
            rows[row][place] = Self.value(&generator, rows.count)
        }
    }

    private static func value(_ generator: inout SeededNumbers, _ count: Int, depth: Int = 0) -> ArchiveNode {
        func inner() -> ArchiveNode { value(&generator, count, depth: depth + 1) }
        let marks = [
            "set", "dictionary", "some", "decimal", "uuid", "url", "NSNumber", "Int8", "unknown", "odd", "x",
        ]
        return switch Int.random(in: 0..<(depth > 3 ? 9 : 13), using: &generator) {
        case 0: .null
        case 1: .bool(true)
        case 2: .integer(Int64.random(in: -3...300, using: &generator))
        case 3: .unsigned(.max)
        case 4: .double(.nan)
        case 5: .string(["", "a", "1", "12e400", "http://["].randomElement(using: &generator) ?? "")
        case 6: .data(Data([1]))
        case 7, 8: .reference(Int.random(in: 0...(count + 1), using: &generator))
        case 9: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in inner() })
        case 10: .dictionary((0..<Int.random(in: 0...3, using: &generator)).map { .init("\($0)", inner()) })
        case 11: .date(Date(timeIntervalSinceReferenceDate: .infinity))
        default: .marked(marks.randomElement(using: &generator) ?? "", inner())
        }
    }
}

/// Counts its instances.
final class ArchiveCounted: ModelObject {
    static let alive = LockedCount()

    var number = 0
    var next: ArchiveCounted?

    required init() {
        super.init()
        Self.alive.add(1)
    }

    deinit { Self.alive.add(-1) }

    static func cycle() -> ArchiveCounted {
        let (one, two) = (ArchiveCounted(), ArchiveCounted())
        (one.next, two.next) = (two, one)
        return one
    }
}
