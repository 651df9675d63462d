import Foundation
import Testing

@testable import ModelObjects

/// Archives of earlier versions of a class.
@Suite struct ArchiveChangesTests {
    class Old: ModelObject {
        var kept = "kept"
        var extra = 5
        var count = "12"
        var price = 1.5
        var flag = "yes"
        var codes = [1, 2]
        var words: Set<String> = ["a"]
        var choice = "high"
        var odd = "not a number"
        var stock = ["1": 1, "01": 2, "x": 3]
        var friend: Friend?
        var friends: [Friend] = []
        override class var archiveName: String { "Document" }
        override class var archivableClasses: [ModelObject.Type] { [Friend.self] }
    }

    final class Friend: ModelObject {
        var name = ""
        override class var archiveName: String { "Friend" }
    }

    final class Changed: ModelObject {
        var kept = ""
        var fresh = "default"
        var count = 0
        var price = ""
        var flag = false
        var codes: [String] = []
        var words: [String] = []
        var choice = ArchiveLevel.low
        var odd = 7
        var stock: [Int: Int] = [:]
        override class var archiveName: String { "Document" }
        override class var archivableClasses: [ModelObject.Type] { [Friend.self] }
    }

    final class Migrated: ModelObject {
        var title = ""
        var best: Friend?
        var all: [Friend] = []
        var anything: Any?
        var made: Friend?
        var level = ArchiveLevel.low
        var when: Date?
        var failing = false
        override class var archiveName: String { "Document" }
        override class var archiveVersion: Int { 3 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            if fields["kept"] as? String == "fail" { throw CancellationError() }
            fields["title"] =
                "\(fields["kept"] as? String ?? "?") \(fields["extra"] as? Int ?? 0) from \(version)"
            fields["best"] = fields.removeValue(forKey: "friend")
            fields["all"] = fields["friends"]
            fields["anything"] = ["deep": fields["friends"]]
            let friend = Friend()
            friend.name = "made"
            fields["made"] = friend
            fields["level"] = ArchiveLevel.high
            fields["when"] = Date(timeIntervalSinceReferenceDate: 1)
            fields["nobody"] = fields["best"]
        }
    }

    private func old() throws -> Old {
        let old = Old()
        (old.friend, old.friends) = (Friend(), [Friend()])
        old.friend?.name = "best"
        old.friends[0].name = "other"
        old.friends.append(try #require(old.friend))
        return old
    }

    @Test func missingFieldsKeepDefaultsAndExtraFieldsAreDropped() throws {
        let changed = try Changed.unarchive(data: old().archivedData())
        #expect(changed.kept == "kept" && changed.fresh == "default")
    }

    @Test func aChangedTypeIsConvertedOrKeepsItsDefault() throws {
        let changed = try Changed.unarchive(data: old().archivedData())
        #expect(changed.count == 12 && changed.price == "1.5" && changed.flag && changed.codes == ["1", "2"])
        #expect(changed.words == ["a"] && changed.choice == .high && changed.odd == 7)
        // Of several spellings of a key, the one that sorts first is used, as in JSON.
        #expect(changed.stock == [1: 2])
    }

    @Test func migrateMovesModelsAndMakesValues() throws {
        let migrated = try Migrated.unarchive(data: old().archivedData())
        #expect(migrated.title == "kept 5 from 1")
        #expect(migrated.best?.name == "best" && migrated.all.map(\.name) == ["other", "best"])
        #expect(migrated.all[1] === migrated.best)
        let deep = try #require((migrated.anything as? [String: Any])?["deep"] as? [Friend])
        #expect(deep[1] === migrated.best)
        #expect(migrated.made?.name == "made" && migrated.level == .high)
        #expect(migrated.when == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test func migrateIsCalledForOlderVersionsOnly() throws {
        let model = Migrated()
        model.title = "new"
        #expect(try Migrated.unarchive(data: model.archivedData()).title == "new")
        let error = try #require(throws: ModelError.self) {
            let failing = try old()
            failing.kept = "fail"
            return try Migrated.unarchive(data: failing.archivedData())
        }
        #expect(error.code == .hookFailed && error.underlyingError is CancellationError)
        let newer = try #require(throws: ModelError.self) { try Old.unarchive(data: model.archivedData()) }
        #expect(newer.code == .archiveTooNew)
    }

