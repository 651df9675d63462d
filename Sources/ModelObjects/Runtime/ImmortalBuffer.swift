/// An array of plain values that is never freed.
///
/// Reading it needs no reference counting, so threads that map with one schema don't slow each other down.
///
/// Invariants
/// 1. The memory is initialized in `init`, never written again, and never freed: only schemas hold such
///    buffers, and each class keeps its schema. (If several threads make one at the same time, all but one are unused.)
/// 2. The index is in range: callers take it from the schema that made the buffer (checked in debug builds).
@safe
struct ImmortalBuffer<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {  // Invariant 1.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) { self.init(count: elements.count) { elements[$0] } }

    /// Makes each element from its index.
    init(count: Int, _ element: (Int) -> Element) {
        self.count = count
        unsafe base = .allocate(capacity: max(count, 1))
        for index in 0..<count { unsafe (base + index).initialize(to: element(index)) }
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe base[index]  // Invariant 2.
    }
}

extension ImmortalBuffer {
    /// A plain value of several words, passed as one word: reading a part of it does not copy the rest.
    init(value: Element) { self.init(count: 1) { _ in value } }

    @inline(__always)
    var value: Element { self[0] }
}

/// An object that is lent without reference counting.
///
/// Threads that use the object at the same time would otherwise contend for its reference count.
///
/// Invariant
/// 1. The object is retained once, in `init`, and never released: only schemas hold such objects, and each class keeps
///    its schema.
@safe
struct Immortal<Object: AnyObject & Sendable>: @unchecked Sendable, BitwiseCopyable {  // Immutable.
    private let reference: Unmanaged<Object>

    init(_ object: Object) { unsafe reference = .passRetained(object) }

    @inline(__always)
    func lend<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef { try body($0) }  // Invariant 1.
    }
}

/// References to immortal objects, each made or looked up on first use and then returned without a lookup.
///
/// Invariants
/// 1. Each word is nil or an object that was retained and is never released. If two threads find different objects at
///    the same time, both use the one that was stored first.
/// 2. The memory is never freed, and the index is in range, as with `ImmortalBuffer`.
@safe
struct LazyReferences<Object: AnyObject & Sendable>: @unchecked Sendable {  // Invariant 1.
    private let words: UnsafeMutablePointer<UnsafeRawPointer?>

    init(count: Int) {
        unsafe words = .allocate(capacity: max(count, 1))
        unsafe words.initialize(repeating: nil, count: max(count, 1))
    }

    /// Lends the object at an index.
    @inline(__always)
    func lend<Result>(
        at index: Int, make: () -> Object, _ body: (Object) throws -> Result
    ) rethrows -> Result {
        let word = unsafe AtomicPointer(at: words + index)  // Invariant 2.
        var found = unsafe word.load()
        if unsafe found == nil {
            unsafe found = UnsafeRawPointer(Unmanaged.passRetained(make()).toOpaque())
            if unsafe !word.store(found, over: nil) {
                unsafe ImmortalMemory.keep(found.unsafelyUnwrapped)
                unsafe found = word.load()
            }
        }
        let object = unsafe Unmanaged<Object>.fromOpaque(found.unsafelyUnwrapped)
        return try unsafe object._withUnsafeGuaranteedRef { try body($0) }  // Invariant 1.
    }
}
