/// A match with a single property, packed into a table's target, so that most keys need no KeyMatch.
///
///     bits 0–15 property | 16–19 style of the spelling | 20–22 rank | 23–30 declared index
struct DirectMatch: BitwiseCopyable {
    /// The style of a spelling that several styles have in common.
    static let anyStyle = 15

    let target: Int32

    /// - Parameter target: a table's target, not negative.
    init(target: Int32) { self.target = target }

    /// Nil if the matches can't be packed.
    init?(_ matches: [KeyMatch], style: Int) {
        guard matches.count == 1, case .property(let property) = matches[0].target,
            property < 1 << 16, matches[0].declaredIndex < 1 << 8
        else { return nil }
        target = Int32(
            property | style << 16 | matches[0].rank.rawValue << 20 | matches[0].declaredIndex << 23)
    }

    @inline(__always) var property: Int { Int(target & 0xFFFF) }
    @inline(__always) var style: Int { Int(target &>> 16) & 0xF }

    var match: KeyMatch {
        KeyMatch(
            target: .property(property), declaredIndex: Int(target >> 23),
            rank: MatchRank(rawValue: Int(target >> 20) & 0x7) ?? .fuzzy)
    }
}
