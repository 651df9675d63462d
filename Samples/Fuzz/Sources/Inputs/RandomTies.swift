/// Graphs of models that are connected through Codable structs.
struct RandomTies {
    let root: Tie
    /// Whether a model of the graph refers to itself, directly or through others.
    let isCyclic: Bool
    /// The number of models on the longest path, if the graph has no cycle.
    let depth: Int
    /// A readable form of the graph.
    let description: String

    init(_ random: inout Random) {
        let isChain = random.oneIn(4_000)
        let count = isChain ? 1 + random.below(3_000) : 1 + random.below(5)
        let ties = (0..<count).map { number in
            let tie = Tie()
            tie.name = "\(number)"
            return tie
        }
        let mayBeCyclic = random.oneIn(2)
        var edges: [(from: Int, to: Int, kind: Int)] = []
        if isChain {
            edges = (1..<max(count, 1)).map { ($0 - 1, $0, 1) }
            if mayBeCyclic { edges.append((count - 1, 0, 1)) }
        } else {
            for _ in 0..<random.below(2 * count) {
                let (one, other) = (random.below(count), random.below(count))
                let kind = random.below(6)
                if mayBeCyclic {
                    edges.append((one, other, kind))
                } else if one != other {
                    edges.append((min(one, other), max(one, other), kind))
                }
            }
        }
        for edge in edges { Self.connect(ties[edge.from], ties[edge.to], edge.kind) }
        root = ties[0]
        let depths = Self.depths(of: ties)
        isCyclic = depths == nil
        depth = depths ?? 0
        description = "\(count) models, (from, to, kind) \(isChain ? "chain" : "\(edges)")"
    }

    private static func connect(_ tie: Tie, _ other: Tie, _ kind: Int) {
        switch kind {
        case 0: tie.next = other
        case 1: tie.link = Link(label: "link", to: other)
        case 2: tie.links.append(Link(to: other))
        case 3: tie.linksByName[other.name] = Link(to: other)
        case 4: tie.link = Link(label: "several", more: [other, other])
        default: tie.box = LinkBox(to: other)
        }
    }

    /// The number of models on the longest path from the first; nil if the graph has a cycle.
    private static func depths(of ties: [Tie]) -> Int? {
        var depths: [ObjectIdentifier: Int] = [:]
        var open: Set<ObjectIdentifier> = []
        var waiting = [(tie: ties[0], isLeft: false)]
        while let (tie, isLeft) = waiting.popLast() {
            let identity = ObjectIdentifier(tie)
            if isLeft {
                open.remove(identity)
                depths[identity] = 1 + (tie.successors.compactMap { depths[ObjectIdentifier($0)] }.max() ?? 0)
            } else if depths[identity] == nil, open.insert(identity).inserted {
                waiting.append((tie, true))
                for next in tie.successors {
                    if open.contains(ObjectIdentifier(next)) { return nil }
                    waiting.append((next, false))
                }
            }
        }
        return depths[ObjectIdentifier(ties[0])]
    }
}
