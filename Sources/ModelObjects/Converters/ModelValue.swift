/// A property type that converts itself from and to JSON values.
///
/// Conform a type if the payload contains neither its raw value nor its Codable form. For types that the
/// library converts itself (`Int`, `String`, `Date`, an Optional, an Array, a model, …), a conformance has no
/// effect: use a rule, such as ``PropertyRule/converted(from:to:)-type.method``.
///
/// ```swift
/// struct Money: ModelValue {
///     var cents: Int
///     static func modelValue(from value: Any) -> Money? { (value as? Int).map(Money.init) }
///     var exportedValue: Any { cents }
/// }
/// ```
///
/// A conformance can't be isolated to an actor, because objects are mapped on any thread. In a module whose
/// default isolation is the main actor, a type that conforms in its declaration is `nonisolated`. If it
/// conforms in an extension, declare the type `nonisolated`.
public protocol ModelValue: SendableMetatype {
    /// Creates a value from a value of the payload.
    ///
    /// - Parameter value: A String, Int (Int64, UInt64 or Decimal if Int can't hold it), Double, Bool, `[Any]` or
    ///   `[String: Any]`. From a dictionary, a patch or embedded JSON, a number with more digits than a Double holds is
    ///   a Decimal. A dictionary or a decoder can also supply instances of other types, such as a Date. Never null.
    ///   Strings that most types treat as null, such as `"nil"`, are passed on.
    /// - Returns: The value, or nil if `value` can't be used: the property then keeps its value.
    static func modelValue(from value: Any) -> Self?

    /// The value to export: one of the types that ``modelValue(from:)`` gets, or NSNull.
    ///
    /// Like nil, NSNull leaves a property out, unless ``ExportOptions/nulls-swift.property`` is `.include`.
    var exportedValue: Any { get }
}
