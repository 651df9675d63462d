/// A property wrapper whose properties are mapped like properties of the wrapped type.
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
/// Keys, rules, options, exports, reports, `changes(since:)` and archives treat the property as a plain
/// property with its declared name and type: `volume`, an Int. The library stores a value through
/// `wrappedValue`, so its `set`, or its `willSet` and `didSet`, run. Mapping doesn't change the wrapper's
/// other stored properties. In a copy of the model, they have the values of a new object.
///
/// Without the conformance, a wrapper is mapped in its Codable form. The property then has its declared name
/// only if the wrapper stores its `wrappedValue`; otherwise it has the stored name, with the underscore.
///
/// A conformance can't be isolated to an actor: see ``ModelValue``.
public protocol ModelPropertyWrapper: SendableMetatype {
    /// The type of the wrapped property.
    associatedtype Value

    /// The property's value.
    var wrappedValue: Value { get set }

    /// Wraps the default that a class declares for the property.
    init(wrappedValue: Value)
}
