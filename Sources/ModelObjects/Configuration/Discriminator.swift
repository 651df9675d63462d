/// How a payload names the class of an object.
///
/// ```swift
/// class Shape: ModelObject {
///     override class var discriminator: Discriminator? {
///         .key("type", ["circle": Circle.self, "rectangle": Rectangle.self], fallback: Shape.self)
///     }
/// }
/// ```
public struct Discriminator: Sendable {
    let key: DeclaredKey
    let classes: [String: ModelObject.Type]
    let fallback: ModelObject.Type?

    /// The classes in the order of their texts, then the fallback.
    var orderedClasses: [ModelObject.Type] {
        classes.sorted(byText: \.key).map(\.value) + (fallback.map { [$0] } ?? [])
    }

    /// Chooses the class by the value of a key.
    ///
    /// The key matches in any spelling, and can be a path. Its value is compared as text, and case counts: a number by its
    /// digits, a Bool as `true` or `false`. The chosen class must be the declared one or a subclass. Subclasses inherit the
    /// discriminator, so a payload can name a superclass of the declared class; then the declared class is made. Any
    /// other class rejects the object, and so does a value without a class or a fallback. If the key is missing or null,
    /// an update fills the model that a property already holds.
    ///
    /// If the chosen class overrides the discriminator, the new one chooses among its subclasses in turn. If it finds no
    /// class, the chosen class itself is made.
    ///
    /// No property has to match the key. It doesn't count as an unknown key, and neither does that of a
    /// superclass's discriminator.
    ///
    /// An export writes the text of the object's class under the key, unless a property with a value is exported
    /// there. So mapping the export makes the same class. The exception is a path that begins at the key of a property:
    /// then nothing is added to what the property exports.
    ///
    /// - Parameters:
    ///   - key: The key whose value names the class.
    ///   - classes: The classes by that value.
    ///   - fallback: The class for any other value, and for a missing key or null.
    public static func key(
        _ key: String, _ classes: [String: ModelObject.Type], fallback: ModelObject.Type? = nil
    ) -> Discriminator {
        Discriminator(key: DeclaredKey(path: key), classes: classes, fallback: fallback)
    }
}
