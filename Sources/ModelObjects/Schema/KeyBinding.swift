/// A declared key, or the rest of a declared path, and what it leads to.
struct KeyBinding {
    /// The components of the key from the current level of its path on.
    var path: ArraySlice<String>
    let target: KeyTarget
    /// The index of the key in its property's list of declared keys.
    var declaredIndex = 0
    var isNamingRule = false
    /// Whether a key with this spelling means nothing else, as in patches of exports.
    var isExclusive = false

    /// The spelling on the current level.
    var spelling: String { path.first ?? "" }

    /// Whether the key's value contains what the target takes.
    var isPath: Bool { if case .path = target { true } else { false } }

    /// Whether the usual spellings appear in JSON without escapes.
    var isWrittenUnescaped: Bool {
        spelling.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The match of a key that is as similar to the spelling as a rank says.
    func match(_ rank: MatchRank) -> KeyMatch {
        KeyMatch(target: target, declaredIndex: declaredIndex, rank: isNamingRule ? .namingRule : rank)
    }
}
