/// Classes of objects that count as equal: a union-find that can take joins back.
///
/// Roots are joined by size and paths are not shortened, so a look-up takes logarithmic time and a join
/// changes one entry, which is all that has to be undone.
struct EquivalenceClasses {
    /// A state to go back to.
    struct Mark {
        fileprivate let joinCount: Int
    }

    private var indices: [ObjectIdentifier: Int] = [:]
    private var parents: [Int] = []
    private var sizes: [Int] = []
    /// The roots that were put below another, in order.
    private var joins: [Int] = []

    var mark: Mark { Mark(joinCount: joins.count) }

    /// Puts two objects into one class; false where they are in one already.
    ///
    /// The caller keeps them alive.
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

    mutating func rollBack(to mark: Mark) {
        while joins.count > mark.joinCount, let small = joins.popLast() {
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
