import Foundation
import Testing

@testable import ModelObjects

struct PublishedTableTests {
    private final class Element: Sendable {}

    private static let types: [any Any.Type] = [
        Int.self, String.self, Double.self, [Int].self, [String: Int].self, Element.self, Bool?.self,
        Date.self,
    ]

    /// Types in one bucket are distinguished, and a second element of a type is not used.
    @Test(arguments: [1, 2, 512]) func eachTypeKeepsItsFirstElement(bucketCount: Int) {
        let table = PublishedTable<Element>(bucketCount: bucketCount)
        let elements = Self.types.map { _ in Element() }
        for (type, element) in zip(Self.types, elements) {
            #expect(table.element(for: type) == nil)
            #expect(table.add(element, for: type) === element)
        }
        for (type, element) in zip(Self.types, elements) {
            #expect(table.add(Element(), for: type) === element)
            #expect(table.element(for: type) === element)
        }
        #expect(table.element(for: UInt.self) == nil)
    }

    @Test func threadsThatAddAtTheSameTimeGetOneElementForEachType() {
        for _ in 0..<50 {
            let table = PublishedTable<Element>(bucketCount: 1)
            let lock = NSLock()
            nonisolated(unsafe) var found = Self.types.map { _ in Set<ObjectIdentifier>() }
            DispatchQueue.concurrentPerform(iterations: 4 * Self.types.count) { index in
                let place = index % Self.types.count
                let element = table.add(Element(), for: Self.types[place])
                lock.withLock { _ = found[place].insert(ObjectIdentifier(element)) }
            }
            #expect(found.allSatisfy { $0.count == 1 })
        }
    }
}
