import Foundation

extension ModelObject: CustomDebugStringConvertible {
    /// The model as a tree to read, also what `print` shows: class names, properties in declaration order,
    /// nested models indented.
    ///
    /// Each object is shown once (`User (shown above)`, where it comes again), `redacted` properties as
    /// `<redacted>`. Deep, long and wide values are cut: this is for eyes, not for programs.
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
    /// The properties as debuggers, `dump` and `Mirror` show them: those that take part in mapping,
    /// superclass first, in declaration order.
    ///
    /// The value of a `redacted` property is the text `<redacted>`, and a Date that is not finite is one too
    /// (on Linux, describing it would end the program).
    public var customMirror: Mirror {
        let storage = PropertyStorage(self)
        let children = ModelSchema.of(type(of: self)).properties.map { property -> Mirror.Child in
            if property.rule.isRedacted { return (property.name, DebugText.redacted) }
            let value = property.accessor.load(storage)
            if let date = unwrapped(value) as? Date, DebugText.ordinaryText(of: date) == nil {
                return (property.name, DebugText.line(of: date))
            }
            return (property.name, value)
        }
        return Mirror(
            self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
