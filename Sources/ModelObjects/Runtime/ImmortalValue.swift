/// A plain value of several words that is never freed, to be handed on as one: reading a part of it costs no copy of
/// the rest, and no reference counting.
///
/// Invariants
/// 1. The memory is initialised in `init`, never written again, and never freed: only schemas make such values,
///    and they live as long as the process.
@safe
struct ImmortalValue<Value: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {  // Invariant 1.
    private let place: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe place = .allocate(capacity: 1)
        unsafe place.initialize(to: value)
    }

    @inline(__always)
    var value: Value { unsafe place.pointee }  // Invariant 1.
}
