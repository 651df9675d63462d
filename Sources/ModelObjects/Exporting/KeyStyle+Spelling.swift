extension ExportOptions.KeyStyle {
    /// The key that an export in this style uses for a property without a declared key.
    ///
    /// Exports don't change the keys that ``ModelObject/declaredKey(for:)`` returns. Use this function there to declare
    /// keys in a style: `"attributes." + ExportOptions.KeyStyle.snakeCase.key(for: property)`.
    ///
    ///     userID       user_id       user-id       userID       UserID
    ///     HTMLParser   html_parser   html-parser   htmlParser   HTMLParser
    ///     _id          _id           _id           _id          _id
    ///
    /// Leading underscores are part of the name. The next letter is lowercase.
    ///
    /// - Complexity: Linear in the length of the name.
    public func key(for name: String) -> String {
        if self == .declared { return name }
        let words = words(of: name)
        guard let first = words.first else { return name }
        let underscores = String(name.prefix { $0 == "_" })
        let spelling =
            switch self {
            case .declared: name
            case .snakeCase: words.map { $0.lowercased() }.joined(separator: "_")
            case .kebabCase: words.map { $0.lowercased() }.joined(separator: "-")
            case .pascalCase where underscores.isEmpty: words.map(Self.capitalized).joined()
            case .camelCase, .pascalCase:
                first.lowercased() + words.dropFirst().map(Self.capitalized).joined()
            }
        return underscores + spelling
    }

    /// The word with its first letter in uppercase and the rest unchanged.
    ///
    /// A letter without an uppercase form that key matching accepts, such as `ﬁ`, is unchanged.
    private static func capitalized(_ word: String) -> String {
        let (first, upper) = (word.prefix(1), word.prefix(1).uppercased())
        return upper.lowercased() == first.lowercased() ? upper + word.dropFirst() : word
    }
}
