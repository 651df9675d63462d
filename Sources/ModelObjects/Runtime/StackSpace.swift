// How much room a thread's stack has left, so that a recursion can end with an error where it would end the
// process: a thread of an Apple pool has 512 KB, and unoptimised frames are several times as large as
// optimised ones.
//
// Invariants
// 1. The attributes are initialised by pthread_getattr_np, read once, and destroyed once.
// 2. pthread_getattr_np has this signature in glibc, musl and Bionic (man 3 pthread_getattr_np). Glibc's
//    module does not show it, since it is a GNU extension.
// 3. Addresses are compared as numbers only; nothing is read through them.

import Foundation

#if os(Linux) || os(Android)
@_silgen_name("pthread_getattr_np")
private func pthreadAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
) -> CInt  // 2
#endif

/// The stack of a thread, to be asked on that thread.
@safe
struct StackSpace {
    /// How many levels of a recursion are taken without asking: they fit every thread.
    static let uncheckedLevels: Int32 = 16

    /// What is kept free for frames that are not counted: those of hooks and of Foundation's coders.
    private static let reserve: UInt = 128 << 10

    /// The lowest address of the stack, which grows towards it; nil where the system does not say.
    private let lowest: UInt?

    /// The stack of the calling thread.
    ///
    /// Glibc finds out about the main thread's in a file, so that it is asked once.
    static var current: StackSpace { Thread.isMainThread ? ofMainThread : StackSpace() }

    private static let ofMainThread = StackSpace()

    private init() {
        #if canImport(Darwin)
        let thread = pthread_self()
        let highest = UInt(bitPattern: unsafe pthread_get_stackaddr_np(thread))
        lowest = highest - UInt(pthread_get_stacksize_np(thread))
        #elseif os(Linux) || os(Android)
        var attributes = pthread_attr_t()
        guard unsafe pthreadAttributes(pthread_self(), &attributes) == 0 else {
            lowest = nil
            return
        }
        defer { unsafe pthread_attr_destroy(&attributes) }  // 1
        var address: UnsafeMutableRawPointer?
        var size = 0
        let isKnown = unsafe pthread_attr_getstack(&attributes, &address, &size) == 0
        lowest = isKnown ? UInt(bitPattern: address) : nil
        #else
        lowest = nil
        #endif
    }

    /// Whether less is left than has to be kept free. (A sanitizer may keep variables elsewhere: then nothing
    /// is known, and the answer is no.)
    @inline(never)
    var isLow: Bool {
        guard let lowest else { return false }
        var marker: UInt8 = 0
        let current = unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }  // 3
        return current >= lowest && current - lowest < Self.reserve
    }
}
