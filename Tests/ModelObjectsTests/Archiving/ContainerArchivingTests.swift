import Foundation
import Testing

@testable import ModelObjects

/// Every type of value, to the last bit, in every container that a property can have.
@Suite struct ContainerArchivingTests {
    private func check<Value: Hashable>(_ values: [Value], untyped: Bool = true) throws {
        let box = HashBox<Value>()
        box.fill(values)
        try check(box)
        if untyped { try checkUntyped(values) }
    }

    private func check<Value>(_ box: Box<Value>) throws {
        let data = try box.archivedData()
        let again = try type(of: box).unarchive(data: data)
        expectSame(again.exactly, box.exactly)
        #expect(try again.archivedData() == data)
        // Also through an archive of an array, and with default values.
        let array = try type(of: box).unarchiveArray(data: type(of: box).archivedData([box]))
        expectSame(array[0].exactly, box.exactly)
        // A higher version of the class changes nothing by itself.
        let migrated = try type(of: box).unarchive(data: EditableArchive.older(data))
        expectSame(migrated.exactly, box.exactly)
        let empty = type(of: box).init()
        expectSame(try type(of: box).unarchive(data: empty.archivedData()).exactly, empty.exactly)
    }

    private func expectSame(_ again: [String], _ original: [String]) {
        for (again, original) in zip(again, original) { #expect(again == original) }
    }

    /// In an `Any`, the dynamic type of each value decides.
    private func checkUntyped<Value>(_ values: [Value]) throws {
        let box = AnyBox()
        box.any = values[0]
        box.optional = values.last
        box.list = values + [values.map { $0 as Any? } + [nil], ["k": values], [["": values[0]]], NSNull()]
        box.optionals = values.flatMap { [$0, nil, NSNull()] as [Any?] }
        for (number, value) in values.enumerated() {
            box.byKey["\(number)"] = value
            box.byInt[number] = [value, nil, [value], [[String: Any]](), [Any?]()]
        }
        let data = try box.archivedData()
        let again = try AnyBox.unarchive(data: data)
        expectSame(again.exactly, box.exactly)
        #expect(try again.archivedData() == data)
        expectSame(try AnyBox.unarchive(data: EditableArchive.older(data)).exactly, box.exactly)
    }

    // MARK: Scalars

    @Test func integers() throws {
        func extremes<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Integer] {
            [.min, 0, 1, .max - 1, .max]
        }
        try check(extremes(Int.self) + [-1])
        try check(extremes(Int8.self) + [-1])
        try check(extremes(Int16.self) + [-1])
        try check(extremes(Int32.self) + [-1])
        try check(extremes(Int64.self) + [-1])
        try check(extremes(UInt.self) + [UInt(Int.max) + 1])
        try check(extremes(UInt8.self))
        try check(extremes(UInt16.self))
        try check(extremes(UInt32.self))
        try check(extremes(UInt64.self) + [UInt64(Int64.max), UInt64(Int64.max) + 1])
        try check([true, false])
    }

    @Test func floatingPoint() throws {
        try check([
            0.1, 0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNormalMagnitude,
            .greatestFiniteMagnitude,
            .nan, 1, Double(bitPattern: 0xFFF8_0000_0000_1234), Double(bitPattern: 0x7FF0_0000_0000_0001),
        ])
        try check([-0.0])
        try check([
            0.1, 0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan, 16_777_216,
            Float(bitPattern: 0xFFC0_1234), Float(bitPattern: 0x7F80_0001),
        ])
        try check([-0.0 as Float])
    }

    @Test func texts() throws {
        try check([
            "", "e\u{301}", "\u{1100}\u{1161}", "👨‍👩‍👧‍👦", "🇨🇭", "a\u{0}b", "\u{FEFF}x", "\u{FFFE}", "\u{10FFFF}",
            "\u{D7FF}",
            "$", "$$", "$nil", "$0", "$set", "$é", "null", "<null>", "true", "1", "a\r\nb", "\u{7F}",
            "\u{80}",
            String(repeating: "x", count: 14), String(repeating: "x", count: 15),
            String(repeating: "é", count: Effort.count(70_000, atLeast: 33_000)),
        ])
        // Checked separately: a set treats texts with different normalization forms as equal.
        try check(["\u{E9}"])
        try check(["ns", "e\u{301}", "$nil", ""].map { NSString(string: $0) })
    }

