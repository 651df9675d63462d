/// A value in its own heap allocation, accessed without the exclusivity checks of a class's stored property.
///
/// It is for state that is accessed several times per key of a payload.
///
/// Invariants
/// 1. `value` is the first stored property, initialized from `init` to `deinit`.
/// 2. No access overlaps another: an access is a single statement of its owner that calls no foreign code, and only one
///    thread uses the owner.
@safe
final class UncheckedBox<Value> {
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs one step on the value (invariant 2).
    @inline(__always)
    func access<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let place = unsafe _getUnsafePointerToStoredProperties(self)
        return try unsafe body(&place.assumingMemoryBound(to: Value.self).pointee)  // Invariant 1.
    }
}
