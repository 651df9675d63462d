/// The depth of a value that a decoder is decoding.
///
/// A Codable struct may hold a model, and another mapping then fills that model from the decoder. The decoder does
/// not pass on the depth of that mapping, so this scope passes it on through the thread.
final class DecodingScope {
    private static let slot = ThreadSlot<DecodingScope>()

    /// The scope of the value that this thread is decoding.
    static var current: DecodingScope? { slot.current }

    /// The number of objects and arrays that enclose the members of the value.
    let depth: Int
    /// The maximum of `depth`.
    let limit: Int

    /// - Parameters:
    ///   - depth: The depth that the caller knows; the enclosing scope may know a greater one.
    ///   - limit: The limit to use if there is no enclosing scope.
    init(depth: Int = 0, limit: Int) {
        let outer = Self.current
        self.depth = max(depth, outer?.depth ?? 0)
        self.limit = outer?.limit ?? limit
    }

    /// Decodes the value.
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
