import Foundation
import ModelObjects

/// One property of every kind that identity handles differently.
final class Everything: ModelObject {
    enum Color: String { case red, green }
    struct Flags: OptionSet { let rawValue: Int }
    struct Point: Codable, Equatable { var x = 0.0, y = 0.0 }
    struct Opaque: Codable { var name = ""; var weight = 0.0; var more: [String] = [] }
    struct Celsius: ModelValue {
        var degrees = 0.0
        static func modelValue(from value: Any) -> Celsius? {
            (value as? Double).map { Celsius(degrees: $0) }
        }
        var exportedValue: Any { degrees }
    }

    var text = ""
    var optionalText: String?
    var int = 0
    var optionalInt: Int?
    var byte: UInt8 = 0
    var double = 0.0
    var optionalDouble: Double?
    var float: Float = 0
    var bool = false
    var optionalBool: Bool?
    var decimal = Decimal(0)
    var date = Date(timeIntervalSince1970: 0)
    var url: URL?
    var uuid: UUID?
    var data = Data()
    var number: NSNumber?
    var objcText: NSString?
    var color = Color.red
    var flags = Flags(rawValue: 0)
    var point = Point()
    var opaque = Opaque()
    var celsius = Celsius()
    var array: [Double] = []
    var set: Set<Double> = []
    var dictionary: [String: Double] = [:]
    var keyed: [Int: String] = [:]
    var any: Any = 0
    var anyArray: [Any] = []
    var anyObject: [String: Any] = [:]
    var optionalAny: Any?
}

class Node: ModelObject {
    var name = ""
    var next: Node?
    var children: [Node] = []
    var byName: [String: Node] = [:]
    var optionals: [Node?]?
    var members: Set<Node> = []
    var untyped: Any?

    required init() {}

    init(_ name: String) { self.name = name }
}

final class SpecialNode: Node {}

/// The kind of reference through which the nodes of a chain hold each other.
enum Link: CaseIterable {
    case next, children, byName, optionals, members, untyped, untypedArray, untypedObject, typedInAny

    func connect(_ parent: Node, to child: Node) {
        switch self {
        case .next: parent.next = child
        case .children: parent.children = [child]
        case .byName: parent.byName = ["a": child]
        case .optionals: parent.optionals = [nil, child]
        case .members: parent.members = [child]
        case .untyped: parent.untyped = child
        case .untypedArray: parent.untyped = [1, child] as [Any]
        case .untypedObject: parent.untyped = ["a": child, "b": [child]] as [String: Any]
        case .typedInAny: parent.untyped = [child]
        }
    }

    /// The length of a chain: far too long for recursion on a stack of 512 KB, and 100,000 at full effort if that
    /// takes little time.
    ///
    /// Even at 1,000 levels, a recursion would overflow a stack of 512 KB with frames of 525 bytes.
    var length: Int {
        Effort.count(self == .next || self == .children ? 100_000 : 20_000, byDefault: 1_000)
    }

    /// A length for recursions of smaller frames, such as that of freeing: 4,000 frames of 132 bytes overflow a stack of
    /// 512 KB.
    static let longest = Effort.count(100_000, byDefault: 4_000)

    /// Creates a chain of nodes, starting at its end so that nothing deep is hashed or freed.
    func chain(_ count: Int, last: String = "last") -> Node {
        var node = Node(last)
        for index in 1..<count {
            let parent = Node("\(index % 7)")
            connect(parent, to: node)
            node = parent
        }
        return node
    }
}

/// A tower of objects that each hold the next one twice: 2^height paths lead to the last.
func tower(_ height: Int, last: String = "last") -> Node {
    var node = Node(last)
    for _ in 0..<height {
        let parent = Node("floor")
        parent.next = node
        parent.children = [node]
        node = parent
    }
    return node
}

/// A cycle of `count` nodes.
func ring(_ count: Int) -> Node {
    let nodes = (0..<count).map { _ in Node("ring") }
    for (index, node) in nodes.enumerated() { node.next = nodes[(index + 1) % count] }
    return nodes[0]
}

extension Node {
    /// Breaks the cycle through `next`, so that it is freed.
    func breakCycle() { next = nil }
}
