import Testing

@testable import ModelObjects

/// Elements that are held on the stack are moved into the array or released, each exactly once.
@Suite(.serialized) struct CollectedElementsTests {
    private final class Counted {
        static nonisolated(unsafe) var alive = 0
        let number: Int

        init(_ number: Int) {
            self.number = number
            Self.alive += 1
        }

        deinit { Self.alive -= 1 }
    }

    private struct Stop: Error {}

    /// Returns elements 1 to `count`, every third of them nil; throws after the element `last`.
    private func collect(_ count: Int, throwingBehind last: Int = .max) throws -> [Counted] {
        var number = 0
        return try collectedElements { isLast in
            number += 1
            if number > last { throw Stop() }
            isLast = number >= count
            return number % 3 == 0 ? nil : Counted(number)
        }
    }

    @Test func elementsAreCollectedOnceAndInOrder() throws {
        for count in 1...60 {
            let elements = try collect(count)
            #expect(elements.map(\.number) == (1...count).filter { $0 % 3 != 0 })
            #expect(Counted.alive == elements.count)
        }
        #expect(Counted.alive == 0)
    }

    @Test func elementsAreReleasedAfterAnError() {
        for last in 0..<60 {
            #expect(throws: Stop.self) { try collect(60, throwingBehind: last) }
            #expect(Counted.alive == 0)
        }
    }

    @Test func shortArraysHaveNoSpareCapacity() throws {
        for count in 1...14 {
            // The allocator rounds up to 16 bytes, which are two elements, and doesn't divide a free block if 16 bytes
            // would be left. It may also use a larger one, but not a thousand times. (An array that grows has room for 16
            // elements when it has 9.)
            let arrays = try (0..<1000).map { _ in try collect(count) }
            #expect(try #require(arrays.map(\.capacity).min()) <= count - count / 3 + 4)
        }
    }
}
