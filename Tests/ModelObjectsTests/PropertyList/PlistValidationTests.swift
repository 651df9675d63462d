import Foundation
import Testing

@testable import ModelObjects

@Suite struct PlistValidationTests {
    @Test func aTruncatedArchiveIsRejected() throws {
        let bytes = try ArchiveSamples.sealed()
        for length in 0..<bytes.count {
            #expect(throws: PlistFailure.self, "\(length)") {
                try ArchiveSamples.read(Array(bytes[..<length])).get()
            }
        }
    }

    @Test func everyFlippedByteIsAnError() throws {
        let bytes = try ArchiveSamples.sealed()
        for offset in bytes.indices {
            for mask in Effort.some(of: [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8], atLeast: 4) {
                var damaged = bytes
                damaged[offset] ^= mask
                #expect(throws: PlistFailure.self, "byte \(offset) ^ \(mask)") {
                    try ArchiveSamples.read(damaged).get()
                }
            }
        }
    }

    @Test func anExtraByteIsRejected() throws {
        let bytes = try ArchiveSamples.sealed()
        #expect(throws: PlistFailure.self) { try ArchiveSamples.read(bytes + [0]).get() }
        #expect(throws: PlistFailure.self) { try ArchiveSamples.read([0] + bytes).get() }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func mutationsNeverChangeTheValue(_ seed: UInt64) throws {
        let original = try ArchiveSamples.sealed()
        let value = try ArchiveSamples.read(original).get()
        var generator = SeededNumbers(seed: seed)
        for round in 0..<Effort.count(20_000, byDefault: 500) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                Self.mutate(&bytes, &generator)
            }
            guard case .success(let read) = ArchiveSamples.read(bytes) else { continue }
            #expect(read == value, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: [UInt64(11), 12])
    func mutationsWithoutADigestNeverCrash(_ seed: UInt64) throws {
        let original = try ArchivePlist.encode(ArchiveSamples.tree)
        // The 70,000 bytes of data add no coverage.
        let small = try ArchivePlist.encode(ArchiveNode.array(ArchiveSamples.scalars.filter { !$0.isLong }))
        var generator = SeededNumbers(seed: seed)
        for round in 0..<Effort.count(20_000, byDefault: 500) {
            var bytes = round % 100 == 0 ? original : small
            Self.mutate(&bytes, &generator)
            _ = try? ArchivePlist.decode(bytes)
        }
    }

    @Test func randomBytesAreRejected() {
        var generator = SeededNumbers(seed: 21)
        for round in 0..<Effort.count(5_000, atLeast: 500) {
            var bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if round % 2 == 0 { bytes = PlistTrailer.magic + bytes + ArchiveSamples.trailer(1, 1, 2, 0, 20) }
            #expect(throws: PlistFailure.self) { try ArchiveSamples.read(bytes).get() }
        }
    }

    @Test func noLevelIsEnteredOnALowStack() {
        let bytes = ArchiveSamples.list([[0xA0]])
        let result = onStack(left: 0) { Result { try PlistTable(validating: bytes) } }
        #expect(throws: PlistFailure(.lowStack)) { try result.get() }
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededNumbers) {
        guard !bytes.isEmpty else { return }
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
        case 2:
            bytes[offset] =
                [0, 0x7F, 0x80, 0xFF, 0xA1, 0xC1, 0xD1, 0x5F, 0x13][Int.random(in: 0..<9, using: &generator)]
        case 3: bytes.remove(at: offset)
        case 4: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
        case 5: bytes.swapAt(offset, Int.random(in: 0..<bytes.count, using: &generator))
        case 6: bytes.removeLast(min(bytes.count, Int.random(in: 1...9, using: &generator)))
        default:
            // A byte of the trailer or of the offset table, which hold the dangerous numbers.
            bytes[max(0, bytes.count - 1 - Int.random(in: 0..<60, using: &generator))] =
                UInt8.random(in: 0...255, using: &generator)
        }
    }

    struct Rejection: Sendable, CustomTestStringConvertible {
        let name: String
        let reason: PlistFailure.Reason
        let bytes: [UInt8]

        init(_ name: String, _ reason: PlistFailure.Reason, _ bytes: [UInt8]) {
            (self.name, self.reason, self.bytes) = (name, reason, bytes)
        }

        var testDescription: String { name }
    }

    private static let huge: UInt64 = 1 << 63
    private static let one: [UInt8] = [0x10, 1]

    static let rejections: [Rejection] = [
        Rejection("empty", .notPropertyList, []),
        Rejection("XML", .notPropertyList, Array("<?xml version=\"1.0\"?><plist></plist>".utf8)),
        Rejection(
            "another version", .notPropertyList, Array("bplist16".utf8) + [UInt8](repeating: 0, count: 40)),
        Rejection("magic alone", .badTrailer, PlistTrailer.magic),
        Rejection("trailer alone", .badTrailer, PlistTrailer.magic + ArchiveSamples.trailer(1, 1, 0, 0, 8)),
        Rejection(
            "no objects", .badTrailer, PlistTrailer.magic + [9] + ArchiveSamples.trailer(1, 1, 0, 0, 9)),
        Rejection(
            "2^63 objects", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, huge, 0, 9)),
        Rejection(
            "2^64 - 1 objects", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, .max, 0, 9)),
        Rejection(
            "a product that wraps", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(8, 1, 1 << 61, 0, 9)),
        Rejection(
            "root 2^63", .badTrailer, PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, 1, huge, 9)),
        Rejection(
            "root at end", .badTrailer, PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, 1, 1, 9)),
        Rejection(
            "table at 2^63", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, 1, 0, huge)),
        Rejection(
            "table in the header", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 1, 1, 0, 3)),
        Rejection(
            "offsets of 0 bytes", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(0, 1, 1, 0, 9)),
        Rejection(
            "offsets of 9 bytes", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(9, 1, 1, 0, 9)),
        Rejection(
            "numbers of 0 bytes", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 0, 1, 0, 9)),
        Rejection(
            "numbers of 255 bytes", .badTrailer,
            PlistTrailer.magic + [9, 8] + ArchiveSamples.trailer(1, 255, 1, 0, 9)),
        Rejection(
            "an offset of 2^64 - 1", .badOffset,
            PlistTrailer.magic + [9] + [UInt8](repeating: 255, count: 8)
                + ArchiveSamples.trailer(8, 1, 1, 0, 9)
        ),
        Rejection(
            "an offset in the table", .badOffset,
            PlistTrailer.magic + [9, 9] + ArchiveSamples.trailer(1, 1, 1, 0, 9)),
        Rejection(
            // Its offset is that of the table, which starts like a Bool.
            "an object in the table", .beyondEnd,
            PlistTrailer.magic + [9, 8, 9] + ArchiveSamples.trailer(1, 1, 2, 0, 9)),
        Rejection(
            "a gap", .badOffset,
            PlistTrailer.magic + [9, 9, 9, 8, 10] + ArchiveSamples.trailer(1, 1, 2, 0, 11)),
        Rejection(
            "bytes after the objects", .badOffset,
            PlistTrailer.magic + [9, 9, 8] + ArchiveSamples.trailer(1, 1, 1, 0, 10)),
        Rejection("null", .unknownMarker, ArchiveSamples.list([[0x00]])),
        Rejection("fill", .unknownMarker, ArchiveSamples.list([[0x0F]])),
        Rejection("UID", .keyedArchive, ArchiveSamples.list([[0x80, 1]])),
        Rejection("set", .unknownMarker, ArchiveSamples.list([[0xC1, 1], one])),
        Rejection("ordered set", .unknownMarker, ArchiveSamples.list([[0xB1, 1], one])),
        Rejection("URL", .unknownMarker, ArchiveSamples.list([[0x0C]])),
        Rejection("a real of 2 bytes", .unknownMarker, ArchiveSamples.list([[0x21, 0, 0]])),
        Rejection(
            "an integer of 32 bytes", .unknownMarker,
            ArchiveSamples.list([[0x15] + [UInt8](repeating: 0, count: 32)])),
        Rejection(
            "an integer of 2^64", .badCount, ArchiveSamples.list([[0x14] + [UInt8](repeating: 1, count: 16)])),
        Rejection("an integer cut off", .beyondEnd, ArchiveSamples.list([[0x13, 0, 0]])),
        Rejection("a date cut off", .beyondEnd, ArchiveSamples.list([[0x33, 0, 0]])),
        Rejection("a text beyond the objects", .beyondEnd, ArchiveSamples.list([[0x55, 0x61]])),
        Rejection("UTF-16 beyond the objects", .beyondEnd, ArchiveSamples.list([[0x62, 0, 0x61, 0]])),
        Rejection(
            "data of 2^63 bytes", .badCount, ArchiveSamples.list([[0x4F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]])),
        Rejection(
            "data of 2^63 - 1 bytes", .beyondEnd,
            ArchiveSamples.list([[0x4F, 0x13, 0x7F] + [UInt8](repeating: 255, count: 7)])),
        Rejection(
            "an array of 2^62 with numbers of 8 bytes", .beyondEnd,
            ArchiveSamples.list([[0xAF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]], referenceSize: 8)),
        Rejection(
            "a dictionary of 2^63", .badCount, ArchiveSamples.list([[0xDF, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]])),
        Rejection("a count that is not an integer", .badCount, ArchiveSamples.list([[0xAF, 0x51, 1]])),
        Rejection(
            "a count of 16 bytes", .badCount,
            ArchiveSamples.list([[0xAF, 0x14] + [UInt8](repeating: 0, count: 16)])),
        Rejection("a count cut off", .badCount, ArchiveSamples.list([[0xAF]])),
        Rejection("invalid ASCII", .badText, ArchiveSamples.list([[0x51, 0x80]])),
        Rejection("half a surrogate pair", .badText, ArchiveSamples.list([[0x61, 0xD8, 0x00]])),
        Rejection("the second half alone", .badText, ArchiveSamples.list([[0x62, 0xDC, 0, 0, 0x61]])),
        Rejection("two first halves", .badText, ArchiveSamples.list([[0x62, 0xD8, 0, 0xD8, 0]])),
        Rejection("a reference out of range", .badReference, ArchiveSamples.list([[0xA1, 2], one])),
        Rejection(
            "a reference of 2^64 - 1", .badReference,
            ArchiveSamples.list([[0xA1] + [UInt8](repeating: 255, count: 8)], referenceSize: 8)),
        Rejection("itself", .cycle, ArchiveSamples.list([[0xA1, 0]])),
        Rejection("itself twice", .cycle, ArchiveSamples.list([[0xA2, 0, 0]])),
        Rejection("a cycle through the root", .cycle, ArchiveSamples.list([[0xA1, 1], [0xA1, 0]])),
        Rejection(
            "a cycle below the root", .cycle, ArchiveSamples.list([[0xA1, 1], [0xA1, 2], [0xA1, 1]])),
        Rejection(
            "a cycle of dictionaries", .cycle,
            ArchiveSamples.list([[0xD1, 2, 1], [0xD1, 2, 0], [0x51, 0x61]])),
        Rejection("a number as a key", .badKey, ArchiveSamples.list([[0xD1, 1, 1], one])),
        Rejection("an array as a key", .badKey, ArchiveSamples.list([[0xD1, 1, 2], [0xA0], one])),
        Rejection("[x, x] 28 deep", .tooMuchSharing, bomb(28)),
        Rejection("[x, x] 40 deep", .tooMuchSharing, bomb(40)),
        Rejection("[x, x] 127 deep", .tooMuchSharing, bomb(127)),
        Rejection("[x, x] 500 deep", .tooDeep, bomb(500)),
        Rejection("1,000 times 1,000 values", .tooMuchSharing, manyReferences(1_000, to: 1_000)),
        Rejection(
            "a shared chain, the second time too deep", .tooDeep,
            ArchiveSamples.list(
                [[0xA2, 100, 1]] + links(to: 2...101) + links(to: 102...141) + [one])),
        Rejection("[x] 129 deep", .tooDeep, chain(129)),
        Rejection("[x] \(many) deep", .tooDeep, chain(many)),
    ]

    /// For each number, a list of only that object.
    private static func links(to numbers: ClosedRange<UInt8>) -> [[UInt8]] {
        numbers.map { [0xA1, $0] }
    }

    /// More than 65,535 at full effort.
    private static let many = Effort.count(100_000, atLeast: 20_000)

    @Test(arguments: rejections)
    func hostileListsAreRejected(_ rejection: Rejection) {
        let error = #expect(throws: PlistFailure.self) { try ArchivePlist.decode(rejection.bytes) }
        #expect(error?.reason == rejection.reason, "\(error as Any)")
    }

    #if os(Linux)  // the platform on which a memory limit is enforced

    @Test func hostileListsAreRejectedInBoundedTimeAndMemory() async {
        await #expect(processExitsWith: .success) {
            let bytes = Self.rejections.map(\.bytes)
            func rejectAll() {
                for bytes in bytes {
                    #expect(throws: ModelError.self) { try ArchiveLink.unarchive(data: Data(bytes)) }
                }
            }
            rejectAll()
            try limitThisProcess()
            rejectAll()
        }
    }

    #endif

    @Test func theDeepestChainIsAccepted() throws {
        #expect(throws: Never.self) { try ArchivePlist.decode(Self.chain(128)) }
    }

    @Test func referencesOfEverySizeCanBeRead() throws {
        for size in 1...8 {
            let zeros = [UInt8](repeating: 0, count: size - 1)
            let bytes = ArchiveSamples.list([[0xA1] + zeros + [1], Self.one], referenceSize: size)
            #expect(try ArchivePlist.decode(bytes) == .array([.integer(1)]))
        }
    }

    /// An array of references to one array, which holds references to one number.
    private static func manyReferences(
        _ count: Int, to values: Int, and others: [[UInt8]] = []
    ) -> [UInt8] {
        func array(_ count: Int, _ target: UInt8) -> [UInt8] {
            var array: [UInt8] = []
            array.appendPlistMarker(PlistObject.Marker.array, count: count)
            return array + [UInt8](repeating: target, count: count)
        }
        return ArchiveSamples.list([array(count, 1), array(values, 2), one] + others)
    }

    /// An unreferenced value makes the file large enough.
    @Test(arguments: [0, 1]) func asManyValuesAsAFileMayHaveAreRead(missing: Int) throws {
        let (count, inner) = (1_003, 300)
        let values = Int64(1 + count * (1 + inner))
        func list(_ length: Int) -> [UInt8] {
            var data: [UInt8] = []
            data.appendPlistMarker(PlistObject.Marker.data, count: length)
            data += [UInt8](repeating: 0, count: length)
            return Self.manyReferences(count, to: inner, and: [data])
        }
        let size = Int((values - PlistTable.maximumValues(inFileOf: 0)) / 4)
        let bytes = list(1_000 + size - list(1_000).count - missing)
        #expect(bytes.count == size - missing)
        #expect(PlistTable.maximumValues(inFileOf: size) == values)
        if missing == 0 {
            #expect(throws: Never.self) { try ArchivePlist.decode(bytes) }
        } else {
            #expect(throws: PlistFailure(.tooMuchSharing, at: 8)) { try ArchivePlist.decode(bytes) }
        }
    }

    /// Lists in the form that PropertyListSerialization and other writers produce.
    static let accepted: [(name: String, bytes: [UInt8], value: ArchiveNode)] = [
        ("an array twice", ArchiveSamples.list([[0xA2, 1, 1], [0xA0]]), .array([.array([]), .array([])])),
        (
            "a dictionary twice", ArchiveSamples.list([[0xA2, 1, 1], [0xD1, 2, 3], [0x51, 0x61], one]),
            .array([
                .dictionary([.init("a", .integer(1))]), .dictionary([.init("a", .integer(1))]),
            ])
        ),
        ("an unreferenced object", ArchiveSamples.list([[0xA0], one]), .array([])),
        (
            "a value twice", ArchiveSamples.list([[0xA2, 1, 2], one, one]),
            .array([.integer(1), .integer(1)])
        ),
        ("an unreferenced cycle", ArchiveSamples.list([[0xA0], [0xA1, 2], [0xA1, 1]]), .array([])),
        ("an unreferenced list of the root", ArchiveSamples.list([[0xA0], [0xA1, 0]]), .array([])),
        (
            "\(many) references to one array", manyReferences(many, to: 0),
            .array(Array(repeating: .array([]), count: many))
        ),
        (
            "[x, x] 10 deep", bomb(10),
            (0..<10).reduce(.integer(1)) { node, _ in .array([node, node]) }
        ),
    ]

    @Test func unreferencedAndSharedObjectsAreRead() throws {
        for (name, bytes, value) in Self.accepted {
            #expect(try ArchivePlist.decode(bytes) == value, "\(name)")
        }
    }

    private static func bomb(_ depth: Int) -> [UInt8] {
        chain(depth, marker: 0xA2, times: 2)
    }

    private static func chain(_ depth: Int, marker: UInt8 = 0xA1, times: Int = 1) -> [UInt8] {
        var objects = (1...depth).map { number in
            var object = [marker]
            for _ in 0..<times { object.appendBigEndian(UInt64(number), size: 4) }
            return object
        }
        objects.append(one)
        return ArchiveSamples.list(objects, referenceSize: 4)
    }
}

extension ArchiveNode {
    fileprivate var isLong: Bool {
        if case .data(let data) = self { data.count > 1000 } else { false }
    }
}
