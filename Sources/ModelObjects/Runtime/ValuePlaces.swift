/// Places for values of type `Any`, which are moved in and out: copying one takes longer than reading it from a text.
///
/// Invariants
/// 1. There are `count` initialized values at `base`, until `deinit`. Only this value refers to them, since it can't be
///    copied.
/// 2. An index is less than `count` (checked), so there is a base.
@safe
struct ValuePlaces: ~Copyable {
    private var base: UnsafeMutablePointer<Any>?
    private var count = 0

    deinit {
        unsafe base?.deinitialize(count: count)  // Invariant 1.
        unsafe base?.deallocate()
    }

    /// Makes sure that there are as many places; new ones hold 0.
    mutating func reserve(_ count: Int) {
        guard count > self.count else { return }
        let larger = UnsafeMutablePointer<Any>.allocate(capacity: 2 * count)
        if let base = unsafe base {
            unsafe larger.moveInitialize(from: base, count: self.count)  // Invariant 1.
            unsafe base.deallocate()
        }
        for index in self.count..<2 * count { unsafe (larger + index).initialize(to: 0) }
        unsafe (base, self.count) = (larger, 2 * count)
    }

    /// Stores a value instead of another one.
    @inline(__always)
    mutating func store(_ value: consuming Any, at index: Int) {
        unsafe place(index).pointee = value  // Invariant 1.
    }

    /// Stores a value that is not an `Any`: it becomes one in its place.
    @inline(__always)
    mutating func store<Value>(scalar value: consuming Value, at index: Int) {
        unsafe place(index).pointee = value  // Invariant 1.
    }

    /// Moves a value out, and stores 0 instead.
    @inline(__always)
    mutating func take(at index: Int) -> Any {
        let place = unsafe place(index)
        let value = unsafe place.move()  // Invariant 1.
        unsafe place.initialize(to: 0)
        return value
    }

    @inline(__always)
    @unsafe private func place(_ index: Int) -> UnsafeMutablePointer<Any> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return unsafe base.unsafelyUnwrapped + index  // Invariant 2.
    }
}
