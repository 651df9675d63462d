/// What one property wants beyond the defaults: its keys, its format, its conversion, whether it must be
/// there.
///
/// Rules are written in `ModelObject.propertyRules`, by property name, and chained where a property wants
/// several: `.keys("id", "ID").required`. Of two links that say the same thing the later one counts.
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
    /// The keys in their order, or nil where no rule declares any.
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

    init() {}

    private func with(_ change: (inout PropertyRule) -> Void) -> PropertyRule {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Keys

    /// The property is filled by this key instead of its name.
    ///
    /// A dot makes it a path, objects by key and arrays by index: `"ext.desc"`, `"a.0.b"`.
    public func key(_ key: String) -> PropertyRule { with { $0.keys = [DeclaredKey(path: key)] } }
    /// The property is filled by the first of these keys whose value is there, not null, and convertible.
    public func keys(_ keys: String...) -> PropertyRule {
        with { $0.keys = keys.map { DeclaredKey(path: $0) } }
    }
    /// The property is filled by this key, in which a dot is a dot.
    public func literalKey(_ key: String) -> PropertyRule { with { $0.keys = [DeclaredKey(literal: key)] } }

    /// The property is filled by this key instead of its name; a dot makes it a path.
    ///
    /// For its edges see the member of a rule of the same name.
    public static func key(_ key: String) -> PropertyRule { PropertyRule().key(key) }
    /// The property is filled by the first of these keys whose value is there, not null, and convertible.
    public static func keys(_ keys: String...) -> PropertyRule {
        PropertyRule().with { $0.keys = keys.map { DeclaredKey(path: $0) } }
    }
    /// The property is filled by this key, in which a dot is a dot.
    public static func literalKey(_ key: String) -> PropertyRule { PropertyRule().literalKey(key) }

    // MARK: Presence

    /// A payload without a usable value for the property is refused: the call throws `.missingRequired`; a
    /// nested property keeps its value, an element is left out.
    ///
    /// Null and a value that cannot be converted count as missing. `update` does not ask for it.
    public var required: PropertyRule { with { ($0.isRequired, $0.isOptional) = (true, false) } }
    /// The property may be missing, whatever `MappingOptions.missing` says.
    public var optional: PropertyRule { with { ($0.isRequired, $0.isOptional) = (false, true) } }
    /// The property takes no part: it is not filled, exported, archived or compared.
    public var ignored: PropertyRule { with { $0.isIgnored = true } }
    /// The property is filled but not exported.
    public var notExported: PropertyRule { with { $0.isExported = false } }
    /// The property is left out of archives.
    public var notArchived: PropertyRule { with { $0.isArchived = false } }
    /// No message, report or debug description shows the property's value or anything in it.
    ///
    /// A path may lead into it, and names keys; the keys of a dictionary are among them.
    public var redacted: PropertyRule { with { $0.isRedacted = true } }

    /// A payload without a usable value for the property is refused.
    ///
    /// For its edges see the member of a rule of the same name.
    public static var required: PropertyRule { PropertyRule().required }
    /// The property may be missing, whatever `MappingOptions.missing` says.
    public static var optional: PropertyRule { PropertyRule().optional }
    /// The property takes no part: it is not filled, exported, archived or compared.
    public static var ignored: PropertyRule { PropertyRule().ignored }
    /// The property is filled but not exported.
    public static var notExported: PropertyRule { PropertyRule().notExported }
    /// The property is left out of archives.
    public static var notArchived: PropertyRule { PropertyRule().notArchived }
    /// No message, report or debug description shows the property's value.
    public static var redacted: PropertyRule { PropertyRule().redacted }

    // MARK: Values

    /// The class of the elements of an untyped container: `[Any]`, `[Any?]`, `[String: Any]`,
    /// `[ModelObject]`.
    ///
    /// Its discriminator applies.
    public func elements(_ type: ModelObject.Type) -> PropertyRule { with { $0.elementClass = type } }
    /// How the property's dates are written, read and exported.
    public func date(_ format: DateFormat) -> PropertyRule { with { $0.dateFormat = format } }
    /// The property's value is made by `from` and exported by `to`.
    ///
    /// `from` gets the Swift value of the payload (never null); nil keeps the property's value. What it
    /// throws rejects the object, as a throwing `validate()` does. Without `to` the value is exported as its
    /// type is.
    ///
    /// ```swift
    /// "price": .converted(from: { ($0 as? Int).map { Decimal($0) / 100 } }, to: { $0 * 100 })
    /// ```
    public func converted<Value>(
        from: @escaping @Sendable (Any) throws -> Value?,
        to: (@Sendable (Value) throws -> Any?)? = nil
    ) -> PropertyRule {
        with { $0.conversion = ValueConversion(from: from, to: to) }
    }
    /// The property's value is made of several keys.
    ///
    /// `from` gets those that are present, as they are declared here, once, after the object's last key; nil
    /// keeps the property's value. On export it stands under the property's own key.
    ///
    /// ```swift
    /// "shelf": .combined(keys: ["room", "row"]) { "\($0["room"] ?? "?")-\($0["row"] ?? "?")" }
    /// ```
    ///
    /// Values are Swift's: String, Int, Double, Bool, `[Any]`, `[String: Any]`, NSNull. A number without a
    /// fraction is an Int, so `as? Double` fails for 1: go by way of its text. A closure of several statements
    /// names its type.
    ///
    /// ```swift
    /// "point": .combined(keys: ["lat", "lon"]) { keys -> [Double]? in
    ///     let numbers = ["lat", "lon"].compactMap { keys[$0].flatMap { Double("\($0)") } }
    ///     return numbers.count == 2 ? numbers : nil
    /// }
    /// ```
    public func combined<Value>(
        keys: [String], from: @escaping @Sendable ([String: Any]) throws -> Value?
    ) -> PropertyRule {
        with { $0.combination = KeyCombination(keys: keys, from: from) }
    }
    /// The payload's value is a text that holds JSON; the property is filled from what it holds.
    public var embeddedJSON: PropertyRule { with { $0.isEmbeddedJSON = true } }
    /// What an enum becomes where the payload's raw value is unknown: a case, or its raw value.
    public func fallback(_ value: any Sendable) -> PropertyRule { with { $0.fallback = value } }

    /// The class of the elements of an untyped container.
    ///
    /// For its edges see the member of a rule of the same name.
    public static func elements(_ type: ModelObject.Type) -> PropertyRule { PropertyRule().elements(type) }
    /// How the property's dates are written, read and exported.
    public static func date(_ format: DateFormat) -> PropertyRule { PropertyRule().date(format) }
    /// The property's value is made by `from` and exported by `to`.
    ///
    /// For its edges see the member of a rule of the same name.
    public static func converted<Value>(
        from: @escaping @Sendable (Any) throws -> Value?,
        to: (@Sendable (Value) throws -> Any?)? = nil
    ) -> PropertyRule {
        PropertyRule().converted(from: from, to: to)
    }
    /// The property's value is made of several keys.
    ///
    /// For its edges see the member of a rule of the same name.
    public static func combined<Value>(
        keys: [String], from: @escaping @Sendable ([String: Any]) throws -> Value?
    ) -> PropertyRule {
        PropertyRule().combined(keys: keys, from: from)
    }
    /// The payload's value is a text that holds JSON; the property is filled from what it holds.
    public static var embeddedJSON: PropertyRule { PropertyRule().embeddedJSON }
    /// What an enum becomes where the payload's raw value is unknown: a case, or its raw value.
    public static func fallback(_ value: any Sendable) -> PropertyRule { PropertyRule().fallback(value) }
}

/// A key as a rule declares it: one or more components.
struct DeclaredKey: Hashable, Sendable {
    let components: [String]

    init(path: String) {
        components = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    init(literal: String) {
        components = [literal]
    }

    /// Whether one of the keys is the other, leads to it or into it; in any spelling.
    func overlaps(_ other: DeclaredKey) -> Bool {
        zip(components, other.components).allSatisfy { KeyFolding.fold($0) == KeyFolding.fold($1) }
    }

    /// As messages spell it.
    var text: String { components.joined(separator: ".") }
}

/// A conversion that a rule brings, its value's type erased.
struct ValueConversion: Sendable {
    let valueType: any Any.Type
    let from: @Sendable (Any) throws -> Any?
    let to: (@Sendable (Any) throws -> Any?)?

    init<Value>(
        from: @escaping @Sendable (Any) throws -> Value?, to: (@Sendable (Value) throws -> Any?)?
    ) {
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

/// Several keys that make one value.
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