    @Test func foundationTypes() throws {
        try check(
            [
                0, -0.0, 0.1, .nan, .infinity, -1e300, .leastNonzeroMagnitude, -63_113_904_000,
                -63_113_904_000.5,
                252_423_993_599, 252_423_993_599.5, 252_423_993_600,
            ].dropFirst().map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture])
        try check([UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))])
        try check([
            Data(), Data([0]), Data(0...255), Data(0...255)[100..<120], Data(repeating: 1, count: 66_000),
        ])
        let base = try #require(URL(string: "https://example.com/a/?q=1"))
        let inner = try #require(URL(string: "b/./c", relativeTo: base))
        try check(
            ["x", "", "../y", "//h/p", "?q#f", "%41", "mailto:a@b.c", "data:,x"].flatMap { text in
                [nil, base, inner, URL(fileURLWithPath: "/tmp/a b/")].compactMap {
                    URL(string: text, relativeTo: $0)
                }
            } + [URL(fileURLWithPath: "/tmp/\u{FC}"), URL(fileURLWithPath: "/", isDirectory: true)])
        try check([
            NSNumber(value: true), NSNumber(value: 5), NSNumber(value: Int64.min),
            NSNumber(value: UInt64.max),
            NSNumber(value: 0.5), NSNumber(value: Float(0.1)),
        ])
    }

    /// On Linux, asking Foundation's NSDecimalNumber for its hash crashes.
    @Test(.knowsHooks) func numbersBeyondDoublePrecisionCanBeSetMembers() throws {
        let text = "0.10000000000000000000001"
        let box = try HashBox<NSNumber>(
            json:
                #"{"list": [\#(text), 5, \#(text)], "set": [\#(text), 5, \#(text)], "setOfLists": [[\#(text)]]}"#
        )
        let number = box.list[0]
        #expect(number is NSDecimalNumber && "\(number)" == text && box.set == [number, 5])
        try check(box)
        let again = try HashBox<NSNumber>.unarchive(data: box.archivedData())
        #expect(again.set == box.set && again.set.contains(number) && again.setOfLists == [[number]])
        #expect(box == again && box.hashValue == again.hashValue)
        let any = AnyBox()
        (any.any, any.list) = (Set([number]), [number, [number: number], [AnyHashable(number): 1]])
        expectSame(try AnyBox.unarchive(data: any.archivedData()).exactly, any.exactly)
    }

    @Test func decimals() throws {
        let texts = [
            "0", "0.1", "-1.50", "1e127", "1e-128", "340282366920938463463374607431768211455",
            "-340282366920938463463374607431768211455e127", "340282366920938463463374607431768211455e-128",
            "3.40282366920938463463374607431768211455", "99999999999999999999999999999999999999e-38",
        ]
        try check(
            texts.compactMap { Decimal(string: $0) } + [
                .nan, .pi, .greatestFiniteMagnitude, .leastNormalMagnitude,
            ])
    }

    @Test func randomDecimals() throws {
        var generator = SeededNumbers(seed: 128)
        for round in 0..<2_000 {
            var mantissa = Decimal(UInt64.random(in: 0...(.max), using: &generator))
            if Bool.random(using: &generator) {
                mantissa = mantissa * Decimal(sign: .plus, exponent: 19, significand: 1) + Decimal(UInt32.max)
            }
            let value = Decimal(
                sign: Bool.random(using: &generator) ? .minus : .plus,
                exponent: Int.random(in: -128...127, using: &generator), significand: mantissa)
            #expect(Decimal(node: value.node) == value || value.isNaN, "seed 128, round \(round)")
        }
    }

    // MARK: User-defined types

    @Test func customTypes() throws {
        try check([Bits.none, .all], untyped: false)
        try check([Ratio.half, .third], untyped: false)
        try check([Letter.empty, .combined, .dollar], untyped: false)
        try check([ArchiveGrade.first, .second], untyped: false)
        try check([Options(rawValue: 0), Options(rawValue: .max)], untyped: false)
        try check([ArchiveMoney(cents: .min), ArchiveMoney(cents: 0)], untyped: false)
        try check(
            [
                Route.home, .item(id: .max, tags: ["", nil]), .deep([-1: [nil, .distantPast]]), .other(nil),
                .other(.home),
            ],
            untyped: false)
        try check(
            [ArchivePoint(), ArchivePoint(x: -0.0, y: .nan, label: "$", inner: ["": [nil]])], untyped: false)
    }

    @Test func aCodableStructWithManyTypesRoundTrips() throws {
        let box = Box<Everything>()
        box.fill([Everything(), Everything()])
        try check(box)
    }

    @Test func modelsRoundTripInEveryContainer() throws {
        let links = (0..<3).map { number in
            let link = ArchiveLink()
            link.number = number
            return link
        }
        let box = HashBox<ArchiveLink>()
        box.fill(links)
        let again = try HashBox<ArchiveLink>.unarchive(data: box.archivedData())
        #expect(again.list.map(\.number) == [0, 1, 2] && again.one === again.list[0])
        #expect(again.twice == .some(.some(again.list[2])) && again.optionals[2] === again.list[1])
        #expect(again.thrice.count == 6 && again.byInt[-1] == .some(again.list[1]))
        #expect(again.byGrade[.second]?[""]?[4] === again.list[2] && again.byLevel[.high]?[0] === again.one)
        #expect(again.nested?[2][""]?[-7] === again.list[2] && again.lists[2]?[1] === again.list[1])
        #expect(Set(again.set.map(ObjectIdentifier.init)) == Set(again.list.map(ObjectIdentifier.init)))
        #expect(again.setOfLists == [again.list, []] && again.setOfSets.contains(again.set))
        #expect(again.sets["a"]?.contains(again.list[1]) == true && again.sets["a"]?.contains(nil) == true)
        #expect(try again.archivedData() == box.archivedData())
    }

    // MARK: Order

    private static func unordered() -> HashBox<Unordered> {
        let box = HashBox<Unordered>()
        box.fill(
            (0..<Effort.count(9, atLeast: 4)).map { number in
                let range = number..<(number + 9)
                var value = Unordered()
                value.words = Set(range.map { "word \($0)" })
                value.numbers = Set(range.map { Double(bitPattern: 0x7FF8_0000_0000_0000 + UInt64($0)) })
                value.numbers.formUnion([0, -.nan, .infinity, Double(number)])
                for each in range {
                    let date = Date(timeIntervalSinceReferenceDate: Double(each))
                    // Values that differ only in their content, whatever their order.
                    value.byDate[date] = ["a": each % 3, "b": each % 2, "c": number]
                    value.byText["\(each % 9)"] = each
                    value.byInt[each % 9] = Set(range)
                }
                return value
            })
        return box
    }

    @Test func unorderedValuesRoundTrip() throws {
        let box = Self.unordered()
        let data = try box.archivedData()
        let again = try HashBox<Unordered>.unarchive(data: data)
        #expect(try again.archivedData() == data)
        #expect(
            again.byKey["3"]?.byDate == box.byKey["3"]?.byDate
                && again.byKey["3"]?.words == box.byKey["3"]?.words)
        #expect(again.byKey["3"]?.byInt == box.byKey["3"]?.byInt && again.byKey["3"]?.numbers.count == 13)
    }

    #if os(macOS) || os(Linux)  // only these platforms support exit tests

    /// Each process has its own hash seed.
    @Test func unorderedValuesHaveTheSameBytesInEveryProcess() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("archive.plist")
        let expected = try Self.unordered().archivedData()
        for _ in 0..<Effort.count(3) {
            await #expect(processExitsWith: .success) { [file = file as String] in
                try Self.unordered().archive(to: URL(fileURLWithPath: file))
            }
            #expect(try Data(AtomicFile.contents(of: file)) == expected)
        }
    }

    #endif

    /// This used to take quadratic time in the number of keys.
    @Test func aCodableValueWithManyKeysTakesLinearTime() throws {
        struct Many: Codable, Hashable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var numbers: [Int] = []
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                numbers = try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                for number in numbers { try container.encode(number, forKey: Key(stringValue: "\(number)")) }
            }
        }
        let box = Box<Many>()
        box.one = Many()
        box.one?.numbers = Array(0..<Effort.count(50_000, atLeast: 5_000))
        #expect(try Box<Many>.unarchive(data: box.archivedData()).one?.numbers.sorted() == box.one?.numbers)
    }

    // MARK: Any in Any

    @Test func nilInAnyKeepsItsLevel() throws {
        let box = AnyBox()
        box.list = [
            Optional<Int>.none as Any, Optional<Int?>.some(nil) as Any,
            Optional<Int??>.some(.some(nil)) as Any,
            [Optional<Any>.none, Optional<Any>.some(Optional<Int>.none as Any)] as [Any?],
        ]
        let again = try AnyBox.unarchive(data: box.archivedData())
        #expect(again.list.map { $0 as? Int } == [nil, nil, nil, nil])
        expectSame(again.exactly, box.exactly)
        #expect(try again.archivedData() == box.archivedData())
        #expect((again.list[3] as? [Any?])?.count == 2)
    }

    @Test func dictionariesWithKeysOfAnyTypeRoundTrip() throws {
        let box = AnyBox()
        box.list = [
            [1: "a", -1: "b"], [1.5: 1, .nan: 2] as [Double: Int], [Date.distantPast: [1]], [[1, 2]: [3]],
            [
                AnyHashable(1): "int", AnyHashable("1"): "text", AnyHashable(1.5): "real",
                AnyHashable(true): "bool",
            ],
            [Data([1]): UUID()], [Optional(1): 1, nil: 2],
        ]
        let again = try AnyBox.unarchive(data: box.archivedData())
        expectSame(again.exactly, box.exactly)
        #expect(try again.archivedData() == box.archivedData())
    }

    /// Members and keys that are containers themselves.
    @Test func containersAsMembersAndKeysRoundTrip() throws {
        let members: [any Hashable & Sendable] = [
            [1: "a", 2: "b"], [Optional<Int>.none: 1, 2: 3], [[1: [2: 3]]], Set([[1: 2]]), ["a": [1: 2]],
            [Optional<Int?>.some(nil), Optional<Int?>.none, 5], [Int?.none, 1], [[UUID(): 1.5]],
            [String: Int](), [Int: Int](),
        ]
        var hashables: [AnyHashable] = []
        for member in members { hashables.append(AnyHashable(member)) }
        for value in hashables + [AnyHashable(hashables)] {
            for any in [Set([value]), [value: 1], Set([value, AnyHashable(0)])] as [Any] {
                let box = AnyBox()
                box.any = any
                let data = try box.archivedData()
                let again = try AnyBox.unarchive(data: data)
                #expect(try again.archivedData() == data, "\(value)")
            }
        }
        let box = AnyBox()
        box.any = Set<Int??>([nil, .some(nil), 1])
        let again = try AnyBox.unarchive(data: box.archivedData())
        #expect((again.any as? Set<AnyHashable>)?.count == 3)
        #expect(try again.archivedData() == box.archivedData())
    }

    @Test func aDuplicateKeyInAnAnyIsRejected() throws {
        var archive = try EditableArchive(AnyBox().archivedData())
        let twice = ArchiveNode.dictionary([.init("a", .integer(1)), .init("a", .integer(2))])
        for node in [twice, .marked("set", .array([twice]))] {
            archive.set("any", of: 0, to: node)
            let data = try archive.data()
            let error = #expect(throws: ModelError.self) { try AnyBox.unarchive(data: data) }
            #expect(error?.code == .archiveInvalid)
        }
    }
}
