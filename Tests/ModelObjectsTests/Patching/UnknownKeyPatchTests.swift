import Foundation
import ModelObjects
import Testing

/// Merge patches of models that keep unknown keys.
struct UnknownKeyPatchTests {
    final class Keeping: ModelObject {
        var count = 0
        var shelf = ""
        var inner: Keeping?
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] {
            [
                "shelf": .combined(keys: ["room", "row"]) { values -> String? in
                    values.isEmpty ? nil : values.values.map { "\($0)" }.sorted().joined(separator: "-")
                }
            ]
        }
    }

    @Test func nullRemovesAKeyWithoutAProperty() throws {
        let node = try Keeping(json: #"{"count": 1, "extra": {"a": 1}, "inner": {"more": 2, "other": 3}}"#)
        let old = node.copy()
        try node.apply(mergePatch: #"{"extra": null, "nothing": null, "inner": {"more": null}}"#)
        #expect(node.unknownValues().isEmpty)
        #expect(node.inner?.unknownValues() as? [String: Int] == ["other": 3])
        let patch = try node.mergePatchData(since: old)
        #expect(
            try JSONSerialization.jsonObject(with: patch) as? NSDictionary
                == NSDictionary(dictionary: ["extra": NSNull(), "inner": ["more": NSNull()]]))
        try old.apply(mergePatch: patch)
        #expect(old == node)
        try old.apply(mergePatch: ["count": 4, "inner": ["other": NSNull()]])
        #expect(old.inner?.unknownValues().isEmpty == true)
    }

    @Test func theSpellingOfAKeyCanChange() throws {
        let (old, new) = (try Keeping(json: #"{"\u00E9": 1}"#), try Keeping(json: #"{"e\u0301": 2}"#))
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: new.mergePatchData(since: old))
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(merged == new && patched == new && patched.unknownValues() as? [String: Int] == ["\u{E9}": 2])
    }

    final class Shelves: ModelObject {
        var list: [Keeping] = []
        var embedded: Keeping?
        var plain: Keeping?
        override class var propertyRules: [String: PropertyRule] { ["embedded": .embeddedJSON] }
    }

    /// A merge patch replaces an array, and embedded JSON, as a whole.
    @Test func nullIsAValueInAnArrayAndInEmbeddedJSON() throws {
        let new = Shelves()
        new.list = [try Keeping(json: #"{"extra": null}"#)]
        new.embedded = new.list[0].copy()
        let shelves = Shelves()
        try shelves.apply(mergePatch: new.mergePatchData(since: shelves))
        #expect(shelves == new && shelves.list[0].unknownValues()["extra"] is NSNull)
        #expect(shelves.embedded?.unknownValues()["extra"] is NSNull)
        try shelves.apply(mergePatch: #"{"plain": {"extra": null}}"#)
        #expect(shelves.plain?.unknownValues().isEmpty == true)
    }

    @Test func aFailedPatchKeepsRemovedUnknownKeys() throws {
        let node = try Keeping(json: #"{"count": 1, "extra": 2}"#)
        let options = MappingOptions(mismatches: .reject)
        #expect(throws: ModelError.self) {
            try node.apply(mergePatch: #"{"extra": null, "count": "x"}"#, options: options)
        }
        #expect(node.unknownValues() as? [String: Int] == ["extra": 2])
    }

    @Test func manyUnknownKeysAreRemoved() throws {
        let json = "{" + (0..<100).map { "\"u\($0)\": \($0)" }.joined(separator: ",") + "}"
        let node = try Keeping(json: "{\"inner\": \(json)}")
        let removals = (1..<100).map { ["op": "remove", "path": "/inner/u\($0)"] }
        #expect(throws: ModelError.self) {
            try node.apply(jsonPatch: removals + [["op": "add", "path": "/inner/count", "value": "x"]])
        }
        #expect(node.inner?.unknownValues().count == 100)
        try node.apply(jsonPatch: removals)
        #expect(node.inner?.unknownValues() as? [String: Int] == ["u0": 0])
    }

    final class Plain: ModelObject {
        var count = 0
        var inner: Plain?
    }

    /// Without the option, a kept value can't be changed, and stays in every replaced object.
    @Test(arguments: [
        (#"{"op":"replace","path":"/x","value":2}"#, false),
        (#"{"op":"replace","path":"/x/a","value":2}"#, false),
        (#"{"op":"add","path":"/x","value":2}"#, false),
        (#"{"op":"add","path":"/y","value":2}"#, false),
        (#"{"op":"remove","path":"/x"}"#, false),
        (#"{"op":"remove","path":"/x/a"}"#, false),
        (#"{"op":"move","from":"/x/a","path":"/count"}"#, false),
        (#"{"op":"move","from":"/z","path":"/count"}"#, false),
        (#"{"op":"remove","path":"/inner/x"}"#, false),
        (#"{"op":"replace","path":"","value":{"count":3,"x":2}}"#, false),
        (#"{"op":"copy","from":"/z","path":"/count"}"#, true),
        (#"{"op":"replace","path":"","value":{"count":3}}"#, true),
        (#"{"op":"replace","path":"/inner","value":{"count":3}}"#, true),
        (#"{"op":"replace","path":"/count","value":3}"#, true),
    ])
    func keptValuesStayWithoutTheOption(operation: String, succeeds: Bool) throws {
        let object = try Plain(
            json: #"{"count": 1, "x": {"a": 3}, "z": 3, "inner": {"x": 7}}"#,
            options: MappingOptions(unknownKeys: .keep))
        let (before, inner) = (try object.jsonString(), try #require(object.inner))
        let patch = #"[{"op":"replace","path":"/count","value":2},\#(operation)]"#
        do {
            try object.apply(jsonPatch: patch)
            #expect(succeeds && (object.count == 3 || object.inner?.count == 3))
        } catch let error as ModelError {
            #expect(
                !succeeds && error.path.hasPrefix("$[1] ")
                    && error.found.hasPrefix("no property has this key"))
            #expect(try object.jsonString() == before)
        }
        #expect(object.unknownValues().keys.sorted() == ["x", "z"])
        #expect(inner.unknownValues() as? [String: Int] == ["x": 7])
    }

    class Shape: ModelObject {
        override class var discriminator: Discriminator? {
            .key("type", ["circle": Circle.self, "round": Circle.self, "square": Square.self])
        }
    }
    final class Circle: Shape { var radius = 0 }
    final class Square: Shape {}

    /// The name of the class is not a value: any text of the same class is accepted.
    @Test(arguments: [("circle", true), ("round", true), ("square", false)])
    func aKeptNameOfTheClassStaysWithoutTheOption(name: String, succeeds: Bool) throws {
        let circle = try Circle(
            json: #"{"type": "round", "radius": 1}"#, options: MappingOptions(unknownKeys: .keep))
        let patch = #"[{"op":"replace","path":"","value":{"type":"\#(name)","radius":2}}]"#
        do {
            try circle.apply(jsonPatch: patch)
            #expect(succeeds)
        } catch let error as ModelError {
            #expect(!succeeds && error.found.hasPrefix("an operation cannot change the class of this object"))
        }
        #expect(circle.radius == (succeeds ? 2 : 1))
        #expect(circle.unknownValues() as? [String: String] == ["type": "round"])
    }

    /// Its export can be mapped and exported again.
    @Test func aCombinedPropertyIsNotAnUnknownKey() throws {
        let node = try Keeping(json: #"{"room": "B", "row": 7, "extra": 1}"#)
        #expect(node.shelf == "7-B")
        let again = try Keeping(json: node.jsonString())
        #expect(again.unknownValues() as? [String: Int] == ["extra": 1])
        #expect(try again.jsonString() == #"{"count":0,"shelf":"","extra":1}"#)
    }

    final class Owner: ModelObject {
        final class Part: ModelObject {
            var count = 1
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        final class Element: ModelObject {
            var part: Part
            required init() {
                part = Part()
                part.count = 9
            }
        }
        var list: [Element] = []
        var single: Element?
        var named: [String: Element] = [:]
    }

    /// A default model of a new object is new, too.
    @Test func nullIsAValueInDefaultModelsOfElements() throws {
        let new = try Owner(json: #"{"list": [{"part": {"more": null, "count": null}}]}"#)
        #expect(new.list[0].part.count == 9)
        let (merged, patched) = (Owner(), Owner())
        try merged.apply(mergePatch: new.mergePatchData(since: Owner()))
        try patched.apply(jsonPatch: new.jsonPatchData(since: Owner()))
        for owner in [new, merged, patched] {
            #expect(owner == new && owner.list[0].part.unknownValues()["more"] is NSNull)
        }
        #expect(try merged.mergePatch(since: patched).isEmpty)
    }

    @Test func nullKeepsTheDefaultsOfNewObjects() throws {
        let part = #"{"part": {"count": null}}"#
        for patch in [
            #"{"list": [\#(part)]}"#, #"{"single": \#(part)}"#, #"{"named": {"a": \#(part)}}"#,
        ] {
            let owner = Owner()
            try owner.apply(mergePatch: patch)
            let imported = try Owner(json: patch)
            #expect(owner == imported, "\(patch)")
            #expect(
                (owner.list + [owner.single, owner.named["a"]].compactMap(\.self)).map(\.part.count) == [9])
            // Now the object exists.
            try owner.apply(mergePatch: patch)
            let count = owner.single?.part.count ?? owner.named["a"]?.part.count
            #expect(count == (owner.list.isEmpty ? 1 : nil))
        }
    }
}
