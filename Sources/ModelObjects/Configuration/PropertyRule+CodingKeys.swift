extension [String: PropertyRule] {
    /// Rules that give each property the key of a case of the same name, for a class that has a `CodingKeys` enum.
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
    /// A dot in a key is a dot, not a path; the key matches in any spelling, as others do. Properties of the class
    /// without a case, here `isSelected`, are ignored, as Codable ignores them: they are not filled, exported, archived
    /// or compared. Properties of superclasses and subclasses are not affected.
    ///
    /// The rules are an ordinary dictionary, to which you can add: `rules["joined"] =
    /// rules["joined"]?.date(.unixSeconds)`. A property that you add a rule for is not ignored.
    ///
    /// A case traps at the first use of the class if there is no property of its name, or if the property is a `let`, as
    /// any other rule does.
    ///
    /// - Parameter keys: The enum. ``ModelClass/audit()`` reports a nested CodingKeys enum that no rules are made from.
    public static func codingKeys<Keys>(_ keys: Keys.Type) -> [String: PropertyRule]
    where Keys: CodingKey & CaseIterable & RawRepresentable, Keys.RawValue == String {
        var rules: [String: PropertyRule] = [:]
        for key in Keys.allCases {
            guard let name = enumCaseName(of: key) else {
                fatalError("\(keys) is not an enum with names: do without -disable-reflection-metadata.")
            }
            var rule = PropertyRule.literalKey(key.rawValue)
            rule.codingKeys = keys
            rules[name] = rule
        }
        return rules
    }
}
