import Foundation

extension ModelObject {
    /// A readable description of the model, which `print` also shows: class names, properties in declaration
    /// order, nested models indented.
    ///
    /// Each object is shown once, and then as `User (shown above)`. Properties that the rule
    /// ``PropertyRule/redacted-swift.property`` hides are shown as `<redacted>`. Deep, long and wide values
    /// are cut. Don't parse the description: its format can change.
    ///
    /// ```
    /// User {
    ///     userName: "ann"
    ///     password: <redacted>
    ///     cars: [
    ///         Car {
    ///             name: "Saab"
    ///         }
    ///     ]
    /// }
    /// ```
    public var debugDescription: String {
        DebugText.tree(of: self)
    }

    /// The mapped properties, as debuggers, `dump` and `Mirror` show them: superclass first, in declaration order.
    ///
    /// The value of a property that the rule ``PropertyRule/redacted-swift.property`` hides is the string
    /// `<redacted>`. A value that contains a Date that isn't finite is also a string, because describing such
    /// a date crashes on Linux.
    public var customMirror: Mirror {
        let storage = PropertyStorage(self)
        let children = ModelSchema.of(type(of: self)).properties.map { property -> Mirror.Child in
            if property.isSecret { return (property.name, DebugText.redacted) }
            return (property.name, DebugText.reflectable(property.accessor.load(storage)))
        }
        return Mirror(
            self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
