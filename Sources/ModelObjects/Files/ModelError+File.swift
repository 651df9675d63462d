import Foundation

/// Errors of files, and the check that a URL names one.
extension ModelError {
    /// - Parameters:
    ///   - error: A `FileFailure`, or an error of Foundation.
    ///   - operation: `read` or `write`.
    static func fileFailed(
        _ error: any Error, _ operation: FileFailure.Operation, _ file: URL
    ) -> ModelError {
        // The system's reason, if there is one: not every version of Foundation names the file in its message.
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        let reason =
            (error as? FileFailure)?.message ?? cause.map { PosixFile.message(for: $0.code.rawValue) }
            ?? error.localizedDescription
        return ModelError(
            .fileFailed, .fileFailed(operation.rawValue, file, reason),
            expected: "a file that can be \(operation == .read ? "read" : "written")", found: reason,
            underlyingError: error)
    }

    /// The path of a file.
    ///
    /// - Throws: `ModelError` for a URL that is not that of a file.
    static func path(of file: URL, for operation: FileFailure.Operation) throws -> String {
        guard file.isFileURL else {
            let reason = "The URL is not a file URL"
            throw ModelError(
                .fileFailed, .fileFailed(operation.rawValue, file, reason), expected: "the URL of a file",
                found: reason)
        }
        return file.path
    }

    /// Runs a step with the path of a file.
    ///
    /// - Throws: `ModelError` for a failure of the file system, and for a URL that is not that of a file.
    static func withPath<Result>(
        of file: URL, for operation: FileFailure.Operation, _ body: (String) throws -> Result
    ) throws -> Result {
        let path = try path(of: file, for: operation)
        do {
            return try withAutoreleasePool { try body(path) }
        } catch {
            throw fileFailed(error, operation, file)
        }
    }
}
