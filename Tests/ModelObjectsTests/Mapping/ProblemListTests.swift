import Testing

@testable import ModelObjects

/// Lists that keep fewer problems than there are, and count the others.
struct ProblemListTests {
    private func problem(at offset: Int, rejects: Bool = false) -> ProblemRecord {
        ProblemRecord(
            code: .typeMismatch, location: PayloadLocation(offset: offset), expected: "Int", found: "string",
            action: .keptValue, rejects: rejects, underlyingError: nil)
    }

    private func problems(_ numbers: inout SeededNumbers) -> [ProblemRecord] {
        (0..<Int.random(in: 0...20, using: &numbers)).map { _ in
            problem(at: .random(in: 0..<100, using: &numbers), rejects: .random(using: &numbers))
        }
    }

    private func count(_ list: ProblemList) -> Int { list.kept.count + list.omittedCount }

    /// The offsets of the problems that a list with a limit keeps.
    private func important(_ problems: [ProblemRecord], _ limit: Int) -> [Int] {
        func rank(_ problem: ProblemRecord) -> (Int, Int) {
            (problem.rejects ? 0 : 1, problem.location.offset ?? 0)
        }
        return offsets(problems.sorted { rank($0) < rank($1) }.prefix(limit)).sorted()
    }

    private func offsets(_ problems: some Sequence<ProblemRecord>) -> [Int] {
        problems.compactMap(\.location.offset)
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func theMostImportantProblemsOfEachValueAreKept(numbers: SeededNumbers) {
        var numbers = numbers
        let limit = Int.random(in: 1...6, using: &numbers)
        var list = ProblemList()
        var starts: [Int] = []
        let values = (0..<4).map { _ in problems(&numbers) }
        for value in values {
            list.start = list.count
            starts.append(list.start)
            for problem in value { list.append(problem, limit: limit) }
        }
        for (value, range) in zip(values, zip(starts, starts.dropFirst() + [list.count])) {
            var others = list
            let part = others.remove(range.0..<range.1)
            #expect(count(others) + count(part) == count(list))
            #expect(count(part) == value.count)
            #expect(offsets(part.kept).sorted() == important(value, limit))
            #expect(part.isRejected == value.contains(where: \.rejects))
        }
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func removedProblemsLeaveTheOthers(numbers: SeededNumbers) {
        var numbers = numbers
        let (first, second) = (problems(&numbers), problems(&numbers))
        var (list, expected) = (ProblemList(), ProblemList())
        for problem in first {
            list.append(problem, limit: 5)
            expected.append(problem, limit: 5)
        }
        let end = list.count
        list.start = end
        for problem in second { list.append(problem, limit: 5) }
        let removed = list.remove(end..<list.count)
        list.start = 0
        #expect(count(removed) == second.count)
        #expect(offsets(list.kept) == offsets(expected.kept))
        #expect(list.omittedCount == expected.omittedCount)
        // Adding them again keeps those that a single value would keep.
        list.append(removed, limit: 5)
        for problem in second { expected.append(problem, limit: 5) }
        #expect(Set(offsets(list.kept)) == Set(offsets(expected.kept)))
        #expect(count(list) == count(expected))
    }

    @Test(arguments: (0..<500).map { SeededNumbers(seed: $0) })
    func aFullListFromWhichProblemsWereRemovedOmitsTheRightOnes(numbers: SeededNumbers) {
        var numbers = numbers
        var list = ProblemList()
        for problem in problems(&numbers) { list.append(problem, limit: 5) }
        _ = list.remove(0..<Int.random(in: 0...list.count, using: &numbers))
        let (rest, more) = (list.kept, problems(&numbers))
        for problem in more { list.append(problem, limit: 5) }
        #expect(offsets(list.kept).sorted() == important(rest + more, 5))
    }

    @Test(arguments: (0..<100).map { SeededNumbers(seed: $0) })
    func otherPlacesAndActionsAreThoseOfEachProblem(numbers: SeededNumbers) {
        var numbers = numbers
        var whole = ProblemList()
        for problem in problems(&numbers) { whole.append(problem, limit: 5) }
        let moved = whole.map {
            $0.copy(at: PayloadLocation(offset: ($0.location.offset ?? 0) + 1_000), rejects: $0.rejects)
        }
        #expect(offsets(moved.kept) == offsets(whole.kept).map { $0 + 1_000 })
        #expect(moved.isRejected == whole.isRejected)
        let tolerated = whole.map { $0.rejecting(false) }
        #expect(!tolerated.isRejected)
        #expect(count(tolerated) == count(whole))
    }

    /// While an object is read, the list may keep twice as many problems of a value as its limit.
    @Test func theProblemsOfAnArrayOfModelsAreLimited() {
        var notes = MappingNotes()
        for offset in 0..<1_000 {
            let scope = notes.begin()
            notes.problems.append(problem(at: offset), limit: 10)
            notes.end(scope, limit: 10)
        }
        #expect(notes.problems.count <= 21)
        #expect(count(notes.problems) == 1_000)
        #expect(offsets(notes.problems.kept).prefix(10) == (0..<10).map(\.self)[...])
    }
}
