import Foundation
import Testing

@testable import ModelObjects

/// Reports of what a later version of the classes doesn't keep of an archive.
@Suite struct ArchiveInspectionTests {
    class OldItem: ModelObject {
        var name = "a"
        var count = "12"
        var tags = ["1", "x", "2"]
        var level = "huge"
        var colour = "red"
        var sizes = ["1": 1, "two": 2]
        var next: OldItem?
        override class var archiveName: String { "Item" }
    }
    final class OldList: ModelObject {
        var items: [OldItem] = []
        var byName: [String: OldItem] = [:]
        var best: OldItem?
        override class var archiveName: String { "List" }
    }

    final class Item: ModelObject {
        var name = ""
        var count = 0
        var tags: [Int] = []
        var level = ArchiveLevel.low
        var color = ""
        var sizes: [Int: Int] = [:]
        var next: Item?
        override class var archiveName: String { "Item" }
        override class var mappingOptions: MappingOptions { .strict }
    }
    final class List: ModelObject {
        var items: [Item] = []
        var byName: [String: Item] = [:]
        var best: [Item] = []
        override class var archiveName: String { "List" }
        override class var mappingOptions: MappingOptions {
            MappingOptions(limits: MappingLimits(depth: 1, elements: 1))
        }
    }

    private static func old() -> OldList {
        let list = OldList()
        list.items = [OldItem(), OldItem()]
        list.items[1].next = OldItem()
        list.byName = ["x": OldItem()]
        return list
    }

    /// The findings about an item.
    private static func findings(_ path: String) -> [String] {
        [
            "Expected Int, found string at \(path).tags[1].",
            "Expected Int, found another key at \(path).sizes.",
            "Expected a raw value of ArchiveLevel, found string at \(path).level.",
            "No property for \(path).colour; the nearest is color.",
            "Converted string to Int at \(path).count.", "Converted string to Int at \(path).tags.",
        ]
    }

