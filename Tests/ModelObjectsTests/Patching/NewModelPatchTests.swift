import Foundation
import ModelObjects
import Testing

/// Merge patches that add a model where there is none.
///
/// Null removes a member of a dictionary (RFC 7396), and has its meaning for a property.
struct NewModelPatchTests {
    class Leaf: ModelObject {
        var label: String? = "default"
        var presence: Presence<Int> = .missing
        var numbers: [String: Int] = ["one": 1]
        var options: [String: Any] = [:]
        var anything: Any?
        var rows: [[String: Any]] = []
        var next: Leaf?
        override class var discriminator: Discriminator? {
            .key("type", ["big": BigLeaf.self], fallback: Leaf.self)
        }
    }

    final class BigLeaf: Leaf {
        var size: Int? = 3
        var sizes: [String: Int?] = [:]
        override class var propertyRules: [String: PropertyRule] { ["size": .key("box.size")] }
    }

    class Holder: ModelObject {
        var leaf: Leaf?
        var present: Presence<Leaf> = .missing
        var leaves: [String: Leaf] = [:]
        var deep: [String: [String: Leaf]] = ["old": [:]]
        /// The leaf of each property.
        var all: [Leaf?] { [leaf, present.value, leaves["new"], deep["old"]?["new"], deep["new"]?["new"]] }
    }

    final class WithHook: Holder {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class WithExportHook: Holder {
        override func didExport(_ json: inout [String: Any]) throws { json["extra"] = 1 }
    }

    static let classes: [Holder.Type] = [Holder.self, WithHook.self, WithExportHook.self]

    private func leaves(_ type: Holder.Type, _ leaf: String, null: Bool = false) throws -> [Leaf] {
        let holder = type.init()
        if null { holder.present = .null }
        try holder.apply(
            mergePatch: """
                {"leaf": \(leaf), "present": \(leaf), "leaves": {"new": \(leaf), "none": null},
                 "deep": {"old": {"new": \(leaf)}, "new": {"new": \(leaf), "none": null}, "none": null}}
                """)
        #expect(holder.leaves.count == 1 && holder.deep.count == 2 && holder.deep["new"]?.count == 1)
        return holder.all.compactMap { $0 }
    }

    @Test(arguments: classes)
    func nullIsAValueOfAPropertyAndNoneOfADictionary(type: Holder.Type) throws {
        let patch = """
            {"label": null, "presence": null, "numbers": {"two": 2, "three": null},
             "options": {"a": null, "b": {"c": null}}, "anything": {"a": {"b": null}, "c": [{"d": null}]},
             "rows": [{"a": null}], "next": {"label": null, "options": {"a": null, "b": 1}}}
            """
        for null in [false, true] {
            let leaves = try self.leaves(type, patch, null: null)
            #expect(leaves.count == 5)
            for leaf in leaves {
                #expect(leaf.label == nil && leaf.presence == .null && leaf.numbers == ["two": 2])
                let options = ExportOptions(nulls: .include, sortedKeys: true)
                #expect(
                    try leaf.jsonString(options: options) == """
                        {"anything":{"a":{},"c":[{"d":null}]},"label":null,"next":{"anything":null,"label":null,\
                        "next":null,"numbers":{"one":1},"options":{"b":1},"rows":[]},"numbers":{"two":2},\
                        "options":{"b":{}},"presence":null,"rows":[{"a":null}]}
                        """)
            }
        }
    }

