#if canImport(Darwin)
import os
#else
import Synchronization
#endif

/// A size that was needed before, remembered across threads: a guess for the next one, never more than that.
///
/// It is stored only where it changed by more than an eighth, so that threads which write objects of one
/// class do not take the memory from each other.
final class SizeHint: Sendable {
    #if canImport(Darwin)
    // The deployment targets have no atomics in the standard library.
    private let size = OSAllocatedUnfairLock(initialState: 0)
    #else
    private let size = Atomic(0)
    #endif

    /// The last size noted, about; 0 at first.
    @inline(__always)
    var last: Int {
        #if canImport(Darwin)
        size.withLock { $0 }
        #else
        size.load(ordering: .relaxed)
        #endif
    }

    /// Notes a size that was needed.
    @inline(__always)
    func note(_ needed: Int) {
        let last = last
        guard abs(needed - last) > last / 8 else { return }
        #if canImport(Darwin)
        size.withLock { $0 = needed }
        #else
        size.store(needed, ordering: .relaxed)
        #endif
    }
}
