import Foundation
import Testing

@testable import ModelObjects

/// The exact error messages for bytes that are not a keyed archive, or are a damaged one.
struct KeyedBadInputTests {
    private static func users(_ members: [(String, PlistSource)], _ objects: PlistSource...) throws -> Data {
        let user = ([("$class", .uid(2))] + members).dictionary
        return try PlistSource.keyed([user, .class("User")] + objects).binary
    }

    private static func parts(_ change: (inout [(String, PlistSource)]) -> Void) throws -> Data {
        guard case .dictionary(var members) = PlistSource.keyed([["$class": .uid(2)], .class("User")]) else {
            return Data()
        }
        change(&members)
        return try PlistSource.dictionary(members).binary
    }

    private static let list: PlistSource = .class("NSArray")

    private static func rows() throws -> [(Data, String)] {
        let bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\">]><plist><string>&a;</string></plist>"
        return try [
            (Data(), "Not a keyed archive: not a property list."),
            (Data("{}".utf8), "Not a keyed archive: not a property list."),
            (Data("<html></html>".utf8), "Not a keyed archive: XML that is not a property list."),
            (Data(bomb.utf8), "Damaged keyed archive: XML that declares or uses entities (byte 16)."),
            (PlistSource.array([]).binary, "Not a keyed archive: a property list of another kind."),
            (
                PlistSource.dictionary([("a", 1)]).binary,
                "Not a keyed archive: a property list of another kind."
            ),
            (
                Keyed.User().archivedData(),
                "Not a keyed archive: an archive of this library, which unarchive(data:) reads."
            ),
            (
                parts { $0.removeAll { $0.0 == "$archiver" } },
                "Not a keyed archive: a property list of another kind."
            ),
            (parts { $0.removeAll { $0.0 == "$top" } }, "Damaged keyed archive: no $top."),
            (parts { $0.removeAll { $0.0 == "$objects" } }, "Damaged keyed archive: no $objects."),
            (parts { $0[2].1 = [:] }, "Damaged keyed archive: no root in $top."),
            (parts { $0[2].1 = ["root": 1] }, "Damaged keyed archive: a root that is not an object."),
            (parts { $0[2].1 = ["root": .uid(9)] }, "Damaged keyed archive: the UID 9, but only 3 objects."),
            (users([("age", .uid(7))]), "Damaged keyed archive: the UID 7, but only 3 objects."),
            (
                users([("age", .uid(3))], .uid(3)),
                "Damaged keyed archive: the UID 3 where an object was expected."
            ),
            (
                users([("cars", .uid(3))], ["$class": .uid(4), "NS.objects": [.uid(3)]], list),
                "Damaged keyed archive: an array or a dictionary that contains itself."
            ),
            (
                users(
                    [("limits", .uid(3))], ["$class": .uid(4), "NS.keys": [.uid(5)], "NS.objects": []],
                    .class("NSDictionary"), "a"),
                "Damaged keyed archive: an NSDictionary with 1 keys and 0 objects."
            ),
            (
                users(
                    [("homepage", .uid(3))], ["$class": .uid(4), "NS.base": .uid(3), "NS.relative": .uid(5)],
                    .class("NSURL"), "a"),
                "Damaged keyed archive: an NSURL whose chain of base URLs is circular or too long."
            ),
            (
                PlistSource.keyed([["$class": .uid(1)]]).binary,
                "Damaged keyed archive: an object whose $class is not a class."
            ),
            (
                PlistSource.keyed([["$class": "User"]]).binary,
                "Damaged keyed archive: an object whose $class is not a reference."
            ),
            (
                PlistSource.keyed(["text"]).binary,
                "The root of the keyed archive is not a model."
            ),
            (
                PlistSource.keyed(["text"], root: 0).binary,
                "The root of the keyed archive is not a model."
            ),
        ]
    }

    /// A number beside the root is no other root, even if the class has its key.
    @Test func aNumberMayBeBesideTheOnlyObject() throws {
        let objects: [PlistSource] = [
            ["$class": .uid(2), "userName": .uid(3)], .class("User"), "ann",
        ]
        guard case .dictionary(var members) = PlistSource.keyed(objects) else { return }
        members[2].1 = ["user": .uid(1), "age": 3]
        let archive = try PlistSource.dictionary(members).binary
        let user = try Keyed.User.unarchive(keyedArchive: archive, classes: ["User": Keyed.User.self])
        #expect(user.userName == "ann" && user.age == 0)
    }

    @Test func theFirstObjectMayBeAModel() throws {
        let archive = PlistSource.dictionary([
            ("$archiver", "NSKeyedArchiver"), ("$top", ["root": .uid(0)]),
            ("$objects", [["$class": .uid(1), "userName": .uid(2)], .class("User"), "ann"]),
        ])
        let user = try Keyed.User.unarchive(keyedArchive: archive.binary, classes: ["User": Keyed.User.self])
        #expect(user.userName == "ann")
    }

    /// Several values, or a dictionary, are a root only of a class that has one of their keys.
    @Test(.knowsHooks) func theKeysOfAnotherRootAreNamed() throws {
        try expectErrors(of: [
            (
                Self.parts { $0[2].1 = ["a": .uid(1), "b": .uid(1)] },
                "The root of the keyed archive has no key of User, but `a`, `b`."
            ),
            (Self.parts { $0[2].1 = ["a": 1] }, "The root of the keyed archive has no key of User, but `a`."),
            (PlistSource.keyed([[:]]).binary, "The root of the keyed archive has no key of User."),
        ])
    }

