import Foundation
import ModelObjects
import Testing

/// JSON patches of arrays whose elements are at the paths of properties.
struct ArrayPartPatchTests {
    /// Exported as `{"p": [[{"v": 1}], any]}`.
    class Nested: ModelObject {
        var v = 1
        var any: Any?
        override class var propertyRules: [String: PropertyRule] {
            ["v": .key("p.0.0.v"), "any": .key("p.1")]
        }
    }
    final class HookedNested: Nested {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Outer: ModelObject { var inner = Nested() }

    /// The property would otherwise get the model itself, whose part it was.
    @Test(arguments: [Nested.self, HookedNested.self])
    func aPartThatMovesToAnotherIndexIsAValue(type: Nested.Type) throws {
        let inserted = type.init()
        try inserted.apply(
            jsonPatch: #"[{"op":"remove","path":"/p/1"},{"op":"add","path":"/p/0","value":[{"v":3}]}]"#)
        #expect(inserted.v == 3 && inserted.any as? [[String: Int]] == [["v": 1]])
        let emptied = Outer()
        try emptied.apply(
            jsonPatch: #"""
                [{"op":"remove","path":"/inner/p/1"},{"op":"remove","path":"/inner/p/0/0/v"},
                 {"op":"add","path":"/inner/p/0","value":[]}]
                """#)
        let list = try #require(emptied.inner.any as? [Any])
        #expect(list.count == 1 && list[0] as? [String: Int] == [:])
    }

    class Parts: ModelObject {
        var hidden = 1
        var secret: Int? = 1
        var date = Date(timeIntervalSince1970: 0)
        var ratio: Double? = 1
        var state: Presence<Int> = .missing
        var any: [Any] = []
        var number = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "hidden": .key("list.0").notExported, "secret": .key("list.1").notExported,
                "date": .key("list.2"), "ratio": .key("list.3"), "state": .key("list.4"),
                "any": .key("list.5"), "number": .key("list.6"),
            ]
        }
        static func made() -> Self {
            let parts = self.init()
            (parts.hidden, parts.secret, parts.date, parts.ratio) = (7, 8, .distantPast, .nan)
            return parts
        }
    }
    final class HookedParts: Parts {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class ReplacingParts: Parts {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    /// The document has null for them.
    @Test(arguments: [Parts.self, HookedParts.self, ReplacingParts.self])
    func anElementChangesNoOther(type: Parts.Type) throws {
        let parts = type.made()
        try parts.apply(jsonPatch: #"[{"op":"replace","path":"/list/6","value":5}]"#)
        #expect(parts.number == 5 && parts.hidden == 7 && parts.secret == 8)
        #expect(parts.date == .distantPast && parts.ratio?.isNaN == true && parts.state == .missing)
        let (old, new) = (type.init(), type.init())
        (old.hidden, new.hidden, new.number) = (7, 7, 6)
        try old.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(old == new)
    }

    @Test func anElementDoesNotConvertAnother() throws {
        let parts = Parts.made()
        parts.any = [Date.distantPast, Set([1])]
        parts.date = Date(timeIntervalSince1970: 0)
        try parts.apply(jsonPatch: #"[{"op":"replace","path":"/list/6","value":5}]"#)
        #expect(parts.any.first is Date && parts.number == 5)
    }

    @Test func nullRemovesAnElement() throws {
        let parts = Parts.made()
        (parts.ratio, parts.state) = (2, .value(3))
        try parts.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/list/3","value":null},{"op":"replace","path":"/list/4","value":null}]
                """#)
        #expect(parts.ratio == nil && parts.state == .null && parts.date == .distantPast)
    }

    final class Point: ModelObject {
        var x: Int? = 1
        var y: Int? = 2
        override class var propertyRules: [String: PropertyRule] { ["x": .key("p.0"), "y": .key("p.1")] }
    }

    @Test(arguments: [
        (#"[{"op":"add","path":"/p/2","value":9}]"#, "/p/2"),
        (#"[{"op":"add","path":"/p/-","value":9}]"#, "/p/2"),
        (#"[{"op":"add","path":"/p/0","value":9}]"#, "/p/2"),
        (#"[{"op":"replace","path":"/p","value":[1,2,3]}]"#, "/p/2"),
    ])
    func anElementWithoutAPropertyIsAnError(patch: String, place: String) throws {
        let point = Point()
        let error = #expect(throws: ModelError.self) { try point.apply(jsonPatch: patch) }
        #expect(error?.code == .patchFailed && error?.found.contains("no property has this key") == true)
        #expect(error?.description.contains("`\(place)`") == true || patch.contains("/-"))
        #expect(point.x == 1 && point.y == 2)
    }

    @Test func anElementMayMoveWithinTheProperties() throws {
        let point = Point()
        try point.apply(
            jsonPatch: #"[{"op":"add","path":"/p/0","value":9},{"op":"remove","path":"/p/2"}]"#)
        #expect(point.x == 9 && point.y == 1)
        // A null holds no value.
        point.y = nil
        try point.apply(jsonPatch: #"[{"op":"add","path":"/p/0","value":8}]"#)
        #expect(point.x == 8 && point.y == 9)
    }

    final class Whole: ModelObject {
        var x = 0
        var y = 0
        var list: [Int] = []
        override class var propertyRules: [String: PropertyRule] {
            ["x": .key("p.0"), "y": .key("p.1"), "list": .key("p").notExported]
        }
    }

    @Test func aPropertyWithTheKeyOfTheArrayGetsIt() throws {
        let whole = try Whole(json: #"{"p": [1, 2]}"#)
        try whole.apply(jsonPatch: #"[{"op":"replace","path":"/p/1","value":7}]"#)
        #expect(whole.y == 7 && whole.list == [1, 7])
        try whole.apply(jsonPatch: #"[{"op":"add","path":"/p/-","value":5}]"#)
        #expect(whole.x == 1 && whole.y == 7 && whole.list == [1, 7, 5])
    }

    final class Deep: ModelObject {
        var name: String?
        var size: Int?
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("o.list.0.name"), "size": .key("o.list.1.0")]
        }
    }

    /// Also if the document had no object or array there.
    @Test(arguments: [
        #"{"op":"add","path":"/o","value":{"x":9}}"#,
        #"{"op":"add","path":"/o","value":{"list":[{"name":"a","x":9}]}}"#,
        #"{"op":"add","path":"/o","value":{"list":[null,[1,2]]}}"#,
        #"{"op":"add","path":"/o","value":{"list":[null,null,3]}}"#,
    ])
    func aPartOfANewObjectWithoutAPropertyIsAnError(operation: String) throws {
        let deep = Deep()
        let error = #expect(throws: ModelError.self) { try deep.apply(jsonPatch: "[\(operation)]") }
        #expect(error?.found.contains("no property has this key") == true)
        try deep.apply(
            jsonPatch: #"[{"op":"add","path":"/o","value":{"list":[{"name":"a"},[1]]}}]"#)
        #expect(deep.name == "a" && deep.size == 1)
    }

    /// Adds an element that no property has.
    final class Extended: ModelObject {
        var x = 1
        var extra = 2
        override class var propertyRules: [String: PropertyRule] {
            ["x": .key("p.0"), "extra": .notExported]
        }
        override func didExport(_ dictionary: inout [String: Any]) throws {
            dictionary["p"] = (dictionary["p"] as? [Any] ?? []) + [extra]
        }
        override func serializeValue(_ value: Any, key: String) {
            if key == "p", let elements = value as? [Any] {
                super.serializeValue(elements.last as Any, key: "extra")
            }
            super.serializeValue(value, key: key)
        }
    }

    @Test func aHookGetsTheWholeArray() throws {
        let extended = Extended()
        try extended.apply(jsonPatch: #"[{"op":"replace","path":"/p/1","value":5}]"#)
        #expect(extended.x == 1 && extended.extra == 5)
        try extended.apply(jsonPatch: #"[{"op":"replace","path":"/p/0","value":4}]"#)
        #expect(extended.x == 4 && extended.extra == 5)
        #expect(throws: ModelError.self) {
            try extended.apply(
                jsonPatch: #"[{"op":"add","path":"/p/-","value":6},{"op":"add","path":"/p/-","value":7}]"#)
        }
    }
}
