import Foundation
import ModelObjects
import Testing

/// Patches of an object that cannot be exported as a whole.
struct PartialExportTests {
    struct ReadOnly: Decodable, Equatable { var x = 1 }

    class Node: ModelObject {
        var count = 0
        var ratio = 0.0
        var readOnly: ReadOnly?
        var parent: Node?
        var children: [String: Node] = [:]
        var texts: [String: String] = [:]
        var anything: Any?
        var title: String?
        override class var propertyRules: [String: PropertyRule] { ["title": .key("meta.title")] }
    }

    private static let defects: [@Sendable (Node) -> Void] = [
        { $0.ratio = .nan }, { $0.readOnly = ReadOnly() },
        { node in
            let child = Node()
            child.parent = node
            node.children["x"] = child
        },
    ]

    @Test(.knowsHooks) func otherMembersAreKept() throws {
        for defect in Self.defects {
            let node = Node()
            node.texts = ["a": "1", "b": "2"]
            node.anything = ["kept": [1], "gone": 2]
            defect(node)
            try node.apply(
                mergePatch: #"""
                    {"count": 1, "texts": {"a": null, "c": "3"}, "anything": {"gone": null, "new": {"x": null}},
                     "meta": {"title": "t"}, "parent": {"count": 7}}
                    """#)
            #expect(node.count == 1 && node.title == "t" && node.parent?.count == 7)
            #expect(node.texts == ["b": "2", "c": "3"])
            let anything = node.anything as? [String: Any]
            #expect(anything?["kept"] as? [Int] == [1])
            #expect(anything?.keys.sorted() == ["kept", "new"])
            for child in node.children.values { child.parent = nil }
        }
    }

    @Test(.knowsHooks) func nestedModelsAreFilledInPlace() throws {
        for defect in Self.defects {
            let node = Node()
            let (parent, child, other) = (Node(), Node(), Node())
            defect(parent)
            defect(child)
            (node.parent, node.children, node.anything) = (parent, ["a": child, "b": Node()], other)
            try node.apply(
                mergePatch: #"""
                    {"parent": {"count": 1}, "children": {"a": {"count": 2}, "b": null}, "anything": {"count": 3}}
                    """#)
            #expect(node.parent === parent && parent.count == 1)
            #expect(node.children == ["a": child] && node.children["a"] === child && child.count == 2)
            #expect(node.anything as? Node === other && other.count == 3)
            for node in [parent, child] {
                for child in node.children.values { child.parent = nil }
            }
        }
    }

    @Test func unexportableValuesCanBeReplaced() throws {
        let node = Node()
        node.readOnly = ReadOnly()
        node.ratio = .infinity
        try node.apply(mergePatch: #"{"readOnly": null, "ratio": 0.5}"#)
        #expect(node.readOnly == nil && node.ratio == 0.5)
    }

    /// Only the patched property is exported, so two others can have the same key.
    @Test(.knowsHooks) func otherPropertiesCanHaveTheSameKey() throws {
        final class Twins: ModelObject {
            var first = 1
            var second = 2
            var values: [String: Any] = ["a": ["b": 1]]
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key("twin"), "second": .key("twin")]
            }
            override func exportedValue(_ value: Any, property: String) -> Any? { value }
        }
        let twins = Twins()
        #expect(throws: ModelError.self) { try twins.jsonData() }
        try twins.apply(mergePatch: #"{"values": {"a": {"c": 2}}}"#)
        #expect(twins.values["a"] as? [String: Int] == ["b": 1, "c": 2])
    }

    @Test func aConversionGetsAPatchedModelAsInAPayload() throws {
        final class Box: ModelObject {
            var content: Any?
            override class var propertyRules: [String: PropertyRule] {
                ["content": .converted(from: { $0 }, to: { (content: Any?) in content })]
            }
        }
        let node = Node()
        let box = Box()
        box.content = node
        try box.apply(mergePatch: #"{"content": {"count": 7}}"#)
        #expect((box.content as? [String: Any])?["count"] as? Int == 7 && node.count == 0)
    }

    final class Keeper: ModelObject {
        var count = 0
        var ratio = 0.0
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    @Test(.knowsHooks) func keptUnknownValuesAreMerged() throws {
        let keeper = try Keeper(json: #"{"extra": {"a": 1, "b": {"c": 2}}}"#)
        keeper.ratio = .nan
        try keeper.apply(mergePatch: #"{"extra": {"a": null, "b": {"d": 3}}}"#)
        keeper.ratio = 0
        #expect(
            try keeper.jsonString(options: ExportOptions(sortedKeys: true))
                == #"{"count":0,"extra":{"b":{"c":2,"d":3}},"ratio":0}"#)
    }

    /// In the document of a JSON Patch, null takes the place of such a value.
    @Test func operationsChangeOtherValues() throws {
        let (node, parent) = (Node(), Node())
        (node.ratio, node.readOnly, node.parent) = (.nan, ReadOnly(x: 5), parent)
        node.children = ["a": Node()]
        parent.ratio = .infinity
        parent.anything = ["k": [1, Double.nan] as [Any]]
        try node.apply(
            jsonPatch: #"""
                [{"op": "replace", "path": "/count", "value": 1}, {"op": "test", "path": "/ratio", "value": null},
                 {"op": "add", "path": "/parent/texts/a", "value": "b"},
                 {"op": "add", "path": "/parent/children/c", "value": {"count": 2}}]
                """#)
        #expect(node.count == 1 && node.ratio.isNaN && node.readOnly == ReadOnly(x: 5))
        #expect(node.parent === parent && parent.texts == ["a": "b"] && parent.children["c"]?.count == 2)
        #expect(parent.ratio == .infinity && (parent.anything as? [String: [Any]])?["k"]?.count == 2)
        try node.apply(
            jsonPatch:
                #"[{"op": "replace", "path": "/ratio", "value": 2}, {"op": "remove", "path": "/readOnly"}]"#)
        #expect(node.ratio == 2 && node.readOnly == nil)
    }

    class Unexported: ModelObject {
        var limits = ["day": 5, "week": 20]
        var nodes = ["a": Node()]
        var present: Presence<Node> = .value(Node())
        var ratio = Double.nan
        var sum = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "limits": .notExported, "nodes": .notExported, "present": .notExported,
                "sum": .combined(keys: ["ratio", "more"]) { "\($0["ratio"] ?? "?") \($0["more"] ?? "?")" },
            ]
        }
        override func didExport(_ json: inout [String: Any]) throws { json["stamp"] = 1 }
    }
    final class Hiding: Unexported {
        override class var propertyRules: [String: PropertyRule] {
            ["sum": Unexported.propertyRules["sum"] ?? .ignored]
        }
        override func didExport(_ json: inout [String: Any]) throws { json = [:] }
    }

    /// A hook doesn't see these values, so they are patched as in a class without it.
    @Test(.knowsHooks, arguments: [Unexported.self, Hiding.self])
    func valuesThatHooksDoNotExportAreMerged(type: Unexported.Type) throws {
        let object = type.init()
        let (node, present) = (object.nodes["a"], object.present.value)
        node?.title = "t"
        try object.apply(
            mergePatch: #"""
                {"limits": {"day": 7}, "nodes": {"a": {"count": 1}}, "present": {"count": 2}, "unknown": {"a": 1}}
                """#)
        #expect(object.limits == ["day": 7, "week": 20])
        #expect(object.nodes["a"] === node && node?.count == 1 && node?.title == "t")
        #expect(object.present.value === present && present?.count == 2)
        try object.apply(mergePatch: #"{"more": 1}"#)
        #expect(object.sum.hasSuffix(" 1"))
    }

    struct Point: Codable, Equatable { var x = 1, y = 2 }

    /// Only the value that the patch changes takes the form of an export.
    @Test(.knowsHooks) func valuesBesideAChangedOneKeepTheirTypes() throws {
        let (node, date) = (Node(), Date(timeIntervalSince1970: 100))
        node.anything = ["changed": Point(), "other": Point(), "date": date] as [String: Any]
        try node.apply(mergePatch: #"{"anything": {"changed": {"x": 5}}}"#)
        let anything = node.anything as? [String: Any]
        #expect(anything?["changed"] as? [String: Int] == ["x": 5, "y": 2])
        #expect(anything?["other"] as? Point == Point() && anything?["date"] as? Date == date)
    }

    @Test func aCodableValueThatAHookLeavesOutIsMerged() throws {
        final class Shape: ModelObject {
            var point = Point()
            override func didExport(_ json: inout [String: Any]) throws { json["point"] = nil }
        }
        let shape = Shape()
        try shape.apply(mergePatch: #"{"point": {"x": 5}}"#)
        #expect(shape.point == Point(x: 5, y: 2))
    }

    /// The null of a hook says that the property is nil, not that its value can't be exported.
    @Test func aHookCanExportNull() throws {
        final class Log: ModelObject {
            var name = "a"
            var counts: [String: Int]?
            override func didExport(_ json: inout [String: Any]) throws {
                // A second export would have only one property.
                if json["name"] == nil { throw CocoaError(.coderInvalidValue) }
                json["counts"] = json["counts"] ?? NSNull()
            }
        }
        let log = Log()
        try log.apply(mergePatch: #"{"counts": {"b": 1}}"#)
        #expect(log.counts == ["b": 1])
    }

    final class Keeping: ModelObject {
        var name = ""
        var inner: Keeping?
    }
    final class HookedKeeping: ModelObject {
        var name = ""
        var inner: Keeping?
        override func didExport(_ dictionary: inout [String: Any]) throws {}
    }

    /// Like one of a property.
    @Test(arguments: [Keeping.self, HookedKeeping.self])
    func aKeptValueThatCannotBeExportedIsNullForOperations(type: ModelObject.Type) throws {
        let options = MappingOptions(unknownKeys: .keep)
        let extra: [String: Any] = ["extra": NSObject(), "list": [1, NSObject()], "number": 1]
        let object = type.init()
        try object.update(dictionary: extra.merging(["inner": extra]) { $1 }, options: options)
        let inner = try #require((object as? Keeping)?.inner ?? (object as? HookedKeeping)?.inner)
        try object.apply(jsonPatch: "[]")
        try object.apply(jsonPatch: #"[{"op": "test", "path": "/inner/list", "value": null}]"#)
        try object.apply(
            jsonPatch: #"""
                [{"op": "replace", "path": "/name", "value": "y"},
                 {"op": "replace", "path": "/inner/number", "value": 2}]
                """#,
            options: options)
        for kept in [object.unknownValues(), inner.unknownValues()] {
            #expect(kept["extra"] as? NSObject === extra["extra"] as? NSObject)
            #expect((kept["list"] as? [Any])?.count == 2)
        }
        #expect(inner.unknownValues()["number"] as? Int == 2)
        try object.apply(
            jsonPatch: #"""
                [{"op": "remove", "path": "/extra"},
                 {"op": "replace", "path": "/inner/extra", "value": 3}]
                """#,
            options: options)
        #expect(object.unknownValues().keys.sorted() == ["list", "number"])
        #expect(inner.unknownValues()["extra"] as? Int == 3)
        #expect(throws: ModelError.self) { try object.jsonString() }
        // An object in a merge patch would be merged into the value.
        #expect(throws: ModelError.self) {
            try object.apply(mergePatch: #"{"list": {"a": 1}}"#, options: options)
        }
    }
}
