extension [String: PropertyRule] {
    /// Returns rules that give each property the key of the enum case with its name, for a class with a
    /// `CodingKeys` enum.
    ///
    /// ```swift
    /// final class User: ModelObject {
    ///     var name = ""
    ///     var joined: Date?
    ///     var isSelected = false
    ///
    ///     enum CodingKeys: String, CodingKey, CaseIterable {
    ///         case name = "user_name"
    ///         case joined
    ///     }
    ///     override class var propertyRules: [String: PropertyRule] { .codingKeys(CodingKeys.self) }
    /// }
    /// ```
    ///
    /// A dot in a key doesn't make it a path. Keys match in any spelling, like other declared keys. The key of a case without
    /// an explicit raw value, here `joined`, follows ``ExportOptions/keyStyle-swift.property``.
    /// Properties of the class without a case, here `isSelected`, are ignored as by Codable: they are not
    /// filled, exported, archived or compared. Properties of superclasses and subclasses are not affected.
    ///
    /// You can add rules to the dictionary: `rules["joined"] = rules["joined"]?.date(.unixSeconds)`. A
    /// property with an added rule is not ignored.
    ///
    /// As with any rule, a case without a property of its name, or for a `let`, traps at the first use of the
    /// class.
    ///
    /// - Parameter keys: The enum. ``ModelClass/audit()`` reports a nested `CodingKeys` enum without effect.
    public static func codingKeys<Keys>(_ keys: Keys.Type) -> [String: PropertyRule]
    where Keys: CodingKey & CaseIterable & RawRepresentable, Keys.RawValue == String {
        var rules: [String: PropertyRule] = [:]
        for key in Keys.allCases {
            guard let name = enumCaseName(of: key) else {
                fatalError("\(keys) has no case names: remove the flag -disable-reflection-metadata.")
            }
            var rule = PropertyRule.literalKey(key.rawValue)
            rule.codingKeys = keys
            rules[name] = rule
        }
        return rules
    }
}
