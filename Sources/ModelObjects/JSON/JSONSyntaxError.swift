import Foundation

/// An error that says why bytes are not JSON, and where.
///
/// The grammar is that of RFC 8259, with one exception: a UTF-8 byte order mark at the start is skipped (section
/// 8.1 allows a parser to ignore it).
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The offset of the first invalid byte, or of the escape or the number that contains it, counted from 0, including a
    /// byte order mark.
    public let offset: Int
    /// The line of that byte, counted from 1; a line ends at a line feed.
    public let line: Int
    /// The position of that byte in its line, counted from 1 in bytes.
    public let column: Int
    /// What was expected and what was found, without values of the payload.
    ///
    /// If the first character of the input can't begin a JSON value, the reason shows it if it is printable ASCII:
    /// "Not JSON: found `<`".
    public let reason: String

    /// How the reason begins if the first character can't begin a JSON value.
    static let notJSON = "Not JSON"
}

extension JSONSyntaxError: LocalizedError, CustomStringConvertible {
    /// One sentence: what was expected, what was found, and where.
    public var description: String {
        reason.hasPrefix(Self.notJSON)
            ? "\(reason) at line \(line), column \(column)."
            : "\(reason) at byte \(offset) (line \(line), column \(column))."
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}
