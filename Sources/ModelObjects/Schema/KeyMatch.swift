/// A target that a key of the payload matches, and how well.
struct KeyMatch {
    let target: KeyTarget
    let declaredIndex: Int
    var rank: MatchRank

    /// Whether this match is better than another one; nil if both are equally good.
    func isBetter(than other: KeyMatch) -> Bool? {
        if rank != other.rank { return rank < other.rank }
        return declaredIndex == other.declaredIndex ? nil : declaredIndex < other.declaredIndex
    }

    /// Whether the match leads to the key's value itself, not to something inside it.
    var takesWholeValue: Bool {
        switch target {
        case .property, .input: true
        case .path, .ignored: false
        }
    }
}
