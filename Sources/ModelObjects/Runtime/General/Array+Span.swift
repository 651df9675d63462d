// Invariants
// 1. The span is used only inside the closure. It cannot escape, and the buffer is valid for that long.
// 2. The addresses are only compared.

extension Array {
    /// Lends the elements as a Span.
    ///
    /// `Array.span` needs macOS 26 or iOS 26; `UnsafeBufferPointer.span` does not.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<Element>) throws -> Result) rethrows -> Result {
        try unsafe withUnsafeBufferPointer { try unsafe body($0.span) }  // 1
    }

    /// Whether an array is a copy of this one, so that both still share their elements.
    ///
    /// Complexity: constant. Arrays that were made separately share no elements, even if these are equal.
    func sharesElements(with other: [Element]) -> Bool {
        unsafe withUnsafeBufferPointer { elements in
            unsafe other.withUnsafeBufferPointer {
                unsafe elements.baseAddress == $0.baseAddress && elements.count == $0.count  // 2
            }
        }
    }
}
