/// A type of your own as a property of a model, where its raw value or its Codable form is not what the
/// payload holds.
///
/// ```swift
/// struct Money: ModelValue {
///     var cents: Int
///     static func modelValue(from value: Any) -> Money? { (value as? Int).map(Money.init) }
///     var exportedValue: Any { cents }
/// }
/// ```
public protocol ModelValue {
    /// Makes a value from one of the payload: String, Int (UInt64 or Decimal where Int cannot hold it),
    /// Double, Bool, `[Any]` or `[String: Any]`. Nil where it cannot be used: the property keeps what it has.
    static func modelValue(from value: Any) -> Self?

    /// The value as it is exported: one of the types above, or NSNull.
    var exportedValue: Any { get }
}
