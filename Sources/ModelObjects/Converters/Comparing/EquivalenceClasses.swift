/// Classes of objects that count as equal: a union-find whose joins can be undone.
///
/// Roots are joined by size and paths are not shortened, so a lookup takes logarithmic time and a join changes only one
/// entry, which is all that an undo restores.
struct EquivalenceClasses {
    private var indices: [ObjectIdentifier: Int] = [:]
    private var parents: [Int] = []
    private var sizes: [Int] = []
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
        let (small, large) = sizes[left] < sizes[right] ? (left, right) : (right, left)
        parents[small] = large
        sizes[large] += sizes[small]
        joins.append(small)
        return true
    }

    mutating func rollBack(to mark: Int) {
        while joins.count > mark, let small = joins.popLast() {
            sizes[parents[small]] -= sizes[small]
            parents[small] = small
        }
    }

    private mutating func root(of object: AnyObject) -> Int {
        guard var index = indices[ObjectIdentifier(object)] else {
            indices[ObjectIdentifier(object)] = parents.count
            parents.append(parents.count)
            sizes.append(1)
            return parents.count - 1
        }
        while parents[index] != index { index = parents[index] }
        return index
    }
}
