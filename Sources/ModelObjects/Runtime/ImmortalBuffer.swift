/// An array of plain values that is never freed: reading it costs no reference counting, so that threads that
/// map with one schema do not slow each other down.
///
/// Invariants
/// 1. The memory is initialised in `init`, never written again, and never freed: only schemas hold such
///    buffers, and a schema lives as long as the process.
/// 2. The index is in range: callers take it from the schema that made the buffer (checked in debug builds).
@safe
struct ImmortalBuffer<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {  // Invariant 1.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        count = elements.count
        unsafe base = .allocate(capacity: max(count, 1))
        for (index, element) in elements.enumerated() {
            unsafe (base + index).initialize(to: element)
        }
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe base[index]  // Invariant 2.
    }
}
