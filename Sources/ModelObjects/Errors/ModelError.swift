import Foundation

/// Why no object was made, filled, exported or archived.
///
/// New codes may come in later versions: a `switch` over `code` needs a default.
public struct ModelError: Error, Sendable {
    /// What kind of failure it is.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, such as `typeMismatch`.
        public let description: String

        /// The payload's root is not an object (or not an array, where one was asked for).
        public static let invalidRoot = Code(description: "invalidRoot")
        /// The input is not UTF-8 text.
        public static let invalidEncoding = Code(description: "invalidEncoding")
        /// A value does not fit its property.
        public static let typeMismatch = Code(description: "typeMismatch")
        /// A required property has no usable value.
        public static let missingRequired = Code(description: "missingRequired")
        /// A key that no property wants.
        public static let unknownKey = Code(description: "unknownKey")
        /// A key that gave way to another one of its property, or came again behind: only in reports.
        public static let duplicateKey = Code(description: "duplicateKey")
        /// `validate()` threw, or `willMap` refused the payload.
        public static let validationFailed = Code(description: "validationFailed")
        /// Another hook or a converter threw.
        public static let hookFailed = Code(description: "hookFailed")
        /// A discriminator or `modelClass(for:)` chose no class that fits: at the discriminator's key,
        /// where that is there, else at the object.
        public static let invalidClass = Code(description: "invalidClass")
        /// An object graph to export has a cycle.
        public static let cycle = Code(description: "cycle")
        /// A payload or an object graph is deeper or larger than its limit, or holds a Set with too many
        /// models that differ only in parts that their hash ignores.
        public static let limitExceeded = Code(description: "limitExceeded")
        /// NaN or an infinity, which JSON cannot say.
        public static let notFinite = Code(description: "notFinite")
        /// Two properties are exported under one key, or one inside the other's: mark one `.notExported`.
        public static let keyCollision = Code(description: "keyCollision")
        /// A value that cannot be exported.
        public static let notExportable = Code(description: "notExportable")
        /// Bytes that are not a sound archive.
        public static let archiveInvalid = Code(description: "archiveInvalid")
        /// An archive of a newer version of a class or of this library.
        public static let archiveTooNew = Code(description: "archiveTooNew")
        /// A class that an archive names and that is not there, or that could not be found again.
        public static let unknownClass = Code(description: "unknownClass")
        /// A class that does not belong where an archive puts it.
        public static let classNotAllowed = Code(description: "classNotAllowed")
        /// The file system refused.
        public static let fileFailed = Code(description: "fileFailed")
    }

    /// What kind of failure it is.
    public let code: Code
    /// Where it happened, from the root; the failing key is the last.
    public let codingPath: [any CodingKey]
    /// Where it happened, as text in the payload's own spelling: `$.users[3].age`.
    public let path: String
    /// What was expected there.
    public let expected: String
    /// The kind of what was found.
    public let found: String
    /// The value that was found, as the sentence shows it: see `MappingProblem.value`.
    ///
    /// Nil unless `MappingOptions.includeValues` asks for it.
    public let value: String?
    /// The line of the value, from 1, where the input was text.
    public let line: Int?
    /// The value's position in its line, from 1, in bytes, where the input was text.
    public let column: Int?
    /// Everything that was wrong with the payload, in document order, where the options reject: the first
    /// 100.
    public let problems: [MappingProblem]
    /// How many more problems there were than `problems` holds.
    public let omittedProblems: Int
    /// What a hook, a converter, `validate()` or the file system threw.
    ///
    /// Its own text is not this library's, and may show values.
    public let underlyingError: (any Error)?

    init(
        _ code: Code, at components: [PathComponent] = [], expected: String, found: String = "",
        value: String? = nil, line: Int? = nil, column: Int? = nil, problems: [MappingProblem] = [],
        omittedProblems: Int = 0, underlyingError: (any Error)? = nil
    ) {
        self.code = code
        codingPath = components.codingPath
        path = components.path
        self.expected = expected
        self.found = found
        self.value = value
        self.line = line
        self.column = column
        self.problems = problems
        self.omittedProblems = omittedProblems
        self.underlyingError = underlyingError
    }
}

extension ModelError {
    /// What a payload or a graph that is nested too deeply should have been.
    ///
    /// - Parameter isOfStack: the limit is what the stack of this thread has room for.
    static func expected(levels: Int, isOfStack: Bool) -> String {
        "at most \(levels) levels\(isOfStack ? " on the stack of this thread" : "")"
    }
}

extension ModelError: LocalizedError, CustomStringConvertible {
    /// One sentence: what was expected, what was found, and where.
    ///
    /// No value of the payload, unless `MappingOptions.includeValues` asks for it.
    public var description: String {
        Sentence.text(
            expected: expected, found: found, value: value, path: path, line: line, column: column)
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}

extension ModelError: CustomReflectable {
    /// All members; of `underlyingError` its type alone, since its text is not this library's.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code, "path": path, "expected": expected, "found": found, "value": value as Any,
                "line": line as Any, "column": column as Any, "problems": problems,
                "omittedProblems": omittedProblems,
                "underlyingError": underlyingError.map { type(of: $0) } as Any,
            ], displayStyle: .struct)
    }
}
