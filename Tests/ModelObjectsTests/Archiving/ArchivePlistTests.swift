import Foundation
import Testing

@testable import ModelObjects

@Suite struct ArchivePlistTests {
    @Test(arguments: ArchiveSamples.scalars)
    func everyKindRoundTripsExactly(_ node: ArchiveNode) throws {
        #expect(try ArchivePlist.decode(ArchivePlist.encode(node)) == node)
        let list = ArchiveNode.array([node, .dictionary([.init("k", node)]), node])
        #expect(try ArchivePlist.decode(ArchivePlist.encode(list)) == list)
    }

    @Test func aTreeRoundTrips() throws {
        #expect(try ArchivePlist.decode(ArchivePlist.encode(ArchiveSamples.tree)) == ArchiveSamples.tree)
    }

    @Test func anUnsignedThatFitsIsReadAsAnInteger() throws {
        #expect(try ArchivePlist.decode(ArchivePlist.encode(.unsigned(7))) == .integer(7))
    }

    @Test func similarKindsStayDistinct() throws {
        let list = ArchiveNode.array([.integer(1), .bool(true), .double(1), .float(1), .string("1")])
        #expect(try ArchivePlist.decode(ArchivePlist.encode(list)) == list)
        let spellings = ArchiveNode.array([.string("\u{E9}"), .string("e\u{301}"), .double(0), .double(-0.0)])
        #expect(try ArchivePlist.decode(ArchivePlist.encode(spellings)) == spellings)
    }

    /// The example at the top of ArchivePlist.swift.
    @Test func theBytesMatchTheDocumentation() throws {
        let node = ArchiveNode.dictionary([
            .init("n", .array([.null, .integer(7), .string("$5"), .reference(3)]))
        ])
        let expected: [UInt8] = [
            0x62, 0x70, 0x6C, 0x69, 0x73, 0x74, 0x30, 0x30, 0x54, 0x24, 0x6E, 0x69, 0x6C, 0x10, 0x07,
            0x53, 0x24, 0x24, 0x35, 0x52, 0x24, 0x33, 0x51, 0x6E, 0xA4, 0x00, 0x01, 0x02, 0x03,
            0xD1, 0x04, 0x05, 0x08, 0x0D, 0x0F, 0x13, 0x16, 0x18, 0x1D, 0, 0, 0, 0, 0, 0, 1, 1,
            0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0x20,
        ]
        #expect(try ArchivePlist.encode(node) == expected)
    }

    @Test func equalDictionariesGiveEqualBytes() throws {
        let entries = (0..<50).map { ArchiveNode.Entry("key \($0)", .integer(Int64($0))) }
        let bytes = try ArchivePlist.encode(.dictionary(entries))
        var generator = SeededNumbers(seed: 5)
        for _ in 0..<20 {
            #expect(try ArchivePlist.encode(.dictionary(entries.shuffled(using: &generator))) == bytes)
        }
        #expect(try ArchivePlist.encode(ArchiveSamples.tree) == ArchivePlist.encode(ArchiveSamples.tree))
    }