    @Test func aDroppedModelMayBeOfAnUnknownClass() throws {
        final class Narrow: ModelObject {
            var kept = ""
            override class var archiveName: String { "Document" }
        }
        let old = try old()
        try old.friend?.update(json: #"{"more": [1]}"#, options: MappingOptions(unknownKeys: .keep))
        #expect(old.friend?.unknownValues().count == 1)
        #expect(try Narrow.unarchive(data: old.archivedData()).kept == "kept")
        // A dropped value must be valid too.
        var archive = try EditableArchive(old.archivedData())
        archive.set("friend", of: 0, to: .reference(99))
        let data = try archive.data()
        let error = #expect(throws: ModelError.self) { try Narrow.unarchive(data: data) }
        #expect(error?.code == .archiveInvalid)
    }

    // MARK: Presence

    class WithPresence: ModelObject {
        var name: Presence<String> = .missing
        var names: [Presence<String>] = [.missing, .null, .value("a")]
        var count = 7
        override class var archiveName: String { "Presence" }
    }
    final class WithoutPresence: ModelObject {
        var name: String? = "default"
        var names: [String?] = []
        var count = 0
        override class var archiveName: String { "Presence" }
    }
    final class OnlyCount: ModelObject {
        var count = 0
        override class var archiveName: String { "Presence" }
    }
    final class MigratedPresence: ModelObject {
        var name: Presence<String> = .null
        var names: [String?] = []
        var fields: [String] = []
        override class var archiveName: String { "Presence" }
        override class var archiveVersion: Int { 9 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["fields"] = fields.keys.sorted()
        }
    }

    @Test func aMissingValueIsNoFieldOfAnotherType() throws {
        let data = try WithPresence().archivedData()
        #expect(try OnlyCount.unarchive(data: data).count == 7)
        let without = try WithoutPresence.unarchive(data: data)
        #expect(without.name == "default" && without.names == [nil, "a"] && without.count == 7)
        let migrated = try MigratedPresence.unarchive(data: data)
        #expect(migrated.name == .missing && migrated.fields == ["count", "names"])
        #expect(migrated.names == [nil, "a"])
    }

    // MARK: Codable values

    struct Token: Codable, Hashable {
        var hash = UInt64.max
        var issued = Date(timeIntervalSinceReferenceDate: 0.1)
        var id = UUID()
        var flags = UInt8(3)
    }
    final class OldSession: ModelObject {
        var former: Token?
        override class var archiveName: String { "Session" }
    }
    final class NewSession: ModelObject {
        var token: Token?
        override class var archiveName: String { "Session" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["token"] = fields.removeValue(forKey: "former")
        }
    }

    @Test func migrateMovesACodableValue() throws {
        let old = OldSession()
        old.former = Token()
        #expect(try NewSession.unarchive(data: old.archivedData()).token == old.former)
    }

    /// A type that decodes text and encodes what the text says.
    struct Place: Codable, Hashable {
        var id: UUID
        var link: URL

        init(id: UUID, link: URL) { (self.id, self.link) = (id, link) }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = UUID(uuidString: try container.decode(String.self, forKey: .id)) ?? UUID()
            link = URL(string: try container.decode(String.self, forKey: .link)) ?? URL(fileURLWithPath: "/")
        }
    }
    final class Places: ModelObject {
        var places: [Place] = []
        var id: UUID?
        var link: URL?
    }
    final class TextPlaces: ModelObject {
        var id = ""
        var link = ""
        override class var archiveAliases: [String] { [Places.archiveName] }
    }

