import Foundation
import Testing

@testable import ModelObjects

/// Which losses a report about an archive lists, and where.
@Suite struct ArchiveInspectionPathTests {
    final class OldNode: ModelObject {
        var value = "1"
        var former: OldNode?
        var kept: OldNode?
        var list: [OldNode] = []
        var byNumber: Any = 0
        var words: [[String]] = []
        var absent: Presence<Int> = .missing
        override class var archiveName: String { "Node" }
    }

    final class Node: ModelObject {
        var value = 0
        var kept: Node?
        var list: [Node] = []
        var byNumber: Any = 0
        var words: [[Int]] = []
        override class var archiveName: String { "Node" }
    }

    private static func conversions(_ node: OldNode) throws -> [String] {
        Node.inspect(archive: try node.archivedData()).report.conversions.map(\.path)
    }

    /// Objects are located by the fields that are read, the nearest first, even if others lead to them, too.
    @Test func pathsLeadThroughFieldsThatAreRead() throws {
        let (root, shared) = (OldNode(), OldNode())
        root.former = OldNode()
        root.former?.kept = shared
        root.kept = OldNode()
        root.kept?.kept = OldNode()
        root.kept?.kept?.kept = shared
        #expect(
            try Set(Self.conversions(root)) == [
                "$.value", "$.kept.value", "$.kept.kept.value", "$.kept.kept.kept.value",
            ])
        root.list = [shared]
        #expect(try Self.conversions(root).contains("$.list[0].value"))
    }

    @Test func elementsHaveTheirIndicesAndKeys() throws {
        let root = OldNode()
        root.byNumber = [7: OldNode(), 9: [OldNode()]] as [Int: Any]
        root.words = [["1"], ["2", "x"]]
        let report = Node.inspect(archive: try root.archivedData()).report
        #expect(
            Set(report.conversions.map(\.path)) == [
                "$.value", "$.byNumber.7.value", "$.byNumber.9[0].value", "$.words[0][0]", "$.words[1][0]",
            ])
        #expect(report.problems.map(\.path) == ["$.words[1][1]"])
        #expect(report.unmatchedKeys.allSatisfy { $0.path.hasSuffix(".former") })
    }

    @Test func allLossesAreListed() throws {
        let root = OldNode()
        root.list = (0..<150).map { _ in OldNode() }
        for node in root.list { node.words = [["x"]] }
        let report = Node.inspect(archive: try root.archivedData()).report
        #expect(report.problems.count == 150 && report.omittedProblems == 0)
    }

    /// A value that needs complete models may fail the first time in a cycle.
    @Test func onlyTheLastAttemptCounts() throws {
        let (one, other) = (CyclicOwner(), CyclicOwner())
        one.strict = StrictPart(owner: other)
        other.loose = LoosePart(owner: one)
        let (read, report) = CyclicOwner.inspect(archive: try other.archivedData())
        #expect(read?.loose.owner?.strict.owner != nil && report.description == "No findings.")
        for owner in [one, other, read, read?.loose.owner].compactMap(\.self) {
            (owner.strict, owner.loose) = (StrictPart(), LoosePart())
        }
    }
}

final class CyclicOwner: ModelObject {
    var strict = StrictPart()
    var loose = LoosePart()
}

struct LoosePart: Codable { var owner: CyclicOwner? }

struct StrictPart: Codable {
    var owner: CyclicOwner?

    init(owner: CyclicOwner? = nil) { self.owner = owner }

    init(from decoder: any Decoder) throws {
        owner = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            CyclicOwner.self, forKey: .owner)
        if let owner, owner.loose.owner == nil {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "incomplete"))
        }
    }
}
