/// The stored properties of a class, by their names in the source code.
///
/// Macros and property wrappers store a property under another name:
///
///     @Observable class             var name            stored as _name          property name
///     @Observable class             var _id             stored as __id           property _id
///     any class                     @Clamped var age    stored as _age: Clamped  property age
///     any class but @Observable     var _id             stored as _id            property _id
struct FieldNames {
    /// All of them, superclass first.
    let stored: [StoredField]
    /// Superclass first.
    ///
    /// If several properties have the same name (private ones of a class and its superclass), only
    /// the most derived one is listed, at its own position.
    ///
    /// A property has no second name if the class has another property of that name.
    let fields: [StoredField]

    /// The property that `@Observable` adds to a class.
    private static let registrar = "_$observationRegistrar"

    init(_ type: ModelObject.Type) {
        stored = storedFields(of: type)
        let observed = stored.filter { $0.storedName == Self.registrar }.map(\.declaringClass)
        var named: [StoredField] = []
        // The last property of each name; then also the properties of second names.
        var last = TextMap(capacity: 2 * stored.count)
        for field in stored where field.storedName != Self.registrar {
            let owner: AnyClass = field.declaringClass
            field.name = Self.name(
                of: field, isObserved: observed.contains { $0 == owner },
                besides: stored.lazy.filter { $0.declaringClass == owner })
            last.updateValue(named.count, forKey: field.name)
            named.append(field)
        }
        fields =
            last.count == named.count
            ? named : named.indices.filter { last[named[$0].name] == $0 }.map { named[$0] }
        for (index, field) in fields.enumerated() {
            let other = field.name == field.storedName ? Self.withoutUnderscore(field.name) : field.storedName
            guard let other, last[other] == nil else { continue }
            last.updateValue(index, forKey: other)
            field.otherName = other
        }
    }

    /// The property that a rule or an option refers to by a name: `name` also finds a stored `_name` if the class has
    /// no `name`.
    ///
    /// Nil if the class has no such property.
    func property(named name: String) -> String? {
        (fields.first { $0.name == name } ?? fields.first { $0.otherName == name })?.name
    }

    private static func name(
        of field: StoredField, isObserved: Bool, besides siblings: some Sequence<StoredField>
    ) -> String {
        guard field.isVar, !field.isLazy, let name = withoutUnderscore(field.storedName),
            // If a class also stores `total`, its `_total` was not made by a macro or a wrapper.
            !siblings.contains(where: { $0.storedName == name })
        else { return field.storedName }
        return isObserved || isPropertyWrapper(field.type) ? name : field.storedName
    }

    private static func withoutUnderscore(_ name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: "_") else { return nil }
        let rest = name.unicodeScalars.dropFirst()
        guard let next = rest.first, next != "$" else { return nil }
        return String(rest)
    }

    private static func isPropertyWrapper(_ type: any Any.Type) -> Bool {
        if type is ModelObject.Type { return false }
        return type is any ModelPropertyWrapper.Type || isPublished(type)
            || storesProperty(named: "wrappedValue", in: type)
    }

    /// Whether a type is Combine's `Published`, or another library's type of that name.
    static func isPublished(_ type: any Any.Type) -> Bool {
        _typeName(type, qualified: false).hasPrefix("Published<")
    }
}
