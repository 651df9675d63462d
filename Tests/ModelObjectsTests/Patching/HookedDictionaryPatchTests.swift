import ModelObjects
import Testing

/// Merge patches of dictionaries in classes whose hooks get whole values.
struct HookedDictionaryPatchTests {
    class Leaf: ModelObject {
        var id = 0
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
    func aWholeValueReplacesTheEntries(type: Entries.Type) throws {
        let entries = type.init()
        try entries.update(json: #"{"numbers": {"a": "x", "c": 3}, "presence": {"a": "x"}}"#)
        #expect(entries.numbers == ["c": 3] && entries.presence.value == [:])
    }
}
