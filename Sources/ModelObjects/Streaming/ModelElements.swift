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

    private let makeIterator: () -> AsyncIterator

    init(_ stream: ModelStream<Model>, _ makeSource: @escaping () throws -> any ChunkSource) {
        makeIterator = { AsyncIterator(stream: stream, makeSource: makeSource) }
    }

    /// Starts at the beginning of the input, if the source can be read again.
    public func makeAsyncIterator() -> AsyncIterator { makeIterator() }

    /// Makes the models, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var stream: ModelStream<Model>
        private let makeSource: () throws -> any ChunkSource
        private var source: (any ChunkSource)?
        /// The rest of the last chunk.
        private var rest = Data()
        /// The models of the last piece of a chunk; those before `index` were handed over.
        private var models: [Model] = []
        private var index = 0
        private var failure: (any Error)?
        private var isFinished = false

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
            while true {
                if Task.isCancelled { end(with: CancellationError()) }
                if index < models.count {
                    index += 1
                    return models[index - 1]
                }
                if let failure {
                    self.failure = nil
                    throw failure
                }
                if isFinished { return nil }
                models.removeAll(keepingCapacity: true)
                index = 0
                do {
                    if rest.isEmpty { try await receiveChunk(actor) }
                    try takePiece()
                } catch {
                    failure = error
                    isFinished = true
                }
            }
        }

        private mutating func end(with error: any Error) {
            if isFinished, failure == nil, index == models.count { return }
            models = []
            rest = Data()
            index = 0
            failure = error
            isFinished = true
        }

        private mutating func receiveChunk(_ actor: isolated (any Actor)?) async throws {
            // The memory of the last chunk is released while this one arrives.
            rest = Data()
            let source = try source ?? makeSource()
            self.source = source
            let chunk = try await source.next(actor)
            // Many sources end when the task is cancelled, although their text does not.
            try Task.checkCancellation()
            isFinished = chunk == nil
            rest = chunk ?? Data()
        }

        /// Maps one piece of the chunk, so that a large chunk does not become many models at once.
        private mutating func takePiece() throws {
            var models = models
            self.models = []
            defer { self.models = models }
            if isFinished { return try stream.finish { models.append($0) } }
            let piece = rest.prefix(ModelStream<Model>.pieceSize)
            rest = rest.dropFirst(piece.count)
            try stream.append(piece) { models.append($0) }
        }
    }
}

@available(*, unavailable)
extension ModelElements: Sendable {}

@available(*, unavailable)
extension ModelElements.AsyncIterator: Sendable {}
