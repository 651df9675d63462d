import Testing

@testable import ModelObjects

/// Parts of the value that a hook was called with, which it passes on.
struct PlainContainersTests {
    /// Passes on what is in an envelope, or the value in an array.
    final class Node: ModelObject {
        var any: Any?
        var children: [Node] = []
        private(set) var received: [UInt?] = []

        override func serializeValue(_ value: Any, key: String) {
            guard let data = (value as? [String: Any])?["data"] else {
                return super.serializeValue(value, key: key)
            }
            received.append(containerWord(of: data))
            super.serializeValue(key == "children" ? [data] : data, key: key)
        }
        var storedWord: UInt? { any.flatMap { containerWord(of: $0) } }
    }

    /// A container that was converted again would be another one.
    @Test func partsAreNotConvertedAgain() throws {
        let json = #"""
            {"any": {"data": {"a": [1, {"b": 2.5}], "c": "x"}},
             "children": {"data": {"any": {"data": [1, 2]}, "children": {"data": {"any": {"data": {"d": [true]}}}}}}}
            """#
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        for node in [try Node(json: json), try Node(dictionary: dictionary)] {
            var level: Node? = node
            var texts: [String] = []
            while let next = level {
                #expect(next.storedWord != nil && next.storedWord == next.received.first ?? nil)
                texts.append(try next.jsonString(options: ExportOptions(sortedKeys: true, only: ["any"])))
                level = next.children.first
            }
            #expect(
                texts == [
                    #"{"any":{"a":[1,{"b":2.5}],"c":"x"}}"#, #"{"any":[1,2]}"#, #"{"any":{"d":[true]}}"#,
                ])
        }
    }

    @Test func onlyPartsOfTheRootAreKnown() {
        let inner: [String: Any] = ["b": [1, 2] as [Any]]
        let root: [Any] = [inner, "text", [3] as [Any]]
        var known = PlainContainers(root: root)
        #expect(root.allSatisfy { known.contains($0) == !($0 is String) })
        #expect(known.contains(root) && known.contains(inner["b"] ?? 0))
        var changed = inner
        changed["c"] = 1
        #expect(!known.contains(changed) && !known.contains(1) && known.contains(changed["b"] ?? 0))
    }

    class Shape: ModelObject {
        override class var discriminator: Discriminator? { .key("kind", ["path": Path.self]) }
    }
    /// The only class of the hierarchy with a hook.
    final class Path: Shape {
        var points: [Int] = []
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Drawing: ModelObject {
        var shape: Shape?
        var group: Group?
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Group: ModelObject {
        var shape: Shape?
        var drawing: Drawing?
    }

    /// Its list isn't among the containers that were kept for hooks, but the shape after it is.
    @Test func aHookOfASubclassGetsItsOwnContainers() throws {
        let json = #"""
            {"group":{"shape":{"kind":"path","points":[1,2]},\#
            "drawing":{"shape":{"kind":"path","points":[3]}}}}
            """#
        #expect(try Drawing(json: json).jsonString() == json)
    }
}