    @Test func uuidsAndURLsAreReadAsText() throws {
        let places = Places()
        places.id = UUID()
        places.link = URL(string: "https://example.com/a?b=c")
        places.places = [Place(id: UUID(), link: try #require(places.link))]
        let data = try places.archivedData()
        #expect(try Places.unarchive(data: data) == places)
        let texts = try TextPlaces.unarchive(data: data)
        #expect(texts.id == places.id?.uuidString && texts.link == "https://example.com/a?b=c")
    }

    // MARK: Classes

    final class Renamed: ModelObject {
        var kept = ""
        override class var archiveAliases: [String] { ["Document", "Before.That"] }
    }

    @Test func aliasesFindARenamedClass() throws {
        #expect(try Renamed.unarchive(data: old().archivedData()).kept == "kept")
        let renamed = Renamed()
        renamed.kept = "x"
        var archive = try EditableArchive(renamed.archivedData())
        #expect(archive.classes[0].name == "ModelObjectsTests.ArchiveChangesTests.Renamed")
        archive.classes[0].name = "Before.That"
        #expect(try Renamed.unarchive(data: archive.data()).kept == "x")
    }

    @Test func errorsNameTheOffendingClass() throws {
        let error = try #require(throws: ModelError.self) {
            try Changed.unarchive(data: Renamed().archivedData())
        }
        #expect(
            error.code == .unknownClass
                && "\(error)".contains("\"ModelObjectsTests.ArchiveChangesTests.Renamed\""))
        let known = try #require(throws: ModelError.self) {
            try ArchiveLink.unarchive(data: ArchiveCircle().archivedData())
        }
        #expect(known.code == .classNotAllowed && "\(known)".contains("\"ModelObjectsTests.ArchiveCircle\""))
    }

    class Animal: ModelObject {
        override class var archiveName: String { "Animal" }
    }
    final class Dog: Animal {}
    final class Zoo: ModelObject {
        var animals: [Animal] = []
        override class var archivableClasses: [ModelObject.Type] { [Dog.self] }
    }

    @Test func twoClassesWithTheSameNameAreRejected() throws {
        let zoo = Zoo()
        zoo.animals = [Animal(), Dog()]
        let error = try #require(throws: ModelError.self) { try zoo.archivedData() }
        #expect(error.code == .unknownClass && "\(error)".contains("\"Animal\""))
        zoo.animals = [Dog()]
        #expect(throws: ModelError.self) { try zoo.archivedData() }
    }

    @Test func writingAClassThatReadingCannotFindThrows() throws {
        final class Hidden: ArchiveShape {}
        let group = ArchiveGroup()
        group.members = [Hidden()]
        let error = try #require(throws: ModelError.self) { try group.archivedData() }
        #expect(error.code == .unknownClass && "\(error)".contains("archivableClasses"))
        #expect(error.path == "$.objects[0].members")
        // The class is known if it is that of the root.
        #expect(try Hidden.unarchive(data: Hidden().archivedData()).name.isEmpty)
        #expect(throws: ModelError.self) { try ArchiveShape.unarchive(data: Hidden().archivedData()) }
    }

    final class Box<Content: ModelObject>: ModelObject {
        var content: Content?
        final class Lid: ModelObject { var size = 0 }
        var lid: Lid?
    }

    @Test func genericAndNestedClassesAreFoundThroughProperties() throws {
        let box = Box<ArchiveLink>()
        (box.content, box.lid) = (ArchiveLink(), .init())
        box.content?.number = 3
        box.lid?.size = 4
        let again = try Box<ArchiveLink>.unarchive(data: box.archivedData())
        #expect(again.content?.number == 3 && again.lid?.size == 4)
    }

    private class Vehicle: ModelObject {
        var wheels = 0
        override class var discriminator: Discriminator? { .key("kind", ["car": Car.self]) }
    }
    private final class Car: Vehicle {}
    private final class Garage: ModelObject { var vehicles: [Vehicle] = [] }

    @Test func classesAreFoundThroughDiscriminators() throws {
        let garage = Garage()
        garage.vehicles = [Car(), Vehicle()]
        let again = try Garage.unarchive(data: garage.archivedData())
        #expect(again.vehicles.map { "\(type(of: $0))" } == ["Car", "Vehicle"])
    }

    @Test func classesAreFoundThroughArrayMappings() throws {
        final class Shelf: ModelObject {
            var vehicles: [Any] = []
            override class var mappingOptions: MappingOptions {
                MappingOptions(arrayMappings: ["vehicles": Car.self])
            }
        }
        let shelf = try Shelf(json: #"{"vehicles": [{"kind": "car", "wheels": 3}]}"#)
        let again = try Shelf.unarchive(data: shelf.archivedData())
        #expect((again.vehicles.first as? Car)?.wheels == 3)
    }

    @Test func archiveNamesContainNoAddressesOrHashes() {
        final class Local: ModelObject {}
        #expect(Local.archiveName == "ModelObjectsTests.ArchiveChangesTests.Local")
        #expect(Garage.archiveName == "ModelObjectsTests.ArchiveChangesTests.Garage")
        #expect(
            Box<Garage>.archiveName
                == "ModelObjectsTests.ArchiveChangesTests.Box<ModelObjectsTests.ArchiveChangesTests.Garage>")
        #expect(ArchiveLink.archiveName == "ModelObjectsTests.ArchiveLink")
    }

    @Test(arguments: [
        "", ".", "ArchiveLink", "ModelObjectsTests.", ".ArchiveLink", "ModelObjectsTests.ArchiveLink.X",
        "Swift.String",
        "Foundation.NSObject",
        "ModelObjectsTests.ArchiveLink ", "ModelObjectsTests.Lïnk", "s.Si", "9.9", "So8NSObject.C",
        "ModelObjectsTests.ArchiveGroup\u{0}",
        "ModelObjectsTests." + String(repeating: "x", count: 300),
    ])
    func namesThatAreNotPlainModelClassesAreNotFound(_ name: String) {
        #expect(ArchiveClassName.plainClass(name) == nil)
    }

    @Test func plainNamesAreFound() {
        #expect(ArchiveClassName.plainClass("ModelObjectsTests.ArchiveLink") == ArchiveLink.self)
        #expect(ArchiveClassName.plainClass("ModelObjects.ModelObject") == ModelObject.self)
    }

    private struct Narrow: Codable { var ratio: Float = 0.1 }
    private struct Wide: Codable { var ratio: Double }
    private final class NarrowHolder: ModelObject {
        var part: Narrow? = Narrow()
        var ratio: Float = 0.1
        override class var archiveName: String { "RatioHolder" }
    }
    private final class WideHolder: ModelObject {
        var part: Wide?
        var ratio: CGFloat = 0
        override class var archiveName: String { "RatioHolder" }
    }

    /// As from JSON: the nearest number to 0.1, not to the Float.
    @Test func floatsBecomeDoublesByTheirText() throws {
        let wide = try WideHolder.unarchive(data: NarrowHolder().archivedData())
        #expect(wide.part?.ratio == 0.1 && wide.ratio == 0.1)
    }
}
