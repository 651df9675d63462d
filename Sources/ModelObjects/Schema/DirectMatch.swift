/// A match with a single property, packed into a table's target, so that most keys need no KeyMatch.
///
///     bits 0–15 property | 16–19 style of the spelling | 20–22 rank | 23–30 declared index
struct DirectMatch: BitwiseCopyable {
    /// The style of a spelling that other styles have in common with style 0.
    static let anyStyle = 15

    let target: Int32

    /// - Parameter target: a table's target, not negative.
    init(target: Int32) { self.target = target }

    /// Nil if the match can't be packed.
    init?(_ match: KeyMatch, style: Int) {
        guard case .property(let property) = match.target, property < 1 << 16, match.declaredIndex < 1 << 8
        else { return nil }
        target = Int32(property | style << 16 | match.rank.rawValue << 20 | match.declaredIndex << 23)
    }

    @inline(__always) var property: Int { Int(target & 0xFFFF) }
    @inline(__always) var style: Int { Int(target &>> 16) & 0xF }

    var match: KeyMatch {
        KeyMatch(
            target: .property(property), declaredIndex: Int(target >> 23),
            rank: MatchRank(rawValue: Int(target >> 20) & 0x7) ?? .fuzzy)
    }
}
