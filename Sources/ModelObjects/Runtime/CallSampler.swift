// Picks every n-th call of each thread: the interval is one word that all threads read, and each thread counts its own
// calls. Neither needs a lock, and a process that samples nothing only loads one word for each call.
//
// Invariants
// 1. The word holds the interval as the bits of a pointer, which is never followed.
// 2. The key is made once and never deleted. A thread's slot holds a number as the bits of a pointer, null at first.

import Foundation

@safe
enum CallSampler {
    private nonisolated(unsafe) static let word = unsafe AtomicPointer.allocated()

    private static let key = makeThreadKey()  // 2

    /// The sampling interval: one of this many calls is picked; 0 for none.
    static var interval: Int {
        @inline(__always)
        get { Int(bitPattern: unsafe word.load()) }  // 1
        set {
            while true {
                let old = unsafe word.load()
                if unsafe word.store(UnsafeRawPointer(bitPattern: max(newValue, 0)), over: old) { return }
            }
        }
    }

    /// Counts a call of this thread, and returns whether it is picked.
    @inline(__always)
    static func picksCall() -> Bool {
        let interval = interval
        return interval != 0 && countCall(interval)
    }

    /// Runs a step whose calls don't count.
    static func keepingCount(_ body: () -> Void) {
        guard let key else { return body() }
        let count = unsafe pthread_getspecific(key)
        body()
        unsafe pthread_setspecific(key, count)  // 2
    }

    @inline(never)
    private static func countCall(_ interval: Int) -> Bool {
        guard let key else { return false }
        let count = Int(bitPattern: unsafe pthread_getspecific(key)) + 1  // 2
        let isPicked = count >= interval
        unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: isPicked ? 0 : count))  // 2
        return isPicked
    }
}
