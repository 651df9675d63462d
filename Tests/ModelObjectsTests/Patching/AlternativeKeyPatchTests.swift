import Foundation
import ModelObjects
import Testing

/// Properties whose alternative keys lead into the value of another property.
struct AlternativeKeyPatchTests {
    class Record: ModelObject {
        var id = 0
        var meta: [String: Int]?
        var image: String?
        var url: String?
        override class var propertyRules: [String: PropertyRule] {
            ["id": .keys("id", "meta.id", "old_id"), "url": .keys("url", "image.url")]
        }
    }

    final class RequiredRecord: Record {
        override class var propertyRules: [String: PropertyRule] {
            super.propertyRules.merging(["id": .keys("id", "meta.id", "old_id").required]) { $1 }
        }
    }

    final class HookedRecord: Record {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [
        (#"{"meta":null}"#, #"{"id":1,"image":"a"}"#),
        (#"{"meta":{"y":null,"z":3}}"#, #"{"id":1,"meta":{"x":1,"z":3},"image":"a"}"#),
        (#"{"id":2,"meta":null}"#, #"{"id":2,"image":"a"}"#),
        (#"{"id":2,"old_id":null}"#, #"{"id":2,"meta":{"x":1,"y":2},"image":"a"}"#),
        (#"{"image":"b"}"#, #"{"id":1,"meta":{"x":1,"y":2},"image":"b"}"#),
    ])
    func aMergePatchChangesThePropertyWithTheKey(patch: String, expected: String) throws {
        for type in [Record.self, RequiredRecord.self, HookedRecord.self] {
            let record = try type.model(json: #"{"id":1,"meta":{"x":1,"y":2},"image":"a"}"#)
            try record.apply(mergePatch: patch)
            #expect(
                try record.jsonString(options: ExportOptions(sortedKeys: true))
                    == type.model(json: expected).jsonString(options: ExportOptions(sortedKeys: true)))
        }
    }

    @Test(arguments: [Record.self, RequiredRecord.self, HookedRecord.self])
    func aMergePatchDoesNotUseAnAlternativeKeyOfAnUnchangedProperty(type: Record.Type) throws {
        let record = try type.init(json: #"{"id":1,"meta":{"x":1}}"#)
        try record.apply(mergePatch: #"{"meta":{"id":7}}"#)
        #expect(record.id == 1 && record.meta == ["id": 7, "x": 1])
    }

    /// No property is exported under this path, though one is exported beside it.
    @Test func aMergePatchUsesAnAlternativeKeyBesideTheKeyOfAnotherProperty() throws {
        final class Page: ModelObject {
            var id = 0
            var title: String?
            override class var propertyRules: [String: PropertyRule] {
                ["id": .keys("id", "meta.id"), "title": .key("meta.title")]
            }
        }
        let page = try Page(json: #"{"id":1,"meta":{"title":"a"}}"#)
        try page.apply(mergePatch: #"{"meta":{"id":7,"title":"b"}}"#)
        #expect(page.id == 7 && page.title == "b")
    }

    /// An API sends the owner as a number or as an object.
    @Test func aMergePatchUsesAnAlternativeKeyAroundTheKeyOfAnotherProperty() throws {
        final class Page: ModelObject {
            var ownerID = 0
            var roles: [String] = []
            override class var propertyRules: [String: PropertyRule] {
                ["ownerID": .keys("ownerID", "owner"), "roles": .key("owner.roles")]
            }
        }
        let page = try Page(json: #"{"ownerID":1}"#)
        try page.apply(mergePatch: #"{"owner":{"roles":["a"]}}"#)
        #expect(page.ownerID == 1 && page.roles == ["a"])
        try page.apply(mergePatch: #"{"owner":7}"#)
        #expect(page.ownerID == 7)
    }

    /// A property's own alternative keys mean the property, and a key of one that isn't exported is needed to fill it.
    final class Notice: ModelObject {
        var name = ""
        var text = ""
        var tags: [String] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .keys("name", "Name", "title"), "text": .keys("text", "name").notExported,
                "tags": .keys("tags", "tags.list"),
            ]
        }
    }

    @Test(arguments: [
        #"{"Name": "a", "title": "b"}"#, #"{"name": "a"}"#, #"{"tags": ["c"]}"#,
        #"{"tags": {"list": ["c"]}}"#,
    ])
    func aMergePatchUsesAnyKeyLikeAnUpdate(json: String) throws {
        let (updated, merged) = (Notice(), Notice())
        try updated.update(json: json, options: .strict)
        try merged.apply(mergePatch: json, options: .strict)
        #expect(updated != Notice() && merged == updated)
    }

    class Person: ModelObject {
        var name = ""
        var displayName: String?
        var title: String?
        var aliases: [String] = []
        var first: String?
        var search = ""
        var friends: [Person] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "displayName": .keys("display_name", "name", "nick"),
                "title": .keys("title", "display_name", "name"),
                "first": .keys("first", "aliases.0", "friends.0.name"), "search": .key("name").notExported,
            ]
        }
    }
    final class HookedPerson: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// A key under which another property is exported belongs to that one, but still fills properties that aren't
    /// exported, and new objects.
    @Test(arguments: [Person.self, HookedPerson.self])
    func aPatchChangesOnlyThePropertyThatIsExportedUnderTheKey(type: Person.Type) throws {
        func texts(_ person: Person?) -> [String?] {
            [person?.name, person?.displayName, person?.title, person?.first, person?.search]
        }
        let original = try type.init(json: #"{"name":"a","aliases":["x"],"friends":[{"name":"f"}]}"#)
        #expect(texts(original) == ["a", "a", "a", "x", "a"])
        let patches: [(merge: String, operations: String)] = [
            (#"{"name":"b"}"#, #"[{"op":"replace","path":"/name","value":"b"}]"#),
            (#"{"display_name":"d"}"#, #"[{"op":"replace","path":"/display_name","value":"d"}]"#),
            (#"{"aliases":["y"]}"#, #"[{"op":"replace","path":"/aliases/0","value":"y"}]"#),
            (
                #"{"friends":[{"name":"g"}]}"#,
                #"[{"op":"replace","path":"/friends","value":[{"name":"g"}]}]"#
            ),
        ]
        let expected = [
            ["b", "a", "a", "x", "b"], ["a", "d", "a", "x", "a"], ["a", "a", "a", "x", "a"],
            ["a", "a", "a", "x", "a"],
        ]
        for (patch, expected) in zip(patches, expected) {
            let (merged, patched) = (original.copy(), original.copy())
            try merged.apply(mergePatch: patch.merge)
            try patched.apply(jsonPatch: patch.operations)
            for person in [merged, patched] {
                #expect(texts(person) == expected)
                #expect(person.friends.allSatisfy { $0.displayName == $0.name && $0.title == $0.name })
            }
        }
        // No property is exported under this key.
        try original.apply(mergePatch: #"{"nick":"n"}"#)
        #expect(texts(original) == ["a", "n", "a", "x", "a"])
    }

    @Test func generatedPatchesLeadToTheOtherObject() throws {
        let texts = [
            #"{"id":1}"#, #"{"id":1,"meta":{"x":1}}"#, #"{"id":2,"image":"a"}"#, #"{"image":"b","url":"u"}"#,
        ]
        for (type, old, new) in [Record.self, HookedRecord.self].flatMap({ type in
            texts.flatMap { old in texts.map { (type, old, $0) } }
        }) {
            let (old, new) = (try type.model(json: old), try type.model(json: new))
            let merged = old.copy()
            try merged.apply(mergePatch: new.mergePatchData(since: old))
            #expect(merged == new)
            let patched = old.copy()
            try patched.apply(jsonPatch: new.jsonPatchData(since: old))
            #expect(patched == new)
        }
    }

    @Test func aRequiredPropertyNeedsAnotherValue() throws {
        let record = try RequiredRecord(json: #"{"id":1}"#)
        for patch in [
            #"{"id":null}"#, #"{"old_id":null}"#, #"{"id":null,"meta":{"id":7}}"#,
            #"{"id":null,"old_id":null,"meta":{}}"#,
        ] {
            #expect(throws: ModelError.self) { try record.apply(mergePatch: patch) }
            #expect(record.id == 1)
        }
    }

    /// A new object of another class reads the null that removes a member of the old one.
    @Test func aPatchChangesTheClassOfANestedModel() throws {
        class Base: ModelObject {
            override class var discriminator: Discriminator? { .key("kind", ["c": C.self, "d": D.self]) }
        }
        final class C: Base { var meta: String? }
        final class D: Base {
            var id = 0
            override class var propertyRules: [String: PropertyRule] {
                ["id": .keys("id", "meta.id").required]
            }
        }
        final class Holder: ModelObject { var base: Base? }
        let old = try Holder(json: #"{"base":{"kind":"c","meta":"x"}}"#)
        let new = try Holder(json: #"{"base":{"kind":"d","id":1}}"#)
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old == new)
    }

    /// An API sends `image` as a string or as an object with `url`.
    @Test func aValueThatAPropertyTakesIsNoProblem() throws {
        for type in [Record.self, HookedRecord.self] {
            for options in [MappingOptions(), .strict] {
                let record = try type.model(json: #"{"image":"a"}"#, options: options)
                #expect(record.image == "a" && record.url == nil)
            }
            let (_, report) = type.inspect(json: #"{"image":"a"}"#)
            #expect(report.problems.isEmpty)
            let record = try type.init(dictionary: ["image": "a"], options: .strict)
            #expect(record.image == "a")
            // Neither property takes a number.
            #expect(throws: ModelError.self) { try type.init(json: #"{"image":[]}"#, options: .strict) }
        }
    }

    // MARK: Other properties with the key

    final class Part: ModelObject {
        var id = 0
        var name: String?
    }

    class Mirrored: ModelObject {
        var raw: [String: Any] = [:]
        var part: Part?
        var prefs = ["a": 1]
        var settings = ["b": 2]
        var meta: [String: Any] = [:]
        var locale = ""
        var parts: [String: Part] = [:]
        var mainName: String?
        var items: [Part] = []
        var firstName: String?
        var line = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "raw": .key("part").notExported, "prefs": .keys("prefs", "settings"),
                "locale": .key("meta.locale").notExported, "mainName": .key("parts.main.name").notExported,
                "firstName": .keys("firstName", "items.0.name"),
                "line": .combined(keys: ["items"]) { keys -> String? in
                    (keys["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }.joined()
                },
            ]
        }
    }
    final class HookedMirrored: Mirrored {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let json = #"""
        {"part": {"id": 1, "name": "n"}, "prefs": {"p": 1}, "settings": {"s": 1}, "meta": {"id": 1, "locale": "x"},
         "parts": {"main": {"id": 1, "name": "m"}, "x": {"id": 2, "name": "k"}}, "firstName": "f",
         "items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
        """#

    /// Paths of other properties into it change nothing else.
    @Test(arguments: [Mirrored.self, HookedMirrored.self])
    func thePropertyThatIsExportedThereIsPatched(type: Mirrored.Type) throws {
        let mirrored = try type.init(json: Self.json)
        let (part, x) = (mirrored.part, mirrored.parts["x"])
        try mirrored.apply(
            mergePatch: #"""
                {"part": {"id": 2}, "settings": {"t": 2}, "meta": {"id": 2}, "parts": {"x": {"id": 4}}}
                """#)
        #expect(mirrored.part === part && part?.id == 2 && part?.name == "n")
        #expect(mirrored.settings == ["s": 1, "t": 2])
        #expect(mirrored.meta["id"] as? Int == 2 && mirrored.meta["locale"] as? String == "x")
        #expect(mirrored.parts.count == 2 && mirrored.parts["x"] === x && x?.id == 4 && x?.name == "k")
        #expect(mirrored.locale == "x" && mirrored.mainName == "m")
        try mirrored.apply(mergePatch: #"{"meta": {"locale": "y"}}"#)
        #expect(mirrored.meta["locale"] as? String == "y" && mirrored.meta["id"] as? Int == 2)
        try mirrored.apply(mergePatch: #"{"meta": null}"#)
        #expect(mirrored.meta.isEmpty)
    }

    class Required: ModelObject {
        var search = ["s": 1]
        var name = ["n": 1]
        override class var propertyRules: [String: PropertyRule] {
            ["search": .key("name").notExported, "name": .required]
        }
    }
    final class HookedRequired: Required {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [Required.self, HookedRequired.self])
    func anEarlierPropertyWithTheKeyIsNotExportedThere(type: Required.Type) throws {
        let object = type.init()
        try object.apply(mergePatch: #"{"name": {"a": 2}}"#)
        #expect(object.name == ["n": 1, "a": 2])
        #expect(throws: ModelError.self) { try object.apply(mergePatch: #"{"name": null}"#) }
    }

    /// Arrays of models that paths and `combined` rules read, too.
    @Test(arguments: [Mirrored.self, HookedMirrored.self])
    func elementsThatPathsLeadIntoArePatched(type: Mirrored.Type) throws {
        let mirrored = try type.init(json: Self.json)
        let items = mirrored.items
        try mirrored.apply(
            jsonPatch: #"""
                [{"op": "replace", "path": "/items/1/id", "value": 5}, {"op": "add", "path": "/items/-", "value": {"name": "c"}}]
                """#)
        #expect(mirrored.items.map(\.id) == [1, 5, 0] && mirrored.firstName == "f" && mirrored.line == "abc")
        #expect(mirrored.items[0] === items[0] && mirrored.items[1] === items[1])
        try mirrored.apply(jsonPatch: #"[{"op": "remove", "path": "/items/0"}]"#)
        #expect(mirrored.items.map(\.id) == [5, 0] && mirrored.line == "bc")
    }
}
