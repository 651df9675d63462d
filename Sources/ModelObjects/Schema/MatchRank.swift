/// How well a key of the payload matches a property; a lower rank is better.
public enum MatchRank: Int, Comparable, Sendable {
    /// The key is spelled as declared, or as the property's name.
    case exact = 1
    /// The key differs only in case.
    case caseInsensitive = 2
    /// The key differs only in case and separators.
    case fuzzy = 3
    /// The key matches by one of the two naming rules: `id` fills `remoteID`, and in a class User, `description` fills
    /// `userDescription`.
    case namingRule = 4

    /// Orders better ranks first.
    public static func < (left: MatchRank, right: MatchRank) -> Bool {
        left.rawValue < right.rawValue
    }
}
