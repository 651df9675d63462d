import Foundation
import Testing

@testable import ModelObjects

@Suite struct ArchiveValuesTests {
    private let original: ArchiveEveryValue
    private let again: ArchiveEveryValue

    init() throws {
        original = .filled()
        again = try ArchiveEveryValue.unarchive(data: original.archivedData())
    }

    @Test func rewritingAnArchiveGivesTheSameBytes() throws {
        #expect(try again.archivedData() == original.archivedData())
        #expect(
            try ArchiveEveryValue.unarchive(data: ArchiveEveryValue().archivedData()).archivedData()
                == ArchiveEveryValue().archivedData())
    }

    @Test func integersKeepTheirExtremes() {
        #expect(again.int == .min && again.int8 == .min && again.int16 == .min && again.int32 == .min)
        #expect(again.int64 == .min && again.uint == .max && again.uint8 == .max && again.uint16 == .max)
        #expect(again.uint32 == .max && again.uint64 == .max)
    }

    @Test func floatingPointKeepsEveryBit() {
        #expect(again.double.bitPattern == 0x7FF8_0000_0000_1234)
        #expect(again.float == 0 && again.float.sign == .minus)
        #expect(again.doubles.map(\.bitPattern) == original.doubles.map(\.bitPattern))
        #expect(again.point.x.sign == .minus && again.point.y.isNaN)
    }

    @Test func foundationTypesRoundTrip() {
        #expect(
            again.decimal == original.decimal && again.date == original.date && again.data == original.data)
        #expect(again.url == original.url && again.url?.baseURL == original.url?.baseURL)
        #expect(again.url?.relativeString == "b/c?d=%20#e")
        #expect(again.uuid == original.uuid && again.text == original.text && again.number == original.number)
        #expect(again.number is NSDecimalNumber)
        #expect(again.byKey["x"]?.isNaN == true && again.byKey["y"] == original.byKey["y"])
        #expect(again.byInt == original.byInt && again.dates == original.dates)
    }

    @Test func customValuesRoundTrip() {
        #expect(again.level == .high && again.grade == .second && again.flags == ArchiveFlags(rawValue: 200))
        #expect(again.points == original.points && again.money == ArchiveMoney(cents: -5))
        #expect(again.point.inner == original.point.inner && again.point.when == original.point.when)
        #expect(again.point.price == original.point.price && again.point.link == original.point.link)
        #expect(again.byLevel == original.byLevel && again.sets == original.sets)
    }

    @Test func nilStaysDistinctFromOtherValues() {
        #expect(again.twice == .some(.some(nil)))
        #expect(again.optionalString == "" && again.optionalBool == false && again.optionalInt == 7)
        #expect(
            again.nested == original.nested && again.words == original.words
                && again.numbers == original.numbers)
        #expect(again.anything is NSNull)
        #expect(
            again.anyOptionals.count == 5 && again.anyOptionals[0] == nil && again.anyOptionals[2] is NSNull)
        #expect(again.string == "$null")
    }

    /// `[1, true, 1.0]` keeps its types and does not become three ones.
    @Test func anyKeepsTheTypeOfEachValue() throws {
        let list = again.anyList
        let types = list.prefix(14).map { "\(type(of: $0))" }
        #expect(
            types == [
                "Int", "Bool", "Double", "Float", "String", "Int8", "Int16", "Int32", "Int64", "UInt",
                "UInt8", "UInt16", "UInt32", "UInt64",
            ])
        #expect(list[14] as? Decimal == Decimal(string: "1.10"))
        #expect(list[15] as? Date == Date(timeIntervalSinceReferenceDate: .pi))
        #expect(list[16] as? Data == Data([1, 2]) && list[17] as? URL == URL(string: "https://a.b/c"))
        #expect(list[18] is UUID && list[19] is NSNull)
        #expect((list[20] as? NSNumber) == 5 && (list[22] as? NSNumber) == 0.5 && list[23] is NSString)
        #expect(list[24] as? [Int] == [1, 2])
        #expect((list[25] as? [[Int: String]]) == [[1: "a"], [2: "b"]])
        #expect((list[26] as? [String: [Double?]]) == ["k": [nil, 1.5]])
        #expect(list[27] as? Set<Int> == [1, 2, 3])
        #expect((list[28] as? [Date?]) == [nil])
        #expect(list[30] as? [Bool: Int] == [true: 1, false: 0])
        #expect(list[31] as? Set<[Int]> == [[1, 2], [1]])
        #expect(list[33] as? Int == 5 && list[34] as? String == "ub")
        #expect((list[35] as? [AnyHashable: Any])?["h"] as? Int == 1)
    }

    @Test func valuesThatCannotBeReadBackAreRejected() throws {
        struct Odd {}
        let group = ArchiveGroup()
        for value in [Odd(), ArchiveLevel.low, (1, 2), [Odd()], Optional(Odd()) as Any, ArchiveLink.self]
            as [Any]
        {
            group.things = [value]
            let error = try #require(throws: ModelError.self) { try group.archivedData() }
            #expect(error.code == .notExportable && error.path == "$.objects[0].things")
        }
    }

    /// A key whose `==` looks at more than its raw value, or that its raw value does not give again.
    private struct OddKey: RawRepresentable, Hashable {
        let rawValue: String
        var number = 0

        init(_ rawValue: String, _ number: Int = 0) { (self.rawValue, self.number) = (rawValue, number) }
        init?(rawValue: String) {
            if rawValue.isEmpty { return nil }
            self.rawValue = rawValue
        }

        static func == (left: Self, right: Self) -> Bool {
            left.rawValue == right.rawValue && left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }

    @Test func keysThatCannotBeReadBackAreRejected() throws {
        final class Keyed: ModelObject { var values: [OddKey: Int] = [:] }
        for (keys, reason) in [
            ([OddKey("a", 1), OddKey("a", 2)], "two keys with one raw value"),
            ([OddKey("a"), OddKey("")], "a key of the type OddKey that its text does not give again"),
        ] {
            let keyed = Keyed()
            for key in keys { keyed.values[key] = 1 }
            let error = try #require(throws: ModelError.self) { try keyed.archivedData() }
            #expect(error.code == .notExportable && error.path == "$.objects[0].values")
            #expect(error.found == reason)
        }
    }

    /// Only the standard library knows which of the values is kept.
    @Test func codableKeysWithOneTextAreEncodedByTheirType() throws {
        struct Key: Hashable, Codable, CodingKeyRepresentable {
            let text: String
            var number = 0

            init(_ text: String, _ number: Int) { (self.text, self.number) = (text, number) }
            init?<Other: CodingKey>(codingKey: Other) { text = codingKey.stringValue }
            var codingKey: any CodingKey { FreeKey(text) }
        }
        struct Table: Codable { var values = [Key("a", 1): 7, Key("a", 2): 7, Key("b", 1): 8] }
        final class Holder: ModelObject { var table = Table(values: [:]) }
        let holder = Holder()
        holder.table = Table()
        let again = try Holder.unarchive(data: holder.archivedData())
        #expect(again.table.values == [Key("a", 0): 7, Key("b", 0): 8])
    }

    @Test func nestedNilsInASetStayDifferent() throws {
        let group = ArchiveGroup()
        let nils: Set<AnyHashable> = [Int?.none, Int??.some(nil), Int???.some(.some(nil)), Int?.some(5)]
        group.things = [nils]
        let again = try ArchiveGroup.unarchive(data: group.archivedData())
        #expect((again.things.first as? Set<AnyHashable>)?.count == nils.count && again == group)
    }

    @Test(arguments: [
        "0", "1", "-1", "0.1", "123.4500", "1e127", "1e-128", "-99999999999999999999999999999999999999e127",
        // JSON's reader gives these as Doubles.
        "10e127", "-12300e127", "3400000000e127",
        "340282366920938463463374607431768211455", "3.40282366920938463463374607431768211455",
    ])
    func decimalsKeepEveryDigit(_ text: String) throws {
        let value = try #require(Decimal(string: text))
        let model = ArchiveEveryValue()
        (model.decimal, model.any) = (value, value)
        let again = try ArchiveEveryValue.unarchive(data: model.archivedData())
        #expect(again.decimal == value && again.any as? Decimal == value)
    }

    @Test(arguments: ["", "a", "?q", "//h/p", "file:///tmp/%20", "mailto:a@b.c", "http://[::1]:80/", "%41"])
    func urlsKeepTheirBase(_ text: String) throws {
        let model = ArchiveEveryValue()
        for base in [nil, URL(string: "https://example.com/x/y"), URL(fileURLWithPath: "/tmp/")] {
            guard let url = URL(string: text, relativeTo: base) else { continue }
            model.url = url
            #expect(try ArchiveEveryValue.unarchive(data: model.archivedData()).url == url)
        }
    }
}
