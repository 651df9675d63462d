import Foundation
import Testing

@testable import ModelObjects

struct AtomicPointerTests {
    @Test func storeReplacesOnlyTheExpectedPointer() throws {
        let one = try #require(UnsafeRawPointer(bitPattern: 1))
        let two = try #require(UnsafeRawPointer(bitPattern: 2))
        let pointer = AtomicPointer.allocated()
        #expect(pointer.load() == nil)
        #expect(!pointer.store(two, over: one) && pointer.load() == nil)
        #expect(pointer.store(one, over: nil) && pointer.load() == one)
        #expect(!pointer.store(two, over: nil) && pointer.load() == one)
        #expect(pointer.store(nil, over: one) && pointer.load() == nil)
    }

    /// A thread that loads the pointer sees everything written before the pointer was stored.
    @Test func earlierWritesAreVisible() {
        for _ in 0..<200 {
            let value = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            value.initialize(to: 0)
            let place = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 1)
            place.initialize(to: nil)
            nonisolated(unsafe) let (shared, atomic) = (value, AtomicPointer(at: place))
            let seen = LockedCount()
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                if index == 0 {
                    shared.pointee = 42
                    atomic.store(shared, over: nil)
                } else {
                    while true {
                        guard let loaded = atomic.load() else { continue }
                        seen.add(loaded.load(as: Int.self))
                        break
                    }
                }
            }
            #expect(seen.value == 3 * 42)
            place.deallocate()
            value.deallocate()
        }
    }
}
