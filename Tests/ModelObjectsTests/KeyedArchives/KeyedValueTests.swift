import Foundation
import Testing

@testable import ModelObjects

/// Objects of Foundation's classes in the form that Apple's coders write, built by hand.
struct KeyedValueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let objects: @Sendable () -> [PlistSource]
        let isRead: @Sendable (Keyed.User) -> Bool
    }

    private static func row(
        _ key: String, _ name: String, _ objects: @autoclosure @escaping @Sendable () -> [PlistSource],
        _ isRead: @escaping @Sendable (Keyed.User) -> Bool
    ) -> Row {
        Row(testDescription: name) {
            [[("$class", .uid(2)), (key, .uid(3))].dictionary, .class("User")] + objects()
        } isRead: {
            isRead($0)
        }
    }

    private static func decimal(
        _ exponent: Int, _ negative: Bool, _ words: [UInt8], length: Int? = nil, order: Int = 1
    ) -> [PlistSource] {
        [
            [
                "$class": .uid(4), "NS.exponent": .scalar(.integer(Int64(exponent))),
                "NS.length": .scalar(.integer(Int64(length ?? words.count / 2))),
                "NS.negative": .scalar(.bool(negative)), "NS.compact": true,
                "NS.mantissa": .data(words + [UInt8](repeating: 0, count: 16 - words.count)),
                "NS.mantissa.bo": .scalar(.integer(Int64(order))),
            ], .class("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue"),
        ]
    }

    /// A set of three times the first element and once the second.
    private static func countedSet(_ first: PlistSource, _ second: PlistSource) -> [PlistSource] {
        [
            [
                "$class": .uid(4), "NS.count": 2, "NS.object0": .uid(5), "NS.count0": 3,
                "NS.object1": .uid(6), "NS.count1": 1,
            ], .class("NSCountedSet", "NSMutableSet", "NSSet"), first, second,
        ]
    }

    private static let rows: [Row] = [
        row(
            "userName", "NSMutableString",
            [["$class": .uid(4), "NS.string": "ann"], .class("NSMutableString", "NSString")]
        ) {
            $0.userName == "ann"
        },
        row(
            "userName", "NSString of bytes",
            [["$class": .uid(4), "NS.bytes": .data([0xC3, 0xA9])], .class("NSString")]
        ) {
            $0.userName == "é"
        },
        row(
            "userName", "NSString that refers to its text",
            [["$class": .uid(4), "NS.string": .uid(5)], .class("NSString"), "x"]
        ) {
            $0.userName == "x"
        },
        row("balance", "NSDecimalNumber", decimal(-3, true, [0x39, 0x30])) {
            $0.balance == Decimal(string: "-12.345")
        },
        row("balance", "NSDecimalNumber with the greatest exponent", decimal(127, true, [10, 0])) {
            $0.balance == Decimal(string: "-10e127")
        },
        row("balance", "NSDecimalNumber of a big-endian machine", decimal(2, false, [0x30, 0x39], order: 2)) {
            $0.balance == Decimal(string: "1234500")
        },
        row(
            "balance", "NSDecimalNumber of 38 digits",
            decimal(0, false, Array(repeating: 0xFF, count: 14) + [0xFF, 0x0F])
        ) {
            $0.balance == Decimal(string: "21267647932558653966460912964485513215")
        },
        row("balance", "NSDecimalNumber zero", decimal(0, false, [])) { $0.balance == 0 },
        row("balance", "NSDecimalNumber NaN", decimal(0, true, [])) { $0.balance == nil },
        row("bornAt", "NSDate", [["$class": .uid(4), "NS.time": 1.5], .class("NSDate")]) {
            $0.bornAt?.timeIntervalSinceReferenceDate == 1.5
        },
        row(
            "bornAt", "NSDate of an integer",
            [["$class": .uid(4), "NS.time": 7], .class("__NSDate", "NSDate")]
        ) {
            $0.bornAt?.timeIntervalSinceReferenceDate == 7
        },
        row(
            "bornAt", "NSDate of a 32-bit number",
            [["$class": .uid(4), "NS.time": .scalar(.float(1.5))], .class("NSDate")]
        ) {
            $0.bornAt?.timeIntervalSinceReferenceDate == 1.5
        },
        row("height", "a 32-bit number", [.scalar(.float(0.5))]) { $0.height == 0.5 },
        row(
            "userName", "NSURL of a text that is no URL",
            [["$class": .uid(4), "NS.base": .uid(0), "NS.relative": "http://["], .class("NSURL")]
        ) {
            $0.userName == "http://["
        },
        row(
            "picture", "NSMutableData",
            [["$class": .uid(4), "NS.data": .data([1, 2])], .class("NSMutableData", "NSData")]
        ) {
            $0.picture == Data([1, 2])
        },
        row("picture", "NSData of bytes", [["$class": .uid(4), "NS.bytes": .data([3])], .class("NSData")]) {
            $0.picture == Data([3])
        },
        row(
            "homepage", "NSURL with a base",
            [
                ["$class": .uid(4), "NS.base": .uid(5), "NS.relative": .uid(6)], .class("NSURL"),
                ["$class": .uid(4), "NS.base": .uid(0), "NS.relative": .uid(7)], "b",
                "https://example.com/a/",
            ]
        ) { $0.homepage?.absoluteString == "https://example.com/a/b" && $0.homepage?.relativeString == "b" },
        row(
            "identifier", "NSUUID",
            [["$class": .uid(4), "NS.uuidbytes": .data(Array(0..<16))], .class("NSUUID")]
        ) {
            $0.identifier?.uuidString == "00010203-0405-0607-0809-0A0B0C0D0E0F"
        },
        row("nickname", "NSNull", [["$class": .uid(4)], .class("NSNull")]) { $0.nickname == nil },
        row(
            "scores", "NSArray subclass",
            [
                ["$class": .uid(4), "NS.objects": [.uid(5), .uid(5), .uid(6)]],
                .class("AppArray", "NSMutableArray", "NSArray"), 7, 8,
            ]
        ) { $0.scores == [7, 7, 8] },
        row(
            "tags", "NSSet with numbered members",
            [
                ["$class": .uid(4), "NS.object.0": .uid(5), "NS.object.1": .uid(6)], .class("NSSet"), "a",
                "b",
            ]
        ) { $0.tags == ["a", "b"] },
        row(
            "scores", "NSOrderedSet",
            [["$class": .uid(4), "NS.objects": [.uid(5)]], .class("NSMutableOrderedSet", "NSOrderedSet"), 7]
        ) {
            $0.scores == [7]
        },
        row("tags", "NSCountedSet", countedSet("red", "blue")) { $0.tags == ["red", "blue"] },
        row("scores", "NSCountedSet as an array", countedSet(7, 8)) { $0.scores == [7, 8] },
        row(
            "scores", "empty NSCountedSet",
            [["$class": .uid(4), "NS.count": 0], .class("NSCountedSet", "NSMutableSet", "NSSet")]
        ) { $0.scores.isEmpty },
        row("scores", "empty NSOrderedSet", [["$class": .uid(4)], .class("NSOrderedSet")]) {
            $0.scores.isEmpty
        },
        row("height", "NaN", [.scalar(.double(.nan))]) { $0.height.isNaN },
        row("height", "infinity", [.scalar(.double(-.infinity))]) { $0.height == -.infinity },
        row("anything", "numbers that are not finite", [[.scalar(.double(.infinity)), 1]]) {
            ($0.anything as? [Any])?.first as? Double == .infinity
        },
        row("scores", "empty NSArray", [["$class": .uid(4), "NS.objects": []], .class("NSArray")]) {
            $0.scores.isEmpty
        },
        row(
            "limits", "NSDictionary",
            [
                ["$class": .uid(4), "NS.keys": [.uid(5), .uid(6)], "NS.objects": [.uid(6), .uid(6)]],
                .class("NSMutableDictionary", "NSDictionary"), "a", 7,
            ]
        ) { $0.limits == ["a": 7, "7": 7] },
        row(
            "limits", "NSDictionary with numbered members",
            [
                ["$class": .uid(4), "NS.key.0": .uid(5), "NS.object.0": .uid(6)], .class("NSDictionary"), "a",
                7,
            ]
        ) { $0.limits == ["a": 7] },
        row(
            "limits", "NSDictionary with the keys of a [UUID: Int]",
            [
                ["$class": .uid(4), "NS.keys": [.uid(5)], "NS.objects": [7]], .class("NSDictionary"),
                ["$class": .uid(6), "NS.uuidbytes": .data(Array(0..<16))], .class("NSUUID"),
            ]
        ) { $0.limits == ["00010203-0405-0607-0809-0A0B0C0D0E0F": 7] },
        row("age", "NSNumber", [["$class": .uid(4), "NS.intval": 7], .class("NSNumber")]) { $0.age == 7 },
        row("age", "a text for a number", ["12"]) { $0.age == 12 },
        row("height", "a text for a number beyond Double's range", ["1e400"]) { $0.height == 0 },
        row("userName", "the text of the first object", ["$null"]) { $0.userName == "$null" },
        row("height", "an integer for a real number", [2]) { $0.height == 2 },
        row("userName", "a number for a text", [7]) { $0.userName == "7" },
        row("isActive", "a number for a Bool", [1]) { $0.isActive },
        row("bornAt", "a text for a date", ["2001-01-01T00:00:05Z"]) {
            $0.bornAt?.timeIntervalSinceReferenceDate == 5
        },
        row(
            "anything", "arrays in dictionaries",
            [
                ["$class": .uid(4), "NS.keys": [.uid(5)], "NS.objects": [.uid(6)]], .class("NSDictionary"),
                "a",
                ["$class": .uid(7), "NS.objects": [.uid(5), 5]], .class("NSArray"),
            ]
        ) { user in
            let inner = (user.anything as? [String: Any])?["a"] as? [Any]
            return inner?.count == 2 && inner?[0] as? String == "a" && inner?[1] as? Int == 5
        },
    ]

    @Test(arguments: rows) func foundationObjectsAreReadAsTheirValues(_ row: Row) throws {
        let source = PlistSource.keyed(row.objects())
        let user = try Keyed.User.unarchive(keyedArchive: source.binary)
        #expect(row.isRead(user))
        let again = try Keyed.User.unarchive(keyedArchive: Data(source.xml.utf8))
        #expect(row.isRead(again))
    }

    /// Each could be read as an empty list, and its elements would be lost.
    @Test func listsInAFormThatIsNotKnownAreReported() throws {
        let list = "the archived elements of an array or a set"
        let dictionary = "the archived keys and values of a dictionary"
        let rows: [(key: String, name: String, members: [(String, PlistSource)], expected: String)] = [
            ("scores", "NSArray", [("elements", [7])], list),
            ("scores", "NSArray", [("NS.objects", 7)], list),
            ("tags", "NSCountedSet", [("NS.count", 2), ("NS.object0", "a"), ("NS.count0", 1)], list),
            ("tags", "NSSet", [("NS.object.1", "a")], list),
            ("limits", "NSDictionary", [("a", 7)], dictionary),
            ("limits", "NSDictionary", [("NS.objects", [7])], dictionary),
        ]
        for (key, name, members, expected) in rows {
            let source = PlistSource.keyed([
                .dictionary([("$class", .uid(2)), (key, .uid(3))]), .class("User"),
                .dictionary([("$class", .uid(4))] + members), .class(name),
            ])
            let (user, report) = try Keyed.User.inspect(keyedArchive: source.binary)
            #expect(user?.scores == [0] && user?.tags.isEmpty == true && user?.limits.isEmpty == true)
            #expect(
                report.problems.map(\.description) == [
                    "Expected \(expected), found other members at $.\(key)."
                ])
        }
        let keys = PlistSource.keyed([
            ["$class": .uid(2), "limits": .uid(3)], .class("User"),
            ["$class": .uid(4), "NS.keys": ["a", .uid(5), .uid(1)], "NS.objects": [1, 2, 3]],
            .class("NSDictionary"), ["$class": .uid(6), "NS.time": 1.5], .class("NSDate"),
        ])
        let (user, report) = try Keyed.User.inspect(keyedArchive: keys.binary)
        #expect(user?.limits == ["a": 1])
        #expect(
            report.problems.map(\.description) == [
                "Expected a dictionary with string keys, found 2 other keys at $.limits."
            ])
        let model = PlistSource.keyed([
            ["$class": .uid(2), "NS.keys": ["age", .uid(3)], "NS.objects": [1, 2]], .class("NSDictionary"),
            ["$class": .uid(4), "NS.time": 1.5], .class("NSDate"),
        ])
        let (person, personReport) = try Keyed.User.inspect(keyedArchive: model.binary)
        #expect(person?.age == 1)
        #expect(
            personReport.problems.map(\.description) == [
                "Expected a dictionary with string keys, found 1 other key."
            ])
        let root = PlistSource.keyed([["$class": .uid(2), "elements": 7], .class("NSArray")])
        let error = #expect(throws: ModelError.self) {
            try Keyed.User.unarchiveArray(keyedArchive: root.binary)
        }
        #expect(
            error?.description == "Damaged keyed archive: an object of the class NSArray without its content."
        )
    }

    /// As those of a subclass that writes nothing.
    @Test func objectsWithoutTheirContentAreReported() throws {
        let rows: [(key: String, name: String, members: [(String, PlistSource)])] = [
            ("bornAt", "NSDate", []), ("bornAt", "NSDate", [("NS.time", "x")]), ("age", "NSNumber", []),
            ("balance", "NSDecimalNumber", [("NS.length", 1)]), ("userName", "NSString", []),
            ("homepage", "NSURL", []), ("picture", "NSData", [("bytes", .data([1]))]),
            ("identifier", "NSUUID", [("NS.uuidbytes", .data([1]))]),
        ]
        for (key, name, members) in rows {
            let object = PlistSource.dictionary([("$class", .uid(4))] + members)
            let source = PlistSource.keyed([
                .dictionary([
                    ("$class", .uid(2)), (key, .uid(3)), ("anything", [.uid(3), 8]), ("scores", [7]),
                ]),
                .class("User"), object, .class("App\(name)", name),
            ])
            let (user, report) = try Keyed.User.inspect(keyedArchive: source.binary)
            let expected = Keyed.User()
            (expected.scores, expected.anything) = ([7], [8])
            #expect(user == expected, "\(name)")
            let problem = "Expected the archived content of an \(name), found an object without it"
            #expect(
                Set(report.problems.map(\.description))
                    == ["\(problem) at $.anything[0].", "\(problem) at $.\(key)."])
        }
        let strict = PlistSource.keyed([
            ["$class": .uid(2), "name": .uid(3)], .class("Strict"), ["$class": .uid(4)],
            .class("AppString", "NSString"),
        ])
        #expect(throws: ModelError.self) { try Keyed.Strict.unarchive(keyedArchive: strict.binary) }
    }

    /// An NSString can have one; a String has U+FFFD in its place.
    @Test func halfASurrogatePairIsReplaced() throws {
        let source = PlistSource.keyed([["$class": .uid(2), "userName": .uid(3)], .class("User"), "a😀"])
        let half = try source.binary.replacing([0xD8, 0x3D, 0xDE, 0x00], with: [0xD8, 0x3D, 0x00, 0x62])
        #expect(try Keyed.User.unarchive(keyedArchive: half).userName == "a\u{FFFD}b")
    }

    @Test func keysMatchLikeJSONKeys() throws {
        for key in ["userName", "_userName", "user_name", "_user_name", "UserName", "user-name"] {
            let source = PlistSource.keyed([
                [("$class", .uid(2)), (key, .uid(3))].dictionary, .class("User"), "ann",
            ])
            #expect(try Keyed.User.unarchive(keyedArchive: source.binary).userName == "ann", "\(key)")
        }
    }
}

extension [(String, PlistSource)] {
    var dictionary: PlistSource { .dictionary(self) }
}
