/// One spelling and its target.
struct KeyBinding {
    let spelling: String
    let target: KeyTarget
    /// The index of the key in its property's list of declared keys.
    let declaredIndex: Int
    let isNamingRule: Bool
}

struct KeyMatch {
    let target: KeyTarget
    let declaredIndex: Int
    let rank: MatchRank
}
