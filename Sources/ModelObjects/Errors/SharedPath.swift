/// A path whose first steps are shared with others.
struct SharedPath: Sendable {
    /// Nil only for an empty path.
    private(set) var tree: PathTree?
    private(set) var end = PathTree.root

    /// The empty path.
    init() {}

    init(_ tree: PathTree, to end: Int) { (self.tree, self.end) = (tree, end) }

    init(_ components: [PathComponent], in tree: PathTree = PathTree()) {
        self.tree = tree
        append(components)
    }

    var isEmpty: Bool { end == PathTree.root }
    var count: Int { tree?.count(to: end) ?? 0 }
    var components: [PathComponent] {
        @inline(never) get { tree?.path(to: end) ?? [] }
    }

    /// The last step.
    var last: PathComponent? { isEmpty ? nil : tree?.component(at: end) }

    @inline(never)
    mutating func append(_ components: [PathComponent]) {
        let tree = tree ?? PathTree()
        for component in components { end = tree.append(component, to: end) }
        self.tree = tree
    }

    /// Removes the last step of a path that isn't empty. (The tree keeps it for others.)
    mutating func removeLast() { end = tree?.outer(of: end) ?? PathTree.root }

    /// The first steps.
    @inline(never)
    func prefix(_ count: Int) -> SharedPath {
        guard let tree else { return self }
        return SharedPath(tree, to: tree.prefix(of: end, count: count))
    }

    func starts(with other: SharedPath) -> Bool { prefix(other.count) == other }

    /// Keys sort by Unicode scalars, elements by index, and containers before their contents.
    ///
    /// Negative if this path sorts first, and zero if both are the same.
    ///
    /// (The steps that are different are at the ends of most paths, so they are compared from there.)
    func order(to other: SharedPath) -> Int {
        let (count, otherCount) = (count, other.count)
        var (left, right) = (prefix(otherCount), other.prefix(count))
        var order = 0
        while let step = left.last, let other = right.last,
            left.tree !== right.tree || left.end != right.end
        {
            if step != other { order = step.order(to: other) }
            left.removeLast()
            right.removeLast()
        }
        return order == 0 ? count - otherCount : order
    }
}

extension PathComponent {
    /// The order of different steps.
    fileprivate func order(to other: PathComponent) -> Int {
        switch (self, other) {
        case (.index(let left), .index(let right)): left < right ? -1 : 1
        case (.index, .key): -1
        case (.key, .index): 1
        case (.key(let left), .key(let right)): left.byteOrder(to: right)
        }
    }
}

extension SharedPath: Hashable, CustomStringConvertible, CustomReflectable {
    static func == (left: SharedPath, right: SharedPath) -> Bool { left.order(to: right) == 0 }

    @inline(never)
    func hash(into hasher: inout Hasher) { hasher.combine(components) }

    var description: String { components.path }
    /// A dump shows the text, and not the other paths of the tree.
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Values that are computed for the paths of a tree, each from that of the path without its last step.
///
/// Each is computed once, so that those of all paths take time in proportion to the number of steps in the tree.
struct PathValues<Value> {
    /// The tree, which must be the same for all paths.
    ///
    /// (Kept so that no other tree can have its identity, by which callers may choose the values.)
    private var tree: PathTree?
    /// The values by the ends of the paths.
    private var values: [Int: Value] = [:]

    /// - Parameters:
    ///   - first: The value of the empty path.
    ///   - next: Returns the value of a path with one more step.
    mutating func value(
        of path: SharedPath, from first: Value, _ next: (PathComponent, Value) -> Value
    ) -> Value {
        tree = path.tree
        var (value, unknown, rest) = (first, [SharedPath](), path)
        while !rest.isEmpty {
            if let known = values[rest.end] {
                value = known
                break
            }
            unknown.append(rest)
            rest.removeLast()
        }
        for path in unknown.reversed() {
            guard let step = path.last else { break }
            value = next(step, value)
            values[path.end] = value
        }
        return value
    }
}
