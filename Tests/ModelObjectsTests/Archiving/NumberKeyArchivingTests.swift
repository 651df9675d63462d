import Foundation
import Testing

@testable import ModelObjects

/// Dictionaries with keys that are numbers without a text: NaN and the infinities.
struct NumberKeyArchivingTests {
    final class Numbers: ModelObject {
        var doubles: [Double: Int] = [:]
        var floats: [Float: [String]] = [:]
        var decimals: [Decimal: Texts] = [:]
        override class var archiveName: String { "Numbers" }
    }

    final class Texts: ModelObject {
        var doubles = ["default": 1]
        var name = ""
        override class var archiveName: String { "Texts" }
    }

    final class Changed: ModelObject {
        var doubles = ["default": 1]
        override class var archiveName: String { "Numbers" }
        override class var archivableClasses: [ModelObject.Type] { [Texts.self] }
    }

    final class ByLevel: ModelObject {
        var doubles = [ArchiveLevel.low: 1]
        override class var archiveName: String { "Numbers" }
        override class var archivableClasses: [ModelObject.Type] { [Texts.self] }
    }

    private static func numbers() -> Numbers {
        let numbers = Numbers()
        numbers.doubles = [.infinity: 1, -.infinity: 2, .nan: 3, 1.5: 4]
        numbers.floats = [.infinity: ["a"], 0.1: ["b"]]
        numbers.decimals = [.nan: Texts(), 7: Texts()]
        return numbers
    }

    @Test func keysWithoutATextAreKept() throws {
        let numbers = Self.numbers()
        for data in try [numbers.archivedData(), numbers.archivedData(format: .xml)] {
            let again = try Numbers.unarchive(data: data)
            #expect(again == numbers)
            #expect(
                again.doubles[.infinity] == 1 && again.doubles[-.infinity] == 2 && again.doubles[1.5] == 4)
            #expect(again.doubles.first { $0.key.isNaN }?.value == 3 && again.floats[.infinity] == ["a"])
            #expect(try again.archivedData() == numbers.archivedData())
        }
        #expect(try Numbers.unarchive(data: EditableArchive.older(numbers.archivedData())) == numbers)
        #expect(try Numbers.unarchive(propertyList: numbers.propertyList()) == numbers)
    }

    @Test func otherKeysAreWrittenAsBefore() throws {
        let numbers = Numbers()
        numbers.doubles = [1.5: 1]
        let archive = try EditableArchive(numbers.archivedData())
        #expect(archive.rows[0][1] == .dictionary([.init("1.5", .integer(1))]))
    }

    @Test func aPropertyWithOtherKeysLeavesThemOut() throws {
        #expect(try Changed.unarchive(data: Self.numbers().archivedData()).doubles.isEmpty)
    }

    @Test func aKeyWithoutAValueIsRejected() throws {
        var archive = try EditableArchive(Self.numbers().archivedData())
        archive.set("doubles", of: 0, to: .marked("dictionary", .array([.double(1)])))
        let data = try archive.data()
        let error = #expect(throws: ModelError.self) { try Numbers.unarchive(data: data) }
        #expect(
            error?.description
                == "Damaged archive: a dictionary that is not a list of pairs at $.objects[0].doubles.")
    }

    @Test func aPropertyWithEnumsAsKeysKeepsItsValue() throws {
        #expect(try ByLevel.unarchive(data: Self.numbers().archivedData()).doubles == [.low: 1])
    }
}
