/// A value in its own heap allocation, accessed without the exclusivity checks of a class's stored property.
///
/// It is for state that is accessed several times per key of a payload.
///
/// Invariants
/// 1. The memory holds an initialised `Value` from `init` to `deinit`.
/// 2. No access overlaps another: an access is a single statement of its owner that calls no foreign code, and only one
///    thread uses the owner.
@safe
final class UncheckedBox<Value> {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// Runs one step on the value (invariant 2).
    @inline(__always)
    func access<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try unsafe body(&pointer.pointee)
    }
}
