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
            list.append(problem(at: offset, rejects: .random(using: &numbers)), limit: limit)
            offsets.append(offset)
        }
        return (list, offsets)
    }

    private func problem(at offset: Int, rejects: Bool = false) -> ProblemRecord {
        ProblemRecord(
            code: .typeMismatch, location: PayloadLocation(offset: offset), expected: "Int", found: "string",
            action: .keptValue, rejects: rejects, underlyingError: nil)
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

    /// Of the two omitted problems, one is removed, and the other is kept instead of the first one.
    @Test func anOmittedProblemThatIsKeptLaterIsRemovedOnce() {
        var list = ProblemList()
        for offset in [1, 2, 6] { list.append(problem(at: offset), limit: 1) }
        #expect(list.remove(in: .bytes(0..<5)).locations.compactMap(\.offset) == [1, 2])
        list.append(problem(at: 9), limit: 1)
        #expect(list.remove(in: .bytes(0..<7)).locations.compactMap(\.offset) == [6])
        #expect(list.omittedCount == 1)
    }

    @Test(arguments: (0..<100).map { SeededNumbers(seed: $0) })
    func allProblemsOfTheWholeTextAreRemoved(numbers: SeededNumbers) {
        var numbers = numbers
        var list = list(&numbers)
        let count = count(list)
        #expect(self.count(list.remove(in: .bytes(0..<100))) == count && list.isEmpty)
    }

    /// A rejected problem takes the place of one that was recorded before the object.
    @Test func theProblemsOfAnObjectAreRemovedFromAFullList() {
        var list = ProblemList()
        for (offset, rejects) in [(1, false), (2, false), (5, true), (6, true)] {
            list.append(problem(at: offset, rejects: rejects), limit: 2)
        }
        #expect(list.remove(in: .bytes(5..<9), from: 2).locations.compactMap(\.offset) == [6, 5])
        #expect(list.kept.isEmpty && list.omittedCount == 2)
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func removingTheProblemsOfEachPartLosesNone(numbers: SeededNumbers) {
        var numbers = numbers
        let whole = list(&numbers)
        var rest = whole
        let parts = (0..<4).map { rest.remove(in: .bytes(25 * $0..<25 * ($0 + 1))) }
        #expect(rest.isEmpty)
        #expect(parts.reduce(0) { $0 + count($1) } == count(whole))
        #expect(parts.contains(where: \.isRejected) == whole.isRejected)
        for (index, part) in parts.enumerated() {
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

    @Test(arguments: (0..<100).map { SeededNumbers(seed: $0) })
    func otherPlacesAndActionsAreThoseOfEachProblem(numbers: SeededNumbers) {
        var numbers = numbers
        let whole = list(&numbers)
        let moved = whole.map {
            $0.copy(at: PayloadLocation(offset: ($0.location.offset ?? 0) + 1_000), rejects: $0.rejects)
        }
        #expect(moved.locations.map(\.offset) == whole.locations.map { $0.offset.map { $0 + 1_000 } })
        #expect(moved.isRejected == whole.isRejected)
        let tolerated = whole.map { $0.rejecting(false) }
        #expect(!tolerated.isRejected)
        #expect(count(tolerated) == count(whole))
    }
}
