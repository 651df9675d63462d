import Foundation

/// The errors of archives.
extension ModelError {
    /// Bytes that are not an archive, or a damaged one.
    static func invalidArchive(_ reason: String, at path: [PathComponent] = [], _ error: (any Error)? = nil)
        -> ModelError
    {
        ModelError(
            .archiveInvalid, at: path, expected: "a sound archive", found: reason, underlyingError: error)
    }

    /// What the property list's reader found.
    static func invalidArchive(_ failure: PlistFailure) -> ModelError {
        failure.reason == .lowStack ? tooDeepForStack : invalidArchive(failure.description, at: [], failure)
    }

    static func archiveTooNew(_ what: String, known: Int, found: Int) -> ModelError {
        ModelError(.archiveTooNew, expected: "\(what), version \(known) or older", found: "version \(found)")
    }

    static func unknownClass(_ name: String, at path: [PathComponent]) -> ModelError {
        ModelError(
            .unknownClass, at: path,
            expected:
                "a class of this program (a class that was renamed wants archiveAliases, one that is private, "
                + "nested or generic stands in archivableClasses)",
            found: "\"\(name)\"")
    }

    static func classNotAllowed(_ name: String, expected: String, at path: [PathComponent]) -> ModelError {
        ModelError(.classNotAllowed, at: path, expected: expected, found: "a model of the class \"\(name)\"")
    }

    static var tooDeepToArchive: ModelError {
        ModelError(
            .limitExceeded, expected: "at most \(PlistTable.maximumDepth) levels of values in an archive",
            found: "more")
    }

    /// Values that the archive could hold, but not where the stack is as small as this thread's.
    static var tooDeepForStack: ModelError {
        ModelError(
            .limitExceeded, expected: "as many levels of values as the stack of this thread has room for",
            found: "more")
    }

    static func notArchivable(_ what: String) -> ModelError {
        ModelError(
            .notExportable,
            expected:
                "a value that an archive can hold (give its property the rule .notArchived, or a type that is "
                + "Codable or a ModelValue)", found: what)
    }

    /// What the writer of the property list refused.
    static func notArchived(_ failure: PlistFailure) -> ModelError {
        switch failure.reason {
        case .tooDeep: tooDeepToArchive
        case .lowStack: tooDeepForStack
        default:
            ModelError(
                .limitExceeded, expected: "a graph that an archive can hold", found: failure.description,
                underlyingError: failure)
        }
    }

    static func archiveFile(_ failure: FileFailure, _ expected: String) -> ModelError {
        ModelError(.fileFailed, expected: expected, found: failure.description, underlyingError: failure)
    }

    /// The same error, at a place where it had none.
    func located(_ path: [PathComponent]) -> ModelError {
        codingPath.isEmpty ? moved(to: path) : self
    }

    func moved(to path: [PathComponent]) -> ModelError {
        ModelError(code, at: path, expected: expected, found: found, underlyingError: underlyingError)
    }
}
