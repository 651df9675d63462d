import Foundation
import ModelObjects

/// A Codable struct that holds a model.
struct NodeLink: Codable {
    var to: LinkedNode
}

/// A model that reaches other models through Codable structs.
class LinkedNode: ModelObject {
    var name = ""
    var link: NodeLink?
    var links: [NodeLink] = []
    var byKey: [String: NodeLink] = [:]
    var any: Any?

    /// The properties in which a node holds a link to another node.
    enum Place: String, CaseIterable {
        case link, links, byKey, any

        /// The path from the holder to the linked node.
        var path: String {
            switch self {
            case .link: "$.link.to"
            case .links: "$.links[0].to"
            case .byKey: "$.byKey.k.to"
            case .any: "$.any.to"
            }
        }
    }

    func hold(_ node: LinkedNode, in place: Place) {
        switch place {
        case .link: link = NodeLink(to: node)
        case .links: links = [NodeLink(to: node)]
        case .byKey: byKey = ["k": NodeLink(to: node)]
        case .any: any = NodeLink(to: node)
        }
    }

    /// Breaks a cycle, so that its objects are freed.
    func unlink() { (link, links, byKey, any) = (nil, [], [:], nil) }

    /// A chain of `count` nodes, each linked to the next.
    static func chain(_ count: Int, in place: Place = .link) -> Self {
        var node = Self()
        for _ in 1..<count {
            let next = Self()
            next.hold(node, in: place)
            node = next
        }
        return node
    }
}

/// A `LinkedNode` that takes the path for hooks.
final class HookedLinkedNode: LinkedNode {
    override func exportedValue(_ value: Any, property: String) -> Any? { value }
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

/// A struct whose `==` and `hash(into:)` call those of models.
struct HashableLink: Codable, Hashable, CustomStringConvertible {
    var to: HashableNode
    var description: String { "link to \(to)" }
}

final class HashableNode: ModelObject {
    var name = ""
    var link: HashableLink?
    var other: HashableLink?
    var any: Any?
}
