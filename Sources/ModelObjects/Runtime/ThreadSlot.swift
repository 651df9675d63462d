// Thread-local context for callbacks that cannot receive it as a parameter, such as Set's `==`.
//
// This is not a task-local value: runtimes before Swift 6 crash the process if one is bound inside the body of
// `withTaskGroup` (swiftlang/swift#73978), and this library still supports systems with those runtimes.
//
// Invariants
// 1. The key is made once and never deleted.
// 2. The slot of a thread holds nil, or an object that a call of `withValue` on this thread keeps alive until it
//    restores the previous one. So code that reads the slot finds a live object, and may retain it.

import Foundation

/// A key for one word of each thread, null at first; nil if the process has used up its keys.
func makeThreadKey() -> pthread_key_t? {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil  // 1
}

/// One reference for each thread, nil at first.
@safe
final class ThreadSlot<Value: AnyObject>: Sendable {
    /// Nil if the process has used up its keys; the slot is then always empty.
    private let key: pthread_key_t?

    init() { key = makeThreadKey() }

    /// The value of the innermost `withValue` on this thread.
    var current: Value? {
        guard let key, let address = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<Value>.fromOpaque(address).takeUnretainedValue()  // 2
    }

    /// Runs a step with a value in the slot of this thread.
    func withValue<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result {
        guard let key else { return try body() }
        let outer = unsafe pthread_getspecific(key)
        unsafe pthread_setspecific(key, Unmanaged.passUnretained(value).toOpaque())  // 2
        defer {
            unsafe pthread_setspecific(key, outer)
            withExtendedLifetime(value) {}
        }
        return try body()
    }
}

/// Whether this thread is inside a certain step.
struct ThreadFlag: Sendable {
    private final class Mark: Sendable {}

    private let mark = Mark()
    private let slot = ThreadSlot<Mark>()

    var isSet: Bool { slot.current != nil }

    /// Runs the step.
    func whileSet<Result>(_ body: () throws -> Result) rethrows -> Result {
        try slot.withValue(mark, body)
    }
}
