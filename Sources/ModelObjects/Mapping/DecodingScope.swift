/// The depth of a value that a decoder is decoding.
///
/// If a Codable struct contains a model, another mapping fills the model from the decoder. The decoder
/// doesn't pass on the depth, so this scope is stored in a thread-local slot.
final class DecodingScope {
    private static let slot = ThreadSlot<DecodingScope>()

    /// The scope of the value that this thread is decoding.
    static var current: DecodingScope? { slot.current }

    /// The number of objects and arrays that enclose the members of the value.
    let depth: Int
    /// The maximum of `depth`.
    let limit: Int

    /// - Parameters:
    ///   - depth: The minimum depth; the depth of the enclosing scope is used if it is greater.
    ///   - limit: The limit to use if there is no enclosing scope.
    ///   - isOwnText: Whether the decoder reads a separate text, such as JSON in a string, to which the limit of the
    ///     enclosing scope doesn't apply. The depth still counts from that scope, because the stack is the same.
    init(depth: Int = 0, limit: Int, isOwnText: Bool = false) {
        let outer = Self.current
        self.depth = max(depth, outer?.depth ?? 0)
        self.limit = isOwnText ? self.depth + limit : outer?.limit ?? limit
    }

    func run<Result>(_ decode: () throws -> Result) rethrows -> Result {
        try Self.slot.withValue(self, decode)
    }
}

extension Error {
    /// The error of a model inside the decoded value that is nested too deeply, or that exceeds another limit.
    ///
    /// The error ends the whole call.
    var exceededLimit: (error: ModelError, path: [any CodingKey])? {
        guard case .dataCorrupted(let context) = self as? DecodingError,
            let error = context.underlyingError as? ModelError, error.code == .limitExceeded
        else { return nil }
        return (error, context.codingPath)
    }
}
