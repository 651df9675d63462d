/// A value that distinguishes a missing key from null.
///
/// Partial updates need the difference: `{}` keeps a nickname, and `{"nickname": null}` removes it.
///
/// ```swift
/// class ProfileUpdate: ModelObject {
///     var nickname: Presence<String> = .missing
/// }
///
/// let update = try ProfileUpdate(json: #"{"nickname": null}"#)
/// update.nickname                    // .null
/// ```
///
/// `Value` can be any type that a property can have. A value that doesn't fit leaves the property unchanged,
/// and so does null if ``MappingOptions/nulls-swift.property`` is `.keep`. An export leaves out ``missing``,
/// also as an element of an array, and writes ``null`` as null, regardless of
/// ``ExportOptions/nulls-swift.property``. If the default of a property is not ``missing``, mapping the
/// export gives the default for ``missing``.
///
/// `update` replaces a model in a `Presence`, like a model in an array. Patches fill the model in place.
///
/// Don't make such a property Optional: null would set a `Presence<String>?` to nil, which exports leave out.
public enum Presence<Value> {
    /// The key is missing.
    case missing
    /// The key's value is null.
    case null
    /// The key has a value.
    case value(Value)

    /// Creates ``value(_:)`` of an Optional's value, and ``null`` of nil.
    ///
    /// ```swift
    /// update.nickname = Presence(nicknameField.isEmpty ? nil : nicknameField)
    /// ```
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .null
    }

    /// Whether the key is missing.
    public var isMissing: Bool {
        if case .missing = self { true } else { false }
    }

    /// Whether the key's value is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value, if there is one.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Presence: Sendable where Value: Sendable {}
extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
