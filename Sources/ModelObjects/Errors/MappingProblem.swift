import Foundation

/// A value of a payload that couldn't be used, in a report or an error.
public struct MappingProblem: Error, Hashable, Sendable {
    /// How the library handled a problem.
    public enum Action: String, Sendable {
        /// The property kept its value, or got one from another key.
        case keptValue
        /// The element of an array, a set or a dictionary was left out.
        case skippedElement
        /// The object was rejected.
        case refusedObject
        /// The key was ignored.
        case ignoredKey
        /// The case of the property's `fallback` rule, the fallback class of a ``Discriminator``, or the class that a
        /// superclass's discriminator chose was used. No option rejects this.
        case usedFallback
    }

    /// The kind of the problem.
    public let code: ModelError.Code
    /// The path of the value in the payload's spelling: `$.users[3].age`.
    ///
    /// It contains whole keys, which can be of any length; ``description`` shortens it.
    public var path: String { components.path }
    /// What was expected at the path.
    public let expected: String
    /// What was found; see ``ModelError/found``.
    public let found: String
    /// The value that was found, as in the sentence: strings in quotes, escaped, cut after 40 characters.
    ///
    /// Nil unless ``MappingOptions/includeValues`` is set. Always nil for an array, an object and null, for a
    /// string that starts with a brace or a bracket, for a value given to a model, and for values of a property
    /// with the rule ``PropertyRule/redacted-swift.type.property``.
    public internal(set) var value: String?
    /// How the problem was handled.
    public internal(set) var action: Action
    /// Whether the problem is a reason why the call failed: the options reject it, or there is no object because of it.
    ///
    /// False for problems that were tolerated, and for elements that were left out.
    public internal(set) var isRejected = false
    /// The line of the value, or of the object that lacks it, counted from 1; nil if the input was not text, or
    /// there is no such place.
    public internal(set) var line: Int?
    /// The position of the value in its line, counted from 1 in bytes, if the input was text.
    public internal(set) var column: Int?
    /// The error that ``ModelObject/validate()``, another hook, a converter or a Codable type's `init(from:)` threw.
    ///
    /// Its description can contain values of the payload. `==` and the hash ignore it.
    public let underlyingError: (any Error)?
    var components: [PathComponent]
    /// The parts of the sentence that replace what was expected and found.
    var headline: Headline?

    /// Whether all members except `underlyingError` are equal.
    public static func == (left: MappingProblem, right: MappingProblem) -> Bool {
        left.content == right.content
    }

    /// Hashes all members except `underlyingError`.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }

    private var content: [AnyHashable] {
        [code, components, expected, found, value, action, isRejected, line, column, headline]
    }
}

extension MappingProblem: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// One sentence: what is wrong, and where.
    ///
    /// It contains no value of the payload, unless ``MappingOptions/includeValues`` is set.
    public var description: String { ownSentence.text() }

    var ownSentence: Sentence {
        Sentence(problem: self, path: components, position: Sentence.position(line: line, column: column))
    }

    /// The sentence with another path, and with another location instead of a line and a column.
    func sentence(at path: [PathComponent], _ position: String?) -> String {
        Sentence(problem: self, path: path, position: position).text()
    }

    /// The end of the sentence if a fallback was used.
    static let fallbackEnding = "; the fallback is used"

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }

    /// All members, with only the type of ``underlyingError``, whose text can contain values.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code, "path": path, "expected": expected, "found": found, "value": value as Any,
                "action": action, "isRejected": isRejected, "line": line as Any, "column": column as Any,
                "underlyingError": underlyingError.map { type(of: $0) } as Any,
            ], displayStyle: .struct)
    }
}
