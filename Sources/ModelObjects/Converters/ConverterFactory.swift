import Foundation

/// Chooses the converter of a type: the list of all types that a property may have.
///
/// The library's types and standard containers come first, because they are found in tables. Checking a
/// conformance takes time in proportion to the number of all conformances in the program.
struct ConverterFactory {
    let rule: PropertyRule
    let shortcuts: RuntimeShortcuts
    /// The types whose raw values are being looked at: a type inside its own raw value has no converter.
    private var enclosing: [any Any.Type] = []

    init(rule: PropertyRule, shortcuts: RuntimeShortcuts = .enabled) {
        (self.rule, self.shortcuts) = (rule, shortcuts)
    }

    /// The accessor of a property, or nil if no converter supports its type.
    func accessor(for field: StoredField) -> (any PropertyAccessor)? {
        if field.storedName.utf8.first == UInt8(ascii: "_"),
            let wrapper = field.type as? any ModelPropertyWrapper.Type
        {
            return accessor(for: wrapper, offset: field.offset)
        }
        guard let converter = converter(for: field.type) else { return nil }
        func make<Converter: ValueConverter>(_ converter: Converter) -> any PropertyAccessor {
            TypedAccessor(
                converter: converter, place: PlainPlace(offset: field.offset),
                hasReferenceWord: shortcuts.contains(.layout))
        }
        return make(converter)
    }

    private func accessor<Wrapper: ModelPropertyWrapper>(
        for wrapper: Wrapper.Type, offset: Int
    ) -> (any PropertyAccessor)? {
        accessor(at: WrappedPlace(wrapper: PlainPlace<Wrapper>(offset: offset)))
    }

    private func accessor<Place: PropertyPlace>(at place: Place) -> (any PropertyAccessor)? {
        if let wrapper = Place.Value.self as? any ModelPropertyWrapper.Type {
            return accessor(inside: wrapper, at: place)
        }
        func make<Converter: ValueConverter<Place.Value>>(_ converter: Converter) -> any PropertyAccessor {
            TypedAccessor(converter: converter, place: place, hasReferenceWord: false)
        }
        return converter(of: Place.Value.self).map { make($0) }
    }

    /// A wrapper in a wrapper: `@Outer @Inner var name`.
    private func accessor<Wrapper: ModelPropertyWrapper, Place: PropertyPlace>(
        inside wrapper: Wrapper.Type, at place: Place
    ) -> (any PropertyAccessor)? {
        func make(_ place: some PropertyPlace<Wrapper>) -> (any PropertyAccessor)? {
            accessor(at: WrappedPlace(wrapper: place))
        }
        return rebound(
            place as any PropertyPlace<Place.Value>, as: (any PropertyPlace<Wrapper>).self,
            if: Place.Value.self, is: Wrapper.self
        ).flatMap { make($0) }
    }

    func converter(for type: any Any.Type) -> (any ValueConverter)? {
        if let known = Self.valueTypes.first(where: { $0.type == type }) { return known.makeConverter(rule) }
        if let container = containerType(type) { return container.accept(self) ?? converted(type) }
        if let type = type as? ModelObject.Type { return type.converter(rule) }
        if let type = type as? any ModelValue.Type { return custom(type) }
        if enclosing.contains(where: { $0 == type }) { return nil }
        if let type = type as? any RawRepresentable.Type, let converter = enumeration(type) {
            return converter
        }
        if let type = type as? any Decodable.Type { return decodable(type) }
        return converted(type)
    }

    /// The converter of a type that the caller knows statically.
    func converter<Value>(of type: Value.Type) -> (any ValueConverter<Value>)? {
        converter(for: type)?.typed(as: type)
    }