    @Test func everyLossAndConversionIsReported() throws {
        let (list, report) = try List.inspect(archive: Self.old().archivedData())
        let read = try #require(list)
        #expect(try read == List.unarchive(data: Self.old().archivedData()))
        #expect(read.items[0].count == 12 && read.items[0].tags == [1, 2] && read.items[0].sizes == [1: 1])
        #expect(report.error == nil && report.hasFindings)
        let lines = report.problems.map(\.description) + report.unmatchedKeys.map(\.description)
        let paths = ["$.items[0]", "$.items[1]", "$.items[1].next", "$.byName.x"]
        let expected =
            paths.flatMap { Self.findings($0).prefix(4) } + ["Expected Array, found null at $.best."]
        #expect(Set(lines) == Set(expected) && lines.count == expected.count)
        #expect(report.conversions.count == 4 * 3)
        #expect(
            report.problems.map(\.action).filter { $0 == .skippedElement }.count == 8
                && report.problems.allSatisfy { [.skippedElement, .keptValue].contains($0.action) })
        #expect(
            report.description.contains("No property for $.items[*].colour (2 times); the nearest is color."))
        #expect(report.matched.isEmpty && report.unfilled.isEmpty && report.unmappable.isEmpty)
    }

    @Test func anArrayHasOneReport() throws {
        let data = try OldItem.archivedData([OldItem(), OldItem()])
        let (items, report) = Item.inspectArray(archive: data)
        #expect(items.map(\.count) == [12, 12])
        #expect(
            report.description == """
                Expected a raw value of ArchiveLevel, found string at $[*].level (2 times).
                Expected Int, found another key at $[*].sizes (2 times).
                Expected Int, found string at $[*].tags[*] (2 times).
                No property for $[*].colour (2 times); the nearest is color.
                Converted string to Int at $[*].count (2 times).
                Converted string to Int at $[*].tags[*] (4 times).
                """)
    }

    @Test func anArchiveThatFitsHasNoFindings() throws {
        for graph in [ArchiveEveryValue.filled(), Self.old(), ArchiveGroup()] as [ModelObject] {
            let (again, report) = type(of: graph).inspect(archive: try graph.archivedData())
            #expect(again == graph && report.description == "No findings." && !report.hasFindings)
        }
    }

    @Test func errorsAreInTheReport() throws {
        let (item, report) = Item.inspect(archive: Data())
        #expect(item == nil && (report.error as? ModelError)?.code == .archiveInvalid)
        let (items, second) = try Item.inspectArray(archive: OldItem().archivedData())
        #expect(items.isEmpty && (second.error as? ModelError)?.code == .invalidRoot)
        let (_, third) = try Item.inspect(archive: Self.old().archivedData())
        #expect((third.error as? ModelError)?.path == "$.objects[0]")
    }

    // MARK: Other losses

    final class Holder: ModelObject {
        var part: Holder?
        var value: Int?
        var kept = 5
        var set: Set<ArchiveTag> = []
        override class var archiveName: String { "Holder" }
    }
    final class LaterHolder: ModelObject {
        var part: [LaterHolder] = []
        var value = 7
        var kept = 1
        var set: [ArchiveTag] = []
        override class var archiveName: String { "Holder" }
        override class var propertyRules: [String: PropertyRule] { ["kept": .notArchived] }
    }
    final class MigratedHolder: ModelObject {
        var number = 0
        var set: Set<Int> = []
        override class var archiveName: String { "Holder" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["number"] = "12"
            fields["part"] = nil
            fields["parts"] = 1
            fields["set"] = ["3", "x"]
        }
    }

    @Test func modelsNullsAndRulesThatDropAFieldAreReported() throws {
        let holder = Holder()
        holder.part = Holder()
        let (later, report) = try LaterHolder.inspect(archive: holder.archivedData())
        #expect(later?.part.isEmpty == true && later?.value == 7 && later?.kept == 1)
        #expect(
            Set(report.description.split(separator: "\n")) == [
                "Expected Array, found a model at $.part.", "Expected Int, found null at $.value.",
                "Key $.kept isn't read: its property has the rule .notArchived.",
                // Those of the lost model, whose own part is nil.
                "Expected Array, found null at $.part.part.", "Expected Int, found null at $.part.value.",
                "Key $.part.kept isn't read: its property has the rule .notArchived.",
            ])
        #expect(report.problems.count == 6)
    }

    @Test func fieldsThatMigrateLeavesAreReported() throws {
        let holder = Holder()
        let (migrated, report) = try MigratedHolder.inspect(archive: holder.archivedData())
        #expect(migrated?.number == 12 && migrated?.set == [3])
        #expect(report.unmatchedKeys.map(\.path) == ["$.kept", "$.parts", "$.value"])
        #expect(report.problems.map(\.description) == ["Expected Int, found string at $.set[1]."])
        #expect(report.conversions.map(\.path) == ["$.number", "$.set[0]"])
    }

    /// Values that need complete models are made twice in a cycle, and reported once.
    @Test func valuesThatAreMadeTwiceAreReportedOnce() throws {
        final class OldNode: ModelObject {
            var tags: [String: [Set<ArchiveTag>]] = [:]
            var nodes: [OldNode] = []
            var mixed: [Any] = []
            override class var archiveName: String { "Node" }
        }
        final class Node: ModelObject {
            var tags: [Int: [Set<ArchiveTag>]] = [:]
            var nodes: [Node] = []
            var mixed: [Set<Node>] = []
            override class var archiveName: String { "Node" }
        }
        let node = OldNode()
        node.tags = ["x": [[ArchiveTag()]], "1": [[ArchiveTag()]]]
        node.nodes = [node]
        node.mixed = [[node], 5, "x"]
        let (again, report) = try Node.inspect(archive: node.archivedData())
        node.nodes = []
        node.mixed = []
        #expect(again?.tags.count == 1 && again?.mixed.count == 1)
        #expect(
            Set(report.problems.map(\.description)) == [
                "Expected Int, found another key at $.tags.", "Expected Set, found number at $.mixed[1].",
                "Expected Set, found string at $.mixed[2].",
            ])
        #expect(report.problems.count == 3)
        again?.nodes = []
        again?.mixed = []
    }

    @Test func deepObjectsAreLocatedByTheirNumbers() throws {
        let first = OldItem()
        var last = first
        for _ in 0..<70 {
            (last.tags, last.level, last.sizes, last.count) = ([], "low", [:], "1")
            last.next = OldItem()
            last = last.next ?? last
        }
        let report = try Item.inspect(archive: first.archivedData()).report
        let paths = report.unmatchedKeys.map(\.path)
        #expect(
            paths.count == 71 && paths.contains("$.next.next.colour")
                && paths.contains("$.objects[70].colour"))
        #expect(paths.filter { $0.hasPrefix("$.objects") }.count == 7)
    }
}
