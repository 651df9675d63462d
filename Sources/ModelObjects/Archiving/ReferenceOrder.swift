/// The order in which objects of an archive may be completed: what an object refers to before the object
/// itself.
///
/// Where references go in a circle there is no such order; an object on the circle comes first then.
struct ReferenceOrder {
    private let table: PlistTable
    private let rows: [Int]
    /// The place of each object in the order; -1 where no start leads to it.
    private(set) var ranks: [Int]
    /// Some references go in a circle.
    private(set) var hasCycle = false
    private var count = 0

    /// The order of some objects and of all that they refer to.
    ///
    /// Complexity: linear in what they span; no deep stack for long chains.
    init(of starts: some Sequence<Int>, rows: [Int], _ table: PlistTable) throws {
        self.table = table
        self.rows = rows
        ranks = Array(repeating: -1, count: rows.count)
        for start in starts { try visit(start) }
    }

    private mutating func visit(_ start: Int) throws {
        // Visited and not completed: -2.
        var stack: [(object: Int, targets: [Int])] = []
        func targets(of object: Int) throws -> [Int] {
            var found: [Int] = []
            try collect(rows[object], &found)
            return found
        }
        guard ranks[start] == -1 else { return }
        ranks[start] = -2
        stack.append((start, try targets(of: start)))
        while let (object, waiting) = stack.last {
            guard let next = waiting.last else {
                ranks[object] = count
                count += 1
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].targets.removeLast()
            guard ranks.indices.contains(next) else { continue }
            if ranks[next] == -2 { hasCycle = true }
            guard ranks[next] == -1 else { continue }
            ranks[next] = -2
            stack.append((next, try targets(of: next)))
        }
    }

    /// The numbers of the objects that a value refers to.
    private func collect(_ number: Int, _ found: inout [Int]) throws {
        switch try table.object(number) {
        case .array(let start, let count):
            try PlistTable.checkStack()
            for place in 0..<count { try collect(table.reference(place, from: start), &found) }
        case .dictionary(let start, let count):
            try PlistTable.checkStack()
            for place in count..<(2 * count) { try collect(table.reference(place, from: start), &found) }
        case .ascii(let range):
            guard table.bytes[range].first == ArchiveMark.sign,
                case .reference(let target) = ArchiveMark(table.bytes[range].dropFirst())
            else { return }
            found.append(target)
        default: break
        }
    }
}
