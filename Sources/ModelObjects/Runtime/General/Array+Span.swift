// Invariant
// 1. The span is used only inside the closure. It cannot escape, and the buffer is valid for that long.

extension Array {
    /// Lends the elements as a Span.
    ///
    /// `Array.span` needs macOS 26 or iOS 26; `UnsafeBufferPointer.span` does not.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<Element>) throws -> Result) rethrows -> Result {
        try unsafe withUnsafeBufferPointer { try unsafe body($0.span) }  // 1
    }
}
