// Measures the space left on a thread's stack, so that a recursion can fail with an error instead of crashing the
// process. A thread of an Apple thread pool has 512 KB, a musl thread 128 KB, and unoptimized frames are several times
// as large as optimized ones.
//
// Invariants
// 1. The attributes are initialized by pthread_getattr_np, read once, and destroyed once.
// 2. pthread_getattr_np has this signature in glibc, musl and Bionic (man 3 pthread_getattr_np). Glibc's module does
//    not declare it, since it is a GNU extension.
// 3. Addresses are compared as numbers only; nothing is read through them.
// 4. getauxval has this signature in glibc and musl (man 3 getauxval). The path of the program, to which its value
//    points, is the last text on the stack of the first thread: the stack ends with that page. It grows up to the limit
//    that getrlimit returns; the kernel leaves at least 128 MB for it (mmap_base in arch/x86/mm/mmap.c).
// 5. The key is made once and never deleted. A thread's slot holds the word of its stack, or null before that is known;
//    the word is not an address and is never read through.

import Foundation

#if os(Linux) || os(Android)
@_silgen_name("pthread_getattr_np")
private func pthreadAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
) -> CInt  // 2
#endif

#if os(Linux)
@_silgen_name("getauxval")
private func auxiliaryValue(_ type: CUnsignedLong) -> CUnsignedLong  // 4

/// `AT_EXECFN` (linux/auxvec.h): the path of the program.
private let programPath: CUnsignedLong = 31

#if canImport(Glibc)
private let stackLimit = __rlimit_resource_t(RLIMIT_STACK.rawValue)
#else
private let stackLimit = RLIMIT_STACK
#endif
#endif

/// The stack of a thread, to be used only on that thread.
@safe
struct StackSpace {
    /// The lowest address of the stack, rounded up to a page.
    ///
    /// The bits below the page hold `reserve` in units of 8 KB and `isLarge`.
    private let word: UInt

    private static let page: UInt = 4096
    private static let unit: UInt = 8 << 10
    private static let unitMask: UInt = 0x1F
    private static let largeBit: UInt = 0x20

    /// The bytes kept free for frames that are not counted, such as those of hooks and of Foundation's coders: 128 KB,
    /// or half of a smaller stack.
    private var reserve: UInt { (word & Self.unitMask) * Self.unit }

    /// The number of recursion levels that need no check: only the first level on a small stack, because a
    /// few levels of hooks and unoptimized frames can fill it.
    @inline(__always)
    var uncheckedLevels: Int { word & Self.largeBit == 0 ? 1 : 16 }

    /// The number of recursion levels of a size that the stack has room for without its reserve.
    func levels(ofSize size: Int) -> Int {
        guard let space else { return .max }
        return space <= reserve ? 0 : Int(clamping: (space - reserve) / UInt(size))
    }

    /// The stack of the calling thread.
    ///
    /// The system is asked once for each thread.
    @inline(__always)
    static var current: StackSpace {
        if let key, let known = unsafe pthread_getspecific(key) {
            return StackSpace(word: UInt(bitPattern: known))  // 5
        }
        return measured()
    }

    private static let key = makeThreadKey()  // 5

    @inline(never)
    private static func measured() -> StackSpace {
        #if os(Linux)
        let space = StackSpace(bounds: firstThreadBounds ?? bounds())
        #else
        let space = StackSpace(bounds: bounds())
        #endif
        if let key { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: space.word)) }  // 5
        return space
    }

    private init(word: UInt) { self.word = word }

    /// - Parameter bounds: nil if the system does not report them; then the stack is never low.
    private init(bounds: (lowest: UInt, size: UInt)?) {
        let size = bounds?.size ?? .max
        let lowest = bounds.map { ($0.lowest + Self.page - 1) & ~(Self.page - 1) } ?? 0
        let reserve = max(min(128 << 10, size / 2), Self.unit)
        // The reported size of a stack may not include its guard pages.
        word = lowest | reserve / Self.unit | (size >= 448 << 10 ? Self.largeBit : 0)
    }

    static func bounds() -> (lowest: UInt, size: UInt)? {
        #if canImport(Darwin)
        let thread = unsafe pthread_self()
        let size = UInt(unsafe pthread_get_stacksize_np(thread))
        return (UInt(bitPattern: unsafe pthread_get_stackaddr_np(thread)) - size, size)
        #elseif os(Linux) || os(Android)
        var attributes = pthread_attr_t()
        guard unsafe pthreadAttributes(pthread_self(), &attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }  // 1
        var address: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &address, &size) == 0 else { return nil }
        return (UInt(bitPattern: address), UInt(size))
        #else
        return nil
        #endif
    }

    #if os(Linux)
    /// The bounds of the calling thread's stack if it is the first of the process; at most 128 MB.
    ///
    /// For that thread, glibc's pthread_getattr_np reads the list of the process's mappings, which takes a tenth of the
    /// time of a class's first use. That of musl returns only the part that has been used so far, often 128 KB.
    static var firstThreadBounds: (lowest: UInt, size: UInt)? {
        var limit = rlimit()
        guard unsafe getrlimit(stackLimit, &limit) == 0 else { return nil }
        let size = UInt(min(limit.rlim_cur, 128 << 20)) & ~(page - 1)
        let end = (UInt(auxiliaryValue(programPath)) | (page - 1)) + 1  // 4
        let current = frameAddress
        return end > size && current < end && current >= end - size ? (end - size, size) : nil
    }
    #endif

    /// Whether less than the reserve is left.
    @inline(never)
    var isLow: Bool { space.map { $0 < reserve } ?? false }

    /// The bytes that are left; nil if nothing is known because a sanitizer keeps variables elsewhere.
    @inline(__always)
    private var space: UInt? {
        let (current, lowest) = (Self.frameAddress, word & ~(Self.page - 1))
        return current >= lowest ? current - lowest : nil
    }

    /// An address in the frame of the caller.
    @inline(__always)
    private static var frameAddress: UInt {
        var marker: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }  // 3
    }
}
