/// A type that converts itself from and to JSON values, to be used as a property of a model.
///
/// Conform a type if its raw value or its Codable form is not what the payload contains. The conformance of a type
/// that the library converts itself (`Int`, `String`, `Date`, an Optional, an Array, a model, …) is not used: change
/// the conversion of such a property with a rule, such as ``PropertyRule/converted(from:to:)-type.method``.
///
/// ```swift
/// struct Money: ModelValue {
///     var cents: Int
///     static func modelValue(from value: Any) -> Money? { (value as? Int).map(Money.init) }
///     var exportedValue: Any { cents }
/// }
/// ```
///
/// A conformance cannot be isolated to an actor, because objects are mapped on any thread. In a module whose default
/// isolation is the main actor, a type that conforms where it is declared is `nonisolated`; declare other types so.
public protocol ModelValue: SendableMetatype {
    /// Makes a value from one of the payload.
    ///
    /// - Parameter value: A String, Int (UInt64 or Decimal if Int can't hold it), Double, Bool, `[Any]` or
    ///   `[String: Any]`.
    /// - Returns: The value, or nil if it can't be used: the property then keeps its value.
    static func modelValue(from value: Any) -> Self?

    /// The value to export: one of the types that ``modelValue(from:)`` gets, or NSNull.
    var exportedValue: Any { get }
}
