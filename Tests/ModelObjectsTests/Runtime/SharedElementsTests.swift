import Testing

@testable import ModelObjects

struct SharedElementsTests {
    @Test func aCopySharesItsElementsUntilOneChanges() {
        let elements = (0..<3).map { "element \($0)" }
        var copy = elements
        #expect(elements.sharesElements(with: copy) && copy.sharesElements(with: elements))
        copy[0] += "!"
        #expect(!elements.sharesElements(with: copy))
    }

    @Test func equalElementsAreNotShared() {
        let (left, right) = ((0..<3).map { $0 }, (0..<3).map { $0 })
        #expect(left == right && !left.sharesElements(with: right) && !left.sharesElements(with: []))
        #expect([Int]().sharesElements(with: []))
    }
}
