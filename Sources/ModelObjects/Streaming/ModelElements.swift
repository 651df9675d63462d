import Foundation

/// The models of asynchronous input, as an asynchronous sequence.
///
/// ```swift
/// let (bytes, _) = try await URLSession.shared.bytes(from: url)
/// for try await user in User.elements(in: bytes, format: .lines) {
///     print(user.userName)
/// }
/// ```
///
/// See ``ModelStream`` for formats, paths, limits and errors. Nothing is read ahead beyond the chunk that
/// contains the next element. If the task is cancelled, the next step throws `CancellationError`. The models
/// are made in the task that iterates, and never leave it.
public struct ModelElements<Model: ModelObject>: AsyncSequence {
    /// The class of the models.
    public typealias Element = Model

    /// Receives each element that is left out, in the task that iterates.
    ///
    /// Set it before the iteration starts:
    ///
    /// ```swift
    /// var users = User.elements(in: bytes, format: .lines)
    /// users.onSkip = { problem in print(problem) }
    /// for try await user in users { … }
    /// ```
    public var onSkip: ((MappingProblem) -> Void)?
    private let stream: ModelStream<Model>
    private let makeSource: () throws -> any ChunkSource

    init(_ stream: ModelStream<Model>, _ makeSource: @escaping () throws -> any ChunkSource) {
        self.stream = stream
        self.makeSource = makeSource
    }

    /// Starts at the beginning of the input, if the source can be read again.
    public func makeAsyncIterator() -> AsyncIterator {
        var stream = stream
        stream.onSkip = onSkip
        return AsyncIterator(stream: stream, makeSource: makeSource)
    }

    /// Creates the models, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var stream: ModelStream<Model>
        private let makeSource: () throws -> any ChunkSource
        private var source: (any ChunkSource)?
        /// The rest of the last chunk; nil at the end of the input.
        private var remaining: Data? = Data()
        private var hasEnded = false

        init(stream: ModelStream<Model>, makeSource: @escaping () throws -> any ChunkSource) {
            self.stream = stream
            self.makeSource = makeSource
        }

        /// The next model; nil at the end.
        ///
        /// - Throws: The errors of ``ModelStream/append(_:_:)`` and of the source, after the models before the error;
        ///   `CancellationError` if the task is cancelled. After an error, the sequence has ended.
        public mutating func next() async throws -> Model? {
            try await next(isolation: nil)
        }

        /// The next model, on the actor that iterates; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
            if hasEnded { return nil }
            do {
                repeat {
                    try Task.checkCancellation()
                    if let model = try stream.next(isLast: remaining == nil) { return model }
                } while try await appendPiece(actor)
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func end() { (hasEnded, remaining, source) = (true, nil, nil) }

        /// Appends the next piece of a chunk to the stream, so that a large chunk is not copied at once.
        ///
        /// False if the input has already ended.
        private mutating func appendPiece(_ actor: isolated (any Actor)?) async throws -> Bool {
            if remaining == nil { return false }
            if remaining?.isEmpty == true { try await receiveChunk(actor) }
            if let chunk = remaining {
                let piece = chunk.prefix(ModelStream<Model>.pieceSize)
                remaining = chunk.dropFirst(piece.count)
                stream.append(piece)
            }
            return true
        }

        private mutating func receiveChunk(_ actor: isolated (any Actor)?) async throws {
            // The memory of the last chunk is released while this one arrives.
            remaining = Data()
            let source = try source ?? makeSource()
            self.source = source
            let chunk = try await source.next(actor)
            // Many sources end when the task is cancelled, although their text does not.
            try Task.checkCancellation()
            remaining = chunk
        }
    }
}

@available(*, unavailable)
extension ModelElements: Sendable {}

@available(*, unavailable)
extension ModelElements.AsyncIterator: Sendable {}
