/// Suggests the name that was probably meant.
enum NameDistance {
    /// The candidate whose folded name is nearest by edit distance, where it is near: at most a third of its
    /// length away. Of equally near ones the first.
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

    /// The Levenshtein distance: insertions, deletions and substitutions.
    private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let substituted = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
