import Foundation
import ModelObjects
import Testing

/// `==`, `hash(into:)` and `changes(since:)` of models that refer to each other only through values of other types.
struct IndirectGraphTests {
    struct Edge: Codable { var to: Node }
    struct Raw: RawRepresentable, Codable { var rawValue: Node }
    struct Value: ModelValue {
        var node: Node
        static func modelValue(from value: Any) -> Value? { nil }
        var exportedValue: Any { node }
    }
    class Node: ModelObject {
        var name = ""
        required init() {}
        /// Refers to other nodes.
        func link(to nodes: [Node]) {}
    }
    final class Edges: Node {
        var edges: [Edge] = []
        override func link(to nodes: [Node]) { edges = nodes.map { Edge(to: $0) } }
    }
    final class Raws: Node {
        var raws: [Raw] = []
        override func link(to nodes: [Node]) { raws = nodes.map { Raw(rawValue: $0) } }
    }
    final class Values: Node {
        var values: [Value] = []
        override func link(to nodes: [Node]) { values = nodes.map { Value(node: $0) } }
    }
    static let types: [Node.Type] = [Edges.self, Raws.self, Values.self]

    private func ring(_ type: Node.Type, _ name: String = "b") -> [Node] {
        let (a, b) = (type.init(), type.init())
        (a.name, b.name) = ("a", name)
        a.link(to: [b])
        b.link(to: [a])
        return [a, b]
    }

    private func tower(_ type: Node.Type, _ name: String = "", height: Int = 30) -> Node {
        var node = type.init()
        node.name = name
        for _ in 0..<height {
            let next = type.init()
            next.link(to: [node, node])
            node = next
        }
        return node
    }

    @Test(arguments: types) func cyclesEnd(type: Node.Type) {
        let rings = [ring(type), ring(type), ring(type, "c")]
        #expect(rings[0][0] == rings[1][0] && rings[0][0] != rings[2][0] && rings[0][0] != rings[1][1])
        #expect(rings[0][0].hashValue == rings[1][0].hashValue)
        #expect(rings[0][0].changes(since: rings[1][0]).isEmpty)
        #expect(!rings[0][0].changes(since: rings[2][0]).isEmpty)
        for node in rings.joined() { node.link(to: []) }
    }

    @Test(arguments: types) func sharedNodesAreComparedOnce(type: Node.Type) {
        let (left, right, other) = (tower(type), tower(type), tower(type, "other"))
        #expect(left == right && left != other)
        #expect(left.hashValue == right.hashValue)
        #expect(left.changes(since: right).isEmpty)
        #expect(!left.changes(since: other).isEmpty)
    }
}
