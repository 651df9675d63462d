import Foundation
import Testing

@testable import ModelObjects

@Suite struct ArchiveDigestTests {
    /// The number is in files for good.
    ///
    /// Where this fails, old archives cannot be read any more.
    @Test func theDigestStaysWhatItIs() throws {
        let value = try digest(ArchiveSamples.tree)
        #expect(value == 12_988_189_108_008_578_507)
    }

    @Test func theWriterAndTheReaderAgree() throws {
        for node in ArchiveSamples.scalars + [ArchiveSamples.tree] {
            var writer = PlistWriter()
            let part = try writer.add(node)
            let table = try ArchiveValidator.validate(writer.finish(root: part))
            #expect(try ArchiveDigest.of(table, table.root, without: "not there") == part.digest, "\(node)")
        }
    }

    @Test func everyKindAndValueHasItsOwn() throws {
        let digests = try ArchiveSamples.scalars.map(digest)
        #expect(Set(digests).count == digests.count)
    }

    @Test func orderAndNestingCountInArrays() throws {
        let (a, b) = (ArchiveNode.integer(1), ArchiveNode.integer(2))
        let nodes: [ArchiveNode] = [
            .array([]), .array([a]), .array([a, b]), .array([b, a]), .array([a, a]),
            .array([.array([a]), b]),
            .array([a, .array([b])]), .array([.array([a, b])]), .dictionary([]),
        ]
        #expect(try Set(nodes.map(digest)).count == nodes.count)
    }

    @Test func theOrderOfKeysDoesNotCount() throws {
        let text: [UInt8] = [0x51, 0x61]
        let one = ArchiveSamples.list([[0xD2, 1, 2, 3, 4], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        let other = ArchiveSamples.list([[0xD2, 2, 1, 4, 3], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        let swapped = ArchiveSamples.list([[0xD2, 1, 2, 4, 3], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        #expect(try digest(one) == digest(other))
        #expect(try digest(one) != digest(swapped))
    }

    @Test func oneTextOfAMegabyteInManyPlacesTakesNoTime() throws {
        let text = String(repeating: "x", count: 1_000_000)
        var writer = PlistWriter()
        let part = try writer.add(.string(text))
        let list = try writer.array(Array(repeating: part, count: 200_000))
        let table = try ArchiveValidator.validate(writer.finish(root: list))
        #expect(try ArchiveDigest.of(table, table.root, without: "not there") == list.digest)
    }

    @Test func anArchiveWithoutItsDigestIsRefused() throws {
        #expect(throws: ArchiveFailure(.badDigest)) {
            try ArchivePlist.open(ArchivePlist.encode(.dictionary([.init("a", .integer(1))])))
        }
        #expect(throws: ArchiveFailure(.badDigest)) {
            try ArchivePlist.open(
                ArchivePlist.encode(.dictionary([.init("a", .integer(1)), .init("digest", .integer(7))])))
        }
        #expect(throws: ArchiveFailure(.wrongKind, at: 8)) {
            try ArchivePlist.open(ArchivePlist.encode(.integer(1)))
        }
    }

    private func digest(_ node: ArchiveNode) throws -> UInt64 {
        try digest(ArchivePlist.encode(node))
    }

    private func digest(_ bytes: [UInt8]) throws -> UInt64 {
        let table = try ArchiveValidator.validate(bytes)
        return try ArchiveDigest.of(table, table.root, without: "not there")
    }
}
