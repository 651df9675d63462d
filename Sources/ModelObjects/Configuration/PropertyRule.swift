/// A rule for one property, such as its keys, date format or conversion, or that it is required.
///
/// Declare rules in ``ModelObject/propertyRules``, by property name. You can chain several rules for one
/// property, such as `.keys("id", "ID").required`. If two of them set the same thing, the later one applies.
///
/// ```swift
/// override class var propertyRules: [String: PropertyRule] {
///     [
///         "bookID": .keys("id", "book_id").required,
///         "createdAt": .date(.unixMilliseconds),
///     ]
/// }
/// ```
public struct PropertyRule: Sendable {
    /// The keys in order, or nil if no rule declares any.
    var keys: [DeclaredKey]?
    var isRequired = false
    var isOptional = false
    var isIgnored = false
    var isExported = true
    var isArchived = true
    var isRedacted = false
    var isEmbeddedJSON = false
    var elementClass: ModelObject.Type?
    var dateFormat: DateFormat?
    var conversion: ValueConversion?
    var combination: KeyCombination?
    var fallback: (any Sendable)?
    /// The property's description in a JSON Schema.
    var schemaDescription: String?
    /// The enum that a rule of `codingKeys(_:)` was made from.
    var codingKeys: (any CodingKey.Type)?
    /// The type of the values that the rule's closures make; nil if it has none.
    var madeType: (any Any.Type)? { conversion?.valueType ?? combination?.valueType }

    init() {}

