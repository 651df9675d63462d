extension ModelError {
    /// Bytes that are not an archive, or a damaged one.
    static func invalidArchive(_ reason: String, at path: [PathComponent] = [], _ error: (any Error)? = nil)
        -> ModelError
    {
        ModelError(
            .archiveInvalid, at: path, "Damaged archive: \(reason)", expected: "a valid archive",
            found: reason, underlyingError: error)
    }

    /// Bytes that were never an archive.
    static func notAnArchive(_ reason: String, _ found: String, _ error: (any Error)? = nil) -> ModelError {
        ModelError(
            .archiveInvalid, "Not a ModelObjects archive: \(reason)", expected: "a valid archive",
            found: found, underlyingError: error)
    }

    /// An error that the property list's reader found.
    static func invalidArchive(_ failure: PlistFailure) -> ModelError {
        switch failure.reason {
        case .lowStack: tooDeepForStack
        case .notPropertyList, .notXMLPropertyList, .notPropertyListObject, .otherPropertyList,
            .keyedArchive:
            notAnArchive(failure.reason.rawValue, failure.description, failure)
        default: invalidArchive(failure.description, at: [], failure)
        }
    }

    static func archiveTooNew(_ headline: Headline, _ what: String, known: Int, found: Int) -> ModelError {
        ModelError(
            .archiveTooNew, headline, expected: "\(what), version \(known) or older",
            found: "version \(found)")
    }

    static func unknownClass(_ name: String, at path: [PathComponent]) -> ModelError {
        let name = ValueText.quotedClass(name)
        return ModelError(
            .unknownClass, at: path,
            Headline(
                "Unknown class \(name)",
                ending:
                    "; list the old name of a renamed class in archiveAliases, and a class that is private, nested, "
                    + "generic or out of the root's reach in archivableClasses"),
            expected:
                "a class of this program (archiveAliases names renamed classes; archivableClasses lists those that "
                + "are private, nested, generic or out of the root's reach)",
            found: name)
    }

    static func classNotAllowed(_ name: String, expected: String, at path: [PathComponent]) -> ModelError {
        let name = ValueText.quotedClass(name)
        return ModelError(
            .classNotAllowed, at: path,
            Headline("Class \(name) is not allowed", ending: ": expected \(expected)"),
            expected: expected, found: "a model of the class \(name)")
    }

    static var tooDeepToArchive: ModelError {
        ModelError(
            .limitExceeded, "Cannot archive values nested deeper than \(PlistTable.maximumDepth) levels",
            expected: "at most \(PlistTable.maximumDepth) levels of values in an archive", found: "more")
    }

    /// Values that the archive could hold, but that are too deep for this thread's small stack.
    static var tooDeepForStack: ModelError {
        ModelError(
            .limitExceeded, "Values are nested deeper than the stack of this thread allows",
            expected: "as many levels of values as the stack of this thread has room for", found: "more")
    }

    /// - Parameter place: Where such a value can't be archived.
    static func notArchivable(_ what: String, in place: String = "") -> ModelError {
        ModelError(
            .notExportable,
            Headline(
                "Cannot archive \(what)\(place)",
                ending: "; give its property the rule .notArchived, or a type that is Codable or a ModelValue"
            ),
            expected:
                "a value that an archive can hold (give its property the rule .notArchived, or a type that is "
                + "Codable or a ModelValue)", found: what)
    }

    /// An error for which the property list's writer rejected the values.
    static func notArchived(_ failure: PlistFailure) -> ModelError {
        switch failure.reason {
        case .tooDeep: tooDeepToArchive
        case .lowStack: tooDeepForStack
        default:
            ModelError(
                .limitExceeded, "Cannot archive \(failure.description)",
                expected: "a graph that an archive can hold", found: failure.description,
                underlyingError: failure)
        }
    }

    /// The same error with this path, if it has none.
    func located(_ path: [PathComponent]) -> ModelError {
        codingPath.isEmpty ? moved(to: path) : self
    }
}
