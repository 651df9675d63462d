import Foundation

/// A text that arrives in chunks.
protocol ChunkSource: AnyObject {
    /// The next chunk; nil at the end.
    func next(_ actor: isolated (any Actor)?) async throws -> Data?
}

/// An asynchronous sequence that is read by one task at a time.
final class Reading<Source: AsyncSequence> where Source.Element: Sendable {
    private var iterator: Source.AsyncIterator

    init(_ source: Source) { iterator = source.makeAsyncIterator() }

    func next(_ actor: isolated (any Actor)?) async throws -> Source.Element? {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return try await iterator.next(isolation: actor)
        }
        var lent = Lent(iterator: iterator)
        defer { iterator = lent.iterator }
        return try await lent.next()
    }

    /// The iterator, while the caller waits for it.
    ///
    /// The iterator leaves the caller's actor although it isn't Sendable, because nothing else uses it until
    /// the call returns.
    private struct Lent: @unchecked Sendable {
        var iterator: Source.AsyncIterator

        mutating func next() async throws -> Source.Element? { try await iterator.next() }

        /// The next bytes, up to one at which an element may end; nil at the end.
        mutating func nextChunk(largest: Int) async throws -> Data? where Source.Element == UInt8 {
            var chunk = Data()
            while let byte = try await iterator.next() {
                chunk.append(byte)
                if byte == 0x0A || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
                    || chunk.count == largest
                {
                    return chunk
                }
            }
            return chunk.isEmpty ? nil : chunk
        }
    }

    /// The next bytes, up to one at which an element may end; nil at the end.
    ///
    /// The iterator leaves the caller's actor for the whole chunk. Most iterators would leave it for each byte, which takes
    /// fifty times as long on the main actor.
    func nextChunk(_ actor: isolated (any Actor)?, largest: Int) async throws -> Data?
    where Source.Element == UInt8 {
        var lent = Lent(iterator: iterator)
        defer { iterator = lent.iterator }
        return try await lent.nextChunk(largest: largest)
    }
}

/// Collects the bytes of an asynchronous sequence in chunks that end where an element may end.
///
/// An element is therefore never delayed until more bytes arrive.
final class ByteChunks<Bytes: AsyncSequence>: ChunkSource where Bytes.Element == UInt8 {
    private let bytes: Reading<Bytes>

    init(_ bytes: Bytes) { self.bytes = Reading(bytes) }

    private static var largest: Int { 64 << 10 }

    func next(_ actor: isolated (any Actor)?) async throws -> Data? {
        try await bytes.nextChunk(actor, largest: Self.largest)
    }
}

extension Reading: ChunkSource where Source.Element == Data {}
