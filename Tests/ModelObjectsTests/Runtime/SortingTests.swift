import Testing

@testable import ModelObjects

struct SortingTests {
    /// Texts are compared by their first bytes, by all bytes, or both, depending on their number.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func textsAreSortedByTheirScalars(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let parts = ["", "a", "b", "\0", "é", "e\u{301}", "\u{10FFFF}", "prefix", "12345678"]
        let texts = (0..<Int(seed) * 2).map { _ in
            (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                parts[Int.random(in: parts.indices, using: &numbers)]
            }.joined()
        }
        func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
        let expected = texts.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
        #expect(bytes(texts.sortedByScalars()) == bytes(expected))
        let order = texts.orderIfNotSorted(byText: \.self) ?? Array(texts.indices)
        #expect(bytes(order.map { texts[$0] }) == bytes(expected))
        // Equal texts keep their order.
        let numbered = texts.enumerated().sorted(byText: \.element)
        #expect(
            zip(numbered, numbered.dropFirst()).allSatisfy { left, right in
                left.element.utf8.elementsEqual(right.element.utf8) ? left.offset < right.offset : true
            })
    }
}
