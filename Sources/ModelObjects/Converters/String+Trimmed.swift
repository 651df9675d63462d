import Foundation

extension String {
    /// The text without white space and line ends around it.
    ///
    /// Those of `CharacterSet.whitespacesAndNewlines`. (On Linux Foundation's `trimmingCharacters(in:)` takes the
    /// whole text through UTF-16 to look at its ends.)
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
