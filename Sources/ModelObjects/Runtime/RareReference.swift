/// A strong reference that is nil nearly always: then nothing is released, where the compiler would have the runtime
/// release null.
///
/// Invariants
/// 1. The object is retained once, when it is made, and released once: in the deinit.
@safe
struct RareReference<Object: AnyObject>: ~Copyable {
    private var reference: Unmanaged<Object>?

    init() {
        unsafe reference = nil
    }

    @inline(__always)
    var isNil: Bool { unsafe reference == nil }

    @inline(__always)
    var object: Object? { unsafe reference?.takeUnretainedValue() }  // Invariant 1.

    /// The object, made where there is none yet.
    mutating func object(orMade make: () -> Object) -> Object {
        if let object { return object }
        let made = make()
        unsafe reference = .passRetained(made)  // Invariant 1.
        return made
    }

    @inline(__always)
    deinit {
        if let reference = unsafe reference { unsafe reference.release() }  // Invariant 1.
    }
}
