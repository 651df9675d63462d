import Foundation

/// An error of mapping, exporting, patching or archiving an object.
///
/// Later versions can add codes: a `switch` over ``code-swift.property`` needs a default.
public struct ModelError: Error, Sendable {
    /// The kind of a failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, such as `typeMismatch`.
        public let description: String

        /// The payload's root is not an object, or not an array if one was expected.
        public static let invalidRoot = Code(description: "invalidRoot")
        /// The input is UTF-16 or UTF-32 text.
        ///
        /// Other bytes that aren't UTF-8 give a ``JSONSyntaxError``.
        public static let invalidEncoding = Code(description: "invalidEncoding")
        /// A value does not fit its property.
        public static let typeMismatch = Code(description: "typeMismatch")
        /// A required property has no usable value.
        public static let missingRequired = Code(description: "missingRequired")
        /// The payload has a key without a property.
        public static let unknownKey = Code(description: "unknownKey")
        /// A key lost to another key of its property, or appeared again later; only in reports.
        ///
        /// The other key is a better match, or has a usable value.
        public static let duplicateKey = Code(description: "duplicateKey")
        /// ``ModelObject/validate()`` threw, or ``ModelObject/willMap(_:)`` rejected the payload.
        public static let validationFailed = Code(description: "validationFailed")
        /// Another hook or a converter threw, or ``ModelObject/migrate(_:from:)`` returned a value that can't be used.
        public static let hookFailed = Code(description: "hookFailed")
        /// A discriminator or ``ModelObject/modelClass(for:)`` chose no usable class.
        ///
        /// The path is that of the discriminator's key if it is present, and otherwise that of the object.
        public static let invalidClass = Code(description: "invalidClass")
        /// An object graph to export contains a cycle.
        public static let cycle = Code(description: "cycle")
        /// A payload or an object graph is deeper or larger than its limit.
        ///
        /// Also: a Set contains too many models that differ only in parts that their hash ignores.
        public static let limitExceeded = Code(description: "limitExceeded")
        /// A value to export is NaN or infinity, which JSON can't represent.
        public static let notFinite = Code(description: "notFinite")
        /// Two properties are exported under the same key, or one inside the key of the other.
        ///
        /// Mark one of them ``PropertyRule/notExported-swift.type.property``.
        public static let keyCollision = Code(description: "keyCollision")
        /// A value that cannot be exported.
        public static let notExportable = Code(description: "notExportable")
        /// The bytes are not a complete archive.
        public static let archiveInvalid = Code(description: "archiveInvalid")
        /// The archive was written by a newer version of a class or of this library.
        public static let archiveTooNew = Code(description: "archiveTooNew")
        /// An archive names an unknown class, or reading couldn't find the class of an object to archive.
        public static let unknownClass = Code(description: "unknownClass")
        /// An archive has an object of a class that the property or container doesn't allow.
        public static let classNotAllowed = Code(description: "classNotAllowed")
        /// An operation of a JSON Patch could not be applied.
        public static let patchFailed = Code(description: "patchFailed")
        /// A file could not be read or written.
        public static let fileFailed = Code(description: "fileFailed")
    }

    /// The kind of the failure.
    public var code: Code { main.code }
    /// The path of the value as coding keys, from the root; the last is the failing key.
    public var codingPath: [any CodingKey] { main.components }
    /// The path of the value in the payload's spelling: `$.users[3].age`.
    public var path: String { main.path + pathSuffix }
    /// What was expected at the path.
    public var expected: String { main.expected }
    /// What was found.
    ///
    /// For a value of the wrong kind, the kind that was found: `string`, `number` and so on. For a file or an archive, the
    /// reason why it can't be used. For other codes, a part of the sentence, which later versions can change.
    public var found: String { main.found }
    /// The value that was found, as in the sentence; see ``MappingProblem/value``.
    ///
    /// Nil unless ``MappingOptions/includeValues`` is set.
    public var value: String? { main.value }
    /// The line of the value, or of the object that lacks it, counted from 1; nil if the input was not text, or
    /// there is no such place.
    public var line: Int? { main.line }
    /// The position of the value in its line, counted from 1 in bytes, if the input was text.
    public var column: Int? { main.column }
    /// The problems of the payload, in its order: at most 100.
    ///
    /// - If the options of the call or of its class reject problems: all problems, also tolerated ones, for which
    ///   ``MappingProblem/isRejected`` is false.
    /// - If only the options of nested models do: those that they reject.
    /// - Otherwise: those that made the call fail, which is one unless several required properties have no value.
    ///
    /// Empty if no value is at fault, such as for a file that can't be read. Also empty if a patch removes a required
    /// property, or an operation of a JSON Patch fails.
    ///
    /// If the payload is a dictionary, problems are sorted by path. In text, that a required property has no value is listed
    /// at the value of its first key, or, if that is missing, at the start of its object.
    ///
    /// If there are more than 100, problems that the options reject take precedence.
    public let problems: [MappingProblem]
    /// The number of further problems that ``problems`` doesn't contain.
    public let omittedProblems: Int
    /// The error that ``ModelObject/validate()``, another hook, a converter, a Codable type's `init(from:)` or the
    /// file system threw; nil for any other failure.
    ///
    /// Its description can contain values of the payload.
    public var underlyingError: (any Error)? { main.underlyingError }
    /// What the error is about.
    let main: MappingProblem
    private let pathSuffix: String

    init(_ main: MappingProblem, _ problems: [MappingProblem], omitted: Int, pathSuffix: String = "") {
        (self.main, self.problems, omittedProblems, self.pathSuffix) = (main, problems, omitted, pathSuffix)
    }

    init(
        _ code: Code, at components: [PathComponent] = [], _ headline: Headline? = nil, expected: String,
        found: String = "", line: Int? = nil, column: Int? = nil, underlyingError: (any Error)? = nil,
        pathSuffix: String = ""
    ) {
        let main = MappingProblem(
            code: code, expected: expected, found: found, value: nil, action: .refusedObject, line: line,
            column: column, underlyingError: underlyingError, components: components, headline: headline)
        self.init(main, [], omitted: 0, pathSuffix: pathSuffix)
    }
}

extension ModelError {
    /// A payload or a graph is nested too deeply.
    ///
    /// - Parameter isOfStack: whether the limit is the space on this thread's stack.
    @inline(never)
    static func tooDeep(
        levels: Int, isOfStack: Bool, at path: [PathComponent], line: Int? = nil, column: Int? = nil
    ) -> ModelError {
        let limit = counted(levels, "level")
        return ModelError(
            .limitExceeded, at: path,
            Headline(
                "Nested deeper than \(limit)\(isOfStack ? ", too deep for the stack of this thread," : "")"),
            expected: isOfStack ? "a depth for which the stack of this thread has room" : "at most \(limit)",
            found: "more", line: line, column: column)
    }

    /// The same failure at another path.
    func moved(to path: [PathComponent]) -> ModelError {
        ModelError(
            code, at: path, main.headline, expected: expected, found: found, underlyingError: underlyingError)
    }

    /// Whether a required property has no value although the payload has a key for it.
    var isOfUnusableValue: Bool { code == .missingRequired && main.headline?.ending.isEmpty == false }

    /// What `found` says if a path leads to no value.
    static let noValue = "no value"
}

extension ModelError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// One sentence: what is wrong, where, and how many further ``problems`` there are.
    ///
    /// It contains no value of the payload, unless ``MappingOptions/includeValues`` is set.
    public var description: String {
        main.ownSentence.text(others: max(0, problems.count - 1) + omittedProblems)
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }

    /// All members, with only the type of ``underlyingError``, whose text can contain values.
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
