import Foundation

extension Data {
    /// Reads a file.
    ///
    /// - Throws: `ModelError` with `.fileFailed`, also for a URL that is not that of a file: `Data(contentsOf:)` would
    ///   download it.
    init(ofFile file: URL) throws {
        _ = try ModelError.path(of: file, for: .read)
        do {
            self = try withAutoreleasePool { try Data(contentsOf: file) }
        } catch {
            // The system's reason, if there is one: not every version of Foundation names the file in its message.
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            let reason = cause.map { PosixFile.message(for: $0.code.rawValue) } ?? error.localizedDescription
            throw ModelError(
                .fileFailed, .fileFailed("read", file, reason), expected: "a file that can be read",
                found: reason, underlyingError: error)
        }
    }
}
