import Foundation

extension ModelObject: CustomDebugStringConvertible {
    /// The model as readable text, which `print` shows, too: class names, properties in declaration order, nested
    /// models indented.
    ///
    /// Each object is shown once (`User (shown above)` after that). Properties with the rule
    /// ``PropertyRule/redacted-swift.type.property`` are shown as `<redacted>`. Deep, long and wide values are cut.
    /// Don't parse the text: it can change.
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
}

extension ModelObject: CustomReflectable {
    /// The mapped properties, as debuggers, `dump` and `Mirror` show them: superclass first, in declaration order.
    ///
    /// The value of a property with the rule ``PropertyRule/redacted-swift.type.property`` is the text `<redacted>`. A
    /// value that holds a Date that is not finite is a text, too, because describing it would crash on Linux.
    public var customMirror: Mirror {
        let storage = PropertyStorage(self)
        let children = ModelSchema.of(type(of: self)).properties.map { property -> Mirror.Child in
            if property.rule.isRedacted { return (property.name, DebugText.redacted) }
            return (property.name, DebugText.reflectable(property.accessor.load(storage)))
        }
        return Mirror(
            self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
