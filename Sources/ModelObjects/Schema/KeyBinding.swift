/// One spelling and its target.
struct KeyBinding {
    let spelling: String
    let target: KeyTarget
    /// The index of the key in its property's list of declared keys.
    let declaredIndex: Int
    let isNamingRule: Bool

    /// Whether the usual spellings appear in JSON without escapes.
    var isWrittenUnescaped: Bool {
        spelling.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The match of a key that is as similar to the spelling as a rank says.
    func match(_ rank: MatchRank) -> KeyMatch {
        KeyMatch(target: target, declaredIndex: declaredIndex, rank: isNamingRule ? .namingRule : rank)
    }
}
