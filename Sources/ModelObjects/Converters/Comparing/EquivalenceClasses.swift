/// Classes of objects that count as equal: a union-find whose joins can be undone.
///
/// Roots are joined by size and paths are not shortened, so a lookup takes logarithmic time and a join changes only one
/// entry, which is all that an undo restores.
struct EquivalenceClasses {
    private struct Node {
        let object: ObjectIdentifier
        var parent: Int
        var size = 1
    }

    private var nodes: [Node] = []
    /// The nodes of the objects, if there are many: a search through a few takes less time.
    private var indices: [ObjectIdentifier: Int] = [:]
    /// The roots that were joined to another root, in order.
    private var joins: [Int] = []

    /// A state to which the classes can be rolled back.
    var mark: Int { joins.count }

    /// Joins the classes of two objects; false if they are already in the same class.
    ///
    /// The caller keeps the objects alive.
    mutating func join(_ left: AnyObject, _ right: AnyObject) -> Bool {
        let left = root(of: left)
        let right = root(of: right)
        if left == right { return false }
        let (small, large) = nodes[left].size < nodes[right].size ? (left, right) : (right, left)
        nodes[small].parent = large
        nodes[large].size += nodes[small].size
        joins.append(small)
        return true
    }

    mutating func rollBack(to mark: Int) {
        while joins.count > mark, let small = joins.popLast() {
            nodes[nodes[small].parent].size -= nodes[small].size
            nodes[small].parent = small
        }
    }

    private mutating func root(of object: AnyObject) -> Int {
        let object = ObjectIdentifier(object)
        guard var index = index(of: object) else { return add(object) }
        while nodes[index].parent != index { index = nodes[index].parent }
        return index
    }

    private static let fewNodes = 8

    private func index(of object: ObjectIdentifier) -> Int? {
        nodes.count > Self.fewNodes ? indices[object] : nodes.firstIndex { $0.object == object }
    }

    private mutating func add(_ object: ObjectIdentifier) -> Int {
        let index = nodes.count
        nodes.append(Node(object: object, parent: index))
        if index == Self.fewNodes {
            for (index, node) in nodes.enumerated() { indices[node.object] = index }
        } else if index > Self.fewNodes {
            indices[object] = index
        }
        return index
    }
}