    @Test func theMaximumDepthRoundTripsAndOneMoreIsRejected() throws {
        func nested(_ depth: Int, _ wrap: (ArchiveNode) -> ArchiveNode) -> ArchiveNode {
            (0..<depth).reduce(.integer(1)) { node, _ in wrap(node) }
        }
        let wraps: [(ArchiveNode) -> ArchiveNode] = [
            { .array([$0]) }, { .dictionary([.init("k", $0)]) }, { .marked("m", $0) },
        ]
        for wrap in wraps {
            let deepest = nested(PlistTable.maximumDepth, wrap)
            #expect(try ArchivePlist.decode(ArchivePlist.encode(deepest)) == deepest)
            #expect(throws: PlistFailure(.tooDeep)) {
                try ArchivePlist.encode(nested(PlistTable.maximumDepth + 1, wrap))
            }
        }
    }

    @Test func theDeepestListFitsIn512KilobytesOfStack() throws {
        // Unoptimized frames are larger.
        let depth = PlistTable.maximumDepth / (RuntimeShortcuts.isDebugBuild ? 2 : 1)
        let deepest = (0..<depth).reduce(ArchiveNode.integer(1)) { node, _ in
            .array([node])
        }
        let bytes = try ArchivePlist.encode(deepest)
        let again = try onSmallStack { Result { try ArchivePlist.encode(ArchivePlist.decode(bytes)) } }.get()
        #expect(again == bytes)
    }

    @Test(arguments: [1, 200, 300, 70_000])
    func countsOfEverySizeRoundTrip(_ count: Int) throws {
        let list = ArchiveNode.array((0..<count).map { .integer(Int64($0)) })
        #expect(try ArchivePlist.decode(ArchivePlist.encode(list)) == list)
        // By default, the dictionary is smaller than the list: most of the time goes to its arrays.
        let members = min(count, Effort.count(70_000, atLeast: 3_000))
        let dictionary = ArchiveNode.dictionary(
            (0..<members).map { .init(String(100_000 + $0), .array([.integer(Int64($0))])) })
        #expect(try ArchivePlist.decode(ArchivePlist.encode(dictionary)) == dictionary)
    }

    private static let slots = Effort.isFull ? ScalarIndex.maximumSlots : 1 << 10
    /// The writer forgets its values after this many.
    private static let maximumValues = slots / 4 * 3

    @Test func valuesRepeatedAfterManyOthersRoundTrip() throws {
        let distinct = Self.maximumValues * 9 / 8
        let values = (0..<2 * distinct).map { ArchiveNode.integer(Int64($0 % distinct)) }
        let list = ArchiveNode.array(values + [.null, .null])
        func encoded() throws -> [UInt8] {
            var writer = PlistWriter(maximumSlots: Self.slots)
            return try writer.finish(root: writer.add(list))
        }
        let bytes = try encoded()
        #expect(try ArchivePlist.decode(bytes) == list && bytes == encoded())
        #expect(try Self.slots == ScalarIndex.maximumSlots || bytes.count > ArchivePlist.encode(list).count)
    }

    /// The writer forgets values among the others, between two entries of the root, or after them.
    @Test(arguments: maximumValues - 4...maximumValues + 2)
    func theFileIsValidWhereverTheWriterForgetsValues(_ count: Int) throws {
        var writer = PlistWriter(maximumSlots: Self.slots)
        let list = try writer.add(.array((0..<count).map { .integer(Int64($0)) }), depth: 2)
        let zero = try writer.add(.array([.integer(0)]), depth: 2)
        let bytes = try writer.seal([("a", list), ("z", zero)])
        #expect(throws: Never.self) { try ArchivePlist.open(bytes) }
    }

    @Test func aSharedTextIsInMemoryOnlyOnce() throws {
        var writer = PlistWriter()
        let text = try writer.add(.string(String(repeating: "x", count: 100_000)))
        let list = try writer.array(Array(repeating: text, count: 300))
        guard case .array(let texts) = try ArchivePlist.decode(writer.finish(root: list)) else {
            Issue.record("not an array")
            return
        }
        let addresses = texts.map { node -> UnsafePointer<UInt8>? in
            guard case .string(let text) = node, text.utf8.count == 100_000 else { return nil }
            return text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
        }
        #expect(addresses.count == 300 && addresses[0] != nil && Set(addresses).count == 1)
    }

    /// The writer and the validator apply the same limit.
    @Test func tooMuchSharedTextIsNeitherWrittenNorRead() throws {
        let length = 1 << 12
        func list(_ uses: Int) -> ArchiveNode {
            .array(Array(repeating: .string(String(repeating: "x", count: length)), count: uses))
        }
        // Each use costs a reference of one byte and 65 values.
        let base = try ArchivePlist.encode(list(1)).count
        let most = Int(
            (PlistTable.maximumValues(inFileOf: base) - 16) / (PlistTable.values(ofLength: length) - 4))
        guard case .array(let texts) = try ArchivePlist.decode(ArchivePlist.encode(list(most))) else {
            Issue.record("not an array")
            return
        }
        // `==` of two lists would compare 18 MB byte by byte.
        let text = String(repeating: "x", count: length)
        #expect(texts.count == most)
        #expect(texts.allSatisfy { if case .string(let read) = $0 { read == text } else { false } })
        let failure = #expect(throws: PlistFailure.self) { try ArchivePlist.encode(list(most + 2)) }
        #expect(failure?.reason == .tooMuchSharing)
        // An array around each use is one value more, and costs seven bytes.
        let list = ArchiveNode.array(
            Array(repeating: .array([.string(String(repeating: "x", count: length))]), count: 7_430))
        let arrays = #expect(throws: PlistFailure.self) { try ArchivePlist.encode(list) }
        #expect(arrays?.reason == .tooMuchSharing)
        let object = [0x5F, 0x11, 0x10, 0x00] + [UInt8](repeating: UInt8(ascii: "x"), count: length)
        var array: [UInt8] = []
        array.appendPlistMarker(PlistObject.Marker.array, count: most + 2)
        let bytes = ArchiveSamples.list([array + [UInt8](repeating: 1, count: most + 2), object])
        let rejection = #expect(throws: PlistFailure.self) { try ArchivePlist.decode(bytes) }
        #expect(rejection?.reason == .tooMuchSharing)
    }

    @Test(arguments: ["$", "$x", "$date", "$01", "$1x", "$-1", "$+1", "$99999999999999999999", "$Nil"])
    func aTextThatIsNotAMarkIsRejected(_ text: String) {
        let raw =
            [0x50 | UInt8(min(text.utf8.count, 15))]
            + (text.utf8.count < 15 ? [] : [0x10, UInt8(text.utf8.count)])
        #expect(throws: PlistFailure(.badMark, at: 8)) {
            try ArchivePlist.decode(ArchiveSamples.list([raw + Array(text.utf8)]))
        }
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let wide = [0x60 | raw[0] & 0xF] + raw.dropFirst() + units
        #expect(throws: PlistFailure(.badMark, at: 8)) {
            try ArchivePlist.decode(ArchiveSamples.list([wide]))
        }
    }

    @Test func aKeyThatIsNotAMarkIsRejected() {
        for key in ["$", "$nil", "$3", "$a"] {
            let text = [0x50 | UInt8(key.utf8.count)] + Array(key.utf8)
            let two = ArchiveSamples.list([[0xD2, 1, 2, 3, 3], text, [0x51, 0x62], [0x10, 1]])
            #expect(throws: PlistFailure(.badMark, at: nil), "\(key)") {
                do throws(PlistFailure) {
                    _ = try ArchivePlist.decode(two)
                } catch {
                    throw PlistFailure(error.reason)
                }
            }
        }
        // { "$date": "x" }
        let noDate = ArchiveSamples.list([[0xD1, 1, 2], [0x55] + Array("$date".utf8), [0x51, 0x78]])
        #expect(throws: PlistFailure(.badMark, at: 8)) { try ArchivePlist.decode(noDate) }
    }

    @Test func aDuplicateKeyIsReadWithoutACrash() throws {
        let twice = ArchiveSamples.list([[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x10, 1]])
        #expect(
            try ArchivePlist.decode(twice) == .dictionary([.init("a", .integer(1)), .init("a", .integer(1))]))
    }

    @Test func foundationReadsTheArchive() throws {
        let bytes = try ArchiveSamples.sealed()
        let value = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        let root = try #require(value as? [String: Any])
        #expect(root["format"] as? String == "ModelObjects")
        #expect(root["digest"] is Int64)
        let objects = try #require(root["objects"] as? [[Any]])
        #expect(objects.count == 3)
        #expect(objects[0][1] as? String == "Ann")
        #expect(objects[0][2] as? String == "$nil")
        #expect(objects[0][3] as? String == "$1")
        #expect(objects[1][1] as? String == "Zoë")
        #expect(objects[1][2] as? Int == 70_000)
        #expect(objects[2][1] as? Data == Data(0...20))
        #expect((objects[2][3] as? [String: String])?["k"] == "A text that is longer than fifteen")
    }

    @Test func outputOfPropertyListEncoderCanBeRead() throws {
        struct Row: Encodable {
            let name = "Zoë", count = 300, ratio = 0.5, flag = true, tags = ["a", "b"], big = UInt64.max
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let node = try ArchivePlist.decode([UInt8](encoder.encode([Row(), Row()])))
        guard case .array(let rows) = node, case .dictionary(let entries) = rows.last else {
            Issue.record("not a list of dictionaries: \(node)")
            return
        }
        let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(
            values == [
                "name": .string("Zoë"), "count": .integer(300), "ratio": .double(0.5), "flag": .bool(true),
                "tags": .array([.string("a"), .string("b")]), "big": .unsigned(.max),
            ])
    }
}
