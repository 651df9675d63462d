/// Suggests the name that was probably meant.
struct NameDistance {
    /// The names and their folds, as far as they count.
    private let candidates: [(name: String, folded: [Unicode.Scalar])]

    private static let longest = 64

    init(among names: [String]) {
        candidates = names.map { ($0, Self.folded($0)) }
    }

    private static func folded(_ name: String) -> [Unicode.Scalar] {
        Array(KeyFolding.fold(name).unicodeScalars.prefix(longest))
    }

    /// The candidate whose folded name is nearest by edit distance, where it is near: at most a third of its
    /// length away.
    ///
    /// Of equally near ones the first.
    func nearest(to name: String) -> String? {
        let folded = Self.folded(name)
        var best: (name: String, distance: Int)?
        for (name, other) in candidates {
            // As many insertions as one is longer than the other are needed at least.
            let longer = max(folded.count, other.count)
            guard abs(folded.count - other.count) * 3 <= longer else { continue }
            let distance = Self.editDistance(folded, other)
            if distance * 3 <= longer, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    static func nearest(to name: String, among candidates: [String]) -> String? {
        NameDistance(among: candidates).nearest(to: name)
    }

    /// The edit distance: insertions, deletions, substitutions, and two neighbours that changed places
    /// (optimal string alignment).
    private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast = Array(repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        var row = beforeLast
        for i in left.indices {
            row[0] = i + 1
            for j in right.indices {
                var distance = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    distance = min(distance, beforeLast[j - 1] + 1)
                }
                row[j + 1] = distance
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[right.count]
    }
}
