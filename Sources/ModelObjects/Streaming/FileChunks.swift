import Foundation

/// Reads a file in pieces of 256 KB.
final class FileChunks: ChunkSource {
    private let url: URL
    private let file: PosixFile
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    /// - Throws: `ModelError` with `.fileFailed`, as the other members.
    init(_ url: URL) throws {
        self.url = url
        let path = try ModelError.path(of: url, for: .read)
        do {
            file = try PosixFile(path, flags: O_RDONLY)
        } catch {
            throw ModelError.fileFailed(error, .read, url)
        }
    }

    /// Reads the next piece, and lends it; false at the end of the file.
    func withNext(_ body: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        let count = try ModelError.withPath(of: url, for: .read) { _ in
            try file.read(into: &buffer, from: 0)
        }
        if count == 0 { return false }
        try withAutoreleasePool { try body(buffer[..<count]) }
        return true
    }

    func next(_ actor: isolated (any Actor)?) async throws -> Data? {
        var chunk: Data?
        _ = try withNext { chunk = Data($0) }
        return chunk
    }
}
