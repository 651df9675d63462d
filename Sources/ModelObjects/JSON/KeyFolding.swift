/// Folds names, so that different spellings of them match.
///
/// Uses the full Unicode lowercase mapping, which does not depend on the locale.
package enum KeyFolding {
    /// The name in lower case, without `_`, `-` and U+0020.
    ///
    /// Empty if the name consists of separators only. Such a name matches nothing; such a literal key matches exactly.
    @inline(never)
    package static func fold(_ name: String) -> String {
        if let folded = name.foldedASCII { return folded }
        return String(String.UnicodeScalarView(name.unicodeScalars.filter { !isSeparator($0) }))
            .lowercased()
    }

    /// The first of the keys that is another spelling of a name.
    static func spelling(of name: String, in keys: [String]) -> String? {
        let folded = fold(name)
        return keys.first { fold($0) == folded }
    }

    /// Whether a name consists of separators only.
    static func isEmptyFold(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(isSeparator) }

    /// Whether a name has too many scalars, separators not counted, to be equal to a fold.
    ///
    /// Its own fold has at least as many scalars. Equal texts can be composed and decomposed: one scalar decomposes into
    /// at most four (UAX #15, section 9). Stops at the limit: a payload's key may be megabytes long.
    ///
    /// - Parameter count: The number of scalars of the fold.
    static func isTooLong(_ name: String, forFoldOf count: Int) -> Bool {
        let limit = 4 * count
        guard name.utf8.count > limit else { return false }
        var scalarCount = 0
        for scalar in name.unicodeScalars where !isSeparator(scalar) {
            scalarCount += 1
            if scalarCount > limit { return true }
        }
        return false
    }

    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar == " "
    }
}