    @Test func everyMistakeHasTheExpectedMessage() throws { try expectErrors(of: Self.rows()) }

    private func expectErrors(of rows: [(Data, String)]) throws {
        for (data, sentence) in rows {
            let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: data) }
            #expect(error?.description == sentence)
            let (user, report) = Keyed.User.inspect(keyedArchive: data)
            #expect(user == nil && (report.error as? ModelError)?.description == sentence)
        }
    }

    @Test func sharedListsThatExpandToBillionsAreRejected() throws {
        var lists: [PlistSource] = (0..<40).map { index in
            let next = PlistSource.uid(UInt32(index + 5))
            return ["$class": .uid(3), "NS.objects": [next, next]]
        }
        lists.append("end")
        for key in ["anything", "scores", "unknown"] {
            let user: PlistSource = ["$class": .uid(2), key: .uid(4)]
            let data = try PlistSource.keyed([user, .class("User"), Self.list] + lists).binary
            let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: data) }
            #expect(
                error?.description
                    == "Damaged keyed archive: values that too many places share, for a file of this size.")
        }
    }

    /// The number of values in them exceeds an Int64.
    @Test func sharedDictionariesThatExpandToTooManyValuesAreRejected() throws {
        let objects: [PlistSource] = (0..<70).map { index in
            let next = PlistSource.uid(UInt32(index + 6))
            return ["$class": .uid(3), "NS.keys": [.uid(4), .uid(76)], "NS.objects": [next, next]]
        }
        let dictionary = PlistSource.class("NSDictionary")
        let user: PlistSource = ["$class": .uid(2), "anything": .uid(5)]
        let data = try PlistSource.keyed([user, .class("User"), dictionary, "a"] + objects + ["end", "b"])
            .binary
        let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: data) }
        #expect(
            error?.description
                == "Damaged keyed archive: values that too many places share, for a file of this size.")
    }

    @Test func deeplyNestedListsAreRejected() throws {
        let lists: [PlistSource] = (0..<Effort.count(10_000, atLeast: 2_000)).map { index in
            ["$class": .uid(3), "NS.objects": [.uid(UInt32(index + 5))]]
        }
        let data = try PlistSource.keyed(
            [["$class": .uid(2), "anything": .uid(4)], .class("User"), Self.list] + lists + ["end"]
        ).binary
        let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: data) }
        #expect(error?.description == "Damaged keyed archive: values are nested too deeply.")
    }

    /// The key of each dictionary is the next one, and that of the last one is the first.
    @Test func keysThatAreDictionariesAreLeftOut() throws {
        let count = Effort.count(100_000, atLeast: 20_000)
        let dictionaries: [PlistSource] = (0..<count).map { index in
            let key = PlistSource.uid(UInt32(5 + (index + 1) % count))
            return ["$class": .uid(3), "NS.keys": [key, .uid(4)], "NS.objects": [8, 7]]
        }
        let user: PlistSource = ["$class": .uid(2), "limits": .uid(5)]
        let data = try PlistSource.keyed([user, .class("User"), .class("NSDictionary"), "a"] + dictionaries)
            .binary
        let (found, report) = Keyed.User.inspect(keyedArchive: data)
        #expect(found?.limits == ["a": 7])
        #expect(report.problems.map(\.path) == ["$.limits"])
    }

    /// Each list of the root is 60 levels deep, and the innermost holds the list before it.
    @Test func deepNestingThroughEarlierListsIsRejected() throws {
        let (chains, length) = (3, 60)
        func outermost(_ chain: Int) -> UInt32 { UInt32(5 + (chain + 1) * length - 1) }
        var lists: [PlistSource] = []
        for chain in 0..<chains {
            for level in 0..<length {
                let inner: PlistSource =
                    level > 0 ? .uid(UInt32(4 + lists.count)) : chain > 0 ? .uid(outermost(chain - 1)) : "end"
                lists.append(["$class": .uid(3), "NS.objects": [inner]])
            }
        }
        let root: PlistSource = [
            "$class": .uid(3), "NS.objects": .array((0..<chains).map { .uid(outermost($0)) }),
        ]
        let user: PlistSource = ["$class": .uid(2), "anything": .uid(4)]
        let objects = [user, .class("User"), Self.list, root] + lists
        let reads: [() throws -> Any] = [
            { try Keyed.User.unarchive(keyedArchive: PlistSource.keyed(objects).binary) },
            { try Keyed.User.unarchiveArray(keyedArchive: PlistSource.keyed(objects, root: 4).binary) },
        ]
        for read in reads {
            let error = #expect(throws: ModelError.self) { _ = try read() }
            #expect(error?.description == "Damaged keyed archive: values are nested too deeply.")
        }
    }

    @Test func sharedDictionariesThatExpandToBillionsOfModelsAreRejected() throws {
        let list: PlistSource = ["$class": .uid(1), "NS.objects": [.uid(6)]]
        let forks: [PlistSource] = (0..<40).map { index in
            let next = PlistSource.uid(UInt32(index + 7))
            return ["$class": .uid(2), "NS.keys": [.uid(4), .uid(5)], "NS.objects": [next, next]]
        }
        let start = [.class("NSArray"), .class("NSDictionary"), list, "left", "right"] as [PlistSource]
        let data = try PlistSource.keyed(start + forks + ["end"], root: 3).binary
        let error = #expect(throws: ModelError.self) { try Keyed.Fork.unarchiveArray(keyedArchive: data) }
        #expect(
            error?.description
                == "Damaged keyed archive: values that too many places share, for a file of this size.")
    }
}
