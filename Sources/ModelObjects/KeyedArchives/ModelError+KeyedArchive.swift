extension ModelError {
    /// Bytes that NSKeyedArchiver did not write.
    static func notAKeyedArchive(_ reason: String, _ error: (any Error)? = nil) -> ModelError {
        ModelError(
            .archiveInvalid, "Not a keyed archive: \(reason)", expected: "an archive of NSKeyedArchiver",
            found: reason, underlyingError: error)
    }

    static func invalidKeyedArchive(_ reason: String, _ error: (any Error)? = nil) -> ModelError {
        ModelError(
            .archiveInvalid, "Damaged keyed archive: \(reason)", expected: "a valid archive", found: reason,
            underlyingError: error)
    }

    /// An error that the property list's reader found.
    static func invalidKeyedArchive(_ failure: PlistFailure) -> ModelError {
        switch failure.reason {
        case .lowStack: tooDeepForStack
        case .notPropertyList: notAKeyedArchive("not a property list", failure)
        case .notXMLPropertyList: notAKeyedArchive(failure.reason.rawValue, failure)
        default: invalidKeyedArchive(failure.description, failure)
        }
    }

    static func withoutContent(_ known: FoundationClass) -> ModelError {
        invalidKeyedArchive("an object of the class \(known.rawValue) without its content")
    }

    static func unknownClass(ofRoot name: String) -> ModelError {
        let name = ValueText.quotedClass(name)
        return ModelError(
            .unknownClass, Headline("Unknown class \(name) of the root object", ending: adviceForClasses),
            expected: "a class that `classes` names", found: name)
    }

    static let adviceForClasses = "; name the model class for it in `classes`"
}
