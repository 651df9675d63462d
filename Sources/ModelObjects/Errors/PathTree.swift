/// Paths that share their first steps, as those of many values in one document do.
///
/// Separate arrays would repeat the steps for each value: in a deep document, they take hundreds of times the memory of
/// its text.
///
/// (Unchecked: steps are added by one call only, which runs on one thread. Its reports, which other threads may read, are
/// returned after the last change.)
final class PathTree: @unchecked Sendable {
    /// The end of the empty path.
    static let root = -1

    private struct Step {
        let component: PathComponent
        /// The end of the path to this step.
        let outer: Int
        /// The number of steps, this one included.
        let count: Int
        /// The end of a shorter path, so that any prefix is found in logarithmic time.
        ///
        /// (The jump pointers of Myers, "An applicative random-access stack", 1983.)
        let shortcut: Int
    }

    private var steps: [Step] = []

    /// Appends a step to a path of the tree.
    ///
    /// - Returns: The end of the new path.
    @inline(never)
    func append(_ component: PathComponent, to outer: Int) -> Int {
        let near = shortcut(from: outer)
        let far = shortcut(from: near)
        let isPair = count(to: outer) - count(to: near) == count(to: near) - count(to: far)
        steps.append(
            Step(
                component: component, outer: outer, count: count(to: outer) + 1,
                shortcut: isPair ? far : outer))
        return steps.count - 1
    }

    private func shortcut(from end: Int) -> Int { end == Self.root ? Self.root : steps[end].shortcut }

    func component(at end: Int) -> PathComponent { steps[end].component }

    /// The path without its last step.
    func outer(of end: Int) -> Int { steps[end].outer }

    /// The number of steps of a path.
    func count(to end: Int) -> Int { end == Self.root ? 0 : steps[end].count }

    /// The end of the first steps of a path.
    func prefix(of end: Int, count: Int) -> Int {
        var end = end
        while self.count(to: end) > max(0, count) {
            let step = steps[end]
            end = self.count(to: step.shortcut) < count ? step.outer : step.shortcut
        }
        return end
    }

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

/// The path to the value that is being read.
///
/// Its steps are added to a tree once something refers to them, which is rare.
struct CurrentPath<Step> {
    private var steps: [Step] = []
    /// The ends in the tree of the paths to the first steps.
    private var ends: [Int] = []

    var isEmpty: Bool { steps.isEmpty }

    mutating func append(_ step: consuming Step) { steps.append(step) }

    @discardableResult
    mutating func removeLast() -> Step {
        if ends.count == steps.count { ends.removeLast() }
        return steps.removeLast()
    }

    /// The end of the path in a tree, which is the same in all calls.
    ///
    /// - Parameter start: The end of the path before the first step.
    mutating func end(
        in tree: PathTree, from start: Int = PathTree.root, _ component: (Step) -> PathComponent
    ) -> Int {
        for step in steps[ends.count...] {
            ends.append(tree.append(component(step), to: ends.last ?? start))
        }
        return ends.last ?? start
    }
}
