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
    /// the call returns. Older systems offer no alternative.
    private struct Lent: @unchecked Sendable {
        var iterator: Source.AsyncIterator

        mutating func next() async throws -> Source.Element? { try await iterator.next() }
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
        var chunk = Data()
        while let byte = try await bytes.next(actor) {
            chunk.append(byte)
            if byte == 0x0A || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
                || chunk.count == Self.largest
            {
                return chunk
            }
        }
        return chunk.isEmpty ? nil : chunk
    }
}

extension Reading: ChunkSource where Source.Element == Data {}
