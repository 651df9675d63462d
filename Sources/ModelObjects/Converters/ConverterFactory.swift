import Foundation

/// Chooses the converter of a type: the list of all types that a property may have.
///
/// A type's own `ModelValue` conformance goes first, so that a user's decision stands above the library's.
struct ConverterFactory {
    let rule: PropertyRule
    var shortcuts = RuntimeShortcuts.enabled

    /// The accessor of a property, or nil where nothing converts its type.
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
        if let type = type as? any ModelValue.Type { return custom(type) }
        if let scalar = scalar(type) { return scalar }
        // As a protocol's existential, which opens to the class itself; `ModelObject.Type` would not.
        if let type = type as? any (ModelObject & ModelClass).Type { return model(type) }
        if let type = type as? any ContainerType.Type { return type.converter(self) }
        if let type = type as? any RawRepresentable.Type { return enumeration(type) }
        if let type = type as? any Decodable.Type { return decodable(type) }
        return nil
    }

    /// The converter of a type that is known to the caller.
    func converter<Value>(of type: Value.Type) -> (any ValueConverter<Value>)? {
        converter(for: type)?.typed(as: type)
    }

    private func scalar(_ type: any Any.Type) -> (any ValueConverter)? {
        switch type {
        case is String.Type: StringConverter()
        case is Int.Type: IntegerConverter<Int>()
        case is Int8.Type: IntegerConverter<Int8>()
        case is Int16.Type: IntegerConverter<Int16>()
        case is Int32.Type: IntegerConverter<Int32>()
        case is Int64.Type: IntegerConverter<Int64>()
        case is UInt.Type: IntegerConverter<UInt>()
        case is UInt8.Type: IntegerConverter<UInt8>()
        case is UInt16.Type: IntegerConverter<UInt16>()
        case is UInt32.Type: IntegerConverter<UInt32>()
        case is UInt64.Type: IntegerConverter<UInt64>()
        case is Double.Type: DoubleConverter()
        case is Float.Type: FloatConverter()
        case is CGFloat.Type: CGFloatConverter()
        case is Bool.Type: BoolConverter()
        case is Character.Type: CharacterConverter()
        case is Decimal.Type: DecimalConverter()
        case is Date.Type: DateConverter(format: rule.dateFormat)
        case is URL.Type: URLConverter()
        case is UUID.Type: UUIDConverter()
        case is Data.Type: DataConverter()
        default: untypedOrFoundation(type)
        }
    }

    private func untypedOrFoundation(_ type: any Any.Type) -> (any ValueConverter)? {
        if type == Any.self { return AnyConverter(elementClass: rule.elementClass) }
        if type == NSNumber.self { return NSNumberConverter() }
        if type == NSString.self { return NSStringConverter() }
        return Self.wideInteger(type)
    }

    private func model<Model: ModelObject>(_ type: Model.Type) -> any ValueConverter {
        ModelConverter<Model>(elementClass: rule.elementClass.flatMap { $0 as? Model.Type })
    }

    private func custom<Value: ModelValue>(_ type: Value.Type) -> any ValueConverter {
        CustomConverter<Value>()
    }

    private func enumeration<Value: RawRepresentable>(_ type: Value.Type) -> (any ValueConverter)? {
        guard let raw = converter(of: Value.RawValue.self) else { return nil }
        func make<Raw: ValueConverter<Value.RawValue>>(_ raw: Raw) -> any ValueConverter {
            var fallback = rule.fallback.flatMap { $0 as? Value }
            if fallback == nil, let rawValue = rule.fallback as? Value.RawValue {
                fallback = Value(rawValue: rawValue)
            }
            return EnumConverter<Value, Raw>(raw: raw, fallback: fallback)
        }
        return make(raw)
    }

    private func decodable<Value: Decodable>(_ type: Value.Type) -> any ValueConverter {
        DecodableConverter<Value>(format: rule.dateFormat)
    }
}

extension ValueConverter {
    /// This converter as one of a type that the caller knows; nil if it is of another type.
    fileprivate func typed<Wanted>(as type: Wanted.Type) -> (any ValueConverter<Wanted>)? {
        // `as`, or the existential would be opened for the call.
        rebound(
            self as any ValueConverter<Value>, as: (any ValueConverter<Wanted>).self,
            if: Value.self, is: Wanted.self)
    }
}

/// A standard container, which knows how to make its converter from that of its elements.
protocol ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)?
}

extension Optional: ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)? {
        func make<Element: ValueConverter<Wrapped>>(_ wrapped: Element) -> any ValueConverter {
            OptionalConverter<Element>(wrapped: wrapped)
        }
        return factory.converter(of: Wrapped.self).map { make($0) }
    }
}

extension Array: ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)? {
        func make<Converter: ValueConverter<Element>>(_ element: Converter) -> any ValueConverter {
            ArrayConverter<Converter>(element: element)
        }
        return factory.converter(of: Element.self).map { make($0) }
    }
}

extension Set: ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)? {
        func make<Converter: ValueConverter<Element>>(_ element: Converter) -> any ValueConverter {
            SetConverter<Element, Converter>(element: element)
        }
        return factory.converter(of: Element.self).map { make($0) }
    }
}

extension Dictionary: ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)? {
        guard let key = KeyConversion<Key>() else { return nil }
        func make<Converter: ValueConverter<Value>>(_ value: Converter) -> any ValueConverter {
            DictionaryConverter<Key, Converter>(key: key, value: value)
        }
        return factory.converter(of: Value.self).map { make($0) }
    }
}
