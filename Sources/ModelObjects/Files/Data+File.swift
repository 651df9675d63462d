import Foundation

extension Data {
    /// Reads a file, which can also be a pipe or a device.
    ///
    /// - Throws: `ModelError` with `.fileFailed`, also for a URL that is not that of a file: `Data(contentsOf:)` would
    ///   download it.
    init(ofFile file: URL) throws {
        self = try ModelError.withPath(of: file, for: .read) { path in
            // On Linux, Data(contentsOf:) rejects pipes and devices. For all other files, the errors are those of Foundation.
            guard let source = try? PosixFile(path, flags: O_RDONLY), let status = try? source.status(),
                ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
            else { return try Data(contentsOf: file) }
            return try Data(source.contents(size: 0))
        }
    }
}
