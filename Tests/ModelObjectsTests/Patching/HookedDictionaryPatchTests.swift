import Foundation
import ModelObjects
import Testing

/// Merge patches of dictionaries in classes whose hooks get whole values.
struct HookedDictionaryPatchTests {
    class Leaf: ModelObject {
        var id = 0
        var name = ""
    }

    class Entries: ModelObject {
        var numbers = ["a": 1, "b": 2]
        var nested = ["q": ["a": 1, "b": 2]]
        var byNumber = [1: 1]
        var leaves = ["k": Leaf(), "l": Leaf()]
        var presence: Presence<[String: Int]> = .value(["a": 1, "b": 2])
        var leafPresence: Presence<[String: Leaf]> = .value(["k": Leaf()])
        required init() {}
    }

    final class Serializing: Entries {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class WillMap: Entries {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
    }
    final class DidMap: Entries {
        override func didMap(_ json: [String: Any]) throws {}
    }
    final class Both: Entries {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        override func didMap(_ json: [String: Any]) throws {}
    }
    final class Exporting: Entries {
        override func didExport(_ json: inout [String: Any]) throws {}
    }

    private static let types: [Entries.Type] = [
        Entries.self, Serializing.self, WillMap.self, DidMap.self, Both.self, Exporting.self,
    ]

