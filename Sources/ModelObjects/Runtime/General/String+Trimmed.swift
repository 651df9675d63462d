import Foundation

extension String {
    /// The text without leading and trailing white space and newlines.
    ///
    /// The characters are those of `CharacterSet.whitespacesAndNewlines`. (On Linux, Foundation's
    /// `trimmingCharacters(in:)` converts the whole text to UTF-16 to check its ends.)
    var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isWhiteSpaceOrNewline }),
            let last = scalars.lastIndex(where: { !$0.isWhiteSpaceOrNewline })
        else { return self[endIndex...] }
        return Substring(scalars[first...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isWhiteSpaceOrNewline: Bool {
        isASCII
            ? self == " " || ("\t"..."\r").contains(self)
            : CharacterSet.whitespacesAndNewlines.contains(self)
    }
}