    private func with(_ change: (inout PropertyRule) -> Void) -> PropertyRule {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Keys

    /// Fills the property from this key instead of its name.
    ///
    /// A dot makes it a path, into objects by key and into arrays by index: `"ext.desc"`, `"a.0.b"`.
    public func key(_ key: String) -> PropertyRule { with { $0.keys = [DeclaredKey(path: key)] } }
    /// Fills the property from the best match among these keys that has a usable value.
    public func keys(_ keys: String...) -> PropertyRule {
        with { $0.keys = keys.map { DeclaredKey(path: $0) } }
    }

    /// Fills the property from this key, in which a dot is an ordinary character.
    public func literalKey(_ key: String) -> PropertyRule { with { $0.keys = [DeclaredKey(literal: key)] } }

    /// Fills the property from this key instead of its name.
    ///
    /// A dot makes it a path, into objects by key and into arrays by index: `"ext.desc"`, `"a.0.b"`. The key
    /// matches as ``MappingOptions/keyMatching-swift.property`` says: by default, in any spelling.
    public static func key(_ key: String) -> PropertyRule { PropertyRule().key(key) }
    /// Fills the property from the best match among these keys that has a usable value.
    ///
    /// The better ``MatchRank`` wins, and among equals the key that is listed first: with `.keys("userId", "id")`,
    /// `{"user_id": 1, "id": 2}` gives 2. Null and values that can't be converted aren't usable. Each key can be a
    /// path. A rule without keys traps at the first use of the class.
    public static func keys(_ keys: String...) -> PropertyRule {
        PropertyRule().with { $0.keys = keys.map { DeclaredKey(path: $0) } }
    }

    /// Fills the property from this key, in which a dot is an ordinary character.
    ///
    /// An empty key, or a key of only `_`, `-` and spaces, matches exactly.
    public static func literalKey(_ key: String) -> PropertyRule { PropertyRule().literalKey(key) }

    // MARK: Presence

    /// Rejects a payload without a usable value for the property.
    public var required: PropertyRule { with { ($0.isRequired, $0.isOptional) = (true, false) } }
    /// Allows the property to be missing, even if ``MappingOptions/missing-swift.property`` is `.reject`.
    public var optional: PropertyRule { with { ($0.isRequired, $0.isOptional) = (false, true) } }
    /// Excludes the property: it is not filled, exported, archived or compared.
    public var ignored: PropertyRule { with { $0.isIgnored = true } }
    /// Leaves the property out of exports.
    public var notExported: PropertyRule { with { $0.isExported = false } }
    /// Leaves the property out of archives.
    public var notArchived: PropertyRule { with { $0.isArchived = false } }
    /// Hides the property's value, and everything in it, from messages, reports and debug descriptions.
    ///
    /// It also hides the values of other properties with a key that equals, contains or lies inside one of its keys.
    public var redacted: PropertyRule { with { $0.isRedacted = true } }

    /// Rejects a payload without a usable value for the property.
    ///
    /// At the root, the call throws ``ModelError/Code/missingRequired``. A property with a nested model keeps
    /// its value, and an element is left out. Values that can't be converted count as missing, and so does
    /// null, unless the property has a Codable type that decodes null. An update checks only the objects that it makes,
    /// so null in an update makes a required Optional nil. Patches reject that.
    public static var required: PropertyRule { PropertyRule().required }
    /// Allows the property to be missing, even if ``MappingOptions/missing-swift.property`` is `.reject`.
    public static var optional: PropertyRule { PropertyRule().optional }
    /// Excludes the property: it is not filled, exported, archived or compared.
    public static var ignored: PropertyRule { PropertyRule().ignored }
    /// Leaves the property out of exports.
    ///
    /// It is still filled, archived and compared.
    public static var notExported: PropertyRule { PropertyRule().notExported }
    /// Leaves the property out of archives.
    ///
    /// It is still filled, exported and compared.
    public static var notArchived: PropertyRule { PropertyRule().notArchived }
    /// Hides the property's value, and everything in it, from messages, reports and debug descriptions.
    ///
    /// Paths in messages can still contain keys inside the property, including those of a dictionary. The error of an
    /// export names NaN or infinity.
    public static var redacted: PropertyRule { PropertyRule().redacted }

    // MARK: Values

    /// Sets the class of the elements of an untyped container.
    public func elements(_ type: ModelObject.Type) -> PropertyRule { with { $0.elementClass = type } }
    /// Sets the format of the property's dates, for reading and exporting.
    public func date(_ format: DateFormat) -> PropertyRule { with { $0.dateFormat = format } }
    /// Converts the property's value with a function, and exports it with another.
    public func converted<Value>(
        from: @escaping @Sendable (Any) throws -> Value?,
        to: (@Sendable (Value) throws -> Any?)? = nil
    ) -> PropertyRule {
        with { $0.conversion = ValueConversion(from: from, to: to) }
    }

    /// Combines several keys into the property's value.
    public func combined<Value>(
        keys: [String], from: @escaping @Sendable ([String: Any]) throws -> Value?
    ) -> PropertyRule {
        with { $0.combination = KeyCombination(keys: keys, from: from) }
    }

    /// Fills the property from a string that contains JSON.
    public var embeddedJSON: PropertyRule { with { $0.isEmbeddedJSON = true } }
    /// Sets the enum case to use if the raw value is unknown: a case, or its raw value.
    public func fallback(_ value: any Sendable) -> PropertyRule { with { $0.fallback = value } }
    /// Describes the property in a JSON Schema.
    public func described(_ text: String) -> PropertyRule { with { $0.schemaDescription = text } }

    /// Sets the class of the elements of an untyped container: `[Any]`, `[Any?]`, `[String: Any]`, `[ModelObject]`
    /// or `Any`.
    ///
    /// The discriminator of the class applies. For a container that declares its element type, such as `[User]`,
    /// the rule traps at the first use of the class.
    public static func elements(_ type: ModelObject.Type) -> PropertyRule { PropertyRule().elements(type) }
    /// Sets the format of the property's dates, for reading and exporting.
    ///
    /// Takes precedence over ``MappingOptions/dateFormat``. Applies to dates, containers of dates, and
    /// Codable types with dates. Has no effect on numbers, Strings, enums of these, and other Codable types. For a
    /// property of another type, such as a URL, the rule traps at the first use of the class.
    public static func date(_ format: DateFormat) -> PropertyRule { PropertyRule().date(format) }
    /// Converts the property's value with a function, and exports it with another.
    ///
    /// ```swift
    /// "price": .converted(from: { Decimal(string: "\($0)").map { $0 / 100 } }, to: { $0 * 100 })
    /// ```
    ///
    /// With both functions, the property can have any type except a function or the metatype of a struct or an
    /// enum. A rule for such a type, even inside an Optional or a tuple, traps at the first use of the class. If the
    /// library itself doesn't convert the type, the property is archived as the value that `to` returns;
    /// without `to`, the rule traps at the first use of the class.
    ///
    /// For an Optional or a ``Presence``, the functions can use the wrapped type. If they use any other type than the
    /// property's, the rule traps at the first use of the class.
    ///
    /// - Parameters:
    ///   - from: Gets the payload's value as a Swift value, never null. Strings that most types treat as null, such as
    ///     `"nil"`, are passed on. If it returns nil, the property keeps its value. If it throws, the object is
    ///     rejected with ``ModelError/Code/hookFailed``, unless a better key of the property has a usable value.
    ///   - to: Returns the value to export; NSNull counts as nil, and nil for a ``Presence`` that isn't missing is
    ///     exported as null. Without it, the value is exported in its type's usual form.
    public static func converted<Value>(
        from: @escaping @Sendable (Any) throws -> Value?,
        to: (@Sendable (Value) throws -> Any?)? = nil
    ) -> PropertyRule {
        PropertyRule().converted(from: from, to: to)
    }

    /// Combines several keys into the property's value.
    ///
    /// On export, the value is written under the property's own key.
    ///
    /// ```swift
    /// "shelf": .combined(keys: ["room", "row"]) { "\($0["room"] ?? "?")-\($0["row"] ?? "?")" }
    /// ```
    ///
    /// Values are String, Int, Double, Bool, `[Any]`, `[String: Any]` and NSNull. A number without a decimal
    /// point or an exponent is an Int, so `as? Double` fails for 1: convert its text. A closure with several
    /// statements may have to declare its type:
    ///
    /// ```swift
    /// "point": .combined(keys: ["lat", "lon"]) { keys -> [Double]? in
    ///     let numbers = ["lat", "lon"].compactMap { keys[$0].flatMap { Double("\($0)") } }
    ///     return numbers.count == 2 ? numbers : nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The keys, which can be paths.
    ///   - from: Gets the values of the keys that are present, by the names in `keys`. It is called once, after the
    ///     object's last key, unless none of the keys is present. If it returns nil, the property keeps its value,
    ///     which counts as a value that doesn't fit: strict options reject it. If it throws, the object is rejected
    ///     with ``ModelError/Code/hookFailed``. A list without keys, and a closure that returns another
    ///     type than the property's, trap at the first use of the class.
    public static func combined<Value>(
        keys: [String], from: @escaping @Sendable ([String: Any]) throws -> Value?
    ) -> PropertyRule {
        PropertyRule().combined(keys: keys, from: from)
    }

    /// Fills the property from a string that contains JSON.
    ///
    /// An array or an object is accepted, too. A string that isn't JSON doesn't fit, so the property keeps its
    /// value. Exports write a string.
    public static var embeddedJSON: PropertyRule { PropertyRule().embeddedJSON }
    /// Sets the enum case to use if the raw value is unknown: a case, or its raw value.
    ///
    /// Replaces any value, even an array or an object, except null and known raw values. Other keys of the property are
    /// then not tried. Keys of a dictionary are not replaced. If the property's type has no raw value, or `value` is
    /// neither a case of it nor a raw value of one, the rule traps at the first use of the class.
    ///
    /// A report lists each value that was replaced, with the action
    /// ``MappingProblem/Action-swift.enum/usedFallback``.
    public static func fallback(_ value: any Sendable) -> PropertyRule { PropertyRule().fallback(value) }
    /// Describes the property in a JSON Schema, as its `description`.
    ///
    /// Language models read the description. The rule has no other effect.
    ///
    /// ```swift
    /// "age": .described("in full years")
    /// ```
    public static func described(_ text: String) -> PropertyRule { PropertyRule().described(text) }
}

/// A key declared by a rule: one or more components.
struct DeclaredKey: Hashable, Sendable {
    let components: [String]
    /// Whether a component of a path is empty, which is a mistake.
    let hasEmptyPart: Bool
    /// Whether a component of a path consists of separators, so that the key matches nothing.
    let isUseless: Bool
    private let isPath: Bool

