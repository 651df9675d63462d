import Foundation

/// One value of a payload that did not go where it was meant to: tolerated and reported, or, in strict mode,
/// part of the error.
public struct MappingProblem: Error, Hashable, Sendable {
    /// What was done about it.
    ///
    /// New cases may come in later versions: a `switch` over an action needs a default.
    public enum Action: String, Sendable {
        /// The property keeps the value it had.
        case keptValue
        /// The element of an array, a set or a dictionary was left out.
        case skippedElement
        /// The object was refused.
        case refusedObject
        /// The key was passed over.
        case ignoredKey
        /// The case that the rule `fallback` names was taken: no option rejects that.
        case usedFallback
    }

    /// What kind of problem it is.
    public let code: ModelError.Code
    /// Where the value is, in the payload's own spelling: `$.users[3].age`.
    public let path: String
    /// What was expected there.
    public let expected: String
    /// The kind of what was found.
    public let found: String
    /// The value that was found, as the sentence shows it: text in quotes, escaped, cut behind 40 characters.
    ///
    /// Nil unless `MappingOptions.includeValues` asks for it; nil too for an array, an object and null, for
    /// what is given to a model, and for anything that a property with the rule `redacted` is fed by.
    public let value: String?
    /// What was done about it.
    public let action: Action
    /// The line of the value, from 1, where the input was text.
    public let line: Int?
    /// The value's position in its line, from 1, in bytes, where the input was text.
    public let column: Int?
    /// What `validate()`, another hook or a converter threw, or JSONDecoder where the type is Codable.
    ///
    /// Its own text is not this library's, and may show values; so no sentence has it. Errors cannot be
    /// compared, so it counts neither for `==` nor for the hash.
    public let underlyingError: (any Error)?
    let components: [PathComponent]

    /// Whether all but `underlyingError` is equal.
    public static func == (left: MappingProblem, right: MappingProblem) -> Bool {
        left.content == right.content
    }

    /// Hashes all but `underlyingError`.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }

    private var content: [AnyHashable] { [code, components, expected, found, value, action, line, column] }
}

extension MappingProblem: LocalizedError, CustomStringConvertible {
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

extension MappingProblem: CustomReflectable {
    /// All members; of `underlyingError` its type alone, since its text is not this library's.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code, "path": path, "expected": expected, "found": found, "value": value as Any,
                "action": action, "line": line as Any, "column": column as Any,
                "underlyingError": underlyingError.map { type(of: $0) } as Any,
            ], displayStyle: .struct)
    }
}
