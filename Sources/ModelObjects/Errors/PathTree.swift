/// Paths that share their first steps, as those of many values in one document do.
///
/// Separate arrays would repeat the steps for each value: in a deep document, they take hundreds of times the memory of
/// its text.
struct PathTree: Sendable {
    /// The end of the empty path.
    static let root = -1

    private struct Step {
        let component: PathComponent
        /// The end of the path to this step.
        let outer: Int
        /// The number of steps, this one included.
        let count: Int
    }

    private var steps: [Step] = []

    /// Appends a step to a path of the tree.
    ///
    /// - Returns: The end of the new path.
    mutating func append(_ component: PathComponent, to outer: Int) -> Int {
        steps.append(Step(component: component, outer: outer, count: count(to: outer) + 1))
        return steps.count - 1
    }

    func component(at end: Int) -> PathComponent { steps[end].component }

    /// The path without its last step.
    func outer(of end: Int) -> Int { steps[end].outer }

    /// The number of steps of a path.
    func count(to end: Int) -> Int { end == Self.root ? 0 : steps[end].count }

    func path(to end: Int) -> [PathComponent] {
        var path: [PathComponent] = []
        path.reserveCapacity(count(to: end))
        var end = end
        while end != Self.root {
            path.append(steps[end].component)
            end = steps[end].outer
        }
        return path.reversed()
    }
}

/// A path whose first steps are shared with others.
struct SharedPath: Sendable {
    let tree: PathTree
    /// The end of the shared steps.
    let end: Int
    /// The steps after the shared ones.
    let ending: [PathComponent]

    init(_ tree: PathTree = PathTree(), to end: Int = PathTree.root, ending: [PathComponent] = []) {
        (self.tree, self.end, self.ending) = (tree, end, ending)
    }

    var components: [PathComponent] { ending.isEmpty ? tree.path(to: end) : tree.path(to: end) + ending }
}

extension SharedPath: Hashable {
    static func == (left: SharedPath, right: SharedPath) -> Bool { left.components == right.components }

    func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension SharedPath: CustomStringConvertible, CustomReflectable {
    var description: String { components.path }
    /// A dump shows the text, and not the other paths of the tree.
    var customMirror: Mirror { Mirror(self, children: []) }
}
