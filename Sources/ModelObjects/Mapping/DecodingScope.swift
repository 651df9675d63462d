import Foundation

/// What encloses a value that a decoder is decoding.
///
/// A Codable struct may hold a model, which is then filled from the decoder by another mapping. A decoder does not pass
/// on how deep that mapping is, so this passes it on by the thread.
final class DecodingScope {
    private static let slot = ThreadSlot<DecodingScope>()

    /// The scope of the value that this thread is decoding.
    static var current: DecodingScope? { slot.current }

    /// How many objects and arrays enclose what the value holds.
    let depth: Int
    /// How many may do so.
    let limit: Int
    private let failures: Failures
    /// The class of the model that is being filled.
    private let model: ModelObject.Type?

    /// - Parameters:
    ///   - depth: As far as the caller knows; the scope around this one may know more.
    ///   - limit: Where no scope is around this one.
    ///   - model: The class of the model that is being filled; nil where another value is decoded.
    init(depth: Int, limit: Int, model: ModelObject.Type? = nil) {
        let outer = Self.current
        self.depth = max(depth, outer?.depth ?? 0)
        self.limit = outer?.limit ?? limit
        self.model = model
        failures = outer?.failures ?? Failures()
    }

    /// Decodes the value.
    func run<Result>(_ decode: () throws -> Result) rethrows -> Result {
        try Self.slot.withValue(self, decode)
    }

    // MARK: Second attempts

    /// An attempt to decode a property as a Codable type from its payload, after the decoder could not decode it.
    struct Attempt: Hashable {
        let model: ObjectIdentifier?
        let type: ObjectIdentifier
        let path: [PathComponent]
        let text: String
    }

    /// Each of several models inside one another would double the attempts, so none is made twice.
    private final class Failures {
        var attempts: Set<Attempt> = []
    }

    func attempt(_ type: any Any.Type, at path: [PathComponent], _ text: Data) -> Attempt {
        Attempt(
            model: model.map { ObjectIdentifier($0) }, type: ObjectIdentifier(type), path: path,
            text: String(decoding: text, as: UTF8.self))
    }

    func hasFailed(_ attempt: Attempt) -> Bool { failures.attempts.contains(attempt) }
    func noteFailure(of attempt: Attempt) { failures.attempts.insert(attempt) }
}

extension Error {
    /// The error of a model inside the decoded value that was nested too deeply, or exceeded another limit: it ends the
    /// whole call.
    var exceededLimit: (error: ModelError, path: [any CodingKey])? {
        guard case .dataCorrupted(let context) = self as? DecodingError,
            let error = context.underlyingError as? ModelError, error.code == .limitExceeded
        else { return nil }
        return (error, context.codingPath)
    }
}