    /// The library's value types, each with its converter: a new type is a file with its converter, and a line here.
    ///
    /// (An array, because for the keys of a dictionary the runtime would search for a conformance.)
    static let valueTypes: [ValueType] = {
        var types: [ValueType] = []
        func add<Converter: ValueConverter>(_ converter: @escaping @Sendable (PropertyRule) -> Converter) {
            types.append(ValueType(type: Converter.Value.self, makeConverter: converter))
        }
        add { _ in StringConverter() }
        add { _ in BoolConverter() }
        add { _ in IntegerConverter<Int>() }
        add { _ in IntegerConverter<Int8>() }
        add { _ in IntegerConverter<Int16>() }
        add { _ in IntegerConverter<Int32>() }
        add { _ in IntegerConverter<Int64>() }
        add { _ in IntegerConverter<UInt>() }
        add { _ in IntegerConverter<UInt8>() }
        add { _ in IntegerConverter<UInt16>() }
        add { _ in IntegerConverter<UInt32>() }
        add { _ in IntegerConverter<UInt64>() }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            add { _ in IntegerConverter<Int128>() }
            add { _ in IntegerConverter<UInt128>() }
        }
        add { _ in FloatConverter<Double>() }
        add { _ in FloatConverter<Float>() }
        add { _ in FloatConverter<CGFloat>() }
        add { _ in DecimalConverter() }
        add { _ in CharacterConverter() }
        add { rule in DateConverter(format: rule.dateFormat) }
        add { _ in URLConverter() }
        add { _ in UUIDConverter() }
        add { _ in DataConverter() }
        add { _ in NSNumberConverter() }
        add { _ in NSStringConverter() }
        add { rule in AnyConverter(elementClass: rule.elementClass) }
        return types
    }()

    /// A type that is found in the table, not by its conformances.
    struct ValueType {
        let type: any Any.Type
        let makeConverter: @Sendable (PropertyRule) -> any ValueConverter
    }

    private func custom<Value: ModelValue>(_ type: Value.Type) -> any ValueConverter {
        CustomConverter<Value>()
    }

    /// A type that only the functions of the rule convert.
    private func converted<Value>(_ type: Value.Type) -> (any ValueConverter)? {
        CustomConverter<Value>(rule.conversion)
    }

    private func enumeration<Value: RawRepresentable>(_ type: Value.Type) -> (any ValueConverter)? {
        var inner = self
        inner.enclosing.append(type)
        guard let raw = inner.converter(of: Value.RawValue.self) else { return nil }
        func make<Raw: ValueConverter<Value.RawValue>>(_ raw: Raw) -> any ValueConverter {
            // No rule is not a raw value, even if raw values can be nil.
            let fallback = rule.fallback.flatMap { given in
                given as? Value ?? (given as? Value.RawValue).flatMap { Value(rawValue: $0) }
            }
            return EnumConverter<Value, Raw>(raw: raw, fallback: fallback)
        }
        return make(raw)
    }

    private func decodable<Value: Decodable>(_ type: Value.Type) -> any ValueConverter {
        DecodableConverter<Value>(format: rule.dateFormat)
    }
}

extension ModelObject {
    /// The converter of a class. (`Self` is the class; a generic function would get `ModelObject`.)
    fileprivate static func converter(_ rule: PropertyRule) -> any ValueConverter {
        ModelConverter<Self>(elementClass: rule.elementClass.flatMap { $0 as? Self.Type })
    }
}

extension ValueConverter {
    /// This converter with a type that the caller knows statically; nil if it converts another type.
    fileprivate func typed<Target>(as type: Target.Type) -> (any ValueConverter<Target>)? {
        // The `as` is needed: without it, the existential would be opened for the call.
        rebound(
            self as any ValueConverter<Value>, as: (any ValueConverter<Target>).self,
            if: Value.self, is: Target.self)
    }
}

// MARK: Containers

/// The converter of a container, from the converter of its elements.
extension ConverterFactory: ContainerVisitor {
    func optional<Wrapped>(_ type: Wrapped?.Type) -> (any ValueConverter)? {
        func make<Element: ValueConverter<Wrapped>>(_ wrapped: Element) -> any ValueConverter {
            OptionalConverter<Wrapped, Element>(wrapped: wrapped)
        }
        return converter(of: Wrapped.self).map { make($0) }
    }

    func array<Element>(_ type: [Element].Type) -> (any ValueConverter)? {
        func make<Converter: ValueConverter<Element>>(_ element: Converter) -> any ValueConverter {
            ArrayConverter<Element, Converter>(element: element)
        }
        return converter(of: Element.self).map { make($0) }
    }

    func set<Element>(_ type: Set<Element>.Type) -> (any ValueConverter)? {
        func make<Converter: ValueConverter<Element>>(_ element: Converter) -> any ValueConverter {
            SetConverter<Element, Converter>(element: element)
        }
        return converter(of: Element.self).map { make($0) }
    }

    func dictionary<Key, Value>(_ type: [Key: Value].Type) -> (any ValueConverter)? {
        guard let key = KeyConversion<Key>() else { return nil }
        func make<Converter: ValueConverter<Value>>(_ value: Converter) -> any ValueConverter {
            DictionaryConverter<Key, Value, Converter>(key: key, value: value)
        }
        return converter(of: Value.self).map { make($0) }
    }

    func presence<Value>(_ type: Presence<Value>.Type) -> (any ValueConverter)? {
        func make<Element: ValueConverter<Value>>(_ wrapped: Element) -> any ValueConverter {
            PresenceConverter<Value, Element>(wrapped: wrapped)
        }
        return converter(of: Value.self).map { make($0) }
    }
}
