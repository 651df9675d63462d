/// Suggests the name that was probably meant.
enum NameDistance {
    /// The candidate whose folded name is nearest by edit distance, where it is near: at most a third of its
    /// length away.
    ///
    /// Of equally near ones the first.
    static func nearest(to name: String, among candidates: [String]) -> String? {
        let folded = Array(KeyFolding.fold(name).unicodeScalars.prefix(64))
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let other = Array(KeyFolding.fold(candidate).unicodeScalars.prefix(64))
            let distance = editDistance(folded, other)
            if distance * 3 <= max(folded.count, other.count), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// The edit distance: insertions, deletions, substitutions, and two neighbours that changed places
    /// (optimal string alignment).
    private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var distance = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
                    distance = min(distance, beforeLast[j - 1] + 1)
                }
                row.append(distance)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
