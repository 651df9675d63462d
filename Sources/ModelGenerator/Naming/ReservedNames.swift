/// Names that generated code cannot use, or not as they are.
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

    /// An identifier as source code has it.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether a class of the name would hide a type of Swift, Foundation or the library, or is a reserved word.
    ///
    /// Names that differ only in case count, too: Uuid.
    static func isType(_ name: String) -> Bool {
        let isCocoa = name.hasPrefix("NS") || name.hasPrefix("CF")
        return types.contains(name.lowercased()) || keywords.contains(name)
            || isCocoa && name.dropFirst(2).first?.isUppercase == true
    }
}
