import Testing

@testable import ModelObjects

struct RareReferenceTests {
    private final class Value {}

    @Test func anObjectIsMadeOnceAndLivesAsLongAsTheReference() {
        weak var value: Value?
        var made = 0
        func make() -> Value {
            made += 1
            return Value()
        }
        do {
            var reference = RareReference<Value>()
            #expect(reference.isNil && reference.object == nil)
            value = reference.object(orMade: make)
            #expect(value != nil && reference.object(orMade: make) === value)
            #expect(!reference.isNil && reference.object === value)
        }
        #expect(made == 1 && value == nil)
    }

    /// Somebody else may keep it.
    @Test func anObjectIsReleasedOnce() {
        var kept: Value?
        do {
            var reference = RareReference<Value>()
            kept = reference.object(orMade: { Value() })
        }
        weak let value = kept
        #expect(value != nil)
        kept = nil
        #expect(value == nil)
    }
}
