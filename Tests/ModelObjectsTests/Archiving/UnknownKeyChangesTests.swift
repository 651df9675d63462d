import Testing

@testable import ModelObjects

/// Archives with values of unknown keys for which the class has got properties.
struct UnknownKeyChangesTests {
    class Keeping: ModelObject {
        override class var archiveName: String { "Keeping" }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var archivableClasses: [ModelObject.Type] { [Part.self] }
    }

    final class Part: ModelObject {}

    final class Old: Keeping {
        var size = 0
        var label = "old"
    }

    class New: Keeping {
        var size = 0
        var nick = "none"
        var city: String?
        var label = ""
        var full = ""
        var child: New?
        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .key("address.city"), "label": .key("title"),
                "full": .combined(keys: ["first", "last"]) { values -> String? in
                    guard let first = values["first"], let last = values["last"] else { return nil }
                    return "\(first) \(last)"
                },
            ]
        }
    }

    final class Newer: New {
        override class var archiveVersion: Int { 2 }
    }

    @Test(arguments: [
        (#"{"size": 1, "nick": "x"}"#, #"{"size":1,"nick":"x","title":"old","full":""}"#),
        (#"{"Nick": "x", "more": 2}"#, #"{"size":0,"nick":"x","title":"old","full":"","more":2}"#),
        (#"{"Nick": "y", "nick": "x"}"#, #"{"size":0,"nick":"x","title":"old","full":""}"#),
        (#"{"nick": []}"#, #"{"size":0,"nick":"none","title":"old","full":""}"#),
        (
            #"{"address": {"city": "Oslo"}}"#,
            #"{"size":0,"nick":"none","address":{"city":"Oslo"},"title":"old","full":""}"#
        ),
        (#"{"title": "new"}"#, #"{"size":0,"nick":"none","title":"old","full":""}"#),
        (#"{"first": "A", "last": "B"}"#, #"{"size":0,"nick":"none","title":"old","full":"A B"}"#),
        (#"{"full": "A B"}"#, #"{"size":0,"nick":"none","title":"old","full":""}"#),
        (
            #"{"child": {"nick": "x"}}"#,
            #"{"size":0,"nick":"none","title":"old","full":"","child":{"size":0,"nick":"x","title":"","full":""}}"#
        ),
    ])
    func valuesFillNewProperties(old: String, new: String) throws {
        let data = try Old(json: old).archivedData()
        #expect(try New.unarchive(data: data).jsonString() == new)
        #expect(try Newer.unarchive(data: data).jsonString() == new)
    }

    /// Also if another value is made after the fields, because it needs complete models.
    @Test func aFieldReplacesTheValueOfItsKey() throws {
        let old = try Old(dictionary: ["title": "new", "parts": Set<AnyHashable>([Part()])])
        let new = try New.unarchive(data: old.archivedData())
        #expect(new.label == "old" && new.unknownValues().keys.sorted() == ["parts"])
    }

    final class Exact: Keeping {
        var userName = ""
        var id = 0
        var inner: Exact?
        override class var archiveName: String { "Exact" }
        override class var mappingOptions: MappingOptions {
            MappingOptions(keyMatching: .exact, unknownKeys: .keep)
        }
    }

    final class Fuzzy: Keeping {
        var userName = ""
        var id = 0
        var inner: Fuzzy?
        override class var archiveName: String { "Exact" }
    }

    /// The class had the property, but other options didn't match the key.
    @Test func otherSpellingsOfAnArchivedPropertyStayUnknown() throws {
        let inner = #"{"userName":"bob","id":0,"USERNAME":"eve"}"#
        let json = #"{"userName":"","id":0,"inner":\#(inner),"user_name":"ada"}"#
        let data = try Exact(json: json).archivedData()
        #expect(try Exact.unarchive(data: data).jsonString() == json)
        #expect(try Fuzzy.unarchive(data: data).jsonString() == json)
        let exact = MappingOptions(keyMatching: .exact, unknownKeys: .keep)
        let fuzzy = try Fuzzy(json: json, options: exact)
        #expect(try Fuzzy.unarchive(data: fuzzy.archivedData()).jsonString() == json)
    }

    class StrictNew: New {
        override class var mappingOptions: MappingOptions { .strict }
    }

    /// Also if the class rejects mismatches, or keys of an object that is made.
    @Test(arguments: [
        #"{"size": "x", "nick": "x"}"#, #"{"child": 5, "nick": "x"}"#,
        #"{"child": {"more": 5}, "nick": "x"}"#,
    ])
    func aValueThatDoesNotFitLeavesTheOthers(old: String) throws {
        final class Bare: Keeping {}
        let new = try StrictNew.unarchive(data: Bare(json: old).archivedData())
        #expect(new.nick == "x" && new.size == 0 && new.unknownValues().isEmpty)
    }

    final class Excluding: ModelObject {
        var draft = 0
        var token = 0
        var name = 0
        override class var propertyRules: [String: PropertyRule] {
            ["draft": .ignored, "token": .notArchived]
        }
    }

    @Test func keysInAnotherSpellingStayUnknown() throws {
        let json = #"{"Draft": 1, "Token": 2, "Name": 3, "other": 4}"#
        let options = MappingOptions(keyMatching: .exact, unknownKeys: .keep)
        let object = try Excluding(json: json, options: options)
        #expect(object.unknownValues().count == 4)
        let copy = try Excluding.unarchive(data: object.archivedData())
        #expect(copy.token == 0 && copy == object)
        #expect(copy.unknownValues() as? [String: Int] == ["Draft": 1, "Token": 2, "Name": 3, "other": 4])
    }
}
