import Foundation
import Testing

@testable import ModelObjects

@Suite struct PlistDigestTests {
    /// The digest is stored in files, so it must never change.
    ///
    /// If this test fails, existing archives can no longer be read.
    @Test func theDigestNeverChanges() throws {
        #expect(try digest(ArchiveSamples.tree) == 6_754_211_150_467_759_683)
        #expect(try digest(ArchiveSamples.tree, .byBits) == 12_988_189_108_008_578_507)
    }

    /// PropertyListSerialization converts non-finite Floats to Doubles, and all NaNs to the same one.
    @Test func nonFiniteNumbersConvertedByFoundationKeepTheirDigest() throws {
        let pairs: [(ArchiveNode, ArchiveNode)] = [
            (.float(.infinity), .double(.infinity)), (.float(-.infinity), .double(-.infinity)),
            (.float(.nan), .double(.nan)), (.double(Double(nan: 7, signaling: false)), .double(.nan)),
            (.float(-.nan), .double(.signalingNaN)),
        ]
        for (left, right) in pairs {
            #expect(try digest(left) == digest(right), "\(left)")
            #expect(try digest(left, .byBits) != digest(right, .byBits), "\(left)")
        }
    }

    @Test func anArchiveWithABitwiseDigestCanBeOpened() throws {
        final class Numbers: ModelObject {
            var float = -Float.infinity
            var double = Double(nan: 7, signaling: false)
        }
        var archive = try EditableArchive(Numbers().archivedData())
        archive.classes[0].name = Numbers.archiveName
        guard case .dictionary(let entries) = try ArchivePlist.decode([UInt8](archive.data())) else {
            Issue.record("not a dictionary")
            return
        }
        let content = entries.filter { $0.key != "digest" }
        let old = try digest(.dictionary(content), .byBits)
        #expect(try digest(.dictionary(content)) != old)
        let bytes = try ArchivePlist.encode(
            .dictionary(content + [.init("digest", .integer(Int64(bitPattern: old)))]))
        let again = try Numbers.unarchive(data: Data(bytes))
        #expect(again.float == -.infinity && again.double.bitPattern == Numbers().double.bitPattern)
    }

    @Test func theWriterAndTheReaderAgree() throws {
        for node in ArchiveSamples.scalars + [ArchiveSamples.tree] {
            var writer = PlistWriter()
            let part = try writer.add(node)
            let table = try PlistTable(validating: writer.finish(root: part))
            #expect(
                try PlistDigest.of(table, table.root, without: ["not there"]) == part.digest,
                "\(node)")
        }
    }

    @Test func everyKindAndValueHasItsOwnDigest() throws {
        let digests = try ArchiveSamples.scalars.map { try digest($0, .byBits) }
        #expect(Set(digests).count == digests.count)
        let finite = try ArchiveSamples.scalars.filter { node in
            switch node {
            case .float(let value): value.isFinite
            case .double(let value): !value.isNaN
            default: true
            }
        }.map { try digest($0) }
        #expect(Set(finite).count == finite.count)
    }

    @Test func orderAndNestingOfArraysChangeTheDigest() throws {
        let (a, b) = (ArchiveNode.integer(1), ArchiveNode.integer(2))
        let nodes: [ArchiveNode] = [
            .array([]), .array([a]), .array([a, b]), .array([b, a]), .array([a, a]),
            .array([.array([a]), b]),
            .array([a, .array([b])]), .array([.array([a, b])]), .dictionary([]),
        ]
        #expect(try Set(nodes.map { try digest($0) }).count == nodes.count)
    }

    @Test func keyOrderDoesNotChangeTheDigest() throws {
        let text: [UInt8] = [0x51, 0x61]
        let one = ArchiveSamples.list([[0xD2, 1, 2, 3, 4], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        let other = ArchiveSamples.list([[0xD2, 2, 1, 4, 3], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        let swapped = ArchiveSamples.list([[0xD2, 1, 2, 4, 3], text, [0x51, 0x62], [0x10, 1], [0x10, 2]])
        #expect(try digest(one) == digest(other))
        #expect(try digest(one) != digest(swapped))
    }

    @Test func aMissingOrWrongDigestIsRejected() throws {
        #expect(throws: PlistFailure(.badDigest)) {
            try ArchivePlist.open(
                ArchivePlist.encode(.dictionary([.init("format", .string("ModelObjects"))])))
        }
        #expect(throws: PlistFailure(.otherPropertyList)) {
            try ArchivePlist.open(ArchivePlist.encode(.dictionary([.init("a", .integer(1))])))
        }
        #expect(throws: PlistFailure(.badDigest)) {
            try ArchivePlist.open(
                ArchivePlist.encode(.dictionary([.init("a", .integer(1)), .init("digest", .integer(7))])))
        }
        #expect(throws: PlistFailure(.otherPropertyList)) {
            try ArchivePlist.open(ArchivePlist.encode(.integer(1)))
        }
    }

    private func digest(
        _ node: ArchiveNode, _ rule: PlistDigest.Rule = .byValue
    ) throws -> UInt64 {
        try digest(ArchivePlist.encode(node), rule)
    }

    private func digest(
        _ bytes: [UInt8], _ rule: PlistDigest.Rule = .byValue
    ) throws -> UInt64 {
        let table = try PlistTable(validating: bytes)
        return try PlistDigest.of(table, table.root, rule)
    }
}
