/// A word in memory that threads use to exchange a pointer without a lock.
///
/// `Atomic` from Synchronization requires macOS 15 or iOS 18. The standard library functions used here are
/// inlined at the call site, so they have no OS requirement. There is none for a plain store, so a
/// compare-and-exchange is used instead.
///
/// Invariants
/// 1. The address stays valid and holds an initialized, aligned pointer or nil. As soon as a second thread can reach
///    it, only this type reads and writes it.
/// 2. `Unmanaged<AnyObject>` only carries the pointer's bits. It is reinterpreted as a whole: `toOpaque()` may retain
///    and release what it takes for an object, and the pointer may point to anything.
@unsafe
struct AtomicPointer {
    private let address: UnsafeMutableRawPointer

    @inline(__always)
    init(at address: UnsafeMutableRawPointer) {
        unsafe self.address = unsafe address
    }

    /// A new word, nil at first, which is never freed.
    static func allocated() -> AtomicPointer {
        let place = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 1)
        unsafe place.initialize(to: nil)
        return unsafe AtomicPointer(at: place)
    }

    /// Loads the pointer, and makes visible everything that the storing thread wrote before the store (acquiring).
    @inline(__always)
    func load() -> UnsafeRawPointer? {
        let place = unsafe address.assumingMemoryBound(to: AnyObject?.self)
        let loaded = unsafe _stdlib_atomicAcquiringLoadARCRef(object: place)  // Invariants 1 and 2.
        return unsafe unsafeBitCast(loaded, to: UnsafeRawPointer?.self)
    }

    /// Stores a pointer, and makes everything that this thread wrote before visible to threads that load it
    /// (sequentially consistent).
    ///
    /// - Returns: False if the word does not hold `expected`; then nothing is stored.
    @inline(__always)
    @discardableResult
    func store(_ new: UnsafeRawPointer?, over expected: UnsafeRawPointer?) -> Bool {
        let place = unsafe address.assumingMemoryBound(to: UnsafeRawPointer?.self)
        var expected = unsafe expected
        return unsafe _stdlib_atomicCompareExchangeStrongPtr(object: place, expected: &expected, desired: new)
    }
}
