import Foundation

extension Data {
    /// Reads a file.
    ///
    /// - Throws: `ModelError` with `.fileFailed`.
    init(ofFile file: URL) throws {
        do {
            self = try withAutoreleasePool { try Data(contentsOf: file) }
        } catch {
            // The system's reason, if there is one: not every version of Foundation names the file in its message.
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            let reason = cause.map { PosixFile.message(for: $0.code.rawValue) } ?? error.localizedDescription
            throw ModelError(
                .fileFailed, .fileFailed("read", file, reason), expected: "a file that can be read",
                found: "Could not read \(file.path): \(reason)", underlyingError: error)
        }
    }
}
