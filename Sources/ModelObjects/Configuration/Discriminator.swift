/// How the payload of an object names its class.
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

    /// Chooses the class by the value of a key.
    ///
    /// The key can be a path, and matches as ``MappingOptions/keyMatching-swift.property`` says: by default, in any
    /// spelling. Its value is compared as case-sensitive text: a number by its shortest text (`5.0` is `5`), a Bool as
    /// `true` or `false`. The chosen class must be the declared class or a subclass; if it is a superclass, an object of
    /// the declared class is made. For any other class, and for a value without a class if there is no fallback, the
    /// object is rejected: the call throws ``ModelError/Code/invalidClass`` at the root, an element is left out, and a
    /// property keeps its value. If the key is missing or null, the model that a property already has is filled in
    /// place.
    ///
    /// If the chosen class overrides the discriminator, its discriminator chooses among its subclasses. If
    /// that finds no class, an object of the chosen class is made.
    ///
    /// The class needs no property for the key. The key, and the keys of superclasses' discriminators, don't
    /// count as unknown, but the option `unknownKeys: .keep` keeps their values, too, unless they name another class than the
    /// object's, such as in an update. (The first key of a path counts as
    /// unknown if the path leads to nothing, and the last one if it leads into a model without a property for it.)
    ///
    /// An export contains the key with the text for the object's class, so mapping the export makes the same
    /// class. A property with a value that is exported under the key takes precedence. If the value is nil, the text
    /// is exported in the form of the property's type: to export numbers, declare an `Int?`. If the key is a path
    /// that starts at the key of a property, nothing is added to the property's value.
    ///
    /// - Parameters:
    ///   - key: The key, or the path, whose value names the class. A path with an empty part traps at the first use
    ///     of the class.
    ///   - classes: The classes by the key's value.
    ///   - fallback: The class for any other value. Also used if the key is missing or null, unless the property has a
    ///     model: that model is filled in place.
    public static func key(
        _ key: String, _ classes: [String: ModelObject.Type], fallback: ModelObject.Type? = nil
    ) -> Discriminator {
        Discriminator(key: DeclaredKey(path: key), classes: classes, fallback: fallback)
    }

    /// Chooses the class by the value of a key in which dots don't make a path, such as `@odata.type`.
    ///
    /// The rest is as with ``key(_:_:fallback:)``.
    public static func literalKey(
        _ key: String, _ classes: [String: ModelObject.Type], fallback: ModelObject.Type? = nil
    ) -> Discriminator {
        Discriminator(key: DeclaredKey(literal: key), classes: classes, fallback: fallback)
    }
}
