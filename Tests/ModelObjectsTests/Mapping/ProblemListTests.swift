import Testing

@testable import ModelObjects

/// Lists that keep fewer problems than there are.
///
/// Of the others, they know the number and two places.
struct ProblemListTests {
    /// Problems at random places in the text, more than the list keeps.
    private func list(_ numbers: inout SeededNumbers) -> ProblemList {
        listAndOffsets(&numbers).list
    }

    /// Such a list, and the places of all problems.
    private func listAndOffsets(_ numbers: inout SeededNumbers) -> (list: ProblemList, offsets: [Int]) {
        let limit = Int.random(in: 1...6, using: &numbers)
        var (list, offsets) = (ProblemList(), [Int]())
        for _ in 0..<Int.random(in: 0...20, using: &numbers) {
            let offset = Int.random(in: 0..<100, using: &numbers)
            let problem = ProblemRecord(
                code: .typeMismatch, location: PayloadLocation(offset: offset),
                expected: "Int", found: "string", action: .keptValue,
                rejects: .random(using: &numbers), underlyingError: nil)
            list.append(problem, limit: limit)
            offsets.append(offset)
        }
        return (list, offsets)
    }

    private func count(_ list: ProblemList) -> Int { list.kept.count + list.omittedCount }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func removingProblemsLosesNone(numbers: SeededNumbers) {
        var numbers = numbers
        let whole = list(&numbers)
        var rest = whole
        let start = Int.random(in: 0..<100, using: &numbers)
        let region = PayloadRegion.bytes(start..<Int.random(in: start...100, using: &numbers))
        let removed = rest.remove(in: region)
        #expect(count(removed) + count(rest) == count(whole))
        #expect((removed.isRejected || rest.isRejected) == whole.isRejected)
        #expect(removed.locations.allSatisfy { region.contains($0) })
        #expect(!rest.kept.contains { region.contains($0.location) })
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func dividingProblemsLosesNone(numbers: SeededNumbers) {
        var numbers = numbers
        let whole = list(&numbers)
        let parts = whole.divided { $0.offset.map { $0 / 25 } }
        #expect(parts.values.reduce(0) { $0 + count($1) } == count(whole))
        #expect(parts.values.contains(where: \.isRejected) == whole.isRejected)
        for (index, part) in parts where index >= 0 {
            #expect(part.locations.allSatisfy { $0.offset.map { $0 / 25 } == index })
        }
    }

    /// If it is not known where an omitted problem is, it stays in the list.
    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func onlyProblemsInTheRegionAreRemoved(numbers: SeededNumbers) {
        var numbers = numbers
        var (list, offsets) = listAndOffsets(&numbers)
        let start = Int.random(in: 0..<100, using: &numbers)
        let region = start..<Int.random(in: start...100, using: &numbers)
        #expect(count(list.remove(in: .bytes(region))) <= offsets.count(where: region.contains))
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func noPartHasMoreProblemsThanAreInIt(numbers: SeededNumbers) {
        var numbers = numbers
        let (list, offsets) = listAndOffsets(&numbers)
        for (index, part) in list.divided({ $0.offset.map { $0 / 25 } }) {
            #expect(count(part) > 0)
            #expect(index < 0 || count(part) <= offsets.count { $0 / 25 == index })
        }
    }

    @Test(arguments: (0..<100).map { SeededNumbers(seed: $0) })
    func otherPlacesAndActionsAreThoseOfEachProblem(numbers: SeededNumbers) {
        var numbers = numbers
        let whole = list(&numbers)
        let moved = whole.moved { PayloadLocation(offset: ($0.offset ?? 0) + 1_000) }
        #expect(moved.locations.map(\.offset) == whole.locations.map { $0.offset.map { $0 + 1_000 } })
        #expect(moved.isRejected == whole.isRejected)
        #expect(!whole.tolerated.isRejected)
        #expect(count(whole.tolerated) == count(whole))
    }
}
