/// A property's value that distinguishes a missing key from a null.
///
/// Partial updates need the difference: `{}` leaves a nickname as it is, and `{"nickname": null}` removes it.
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
/// `Value` can be anything that a property can be. A value that doesn't fit leaves the property as it was, and so does
/// null if ``MappingOptions/nulls-swift.property`` is `.keep`. An export leaves out ``missing`` and writes ``null`` as
/// null, whatever ``ExportOptions/nulls-swift.property`` says; an element of an array that is ``missing`` is left out.
/// If the default of a property is not ``missing``, mapping the export gives the default in its place.
///
/// `update` replaces a model in a `Presence`, as it does a model in an array. It keeps and fills the object only in
/// properties whose type is the model's class or an Optional of it. Patches also keep the object in a `Presence`.
public enum Presence<Value> {
    /// There is no key.
    case missing
    /// There is a key, and its value is null.
    case null
    /// There is a key with a value.
    case value(Value)

    /// The value, if there is one.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Presence: Sendable where Value: Sendable {}
extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
