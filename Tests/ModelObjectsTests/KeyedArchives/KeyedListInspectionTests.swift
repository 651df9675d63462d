import Foundation
import Testing

@testable import ModelObjects

/// Reports of keyed archives whose root is an array or a set.
struct KeyedListInspectionTests {
    /// An archive of users: UID 1 is the root, 2 its class, 3 to 5 are the classes of users, cars and unknown objects, and
    /// the objects follow.
    private static func list(
        _ root: [UInt32], of listClass: String = "NSArray", _ objects: [PlistSource]
    ) throws -> Data {
        let root: PlistSource = ["$class": .uid(2), "NS.objects": .array(root.map { .uid($0) })]
        return try PlistSource.keyed(
            [root, .class(listClass), .class("User"), .class("Car"), .class("Lost")] + objects
        ).binary
    }

    private static let lost: PlistSource = ["$class": .uid(5)]

    @Test func aListHasOneReport() throws {
        let archive = try Self.list(
            [6, 7, 9, 8],
            [
                ["$class": .uid(3), "userName": "ann", "zip": 1, "age": "x", "byName": .uid(10)],
                ["$class": .uid(3), "userName": "bob", "zip": 2, "age": "7"], Self.lost,
                ["$class": .uid(4), "color": "red"],
                ["$class": .uid(11), "NS.keys": [.uid(12)], "NS.objects": [.uid(8)]], .class("NSDictionary"),
                "a",
            ])
        let (users, report) = Keyed.User.inspectArray(keyedArchive: archive, classes: ["Car": Keyed.Car.self])
        #expect(users.map(\.userName) == ["ann", "bob"])
        #expect(
            report.description == """
                Expected Int, found string at $[0].age.
                Unknown class "Lost" at $[0].byName.a; name the model class for it in `classes`.
                Expected User, found another type at $[2].
                Unknown class "Lost" at $[3]; name the model class for it in `classes`.
                No property for $[*].zip (2 times).
                Converted string to Int at $[1].age.
                """)
        #expect(report.matched.isEmpty && report.unfilled.isEmpty && report.error == nil)
        #expect("\(report.type)" == "User")
    }

    @Test func aSetIsAList() throws {
        let archive = try Self.list(
            [6, 7], of: "NSSet", [["$class": .uid(3), "userName": "ann"], Self.lost])
        let (users, report) = Keyed.User.inspectArray(keyedArchive: archive)
        #expect(users.map(\.userName) == ["ann"])
        #expect(report.problems.map(\.code) == [.unknownClass])
    }

    @Test func aListThatCannotBeReadHasAnError() throws {
        let lost = try Self.list([6], [Self.lost])
        let one = try PlistSource.keyed([["$class": .uid(2)], .class("User")]).binary
        for (data, options, code) in [
            (Data(), nil, ModelError.Code.archiveInvalid), (one, nil, .invalidRoot),
            (lost, MappingOptions(elements: .reject), .unknownClass),
        ] as [(Data, MappingOptions?, ModelError.Code)] {
            let (users, report) = Keyed.User.inspectArray(keyedArchive: data, options: options)
            #expect(users.isEmpty && (report.error as? ModelError)?.code == code)
        }
        let (users, report) = Keyed.User.inspectArray(keyedArchive: lost)
        #expect(users.isEmpty && report.error == nil && report.problems.map(\.path) == ["$[0]"])
    }
}