    init(path: String) {
        isPath = true
        components = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        hasEmptyPart = components.contains("")
        isUseless = components.contains(where: KeyFolding.isEmptyFold)
    }

    init(literal: String) {
        components = [literal]
        (hasEmptyPart, isUseless, isPath) = (false, false, false)
    }

    /// Whether the two keys are equal, or one is a prefix of the other, in any spelling.
    func overlaps(_ other: DeclaredKey) -> Bool {
        zip(components, other.components).allSatisfy { KeyFolding.fold($0) == KeyFolding.fold($1) }
    }

    /// The path of a value that is missing: numbers after the first component are taken for indices.
    var steps: [PathComponent] {
        components.enumerated().map { place, component in
            let index = place > 0 ? PathComponent.index(of: component) : nil
            return index.map { .index($0) } ?? .key(component)
        }
    }

    /// The key's spelling in messages.
    var text: String { components.joined(separator: ".") }

    /// The path that was probably meant, if indices are in brackets: `a.0.b` for `a[0].b`.
    var withoutBrackets: String? {
        guard isPath, text.contains("[") else { return nil }
        var parts = text.split(separator: "[", omittingEmptySubsequences: false)
        let start = parts.removeFirst()
        var path = start.isEmpty ? [] : [start]
        for part in parts {
            let index = part.prefix { $0.isASCII && $0.isNumber }
            guard !index.isEmpty, part.dropFirst(index.count).first == "]" else { return nil }
            path.append(index + part.dropFirst(index.count + 1))
        }
        return path.joined(separator: ".")
    }
}

/// A rule's conversion with the type of its value erased.
struct ValueConversion: Sendable {
    let valueType: any Any.Type
    let from: @Sendable (Any) throws -> Any?
    let to: (@Sendable (Any) throws -> Any?)?

    init<Value>(from: @escaping @Sendable (Any) throws -> Value?, to: (@Sendable (Value) throws -> Any?)?) {
        valueType = Value.self
        self.from = { try from($0).map { $0 as Any } }
        if let to {
            self.to = { value in
                guard let typed = value as? Value else { return nil }
                return try to(typed)
            }
        } else {
            self.to = nil
        }
    }
}

/// Several keys that are combined into one value.
struct KeyCombination: Sendable {
    let valueType: any Any.Type
    let keys: [DeclaredKey]
    let from: @Sendable ([String: Any]) throws -> Any?

    init<Value>(keys: [String], from: @escaping @Sendable ([String: Any]) throws -> Value?) {
        valueType = Value.self
        self.keys = keys.map { DeclaredKey(path: $0) }
        self.from = { try from($0).map { $0 as Any } }
    }
}
