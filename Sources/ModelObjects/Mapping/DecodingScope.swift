import Foundation

/// The context of a value that a decoder is decoding.
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
    /// The path of the decoder's root, from the root of the outermost decoder.
    private let root: [PathComponent]
    /// The property that the decoder was made for; nil for the caller's own decoder.
    private let origin: Origin?
    /// The model that is being filled, and its path in the outermost decoder.
    private let model: (type: ModelObject.Type, path: [PathComponent])?
    private let failures: Failures

    /// The scope of a model that is filled from a decoder.
    init(_ model: ModelObject.Type, at codingPath: [any CodingKey], limit: Int) {
        let outer = Self.current
        depth = outer?.depth ?? 0
        self.limit = outer?.limit ?? limit
        root = outer?.root ?? []
        origin = outer?.origin
        self.model = (model, root + [PathComponent](codingPath))
        failures = outer?.failures ?? Failures()
    }

    /// The scope of a value that a decoder decodes as a property's type.
    ///
    /// - Parameters:
    ///   - depth: The depth that the caller knows; the enclosing scope may know a greater one.
    ///   - limit: The limit to use if there is no enclosing scope.
    ///   - attempt: The attempt that a decoder was made for; nil if the value belongs to the caller's decoder.
    init(depth: Int, limit: Int, attempt: Attempt? = nil) {
        let outer = Self.current
        self.depth = max(depth, outer?.depth ?? 0)
        self.limit = outer?.limit ?? limit
        root = attempt?.path ?? outer?.root ?? []
        origin = attempt?.origin ?? outer?.origin
        model = outer?.model
        failures = outer?.failures ?? Failures()
    }

    /// Decodes the value.
    func run<Result>(_ decode: () throws -> Result) rethrows -> Result {
        try Self.slot.withValue(self, decode)
    }

    // MARK: Second attempts

    /// An attempt to decode a property as a Codable type from its payload, after the decoder failed to decode it.
    ///
    /// The property's date format may make it succeed. With nested models, the number of attempts would double on
    /// each level, so a failed attempt is not repeated with the same formats.
    struct Attempt: Hashable {
        /// The path from the root of the outermost decoder.
        fileprivate let path: [PathComponent]
        /// The formats of the enclosing decoder.
        fileprivate let outerOrigin: Origin?
        /// The formats of the attempt.
        fileprivate let origin: Origin
    }

    /// A property, which determines the formats with which its values are decoded.
    struct Origin: Hashable {
        fileprivate let model: ObjectIdentifier
        fileprivate let type: ObjectIdentifier
        fileprivate let pathInModel: [PathComponent]
    }

    private final class Failures {
        var attempts: Set<Attempt> = []
    }

    /// The attempt on a value of the model that is being filled; nil if none is.
    func attempt(_ type: any Any.Type, at pathInModel: [PathComponent]) -> Attempt? {
        model.map { model, path in
            Attempt(
                path: path + pathInModel, outerOrigin: origin,
                origin: Origin(
                    model: ObjectIdentifier(model), type: ObjectIdentifier(type), pathInModel: pathInModel))
        }
    }

    /// The attempt on the value of a decoder.
    func attempt(_ type: any Any.Type, at codingPath: [any CodingKey]) -> Attempt? {
        let path = root + [PathComponent](codingPath)
        guard let model, path.starts(with: model.path) else { return nil }
        return attempt(type, at: Array(path.dropFirst(model.path.count)))
    }

    func hasFailed(_ attempt: Attempt?) -> Bool { attempt.map { failures.attempts.contains($0) } ?? false }

    func recordFailure(of attempt: Attempt?) {
        if let attempt { failures.attempts.insert(attempt) }
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
