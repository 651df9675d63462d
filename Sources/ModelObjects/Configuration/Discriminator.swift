/// How a payload names the class to make.
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

    /// The value of a key chooses the class.
    ///
    /// The key is matched like any other, and may be a path. Its value is compared as text: a number by its
    /// digits, a Bool as `true` or `false`. The chosen class must be the declared one or a subclass of it;
    /// where it is a superclass of it (a subclass inherits its parent's discriminator), the declared class is
    /// made; anything else refuses the object, as no match and no fallback do. A model that is there, in a
    /// property that is updated, is filled as it is where the key is missing or null.
    ///
    /// No property has to take the key: it is not an unknown one, nor is that of a superclass's
    /// discriminator.
    ///
    /// On the way out, an object whose class has a text says it under the key, unless a property that is
    /// exported there has a value: mapping the export makes the class again.
    ///
    /// - Parameters:
    ///   - key: the key whose value names the class.
    ///   - classes: the classes by that value.
    ///   - fallback: the class for any other value, and where the key is missing or null.
    public static func key(
        _ key: String, _ classes: [String: ModelObject.Type], fallback: ModelObject.Type? = nil
    ) -> Discriminator {
        Discriminator(key: DeclaredKey(path: key), classes: classes, fallback: fallback)
    }
}
