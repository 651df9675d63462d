/// A word in memory through which threads hand each other a pointer, without a lock.
///
/// `Atomic` of Synchronization needs macOS 15 and iOS 18. The functions of the standard library that are used here
/// are inlined where they are called, so they need no version of the system. There is no store among them; a
/// compare-and-exchange does.
///
/// Invariants
/// 1. The address stays valid and holds an initialised, aligned pointer or nil. As soon as a second thread can reach
///    it, only this type reads and writes it.
/// 2. `Unmanaged<AnyObject>` only carries the pointer's bits. It is reinterpreted as a whole: `toOpaque()` may retain
///    and release what it takes for an object, and the pointer may be of anything.
@unsafe
struct AtomicPointer {
    private let address: UnsafeMutableRawPointer

    @inline(__always)
    init(at address: UnsafeMutableRawPointer) {
        unsafe self.address = unsafe address
    }

    /// The word that is the first stored property of a final class, which keeps it alive.
    ///
    /// Access to the property itself would be checked for exclusivity, and would not be atomic.
    @inline(__always)
    init(firstPropertyOf object: AnyObject) {
        unsafe address = _getUnsafePointerToStoredProperties(object)
    }

    /// The pointer, with all that its thread wrote before it was stored (acquiring).
    @inline(__always)
    func load() -> UnsafeRawPointer? {
        let place = unsafe address.assumingMemoryBound(to: AnyObject?.self)
        let loaded = unsafe _stdlib_atomicAcquiringLoadARCRef(object: place)  // Invariants 1 and 2.
        return unsafe unsafeBitCast(loaded, to: UnsafeRawPointer?.self)
    }

    /// Stores a pointer for others to load, with all that this thread wrote before (sequentially consistent).
    ///
    /// - Returns: False, and nothing is stored, if the word does not hold `expected`.
    @inline(__always)
    @discardableResult
    func store(_ new: UnsafeRawPointer?, over expected: UnsafeRawPointer?) -> Bool {
        let place = unsafe address.assumingMemoryBound(to: UnsafeRawPointer?.self)
        var expected = unsafe expected
        return unsafe _stdlib_atomicCompareExchangeStrongPtr(object: place, expected: &expected, desired: new)
    }
}
