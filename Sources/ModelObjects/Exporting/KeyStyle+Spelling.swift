extension ExportOptions.KeyStyle {
    /// The key of a property for which none is declared.
    ///
    ///     userID       user_id   user-id   userID      UserID
    ///     HTMLParser   html_parser   html-parser   htmlParser   HTMLParser
    func key(for name: String) -> String {
        if self == .declared { return name }
        let words = words(of: name)
        guard let first = words.first else { return name }
        return switch self {
        case .declared: name
        case .snakeCase: words.map { $0.lowercased() }.joined(separator: "_")
        case .kebabCase: words.map { $0.lowercased() }.joined(separator: "-")
        case .camelCase: first.lowercased() + words.dropFirst().map(Self.capitalized).joined()
        case .pascalCase: words.map(Self.capitalized).joined()
        }
    }

    /// The word with its first letter in upper case, the others as they are.
    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
