import Foundation
import Testing

@testable import ModelObjects

/// Texts and data that many objects of a keyed archive share, so that a small file could cause any amount of work.
struct KeyedSharingTests {
    final class Holder: ModelObject {
        var list: [Any] = []
        var pair: [Any] = []
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The names of the objects' class.
        let names: [String]
        let members: @Sendable () -> [(String, PlistSource)]
        /// What follows from UID 5 on.
        let shared: @Sendable () -> [PlistSource]
    }

    private static let length = Effort.count(1 << 20, atLeast: 1 << 18)
    private static let long = "https://example.com/" + String(repeating: "a", count: length)
    private static let text = PlistSource.scalar(.string(long))
    private static let data = PlistSource.scalar(.data(Data(long.utf8)))
    private static let count = 2_000

    /// An archive of a holder with a list of objects, which all have these members.
    private static func archive(_ row: Row, count: Int = count, key: String = "list") throws -> Data {
        let shared = row.shared()
        let names = row.names.map { PlistSource.scalar(.string($0)) }
        let object = ([("$class", .uid(4))] + row.members()).dictionary
        let first = UInt32(5 + shared.count)
        let list: PlistSource = [
            "$class": .uid(3), "NS.objects": .array((0..<count).map { .uid(first + 1 + UInt32($0)) }),
        ]
        let start: [PlistSource] = [
            ["$class": .uid(2), key: .uid(first)], .class("Holder"), .class("NSArray"),
            ["$classname": names[0], "$classes": .array(names)],
        ]
        return try PlistSource.keyed(start + shared + [list] + Array(repeating: object, count: count)).binary
    }

    private static let rows: [Row] = [
        Row(testDescription: "NSString", names: ["NSString"]) {
            [("NS.string", .uid(5))]
        } shared: {
            [text]
        },
        Row(testDescription: "NSString of bytes", names: ["NSString"]) {
            [("NS.bytes", .uid(5))]
        } shared: {
            [data]
        },
        Row(testDescription: "NSData", names: ["NSData"]) {
            [("NS.data", .uid(5))]
        } shared: {
            [data]
        },
        Row(testDescription: "NSData that refers to an NSMutableData", names: ["NSData"]) {
            [("NS.data", .uid(5))]
        } shared: {
            [["NS.data": data]]
        },
        Row(testDescription: "NSData that refers to a large dictionary", names: ["NSData"]) {
            [("NS.data", .uid(5))]
        } shared: {
            [
                .dictionary(
                    [("NS.data", data)] + (0..<5_000).map { ("\($0)", PlistSource.scalar(.integer(0))) })
            ]
        },
        Row(testDescription: "NSURL", names: ["NSURL"]) {
            [("NS.relative", .uid(5))]
        } shared: {
            [text]
        },
        Row(testDescription: "NSURL with a base", names: ["NSURL"]) {
            [("NS.relative", "a"), ("NS.base", .uid(5))]
        } shared: {
            [["NS.relative": text]]
        },
        Row(testDescription: "keys", names: ["NSDictionary"]) {
            [("NS.keys", [.uid(5)]), ("NS.objects", [7])]
        } shared: {
            [text]
        },
        Row(testDescription: "keys that are NSStrings", names: ["NSDictionary"]) {
            [("NS.keys", [.uid(5)]), ("NS.objects", [7])]
        } shared: {
            [["NS.string": text]]
        },
        Row(testDescription: "lists that share a dictionary", names: ["NSArray"]) {
            [("NS.objects", [.uid(5)])]
        } shared: {
            [.dictionary([(long, .scalar(.integer(0)))])]
        },
        Row(testDescription: "lists that share a URL", names: ["NSArray"]) {
            [("NS.objects", [.uid(5)])]
        } shared: {
            [["$class": .uid(6), "NS.relative": text], .class("NSURL")]
        },
    ]

    @Test(arguments: Effort.some(of: rows, atLeast: 5)) func tooMuchSharedTextIsRejected(_ row: Row) throws {
        let error = try #require(throws: ModelError.self) {
            try Holder.unarchive(keyedArchive: Self.archive(row))
        }
        #expect(
            error.description
                == "Damaged keyed archive: values that too many places share, for a file of this size.")
    }

    @Test(arguments: rows) func aFewObjectsCanShareALongText(_ row: Row) throws {
        let holder = try Holder.unarchive(keyedArchive: Self.archive(row, count: 3))
        #expect(holder.list.count == 3)
    }

    @Test func manyObjectsCanShareShortTexts() throws {
        let count = Effort.count(30_000, atLeast: 3_000)
        let row = Row(testDescription: "", names: ["NSURL"]) {
            [("NS.relative", .uid(5))]
        } shared: {
            ["https://example.com/a/path/of/an/ordinary/length?with=a&query=1"]
        }
        let holder = try Holder.unarchive(keyedArchive: Self.archive(row, count: count))
        #expect(holder.list.count == count)
    }

    @Test func sharedTextsAndDataAreMadeOnce() throws {
        let texts = try Holder.unarchive(keyedArchive: Self.archive(Self.rows[0], count: 2)).list
        let addresses = texts.map { text in
            ((text as? String) ?? "").utf8.withContiguousStorageIfAvailable {
                UInt(bitPattern: $0.baseAddress)
            }
        }
        #expect(addresses.count == 2 && addresses[0] == addresses[1] && addresses[0] != nil)
        let datas = try Holder.unarchive(keyedArchive: Self.archive(Self.rows[2], count: 2)).list
        let places = datas.map { data in
            ((data as? Data) ?? Data()).withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(places.count == 2 && places[0] == places[1] && places[0] != 0)
    }

    /// Only the first bytes of data are read.
    @Test func sharedBytesOfNumbersAreReadInPart() throws {
        let row = Row(testDescription: "", names: ["NSDecimalNumber"]) {
            [
                ("NS.exponent", 0), ("NS.length", 1), ("NS.negative", false), ("NS.mantissa", .uid(5)),
                ("NS.mantissa.bo", 1),
            ]
        } shared: {
            [Self.data]
        }
        let holder = try Holder.unarchive(keyedArchive: Self.archive(row))
        #expect(holder.list.count == Self.count && holder.list.allSatisfy { $0 as? Int == 0x7468 })
    }

    @Test func longClassNamesAreShortened() throws {
        let row = Row(testDescription: "", names: [Self.long]) {
            []
        } shared: {
            []
        }
        let (holder, report) = try Holder.inspect(keyedArchive: Self.archive(row, count: 100))
        #expect(holder?.list.isEmpty == true && report.problems.count == 100)
        #expect(report.problems.allSatisfy { $0.found.utf8.count < 300 && $0.found.contains("aaa…") })
    }
}
