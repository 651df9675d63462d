import Foundation
import Testing

@testable import ModelObjects

/// The options of calls that read keyed archives.
struct KeyedOptionTests {
    private final class Row: ModelObject {
        var name = ""
        var size = 0
        var parts: [Part] = []
        var byName: [String: Part] = [:]
    }

    private final class RootedRow: ModelObject {
        var name = ""
        var byName: [String: Part] = [:]
        override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data.row") }
    }

    private final class Part: ModelObject { var size = 0 }

    /// A row with the values that the members add, a part with an unknown key, and an object of an unknown class.
    ///
    /// - Parameter root: The UID of the root: 1 is the row, 5 the array of all of them.
    private static func archive(_ members: [(String, PlistSource)], root: UInt32 = 1) throws -> Data {
        let row = ([("$class", .uid(6)), ("name", "a")] + members).dictionary
        return try PlistSource.keyed(
            [
                row, ["$class": .uid(7), "size": 1, "zip": 5], ["$class": .uid(8)],
                ["$class": .uid(10), "NS.keys": [.uid(11), .uid(12)], "NS.objects": [.uid(2), .uid(2)]],
                ["$class": .uid(9), "NS.objects": [.uid(1), .uid(1), .uid(3)]], .class("Row"), .class("Part"),
                .class("Lost"), .class("NSArray"), .class("NSDictionary"), "a", "b",
            ], root: root
        ).binary
    }

    @Test func optionsApplyToAllObjects() throws {
        let archive = try Self.archive([("SIZE", "secret"), ("byName", .uid(4)), ("extra", 7)])
        let classes = ["Row": Row.self, "Part": Part.self] as [String: ModelObject.Type]
        func row(_ options: MappingOptions) throws -> Row {
            try Row.unarchive(keyedArchive: archive, classes: classes, options: options)
        }
        let error = try #require(throws: ModelError.self) { try row(.strict) }
        #expect(Set(error.problems.map(\.path)) == ["$.SIZE", "$.extra", "$.byName.a.zip"])
        let kept = try row(MappingOptions(unknownKeys: .keep))
        #expect(kept.unknownValues()["extra"] as? Int == 7)
        #expect(kept.byName["a"]?.unknownValues()["zip"] as? Int == 5)
        let exact = try row(MappingOptions(keyMatching: .exact, unknownKeys: .keep))
        #expect(exact.unknownValues().keys.sorted() == ["SIZE", "extra"])
        #expect(throws: ModelError.self) { try row(MappingOptions(limits: MappingLimits(depth: 1))) }
        let (found, report) = Row.inspect(
            keyedArchive: archive, classes: classes, options: MappingOptions(includeValues: true))
        #expect(found?.name == "a")
        #expect(report.problems.map(\.description) == [#"Expected Int, found string "secret" at $.SIZE."#])
    }

    @Test func aCallCanRejectUnknownClasses() throws {
        let classes = ["Row": Row.self, "Part": Part.self] as [String: ModelObject.Type]
        let list = try Self.archive([], root: 5)
        #expect(try Row.unarchiveArray(keyedArchive: list, classes: classes).count == 2)
        let error = try #require(throws: ModelError.self) {
            try Row.unarchiveArray(
                keyedArchive: list, classes: classes, options: MappingOptions(elements: .reject))
        }
        #expect(error.code == .unknownClass && error.path == "$[2]")
        let one = try Self.archive([("parts", .uid(3))])
        #expect(try Row.unarchive(keyedArchive: one, classes: classes).name == "a")
        #expect(throws: ModelError.self) {
            try Row.unarchive(
                keyedArchive: one, classes: classes, options: MappingOptions(mismatches: .reject))
        }
    }

    /// An archive has no envelope, and the general paths of its findings start at the root object.
    @Test func aRootPathHasNoEffect() throws {
        let archive = try Self.archive([("byName", .uid(4))])
        let expected = ["$.byName[*].zip"]
        let rooted = RootedRow.inspect(
            keyedArchive: archive, classes: ["Row": RootedRow.self, "Part": Part.self])
        #expect(rooted.object?.name == "a" && rooted.report.summary.map(\.path) == expected)
        let plain = Row.inspect(
            keyedArchive: archive, classes: ["Row": Row.self, "Part": Part.self],
            options: MappingOptions(rootPath: "data"))
        #expect(plain.object?.name == "a" && plain.report.summary.map(\.path) == expected)
    }
}
