import Foundation

extension Data {
    /// Reads a file, which can also be a pipe or a device.
    ///
    /// - Throws: `ModelError` with `.fileFailed`, also for a URL that is not that of a file: `Data(contentsOf:)` would
    ///   download it.
    init(ofFile file: URL) throws {
        self = try ModelError.withPath(of: file, for: .read) { path in
            let source = try PosixFile(path, flags: O_RDONLY)
            switch try source.status().st_mode & S_IFMT {
            // On Linux, Data(contentsOf:) rejects other files.
            case S_IFREG, S_IFDIR: return try Data(contentsOf: file)
            default: return try Data(source.contents(size: 0))
            }
        }
    }
}
