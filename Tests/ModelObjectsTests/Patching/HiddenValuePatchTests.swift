import Foundation
import ModelObjects
import Testing

/// Patches of values that an export leaves out, or has null for.
struct HiddenValuePatchTests {
    class Leaf: ModelObject {
        var x: Double? = 1
        var n = 0
        var list: [Int?] = [nil]
    }
    class Root: ModelObject {
        var x: Double?
        var y = Double.nan
        var date: Date? = .distantPast
        var any: Any?
        var presence: Presence<Double> = .value(.infinity)
        var first: Double? = .nan
        var second: Double? = .nan
        var leaf: Leaf? = Leaf()
        var leaves: [Leaf] = [Leaf(), Leaf()]
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] {
            ["first": .key("p.0"), "second": .key("p.1")]
        }
        static func made() throws -> Self {
            let root = try self.init(json: #"{"zz": 1}"#)
            (root.x, root.any) = (.nan, NSObject())
            root.leaf?.x = .nan
            for leaf in root.leaves { leaf.x = .nan }
            return root
        }
    }
    final class HookedRoot: Root {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class ExportingRoot: Root {
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["extra"] = 1 }
    }

    private static let types: [Root.Type] = [Root.self, HookedRoot.self, ExportingRoot.self]

    @Test(arguments: types)
    func nullReplacesAValueThatCannotBeExported(type: Root.Type) throws {
        let root = try type.made()
        try root.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/x","value":null},{"op":"add","path":"/date","value":null},
                 {"op":"remove","path":"/any"},{"op":"add","path":"/any","value":null},
                 {"op":"replace","path":"/presence","value":null},{"op":"replace","path":"/p/1","value":null}]
                """#)
        #expect(root.x == nil && root.date == nil && root.any == nil && root.presence == .null)
        #expect(root.first?.isNaN == true && root.second == nil && root.leaf?.x?.isNaN == true)
    }

    /// Whether or not anything else in the object changes.
    @Test(arguments: types, [0, 5])
    func nullInANewObjectDoesToo(type: Root.Type, number: Int) throws {
        let root = try type.made()
        let (leaf, leaves) = (root.leaf, root.leaves)
        try root.apply(
            jsonPatch: """
                [{"op":"replace","path":"/leaf","value":{"x":null,"n":\(number),"list":[null]}},
                 {"op":"replace","path":"/leaves/1/x","value":null},
                 {"op":"replace","path":"/p","value":[null,\(number)]}]
                """)
        #expect(root.leaf === leaf && leaf?.x == nil && leaf?.n == number)
        #expect(root.leaves[0].x?.isNaN == true && root.leaves[1].x == nil && root.leaves[1] === leaves[1])
        #expect(root.first == nil && root.second == Double(number) && root.x?.isNaN == true)
    }

    @Test func nullMustFit() throws {
        let root = try Root.made()
        let error = #expect(throws: ModelError.self) {
            try root.apply(jsonPatch: #"[{"op":"replace","path":"/y","value":null}]"#)
        }
        #expect(error?.code == .patchFailed && root.y.isNaN)
    }

    @Test func aKeptUnknownValueIsReplacedToo() throws {
        final class Keeper: ModelObject {
            var number = 0
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        let keeper = try Keeper(dictionary: ["zz": NSObject()])
        try keeper.apply(jsonPatch: #"[{"op":"replace","path":"/number","value":5}]"#)
        #expect(throws: ModelError.self) { try keeper.jsonString() }
        try keeper.apply(jsonPatch: #"[{"op":"replace","path":"/zz","value":null}]"#)
        #expect(try keeper.jsonString() == #"{"number":5}"#)
    }

    @Test func aMovedModelKeepsItsValues() throws {
        let root = try Root.made()
        let leaf = try #require(root.leaf)
        try root.apply(
            jsonPatch: #"""
                [{"op":"move","from":"/leaf","path":"/leaves/0"},{"op":"replace","path":"/leaves/0/n","value":7},
                 {"op":"replace","path":"/x","value":null}]
                """#)
        #expect(root.leaves[0] === leaf && leaf.n == 7 && leaf.x?.isNaN == true && root.x == nil)
    }

    /// Its export has null for it.
    @Test func aHookMayHideAValue() throws {
        final class Hiding: ModelObject {
            var password = "secret"
            var n = 0
            override func didExport(_ dictionary: inout [String: Any]) throws {
                dictionary["password"] = NSNull()
            }
        }
        let hiding = Hiding()
        try hiding.apply(jsonPatch: #"[{"op":"replace","path":"","value":{"password":null,"n":5}}]"#)
        #expect(hiding.password == "secret" && hiding.n == 5)
    }

    // MARK: Merge patches

    class Parts: ModelObject {
        var a = 1
        var b = 0
        var o: Int? = 4
        override class var propertyRules: [String: PropertyRule] {
            ["a": .key("ar.0"), "b": .key("ar.1.0.b"), "o": .key("ar.2")]
        }
    }
    final class Unexported: Parts {
        override class var propertyRules: [String: PropertyRule] {
            ["a": .key("ar.0").notExported, "b": .key("ar.1"), "o": .key("ar.2")]
        }
    }

    /// The patch would remove it: an array is replaced.
    @Test(arguments: [
        ExportOptions(except: ["a"]), ExportOptions(except: ["o"]), ExportOptions(only: ["b", "o"]),
    ])
    func aMergePatchWithoutAPartOfAnArrayIsAnError(options: ExportOptions) throws {
        let (old, new) = (Parts(), Parts())
        (old.a, new.a, new.b) = (7, 7, 5)
        let error = #expect(throws: ModelError.self) { try new.mergePatch(since: old, options: options) }
        #expect(
            error?.code == .notExportable && error?.path == (options.except == ["o"] ? "$.ar[2]" : "$.ar[0]"))
        try old.apply(jsonPatch: new.jsonPatchData(since: old, options: options))
        #expect(old == new)
        // Nothing in the array changes, or what it lacks is nil.
        #expect(try new.mergePatch(since: old, options: options).isEmpty)
        let other = Parts()
        (other.a, other.o) = (7, nil)
        guard options.except == ["o"] else { return }
        let patch = try other.jsonString(changedSince: new, options: options)
        #expect(patch.hasPrefix(#"{"ar":[7,[{"b":0}]"#), "\(patch)")
    }

    /// Its class's rule exports null for it, which a patch can set.
    @Test func aRuleMayExportNull() throws {
        final class Texts: ModelObject {
            var text = ""
            var number = 0
            override class var propertyRules: [String: PropertyRule] {
                [
                    "text": .key("p.0").converted(
                        from: { ($0 as? String) ?? "" }, to: { $0.isEmpty ? nil : $0 }),
                    "number": .key("p.1"),
                ]
            }
        }
        let (old, new) = (Texts(), Texts())
        (old.text, new.number) = ("x", 5)
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old == new)
    }

    final class Sizes: ModelObject {
        var a = 7
        var b: Int?
        var c = 7
        var d: Int?
        override class var propertyRules: [String: PropertyRule] {
            ["a": .key("o.a"), "b": .key("o.b"), "c": .key("p.0.c"), "d": .key("p.0.d")]
        }
    }

    /// An operation adds or removes the object, because all of its other members were nil, or are.
    @Test(arguments: ["b", "d"])
    func anOperationWithoutAPartOfAnObjectIsAnError(property: String) throws {
        let (old, new) = (Sizes(), Sizes())
        if property == "b" { new.b = 5 } else { new.d = 5 }
        let options = ExportOptions(except: ["a", "c"])
        let added = #expect(throws: ModelError.self) { try new.jsonPatch(since: old, options: options) }
        #expect(added?.path == (property == "b" ? "$.o.a" : "$.p[0].c"))
        let removed = #expect(throws: ModelError.self) { try old.jsonPatch(since: new, options: options) }
        #expect(removed?.description.contains("an object without the value of") == true)
        try old.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(old == new)
    }

    final class Related: ModelObject {
        var children: [Unexported]?
        var any: Any?
        var name: String?
        override class var propertyRules: [String: PropertyRule] {
            ["children": .key("o.children"), "any": .key("o.any"), "name": .key("o.name")]
        }
    }

    /// Their keys have a suffix.
    @Test func relationsAreNotHidden() throws {
        let (old, new) = (Related(), Related())
        (new.children, new.any) = ([Unexported()], [Unexported()])
        let options = ExportOptions(relations: .railsAttributes)
        let patch = try #require(new.jsonPatch(since: old, options: options).first)
        let value = try #require(patch["value"] as? [String: Any])
        #expect(patch["op"] as? String == "add" && patch["path"] as? String == "/o")
        #expect(Set(value.keys) == ["children_attributes", "any_attributes", "name"])
        let error = #expect(throws: ModelError.self) {
            try new.jsonPatch(
                since: old, options: ExportOptions(relations: .railsAttributes, except: ["any"]))
        }
        #expect(error?.description.contains("without the value of `any`") == true)
    }

    @Test func otherValuesThatAnArrayLacksAreErrors() throws {
        let (old, new) = (Unexported(), Unexported())
        new.b = 5
        #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        final class Missing: ModelObject {
            var state: Presence<Int> = .missing
            var number = 0.0
            var ratio: Double? = .nan
            override class var propertyRules: [String: PropertyRule] {
                ["state": .key("p.0"), "number": .key("p.1"), "ratio": .key("p.2")]
            }
        }
        let (before, after) = (Missing(), Missing())
        after.number = 1
        let options = ExportOptions(notFinite: .omit)
        let missing = #expect(throws: ModelError.self) {
            try after.mergePatch(since: before, options: options)
        }
        #expect(missing?.description == "A patch cannot set a value that is missing at $.p[0].")
        before.number = .nan
        #expect(throws: ModelError.self) { try after.mergePatch(since: before, options: options) }
        (before.state, after.state, before.number, before.ratio) = (.null, .null, 0, 1)
        let omitted = #expect(throws: ModelError.self) {
            try after.mergePatch(since: before, options: options)
        }
        #expect(
            omitted?.description == "A patch cannot set an array without the value of `ratio` at $.p[2].")
    }
}
