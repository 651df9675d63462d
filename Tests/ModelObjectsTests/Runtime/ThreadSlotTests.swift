import Foundation
import Testing

@testable import ModelObjects

@Suite struct ThreadSlotTests {
    private final class Value {}

    @Test func valuesAreScopedToTheirClosure() {
        let slot = ThreadSlot<Value>()
        let (outer, inner) = (Value(), Value())
        #expect(slot.current == nil)
        slot.withValue(outer) {
            #expect(slot.current === outer)
            slot.withValue(inner) { #expect(slot.current === inner) }
            #expect(slot.current === outer)
        }
        #expect(slot.current == nil)
    }

    @Test func aValueIsRemovedWhenTheClosureThrows() {
        let slot = ThreadSlot<Value>()
        #expect(throws: CancellationError.self) {
            try slot.withValue(Value()) { throw CancellationError() }
        }
        #expect(slot.current == nil)
    }

    /// The call owns the value; the slot does not.
    @Test func aValueLivesUntilItsClosureReturns() {
        let slot = ThreadSlot<Value>()
        weak var value: Value?
        slot.withValue(
            {
                let made = Value()
                value = made
                return made
            }()
        ) { #expect(slot.current != nil && slot.current === value) }
        #expect(value == nil)
    }

    @Test func valuesAreInvisibleToOtherThreads() {
        let slot = ThreadSlot<Value>()
        let isEmpty = UncheckedBox(false)
        slot.withValue(Value()) {
            let done = DispatchSemaphore(value: 0)
            let thread = Thread { [seen = SendableBox(isEmpty)] in
                let found = slot.current == nil
                seen.box.access { $0 = found }
                done.signal()
            }
            thread.start()
            done.wait()
        }
        #expect(isEmpty.access { $0 })
    }

    @Test func twoSlotsHoldTwoValues() {
        let (one, other) = (ThreadSlot<Value>(), ThreadSlot<Value>())
        one.withValue(Value()) { #expect(other.current == nil) }
    }

    private struct SendableBox: @unchecked Sendable {  // Handed over by the semaphore.
        let box: UncheckedBox<Bool>
        init(_ box: UncheckedBox<Bool>) { self.box = box }
    }
}
