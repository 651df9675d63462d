/// The text nests containers deeper than the limit allows.
struct JSONDepthExceeded: Error {
    let limit: Int
    let offset: Int
    /// Whether the limit is the space left on this thread's stack.
    var isOfStack = false
}
