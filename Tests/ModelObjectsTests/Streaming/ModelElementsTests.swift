import Foundation
import ModelObjects
import Testing

struct ModelElementsTests {
    private static let lines = (0..<1_000).map { "{\"count\": \($0)}\n" }.joined()

    private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    @Test func bytesAndChunksGiveAllElements() async throws {
        let bytes = Array(Self.lines.utf8)
        var counts: [Int] = []
        for try await item in StreamItem.elements(in: stream(bytes), format: .lines) {
            counts.append(item.count)
        }
        #expect(counts == Array(0..<1_000))
        counts = []
        let chunks = bytes.chunks(of: 100).map { Data($0) }
        for try await item in StreamItem.elements(in: stream(chunks)) { counts.append(item.count) }
        #expect(counts == Array(0..<1_000))
        counts = []
        for try await item in StreamItem.elements(in: stream(bytes.chunks(of: 7).map { Array($0) })) {
            counts.append(item.count)
        }
        for try await item in StreamItem.elements(in: stream([bytes[...], [][...]])) {
            counts.append(item.count)
        }
        #expect(counts == Array(0..<1_000) + Array(0..<1_000))
    }

    /// No byte of the text's end is lost.
    @Test func bytesAfterTheLastElementAreRead() async throws {
        for (text, format) in [("[{\"count\": 1}]", StreamFormat.array), ("{\"count\": 1}\n7", .lines)] {
            var iterator = StreamItem.elements(
                in: stream(Array("\(text) x".utf8)), format: format, options: .strict
            ).makeAsyncIterator()
            #expect(try await iterator.next()?.count == 1)
            await #expect(throws: (any Error).self) { _ = try await iterator.next() }
        }
    }

    /// A string without an end is given to the limit in pieces.
    @Test func aLargeElementEndsAtTheLimit() async throws {
        let read = LockedCount()
        let bytes = AsyncStream<UInt8> {
            read.add(1)
            return switch read.value {
            case 1: UInt8(ascii: "[")
            case 2: UInt8(ascii: "\"")
            case ..<1_000_000: UInt8(ascii: "x")
            default: nil
            }
        }
        var iterator = StreamItem.elements(
            in: bytes, options: MappingOptions(limits: MappingLimits(bytes: 100))
        ).makeAsyncIterator()
        let error = await #expect(throws: ModelError.self) { _ = try await iterator.next() }
        #expect(error?.code == .limitExceeded && read.value < 500_000)
    }

    @Test func aFileCanBeReadAgain() async throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("items.ndjson"))
        try Data(Self.lines.utf8).write(to: file)
        var counts: [Int] = []
        let elements = StreamItem.elements(contentsOf: file)
        for try await item in elements { counts.append(item.count) }
        for try await item in elements { counts.append(item.count) }
        #expect(counts == Array(0..<1_000) + Array(0..<1_000))
        await #expect(throws: ModelError.self) {
            for try await _ in StreamItem.elements(contentsOf: URL(fileURLWithPath: folder.path("none"))) {}
        }
    }

    @Test func anElementIsDeliveredBeforeTheNextArrives() async throws {
        let (bytes, continuation) = AsyncStream<UInt8>.makeStream()
        var iterator = StreamItem.elements(in: bytes, format: .lines).makeAsyncIterator()
        for byte in "{\"count\": 1}\n".utf8 { continuation.yield(byte) }
        #expect(try await iterator.next()?.count == 1)
        for byte in "{\"count\": 2}\n".utf8 { continuation.yield(byte) }
        #expect(try await iterator.next()?.count == 2)
        continuation.finish()
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func aLargeChunkIsMappedInPieces() async throws {
        final class Counted: ModelObject {
            static let made = LockedCount()
            var count = 0
            override func didMap(_ json: [String: Any]) { Self.made.add(1) }
        }
        // The fewer elements a chunk has, the longer they are: it always has 1.3 MB.
        let count = Effort.count(100_000, atLeast: 4_000)
        let space = String(repeating: " ", count: 13 * (100_000 / count - 1))
        let chunk = Data(String(repeating: "{\"count\": 1}\(space)\n", count: count).utf8)
        var iterator = Counted.elements(in: stream([chunk, Data(), chunk])).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 1)
        #expect((1..<30_000 * count / 100_000).contains(Counted.made.value))
        var sum = 1
        while let item = try await iterator.next() { sum += item.count }
        #expect(sum == 2 * count)
    }

    @Test func elementsBeforeAnErrorAreDelivered() async throws {
        let chunk = Data("[{\"count\": 1}, {\"count\": 2}, x]".utf8)
        var iterator = StreamItem.elements(in: stream([chunk])).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 1)
        #expect(try await iterator.next()?.count == 2)
        await #expect(throws: JSONSyntaxError.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// Delivers one chunk, and then fails.
    private struct BrokenSource: AsyncSequence {
        struct AsyncIterator: AsyncIteratorProtocol {
            var isAtStart = true

            mutating func next() async throws -> Data? {
                guard isAtStart else { throw CocoaError(.coderInvalidValue) }
                isAtStart = false
                return Data("{\"count\": 1}\n{".utf8)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    @Test func theErrorOfTheSourceIsThrown() async throws {
        var counts: [Int] = []
        await #expect(throws: CocoaError.self) {
            for try await item in StreamItem.elements(in: BrokenSource()) { counts.append(item.count) }
        }
        #expect(counts == [1])
    }

    @Test func cancellationWhileWaitingThrows() async throws {
        let (chunks, source) = AsyncStream<Data>.makeStream()
        let (firsts, first) = AsyncStream<Int>.makeStream()
        source.yield(Data("{\"count\": 1}\n{\"cou".utf8))
        let task = Task {
            for try await item in StreamItem.elements(in: chunks) { first.yield(item.count) }
        }
        var iterator = firsts.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func cancellationEndsTheIteration() async throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("items.ndjson"))
        try Data(Self.lines.utf8).write(to: file)
        let task = Task {
            var count = 0
            do {
                for try await _ in StreamItem.elements(contentsOf: file) {
                    count += 1
                    if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch is CancellationError {
                return count
            }
            return -1
        }
        #expect(try await task.value == 10)
    }
    @Test func cancellationAfterTheEndChangesNothing() async throws {
        let task = Task {
            let chunks = AsyncStream<Data> { continuation in
                continuation.yield(Data(#"{"count": 1}"#.utf8))  // A last line without a line feed.
                continuation.finish()
            }
            var elements = StreamItem.elements(in: chunks, format: .lines).makeAsyncIterator()
            while try await elements.next() != nil {}
            withUnsafeCurrentTask { $0?.cancel() }
            return try await elements.next() == nil
        }
        #expect(try await task.value)
    }
}
