/// Names that generated code can't use, or only escaped.
enum ReservedNames {
    /// Members of `ModelObject` that a property would override.
    static let members: Set<String> = ["hashValue", "debugDescription", "customMirror"]

    /// Words that an identifier can only have in backticks.
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
        "inout",
        "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows",
        "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer",
        "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where",
        "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]

    /// An identifier in source code.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether a class of the name would hide a type of Swift, Foundation or the library, or is a reserved word.
    ///
    /// This includes names that differ only in case, such as `Uuid`.
    static func isType(_ name: String) -> Bool {
        let isCocoa = name.hasPrefix("NS") || name.hasPrefix("CF")
        return types.contains(name.lowercased()) || keywords.contains(name)
            || isCocoa && name.dropFirst(2).first?.isUppercase == true
    }
}
