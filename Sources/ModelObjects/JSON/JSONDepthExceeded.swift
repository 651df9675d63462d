/// The text opens more containers inside one another than the limit allows.
struct JSONDepthExceeded: Error {
    let limit: Int
    let offset: Int
    /// The limit is what the stack of this thread has room for.
    var isOfStack = false
}
