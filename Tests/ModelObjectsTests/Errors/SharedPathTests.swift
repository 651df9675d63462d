import Testing

@testable import ModelObjects

/// The paths of a tree, compared with arrays of their steps.
struct SharedPathTests {
    @Test func prefixesAreTheFirstSteps() {
        var random = SeededNumbers(seed: 20_261_127)
        let tree = PathTree()
        var paths: [(end: Int, steps: [PathComponent])] = [(PathTree.root, [])]
        for number in 0..<600 {
            // Most steps continue the last path, so that some paths have hundreds of steps.
            let isLast = Int.random(in: 0..<50, using: &random) > 0
            let outer = isLast ? paths[paths.count - 1] : paths[Int.random(in: paths.indices, using: &random)]
            let step = PathComponent.index(number)
            paths.append((tree.append(step, to: outer.end), outer.steps + [step]))
        }
        for (end, steps) in paths {
            let path = SharedPath(tree, to: end)
            #expect(path.components == steps && path.count == steps.count)
            for count in [-1, 0, 1, steps.count / 3, steps.count - 1, steps.count, steps.count + 1] {
                let prefix = path.prefix(count)
                #expect(prefix.components == Array(steps.prefix(max(0, count))))
                #expect(path.starts(with: prefix))
            }
        }
    }

    @Test func aPathStartsWithEqualStepsOfAnotherTree() {
        let path = SharedPath([.key("a"), .index(1), .key("b")])
        #expect(path.starts(with: SharedPath([.key("a"), .index(1)])) && path.starts(with: SharedPath()))
        for other in [[.key("a"), .index(2)], [.index(1)], [.key("a"), .index(1), .key("b"), .key("c")]]
            as [[PathComponent]]
        {
            #expect(!path.starts(with: SharedPath(other)))
        }
    }
}