    @Test(arguments: types)
    func anEntryIsKeptIfItsNewValueDoesNotFit(type: Entries.Type) throws {
        let entries = type.init()
        let leaf = entries.leaves["k"]
        try entries.apply(
            mergePatch: #"""
                {"numbers": {"a": "x", "c": 3}, "nested": {"q": {"b": "x", "c": 3}}, "byNumber": {"1": "x"},
                 "leaves": {"k": 5, "l": null}, "presence": {"a": "x", "c": 3}, "leafPresence": {"k": 5}}
                """#)
        #expect(entries.numbers == ["a": 1, "b": 2, "c": 3] && entries.byNumber == [1: 1])
        #expect(entries.leaves.keys.sorted() == ["k"] && entries.leaves["k"] === leaf)
        #expect(entries.presence.value == ["a": 1, "b": 2, "c": 3])
        #expect(entries.leafPresence.value?.count == 1)
        #expect(entries.nested == ["q": ["a": 1, "b": 2, "c": 3]])
    }

    @Test(arguments: types)
    func keysThatAreEqualAsStringsAreOneEntry(type: Entries.Type) throws {
        let entries = type.init()
        entries.nested = ["\u{E9}": ["a": 1]]
        try entries.apply(mergePatch: ["nested": ["e\u{301}": ["b": 2]]])
        #expect(entries.nested == ["\u{E9}": ["a": 1, "b": 2]])
    }

    /// Hooks that pass on another dictionary than the one that they get.
    final class Changing: Entries {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json.mapValues { $0 } }
        override func serializeValue(_ value: Any, key: String) {
            guard var members = value as? [String: Any], key == "numbers" else {
                return super.serializeValue(value, key: key)
            }
            members["hook"] = 9
            super.serializeValue(members, key: key)
        }
    }

    @Test func anEntryIsKeptIfAHookChangesTheDictionary() throws {
        let entries = Changing()
        try entries.apply(
            mergePatch: #"{"numbers": {"a": "x", "b": null}, "nested": {"q": {"b": "x", "c": 3}}}"#)
        #expect(entries.numbers == ["a": 1, "hook": 9])
        #expect(entries.nested == ["q": ["a": 1, "b": 2, "c": 3]])
    }

    final class Embedding: ModelObject {
        var numbers = ["a": 1, "b": 2]
        override class var propertyRules: [String: PropertyRule] { ["numbers": .embeddedJSON] }
    }

    @Test func anEntryOfEmbeddedJSONIsKept() throws {
        let embedding = Embedding()
        try embedding.apply(mergePatch: #"{"numbers": "{\"a\": \"x\", \"c\": 3}"}"#)
        #expect(embedding.numbers == ["a": 1, "c": 3])
        try embedding.apply(mergePatch: #"{"numbers": {"a": null, "c": "x"}}"#)
        #expect(embedding.numbers == ["c": 3])
    }

    /// The value at the key is a text, not an object with entries.
    @Test func anObjectReplacesEmbeddedJSON() throws {
        let embedding = Embedding()
        try embedding.apply(mergePatch: #"{"numbers": {"c": 3}}"#)
        #expect(embedding.numbers == ["c": 3])
    }

    final class Holder<Value: Entries>: ModelObject { var one: Value? }

    @Test func aNewModelHasNoEntriesToKeep() throws {
        func check<Value: Entries>(_ type: Value.Type) throws {
            let holder = Holder<Value>()
            try holder.apply(mergePatch: #"{"one": {"numbers": {"a": "x", "c": 3}}}"#)
            #expect(holder.one?.numbers == ["c": 3], "\(type)")
        }
        for type in Self.types { try check(type) }
    }

    /// If two keys match, only the entries of the better match count, whichever comes first.
    @Test(arguments: types, [true, false])
    func anEntryIsKeptWhateverOtherKeysSay(type: Entries.Type, isBestFirst: Bool) throws {
        let entries = type.init()
        let best = #""numbers": {"a": "x", "c": 3}, "leaves": {"k": {"name": "n"}}"#
        let other = #""NUMBERS": {"a": 7, "d": 4}, "LEAVES": {"k": {"id": 7}}"#
        let leaf = entries.leaves["k"]
        try entries.apply(mergePatch: isBestFirst ? "{\(best), \(other)}" : "{\(other), \(best)}")
        #expect(entries.numbers == ["a": 1, "b": 2, "c": 3])
        #expect(entries.leaves["k"] === leaf && leaf?.id == 0 && leaf?.name == "n")
    }

    @Test(arguments: types)
    func aWholeValueReplacesTheEntries(type: Entries.Type) throws {
        let entries = type.init()
        try entries.update(json: #"{"numbers": {"a": "x", "c": 3}, "presence": {"a": "x"}}"#)
        #expect(entries.numbers == ["c": 3] && entries.presence.value == [:])
    }

    class Presences: ModelObject {
        var presences: [String: Presence<[String: Int]>] = [:]
        var deep: [String: Presence<[String: Presence<[String: Int]>]>] = [:]
        var leaves: [String: Presence<Leaf>] = [:]
    }
    final class HookedPresences: Presences {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class ExportingPresences: Presences {
        override func didExport(_ json: inout [String: Any]) throws { json["extra"] = nil }
    }

    @Test(arguments: [Presences.self, HookedPresences.self, ExportingPresences.self])
    func dictionariesInPresencesKeepTheirOtherEntries(type: Presences.Type) throws {
        let model = type.init()
        let leaf = Leaf()
        (model.presences, model.deep, model.leaves) = (
            ["x": .value(["a": 1]), "null": .null], ["x": .value(["y": .value(["a": 1])])],
            ["x": .value(leaf)]
        )
        try model.apply(
            mergePatch: #"""
                {"presences": {"x": {"z": 2}, "null": {"b": 1}, "new": {"c": 3}},
                 "deep": {"x": {"y": {"z": 2}, "w": {}}}, "leaves": {"x": {"id": 7}}}
                """#)
        #expect(
            model.presences == [
                "x": .value(["a": 1, "z": 2]), "null": .value(["b": 1]), "new": .value(["c": 3]),
            ])
        #expect(model.deep == ["x": .value(["y": .value(["a": 1, "z": 2]), "w": .value([:])])])
        #expect(model.leaves["x"]?.value === leaf && leaf.id == 7)
        try model.apply(mergePatch: #"{"presences": {"x": {"a": null, "z": "no number"}}}"#)
        #expect(model.presences["x"] == .value(["z": 2]))
    }

    class Spelled: ModelObject {
        var byID: [UUID: Int] = [:]
        var byNumber: [Int: [String: Int]] = [1: ["a": 1, "b": 2]]
        var dates: [UUID: Date] = [:]
        var leaves: Presence<[UUID: Leaf]> = .missing
        override class var propertyRules: [String: PropertyRule] { ["dates": .date(.unixSeconds)] }
    }
    final class HookedSpelled: Spelled {
        override func didMap(_ json: [String: Any]) throws {}
    }
    final class ExportedSpelled: Spelled {
        override func exportedValue(_ value: Any, property: String) -> Any? { value }
    }

    /// A server may write a UUID in lowercase, and a number with a zero.
    @Test(arguments: [Spelled.self, HookedSpelled.self, ExportedSpelled.self])
    func keysMatchInAnySpelling(type: Spelled.Type) throws {
        let (id, leaf) = (UUID(uuidString: "0C000000-0000-0000-0000-00000000000F"), Leaf())
        let key = try #require(id)
        let text = key.uuidString.lowercased()
        let spelled = type.init()
        (spelled.byID, spelled.dates, spelled.leaves) = ([key: 1], [key: Date()], .value([key: leaf]))
        try spelled.apply(
            mergePatch: """
                {"byID": {"\(text)": 5, "\(key)": 6}, "byNumber": {"01": {"a": 5}}, "dates": {"\(text)": 60},
                 "leaves": {"\(text)": {"name": "x"}}}
                """)
        #expect(spelled.byID == [key: 6] && spelled.byNumber == [1: ["a": 5, "b": 2]])
        #expect(spelled.dates == [key: Date(timeIntervalSince1970: 60)])
        #expect(spelled.leaves.value?[key] === leaf && leaf.name == "x")
        try spelled.apply(mergePatch: "{\"byID\": {\"\(text)\": null}, \"leaves\": {\"\(text)\": null}}")
        #expect(spelled.byID.isEmpty && spelled.leaves.value?.isEmpty == true)
    }

    /// Values under keys that can't be used are examined in every class.
    @Test(arguments: types)
    func problemsAreTheSame(type: Entries.Type) throws {
        let patch = #"{"byNumber": {"x": "q", "y": null, "1": "q"}, "leaves": {"k": {"id": "q"}}}"#
        for options in [MappingOptions(), .strict] {
            let problems = type.init().applyWithReport(mergePatch: patch, options: options).problems
            #expect(
                problems.map { "\($0.path) \($0.expected)" } == [
                    "$.byNumber.x Int", "$.byNumber.x Int key", "$.byNumber.1 Int", "$.leaves.k.id Int",
                ])
        }
    }
}
