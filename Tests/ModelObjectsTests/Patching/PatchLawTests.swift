import Foundation
import ModelObjects
import Testing

/// The law of patches with random pairs of objects.
struct PatchLawTests {
    final class Leaf: ModelObject {
        var label: String? = "d"
        var size = 1
    }
    /// The paths of its properties share an array, which a merge patch replaces.
    final class Shelf: ModelObject {
        var first: Leaf?
        var second: Leaf?
        var third = 0
        override class var propertyRules: [String: PropertyRule] {
            ["first": .key("list.0"), "second": .key("list.1.deep"), "third": .key("list.2")]
        }
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func modelsAtPathsIntoAnArrayAreReplaced(kind: PatchLaw.Kind) throws {
        let leaves = [
            "null", #"{"label": null}"#, #"{"label": "x", "size": 2}"#, #"{"label": null, "size": 2}"#,
        ]
        let shelves = try leaves.flatMap { first in
            try leaves.map { try Shelf(json: #"{"list": [\#(first), {"deep": \#($0)}, 3]}"#) }
        }
        let pairs = shelves.flatMap { old in shelves.map { (old, $0) } }
        for (old, new) in Effort.some(of: pairs, atLeast: 60) {
            try PatchLaw(kind: kind).check(from: old, to: new)
        }
    }

    /// A merge patch has no part of an array: what it doesn't mention isn't kept.
    @Test func aMergePatchMakesNewModelsAtPathsIntoAnArray() throws {
        let shelf = try Shelf(json: #"{"list": [{"size": 2}, {"deep": {"label": "x", "size": 3}}]}"#)
        let (first, second) = (shelf.first, shelf.second)
        try shelf.apply(mergePatch: #"{"list": [{"label": "y"}, {"deep": {"label": "z"}}]}"#)
        #expect(shelf.first?.label == "y" && shelf.first?.size == 1 && shelf.first !== first)
        #expect(shelf.second?.label == "z" && shelf.second?.size == 1 && shelf.second !== second)
    }

    final class Cells: ModelObject {
        var b: Int?
        var c: String?
        var d: [Int] = []
        var id = 0
        override class var propertyRules: [String: PropertyRule] {
            ["b": .key("a.0.b"), "c": .key("a.1"), "d": .key("a.2.x.d"), "id": .key("r.0").required]
        }
    }

    /// The same result as that of a JSON Patch, which replaces the array, too.
    @Test(arguments: [
        "[]", "[{}]", #"[{"b":2}]"#, #"[null,"z"]"#, #"[{},"z",{"x":{}}]"#, #"[{"b":2},"z",{"x":{"d":[4]}}]"#,
        #"[{"b":null},null,{"x":{"d":[]}}]"#,
    ])
    func anArrayReplacesTheOneAtThePrefixOfPaths(array: String) throws {
        let old = try Cells(json: #"{"a":[{"b":1},"x",{"x":{"d":[3]}}],"r":[7]}"#)
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: #"{"a":\#(array)}"#, options: .strict)
        try patched.apply(jsonPatch: #"[{"op":"replace","path":"/a","value":\#(array)}]"#)
        #expect(merged == patched && merged.id == 7)
        // Any spelling is the value of its property.
        let spelled = old.copy()
        try spelled.apply(mergePatch: #"{"A":[{"B":5},"y",{"X":{"D":[6]}}]}"#, options: .strict)
        #expect(spelled.b == 5 && spelled.c == "y" && spelled.d == [6])
        let error = #expect(throws: ModelError.self) { try old.apply(mergePatch: #"{"r":[]}"#) }
        #expect(error?.code == .missingRequired && error?.path == "$.r[0]" && old.id == 7)
        #expect(throws: ModelError.self) {
            try old.apply(mergePatch: #"{"a":[5]}"#, options: MappingOptions(mismatches: .reject))
        }
        #expect(old.b == 1)
    }

    /// Steps of paths that look like indices, but are keys of an object.
    final class Signed: ModelObject {
        var negative = 0
        var positive = 0
        var padded = 0
        var large = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "negative": .key("a.-1"), "positive": .key("b.+1"), "padded": .key("c.01"),
                "large": .key("d.300"),
            ]
        }
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func stepsThatLookLikeIndicesAreKeys(kind: PatchLaw.Kind) throws {
        let new = try Signed(json: #"{"a": {"-1": 1}, "b": {"+1": 2}, "c": {"01": 3}, "d": {"300": 4}}"#)
        #expect(new.negative == 1 && new.positive == 2 && new.padded == 3 && new.large == 4)
        try PatchLaw(kind: kind).check(from: Signed(), to: new)
    }

    @Test func mergePatches() throws { try check(PatchLaw(kind: .merge), seed: 11) }

    @Test func jsonPatches() throws { try check(PatchLaw(kind: .operations), seed: 12) }

    private func check(_ law: PatchLaw, seed: UInt64) throws {
        let merges = law.kind == .merge
        var nodes = PatchNodes(generator: SeededNumbers(seed: seed))
        for round in 0..<Effort.count(5_000, byDefault: 10) {
            let old = nodes.node(merges: merges)
            let new = old.copy()
            nodes.change(new, merges: merges, all: round % 4 == 0)
            try law.check(from: old, to: new)
        }
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func objectsWithSets(kind: PatchLaw.Kind) throws {
        var bags = PatchBags(generator: SeededNumbers(seed: 13))
        let law = PatchLaw(kind: kind) { try PatchBags.text(of: $0) }
        for round in 0..<Effort.count(2_000, byDefault: 10) {
            let old = bags.bag()
            let new = old.copy()
            bags.change(new, share: round % 3 == 0 ? 0 : 0.3)
            bags.rebuildSets(new)
            try law.check(from: old, to: new)
        }
    }

    /// Even if the number of elements stays the same.
    @Test(arguments: [
        ([1, 2, 3, 4], [2, 3, 4, 5], ["add /numbers/4", "remove /numbers/0"]),
        ([1, 2, 3, 4], [4, 1, 2, 3], ["remove /numbers/3", "add /numbers/0"]),
        ([1, 2, 3], [1, 5, 3], ["replace /numbers/1"]),
    ])
    func elementsThatMoveAreKept(from: [Int], to: [Int], operations: [String]) throws {
        let (old, new) = (PatchNode(), PatchNode())
        (old.numbers, new.numbers) = (from, to)
        let patch = try new.jsonPatch(since: old)
        #expect(patch.map { "\($0["op"] ?? "") \($0["path"] ?? "")" } == operations)
        try PatchLaw(kind: .operations).check(from: old, to: new)
    }

    final class Keeper: ModelObject {
        var count = 0
        var title: String?
        var inner: Keeper?
        var list: [Keeper] = []

        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] { ["title": .key("meta.title")] }
    }

    @Test func keptUnknownValuesInJSONPatches() throws {
        let objects = [
            "{}", #"{"extra":null}"#, #"{"extra":{"a":[1,null],"b":null}}"#, #"{"count":2,"extra":{"b":1}}"#,
            #"{"inner":{"extra":null},"meta":{"title":"t"}}"#, #"{"inner":{"count":3,"more":null}}"#,
            #"{"list":[{"extra":null},{}]}"#,
            #"{"list":[{},{"extra":{"a":null}},{"extra":null}],"more":null}"#,
        ].map { text in Result { try Keeper(json: text) } }
        for old in objects {
            for new in objects { try PatchLaw(kind: .operations).check(from: old.get(), to: new.get()) }
        }
    }

    /// An export leaves these nulls out, and a merge patch can't set null.
    @Test func keptNullsInMergePatches() throws {
        let texts = [
            #"{"count":1}"#, #"{"count":2,"extra":null}"#, #"{"count":3,"extra":4,"list":[{"extra":null}]}"#,
            #"{"inner":{"count":3,"more":null}}"#, #"{"inner":{"count":4}}"#,
        ]
        let law = PatchLaw(kind: .merge) { try $0.jsonString(options: ExportOptions(sortedKeys: true)) }
        for old in texts {
            for new in texts where new.contains("inner") || !old.contains("inner") {
                try law.check(from: Keeper(json: old), to: Keeper(json: new))
            }
        }
        let patch = try Keeper(json: texts[1]).mergePatchData(since: Keeper(json: texts[0]))
        #expect(patch == Data(#"{"count":2}"#.utf8))
        #expect(try Keeper(json: texts[0]).mergePatch(since: Keeper(json: texts[1]))["extra"] == nil)
    }

    /// A model whose paths lead into arrays.
    final class Paths: ModelObject {
        var name: String?
        var age: Int?
        var other: String?
        var leaf: PatchLeaf?
        var x: Double?
        var y: Double?
        var cell: Int?
        var corner: Int?
        var deep: String?

        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .key("p.0.name"), "age": .key("p.0.age"), "other": .key("p.1.name"),
                "leaf": .key("p.2"), "x": .key("place.at.0"), "y": .key("place.at.1"), "cell": .key("m.0.0"),
                "corner": .key("m.1.1"), "deep": .key("m.1.2.a.b"),
            ]
        }
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func pathsIntoArrays(kind: PatchLaw.Kind) throws {
        var random = SeededNumbers(seed: 14)
        func chance() -> Bool { Bool.random(using: &random) }
        func change(_ paths: Paths) {
            if chance() { paths.name = chance() ? nil : "n\(Int.random(in: 0..<3, using: &random))" }
            if chance() { paths.age = chance() ? nil : Int.random(in: 0..<3, using: &random) }
            if chance() { paths.other = chance() ? nil : "o" }
            // A merge patch replaces an array, but fills the model in it in place.
            if chance(), kind == .operations || paths.leaf == nil {
                paths.leaf = chance() ? nil : PatchLeaf()
                paths.leaf?.label = chance() ? nil : "l"
            }
            if chance() { paths.x = chance() ? nil : 1.5 }
            if chance() { paths.y = chance() ? nil : Double(Int.random(in: 0..<3, using: &random)) }
            if chance() { paths.cell = chance() ? nil : 3 }
            if chance() { paths.corner = chance() ? nil : 4 }
            if chance() { paths.deep = chance() ? nil : "d" }
        }
        for _ in 0..<Effort.count(2_000, byDefault: 40) {
            let old = Paths()
            change(old)
            let new = old.copy()
            change(new)
            try PatchLaw(kind: kind).check(from: old, to: new)
        }
    }
}
