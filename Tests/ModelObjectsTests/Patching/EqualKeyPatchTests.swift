import Foundation
import ModelObjects
import Testing

/// Patches of dictionaries with keys that are equal, but have other texts.
struct EqualKeyPatchTests {
    struct Header: RawRepresentable, Hashable, Sendable {
        var rawValue: String
        static func == (left: Header, right: Header) -> Bool {
            left.rawValue.lowercased() == right.rawValue.lowercased()
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }
    final class Leaf: ModelObject {
        var n = 0
        var s: String?
    }
    class Plain: ModelObject {
        var headers = [Header(rawValue: "Content-Type"): 1, Header(rawValue: "Accept"): 2]
        var nested = ["a": [Header(rawValue: "Content-Type"): 1]]
        var zeros: [Double: Leaf] = [:]
        var leaves: [Header: Leaf] = [:]
        var any: Any?
        static func made() -> Self {
            let plain = self.init()
            let leaves = [Leaf(), Leaf()]
            for leaf in leaves { leaf.s = "old" }
            (plain.zeros, plain.leaves) = ([0: leaves[0]], [Header(rawValue: "Content-Type"): leaves[1]])
            return plain
        }
    }
    final class Hooked: Plain {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Exporting: Plain {
        override func didExport(_ dictionary: inout [String: Any]) throws {}
    }

    private static let types: [Plain.Type] = [Plain.self, Hooked.self, Exporting.self]
    private static let (key, accept) = (Header(rawValue: "content-type"), Header(rawValue: "accept"))

    @Test(arguments: types)
    func aMergePatchChangesTheEntry(type: Plain.Type) throws {
        let plain = type.made()
        let (zero, leaf) = (plain.zeros[0], plain.leaves[Self.key])
        try plain.apply(
            mergePatch: #"""
                {"headers": {"content-type": 5, "ACCEPT": null}, "nested": {"a": {"content-type": 5}},
                 "zeros": {"-0": {"n": 4}}, "leaves": {"CONTENT-TYPE": null, "content-type": {"n": 5}}}
                """#)
        #expect(plain.headers == [Self.key: 5] && plain.nested == ["a": [Self.key: 5]])
        #expect(plain.zeros[0] === zero && zero?.n == 4 && zero?.s == "old")
        #expect(
            plain.leaves[Self.key] === leaf && leaf?.n == 5 && leaf?.s == "old" && plain.leaves.count == 1)
        try plain.apply(mergePatch: #"{"zeros": {"-0": null}, "headers": {"content-TYPE": null}}"#)
        #expect(plain.zeros.isEmpty && plain.headers.isEmpty)
    }

    @Test(arguments: types)
    func anOperationReplacesTheEntry(type: Plain.Type) throws {
        let plain = type.made()
        try plain.apply(
            jsonPatch: #"""
                [{"op": "add", "path": "/headers/content-type", "value": 5},
                 {"op": "add", "path": "/nested/a/content-type", "value": 6},
                 {"op": "move", "from": "/headers/Accept", "path": "/headers/ACCEPT"},
                 {"op": "add", "path": "/zeros/-0", "value": {"n": 4}}]
                """#)
        #expect(plain.headers == [Self.key: 5, Self.accept: 2] && plain.nested == ["a": [Self.key: 6]])
        #expect(plain.headers.keys.contains { $0.rawValue == "ACCEPT" })
        #expect(plain.zeros.count == 1 && plain.zeros[0]?.n == 4 && plain.zeros[0]?.s == nil)
    }

    @Test(arguments: types, ["content-type", "Content-Type", "CONTENT-TYPE"])
    func aPatchMakesTheOtherObject(type: Plain.Type, text: String) throws {
        let (old, new) = (type.made(), type.made())
        let key = Header(rawValue: text)
        let leaf = Leaf()
        leaf.n = 3
        (new.headers, new.nested, new.leaves) = ([key: 7], ["a": [key: 8, Self.accept: 1]], [key: leaf])
        (new.zeros, new.any) = ([-0.0: leaf.copy()], [key: 1])
        old.any = [Self.key: 2]
        for pair in [(old, new), (new, old)] {
            let (merged, patched) = (pair.0.copy(), pair.0.copy())
            try merged.apply(mergePatch: pair.1.mergePatchData(since: pair.0))
            try patched.apply(jsonPatch: pair.1.jsonPatchData(since: pair.0))
            for copy in [merged, patched] {
                #expect(copy.headers == pair.1.headers && copy.nested == pair.1.nested)
                #expect(copy.leaves == pair.1.leaves && copy.zeros == pair.1.zeros)
            }
        }
        let patch = String(decoding: try new.mergePatchData(since: old), as: UTF8.self)
        #expect(patch.contains(#""leaves":{"Content-Type":{"n":3,"s":null}}"#), "\(patch)")
    }

    final class Numbers: ModelObject {
        var numbers = [3: 1]
        var ids: [UUID: Int] = [:]
        var sites: [Int: [Int: URL]] = [:]
        var any: [String: Any] = ["in": [3: 1, 4: 2]]
    }

    class Stored: ModelObject { var d: [Double: Int] = [1: 9] }
    final class HookedStored: Stored {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [Stored.self, HookedStored.self])
    func ofTwoNewSpellingsTheFirstCounts(type: Stored.Type) throws {
        let stored = type.init()
        try stored.apply(jsonPatch: #"[{"op":"replace","path":"/d","value":{"1":5,"1.0":3}}]"#)
        #expect(stored.d == [1: 5])
        try stored.apply(jsonPatch: #"[{"op":"add","path":"/d/1.00","value":4}]"#)
        #expect(stored.d == [1: 4])
    }

    /// The place is that in the patch.
    @Test(.knowsHooks) func aProblemHasTheKeyOfThePatch() throws {
        let id = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
        let problems = [
            #"{"numbers": {"03": "x"}}"#, #"{"numbers": {"03": "x", "3": 7}}"#, #"{"ids": {"\#(id)": "x"}}"#,
        ].map { Numbers().applyWithReport(mergePatch: $0).problems.map { "\($0.path) \($0.column ?? 0)" } }
        #expect(problems == [["$.numbers.03 20"], ["$.numbers.03 20"], [#"$.ids["\#(id)"] 50"#]])
        let numbers = Numbers()
        try numbers.apply(mergePatch: #"{"any": {"in": {"03": 5}}}"#)
        #expect((numbers.any["in"] as? [String: Any])?["3"] as? Int == 5)
    }

    @Test(.knowsHooks) func ofSeveralSpellingsTheFirstUsableOneCounts() throws {
        let text = #"{"sites": {"3": {"01": 5, "1": "http://a"}}, "numbers": {"03": "x", "3": 7}}"#
        let numbers = Numbers()
        try numbers.apply(mergePatch: text)
        #expect(try numbers.sites == Numbers(json: text).sites && numbers.sites[3]?[1] != nil)
        #expect(numbers.numbers == [3: 7])
        // A value that can't be used doesn't remove the entry.
        try numbers.apply(mergePatch: #"{"numbers": {"03": "x", "3": null}}"#)
        #expect(numbers.numbers == [3: 7])
    }
}