    @Test(arguments: classes)
    func aSubclassIsPatchedByItsOwnProperties(type: Holder.Type) throws {
        let leaves = try self.leaves(
            type, #"{"type": "big", "label": null, "box": null, "sizes": {"a": 1, "b": null}}"#)
        #expect(leaves.count == 5)
        for leaf in leaves {
            let leaf = try #require(leaf as? BigLeaf)
            #expect(leaf.label == nil && leaf.size == nil && leaf.sizes == ["a": 1])
        }
    }

    @Test(arguments: classes)
    func aPatchAddsTheSameModel(type: Holder.Type) throws {
        let (old, new) = (type.init(), type.init())
        for leaf in [Leaf(), BigLeaf()] {
            (leaf.label, leaf.numbers, leaf.presence) = (nil, ["two": 2], .null)
            (leaf as? BigLeaf)?.size = nil
            leaf.anything = ["a": 1]
            (new.leaf, new.present, new.leaves, new.deep) = (
                leaf, .value(leaf), ["new": leaf], ["old": ["new": leaf]]
            )
            let patched = old.copy()
            try patched.apply(mergePatch: new.mergePatchData(since: old))
            #expect(patched == new)
        }
    }

    /// A key under which one property is exported can be an alternative key of an earlier one.
    @Test func nullIsAValueOfThePropertyThatIsExportedThere() throws {
        final class Tree: ModelObject {
            var info: [String: Any] = [:]
            var leaf: Leaf?
            override class var propertyRules: [String: PropertyRule] { ["info": .keys("info", "leaf")] }
        }
        final class Garden: ModelObject { var tree: Tree? }
        let garden = Garden()
        try garden.apply(mergePatch: #"{"tree": {"leaf": {"label": null, "presence": 2}}}"#)
        let leaf = try #require(garden.tree?.leaf)
        #expect(leaf.label == nil && leaf.presence == .value(2))
    }

    final class Drawing: ModelObject {
        var shape: PatchShape?
        var shapes: [String: PatchShape] = [:]
    }

    /// A receiver without classes removes the members of the former class.
    @Test func aPatchToAnotherClassRemovesItsMembers() throws {
        let (old, new) = (Drawing(), Drawing())
        let square = PatchSquare()
        square.name = nil
        (old.shape, old.shapes) = (PatchCircle(), ["a": PatchCircle()])
        (new.shape, new.shapes) = (square, ["a": square])
        let patch = try new.mergePatchData(since: old)
        let shape = #"{"type":"square","name":null,"side":2,"radius":null}"#
        #expect(
            String(decoding: patch, as: UTF8.self) == #"{"shape":\#(shape),"shapes":{"a":\#(shape)}}"#)
        try old.apply(mergePatch: patch, options: .strict)
        #expect(old == new)
    }

    struct Envelope: Codable {
        var user: Leaf
        var note: String?
    }

    final class Sender: ModelObject {
        var envelope: Envelope?
        var envelopes: [String: Envelope] = [:]
    }

    @Test func aDictionaryReplacesAModelAsAWhole() throws {
        final class Untyped: ModelObject { var list: [Any] = [Leaf()] }
        let new = Untyped()
        new.list = [["id": 2]]
        let patch = try new.jsonPatch(since: Untyped())
        #expect(patch.map { $0["path"] as? String } == ["/list/0"])
        let receiver = Untyped()
        try receiver.apply(jsonPatch: patch)
        #expect(try receiver.jsonString() == new.jsonString())
    }

    /// nil in a model inside a Codable value is a missing key, as it is in an export.
    @Test func aModelInACodableValueCanHaveNil() throws {
        let (old, new) = (Sender(), Sender())
        let leaf = Leaf()
        (leaf.label, leaf.numbers) = (nil, [:])
        (new.envelope, new.envelopes) = (Envelope(user: leaf), ["a": Envelope(user: leaf)])
        let patch = #"{"user":{"numbers":{},"options":{},"rows":[]}}"#
        #expect(
            try String(decoding: new.jsonData(changedSince: old), as: UTF8.self)
                == #"{"envelope":\#(patch),"envelopes":{"a":\#(patch)}}"#)
        let back = old.copy()
        try back.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(back.envelope != nil && back.envelopes.count == 1)
        try new.apply(mergePatch: old.mergePatchData(since: new))
        #expect(new == old)
    }

    final class Converting: ModelObject {
        var leaf: Leaf?
        var exported: Leaf?
        override class var propertyRules: [String: PropertyRule] {
            [
                "leaf": .converted(from: { try ($0 as? [String: Any]).map { try Leaf(dictionary: $0) } }),
                "exported": .converted(
                    from: { try ($0 as? [String: Any]).map { try Leaf(dictionary: $0) } }, to: { $0 }),
            ]
        }
    }

    /// A conversion makes its value from what a payload would have, not from the changes.
    @Test func aConversionGetsTheWholeObject() throws {
        let old = Converting()
        let (leaf, exported) = (Leaf(), Leaf())
        (old.leaf, old.exported) = (leaf, exported)
        for leaf in [leaf, exported] {
            (leaf.numbers, leaf.next) = (["two": 2], Leaf())
            leaf.next?.rows = [["a": 1]]
        }
        let new = old.copy()
        new.leaf?.label = "new"
        new.leaf?.next?.label = "inner"
        new.exported?.label = "new"
        new.exported?.next?.label = "inner"
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: new.mergePatchData(since: old))
        #expect(merged == new && merged.leaf !== old.leaf)
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(patched == new && patched.exported !== old.exported)
    }

    /// A JSON Patch replaces a model that is exported as text, like any other.
    @Test func aReplacedEmbeddedModelKeepsNothing() throws {
        final class Letter: ModelObject {
            var leaf: Leaf?
            override class var propertyRules: [String: PropertyRule] { ["leaf": .embeddedJSON] }
        }
        for value: Any in [["anything": 9], #"{"anything": 9}"#] {
            let letter = try Letter(json: #"{"leaf": "{\"anything\": 1, \"label\": \"c\"}"}"#)
            try letter.apply(jsonPatch: [["op": "replace", "path": "/leaf", "value": value]])
            #expect(letter.leaf?.anything as? Int == 9 && letter.leaf?.label == "default")
        }
    }

    class Stamp: ModelObject {
        var id = "none"
        var color: String? = "red"
        override class var propertyRules: [String: PropertyRule] { ["id": .required] }
    }

    final class BigStamp: Stamp { var size = 1 }

    final class Parcel: ModelObject {
        var stamp: Stamp = BigStamp()
        var other: Stamp? = BigStamp()
        override class var propertyRules: [String: PropertyRule] {
            ["stamp": .embeddedJSON, "other": .embeddedJSON]
        }

        required init() {
            for stamp in [stamp, other] {
                stamp?.id = "own"
                stamp?.color = nil
            }
        }
    }

    /// The model in a text replaces that of a property, also if the property can't be nil.
    @Test(arguments: ["stamp", "other"])
    func anEmbeddedModelIsNew(property: String) throws {
        for isMerge in [false, true] {
            let parcel = Parcel()
            func stamp() -> Stamp? { property == "stamp" ? parcel.stamp : parcel.other }
            func apply(_ text: String) throws {
                if isMerge {
                    try parcel.apply(mergePatch: [property: text], options: .init(mismatches: .reject))
                } else {
                    try parcel.apply(
                        jsonPatch: [["op": "replace", "path": "/\(property)", "value": text]])
                }
            }
            let old = stamp()
            // The required `id` is missing.
            #expect(throws: ModelError.self) { try apply(#"{"size": 3}"#) }
            #expect(stamp() === old)
            try apply(#"{"id": "new", "size": 3}"#)
            #expect(stamp() !== old)
            #expect(try stamp()?.jsonString() == #"{"id":"new","color":"red","size":3}"#)
        }
    }

    /// In a new object, a text fills the model that the object is made with, as in a payload.
    @Test func anEmbeddedModelOfANewObjectIsFilled() throws {
        final class Letters: ModelObject { var parcel: Parcel? }
        let parcel: [String: Any] = ["stamp": #"{"id": "a", "size": 3}"#, "other": #"{"id": "b"}"#]
        let (read, merged, patched) = (try Letters(dictionary: ["parcel": parcel]), Letters(), Letters())
        try merged.apply(mergePatch: ["parcel": parcel])
        try patched.apply(jsonPatch: [["op": "add", "path": "/parcel", "value": parcel]])
        #expect(read.parcel?.stamp.color == nil && merged == read && patched == read)
    }

    /// The text of a class without a name says that the model has this class.
    @Test func anEmbeddedModelChangesItsClass() throws {
        final class Letter: ModelObject {
            var leaf: Leaf = BigLeaf()
            var other: Leaf? = BigLeaf()
            override class var propertyRules: [String: PropertyRule] {
                ["leaf": .embeddedJSON, "other": .embeddedJSON]
            }
        }
        let new = Letter()
        (new.leaf, new.other) = (Leaf(), Leaf())
        for isMerge in [false, true] {
            let letter = Letter()
            if isMerge {
                try letter.apply(mergePatch: new.mergePatchData(since: letter))
            } else {
                try letter.apply(jsonPatch: new.jsonPatchData(since: letter))
            }
            #expect(letter == new)
        }
    }

    class Grid: ModelObject {
        var rows: [[Int?]?] = []
        var byName: [String: [[String?]?]] = [:]
        var any: Any?
        var deep: [Int?]?
        override class var propertyRules: [String: PropertyRule] { ["deep": .key("x.1")] }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    /// A null element of a value is not the nil of a property.
    @Test(arguments: [
        (#"{"rows": [[1], null]}"#, #"{"rows": [[1], [null]]}"#),
        (#"{"rows": [[null]]}"#, #"{"rows": [[null, null]]}"#),
        (#"{"byName": {"a": [null]}}"#, #"{"byName": {"a": [[null]]}}"#),
        (#"{"any": [null, [1]]}"#, #"{"any": [[null], [1]]}"#), (#"{}"#, #"{"x": [null, [null]]}"#),
        (#"{"other": [null]}"#, #"{"other": [[null]]}"#),
    ])
    func nullElementsBecomeArrays(old: String, new: String) throws {
        for (from, to) in [(old, new), (new, old)] {
            let (old, new) = (try Grid(json: from), try Grid(json: to))
            try old.apply(jsonPatch: new.jsonPatchData(since: old))
            #expect(try old.jsonString() == new.jsonString())
        }
    }
}
