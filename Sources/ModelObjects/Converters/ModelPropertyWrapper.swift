/// A property wrapper of your own, whose properties a model maps as properties of the wrapped type.
///
/// ```swift
/// @propertyWrapper
/// struct Clamped: ModelPropertyWrapper {
///     private var percent: Int
///     var wrappedValue: Int {
///         get { percent }
///         set { percent = min(max(newValue, 0), 100) }
///     }
///     init(wrappedValue: Int) { percent = min(max(wrappedValue, 0), 100) }
/// }
///
/// final class Player: ModelObject {
///     @Clamped var volume = 50
/// }
/// try Player(json: #"{"volume": 300}"#).volume       // 100
/// ```
///
/// The property has the name and the type that the class declares: `volume`, an Int. Keys, rules, options, exports,
/// reports, `changes(since:)` and archives treat it as a plain property of that type. The library sets a value through
/// `wrappedValue`, so its `set` runs, and `willSet` and `didSet` of `wrappedValue` run too. Mapping doesn't touch
/// the wrapper's other stored properties. In a copy of the model, they have the values of a new object.
///
/// A wrapper that does not conform, and stores its `wrappedValue`, is mapped in its own Codable form. Any other
/// wrapper's property keeps its stored name, with the underscore.
///
/// A conformance cannot be isolated to an actor: see ``ModelValue``.
public protocol ModelPropertyWrapper: SendableMetatype {
    /// The type of the wrapped property.
    associatedtype Value

    /// The property's value.
    var wrappedValue: Value { get set }

    /// Wraps the value that a class declares for the property.
    init(wrappedValue: Value)
}
