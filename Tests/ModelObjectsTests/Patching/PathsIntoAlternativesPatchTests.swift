import ModelObjects
import Testing

/// Patches of classes in which paths lead into the value of another property's alternative key.
struct PathsIntoAlternativesPatchTests {
    class Post: ModelObject {
        var ownerID: String?
        var role: String?
        var tags: [String: Int] = [:]
        var next: Post?
        override class var propertyRules: [String: PropertyRule] {
            [
                "ownerID": .keys("ownerID", "owner", "meta.owner"), "role": .key("owner.role"),
                "tags": .keys("tags", "meta.owner.tags"),
            ]
        }
    }
    final class HookedPost: Post {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// The object is for the paths into it, not a mismatch for the property that has its key as an alternative.
    @Test(arguments: [Post.self, HookedPost.self])
    func anObjectForOtherPathsIsNoMismatchAtAnAlternativeKey(type: Post.Type) throws {
        let json = #"{"owner": {"role": "a"}, "meta": {"owner": {"tags": {"x": 1}}}}"#
        let dictionary: [String: Any] = ["owner": ["role": "a"], "meta": ["owner": ["tags": ["x": 1]]]]
        for post in [
            try type.init(json: json, options: .strict),
            try type.init(dictionary: dictionary, options: .strict),
        ] {
            #expect(post.ownerID == nil && post.role == "a" && post.tags == ["x": 1])
            try post.apply(mergePatch: #"{"owner": {"role": "b"}}"#, options: .strict)
            #expect(post.role == "b")
        }
        let (_, report) = type.inspect(json: json)
        #expect(!report.hasFindings)
        #expect(report.unfilled == ["ownerID", "next"])
        // An object at the key itself, and any other value at an alternative key, are mismatches.
        for json in [#"{"ownerID": {}}"#, #"{"owner": [], "role": "a"}"#] {
            #expect(throws: ModelError.self) { try type.init(json: json, options: .strict) }
        }
        let texts = [#"{"role": "x"}"#, #"{"owner": {"role": "b"}, "next": {"owner": {"role": "c"}}}"#]
        for (old, new) in [(texts[0], texts[1]), (texts[1], texts[0]), (json, texts[1])] {
            let (old, new) = (try type.model(json: old), try type.model(json: new))
            let merged = old.copy()
            try merged.apply(mergePatch: new.mergePatchData(since: old), options: .strict)
            #expect(merged == new)
            let patched = old.copy()
            try patched.apply(jsonPatch: new.jsonPatchData(since: old))
            #expect(patched == new)
        }
    }

    struct Size: Codable, Equatable { var width = 0 }
    final class Owner: ModelObject { var number = 0 }

    class Box: ModelObject {
        var raw: [String: Int]? = ["q": 1]
        var any: Any? = 2
        var size: Size?
        var owner: Owner?
        var name: String?
        override class var propertyRules: [String: PropertyRule] {
            [
                "raw": .keys("raw", "info"), "any": .keys("any", "info"), "size": .keys("size", "info"),
                "owner": .keys("owner", "info"), "name": .key("info.name"),
            ]
        }
    }
    final class HookedBox: Box {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        override func didExport(_ json: inout [String: Any]) throws { json["computed"] = 1 }
    }

    final class Boxes<Item: Box>: ModelObject {
        var boxes: [Item] = []
        var byName: [String: Item] = [:]
        var next: Item?
    }

    /// Also for properties that take objects: the document has none of theirs there.
    @Test(arguments: [Box.self, HookedBox.self])
    func aPartOfAnObjectChangesOnlyTheProperty(type: Box.Type) throws {
        let boxes = [nil, "a", "b"].map { name in
            let box = type.init()
            box.name = name
            return box
        }
        for (old, new) in boxes.flatMap({ old in boxes.map { (old, $0) } }) {
            try PatchLaw(kind: .operations).check(from: old, to: new)
            try PatchLaw(kind: .merge).check(from: old, to: new)
        }
        try boxes[1].apply(jsonPatch: #"[{"op": "remove", "path": "/info"}]"#)
        #expect(boxes[1] == boxes[0])
    }

    /// An API sends its own keys, in an object in which no path finds anything.
    @Test(arguments: [Box.self, HookedBox.self])
    func anObjectWithoutAPartOfThePathsIsForTheAlternativeKey(type: Box.Type) throws {
        let box = type.init()
        (box.owner, box.any, box.raw) = (Owner(), nil, nil)
        try box.apply(mergePatch: #"{"info": {"number": 7, "width": 3}}"#)
        #expect(box.owner?.number == 7 && box.size == Size(width: 3) && box.name == nil)
    }

    @Test func aNewObjectTakesSuchAnObjectForTheAlternativeKeyToo() throws {
        func check<Item: Box>(_ type: Item.Type) throws {
            let json = #"{"info": {"number": 8, "width": 4}}"#
            let (merged, patched) = (Boxes<Item>(), Boxes<Item>())
            try merged.apply(mergePatch: #"{"boxes": [\#(json)]}"#)
            try patched.apply(jsonPatch: #"[{"op": "add", "path": "/boxes/0", "value": \#(json)}]"#)
            let box = try #require(merged.boxes.first)
            #expect(box.owner?.number == 8 && box.size == Size(width: 4) && box.name == nil)
            #expect(merged == patched)
        }
        try check(Box.self)
        try check(HookedBox.self)
    }

    @Test func aPartOfANewObjectChangesOnlyTheProperty() throws {
        func check<Item: Box>(_ type: Item.Type) throws {
            let (old, new) = (Boxes<Item>(), Boxes<Item>())
            let box = Item()
            box.name = "a"
            (new.boxes, new.byName, new.next) = ([box], ["b": box.copy()], box.copy())
            try PatchLaw(kind: .operations).check(from: old, to: new)
            try PatchLaw(kind: .merge).check(from: old, to: new)
        }
        try check(Box.self)
        try check(HookedBox.self)
    }
}
