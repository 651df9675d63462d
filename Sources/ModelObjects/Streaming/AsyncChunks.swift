import Foundation

/// A text that arrives in chunks.
protocol ChunkSource: AnyObject {
    /// The next chunk; nil at the end.
    func next(_ actor: isolated (any Actor)?) async throws -> Data?
}

/// An asynchronous sequence of chunks that is read by one task at a time.
final class Reading<Source: AsyncSequence>: ChunkSource
where Source.Element: Collection, Source.Element.Element == UInt8 {
    private var iterator: Source.AsyncIterator

    init(_ source: Source) { iterator = source.makeAsyncIterator() }

    func next(_ actor: isolated (any Actor)?) async throws -> Data? {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            guard let chunk = try await iterator.next(isolation: actor) else { return nil }
            return Data(chunk: chunk)
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

        mutating func next() async throws -> Data? {
            guard let chunk = try await iterator.next() else { return nil }
            return Data(chunk: chunk)
        }
    }
}

extension Data {
    /// The bytes of a chunk, which are not copied if they are already Data.
    fileprivate init(chunk: some Collection<UInt8>) { self = chunk as? Data ?? Data(chunk) }
}

/// The bytes of an asynchronous sequence in chunks that end where an element may end.
///
/// An element is therefore never delayed until more bytes arrive.
struct ByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    let bytes: Bytes
    let format: StreamFormat

    func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator(), endsLines: format == .lines)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var bytes: Bytes.AsyncIterator
        /// Whether only a line feed ends an element.
        fileprivate let endsLines: Bool

        /// The next bytes, up to one at which an element may end; nil at the end.
        ///
        /// It has no `next(isolation:)`, so it leaves the caller's actor for the whole chunk. Most sequences would leave
        /// the actor for each byte, which takes fifty times as long on the main actor.
        mutating func next() async throws -> Data? {
            var chunk: [UInt8] = []
            while let byte = try await bytes.next() {
                chunk.append(byte)
                let isEnd =
                    byte == 0x0A || !endsLines && (byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"))
                if isEnd || chunk.count == 64 << 10 { break }
            }
            return chunk.isEmpty ? nil : Data(chunk)
        }
    }
}
