/// References that are lent without reference counting: threads that use one object at the same time would wait for
/// each other at its count.
///
/// Invariants
/// 1. Each object is retained once, in `init`, and never released: only schemas hold such references, and a
///    schema lives as long as the process.
/// 2. The index is in range, as with `ImmortalBuffer`.
@safe
struct ImmortalReferences<Element: AnyObject & Sendable>: @unchecked Sendable {  // Immutable.
    private let references: ImmortalBuffer<Unmanaged<Element>?>

    init(_ elements: [Element?]) {
        unsafe references = ImmortalBuffer(elements.map { unsafe $0.map { unsafe .passRetained($0) } })
    }

    /// Lends the object at an index; nil, and nothing is done, where there is none.
    @inline(__always)
    func withElement<Result>(at index: Int, _ body: (Element) throws -> Result) rethrows -> Result? {
        // Invariants 1 and 2.
        try unsafe references[index]?._withUnsafeGuaranteedRef { try body($0) }
    }
}
