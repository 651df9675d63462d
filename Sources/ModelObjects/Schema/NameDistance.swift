/// The edit distance between names, and the search for the nearest name.
enum NameDistance {
    /// The index of the name that is nearest by edit distance, if the distance is at most a third of its length.
    ///
    /// - Parameter candidates: The names, as `scalars(of:)`; the first of several with the same distance is returned.
    static func nearest(to name: String, among candidates: [[Unicode.Scalar]]) -> Int? {
        let folded = scalars(of: name)
        var best: (index: Int, distance: Int)?
        for (index, other) in candidates.enumerated() {
            let longest = max(folded.count, other.count)
            let limit = min(longest / 3, best.map { $0.distance - 1 } ?? .max)
            // The distance is at least the difference of the lengths.
            if abs(folded.count - other.count) > limit { continue }
            if let distance = editDistance(folded, other, limit: limit) { best = (index, distance) }
        }
        return best?.index
    }

    /// The compared part of a name: the first 64 scalars of its fold.
    static func scalars(of name: String) -> [Unicode.Scalar] {
        let first = name.unicodeScalars.lazy.filter { !KeyFolding.isSeparator($0) }.prefix(64)
        return Array(KeyFolding.fold(String(String.UnicodeScalarView(first))).unicodeScalars.prefix(64))
    }

    /// The edit distance: insertions, deletions, substitutions, and transpositions of adjacent scalars (optimal string
    /// alignment); nil if it exceeds a limit.
    private static func editDistance(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
    ) -> Int? {
        var last = Array(0...right.count)
        // Their memory is used again for each row.
        var (beforeLast, row) = (last, last)
        // The minimum of a row: no distance in later rows is less than that of two consecutive rows.
        var lastMinimum = 0
        for (i, a) in left.enumerated() {
            row[0] = i + 1
            var minimum = i + 1
            for (j, b) in right.enumerated() {
                var distance = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
                    distance = min(distance, beforeLast[j - 1] + 1)
                }
                row[j + 1] = distance
                minimum = min(minimum, distance)
            }
            if min(minimum, lastMinimum) > limit { return nil }
            (beforeLast, last, row, lastMinimum) = (last, row, beforeLast, minimum)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
