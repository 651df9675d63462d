/// An accessor's fast paths, compiled for the types that the library knows: the standard scalars, their Optionals, and
/// a few containers of them.
///
/// They fill a property from bytes or from a dictionary, and write it to bytes. With `any PropertyAccessor`,
/// types are known only at run time, and looking them up in each step takes several times as long as the
/// work. An enum is a user's type, but the type of its raw value is known.
///
/// (A class, so that a schema can lend it: a closure in a struct is retained for each call, with one reference count
/// that all threads share.)
final class CompiledAccess: Sendable {
    /// Fills it from the value at the cursor, like its accessor; false if it keeps its value.
    let fill: @Sendable (PropertyStorage, inout JSONReader, ObjectMapper, ResolvedOptions) throws -> Bool
    /// Fills it from a value of a dictionary, like its accessor; false if it keeps its value.
    let fillFromAny: @Sendable (PropertyStorage, Any, ObjectMapper, ResolvedOptions) throws -> Bool
    /// Fills it from a value that needs no conversion; false for any other value.
    let fillUnconverted: @Sendable (PropertyStorage, LentValue) -> Bool
    let write: @Sendable (PropertyStorage, inout ExportOutput) throws(ExportFailure) -> ExportOutcome

    /// The paths of a type, or of its Optional; nil if the property has another type.
    ///
    /// Inlined, so that each converter gets specialized code.
    @inline(__always)
    init?<Converter: ValueConverter>(_ converter: Converter, _ accessor: any PropertyAccessor) {
        guard let place = CompiledPlace(accessor, of: Converter.Value.self) else { return nil }
        let isOptional = place.isOptional
        fill = { storage, reader, mapper, options in
            let context = MappingContext(mapper: mapper, options: options)
            if converter.mayMeanNull(&reader) { return try accessor.fill(storage, from: &reader, context) }
            guard let value = try converter.read(&reader, context) else { return false }
            return place.store(value, storage)
        }
        fillFromAny = { storage, value, mapper, options in
            let typed =
                isOptional
                ? exactly(value, as: Converter.Value?.self).flatMap(\.self)
                : exactly(value, as: Converter.Value.self)
            if let typed, converter.isUsable(typed) { return place.store(typed, storage) }
            let context = MappingContext(mapper: mapper, options: options)
            let value = JSONValue(value)
            if converter.meansNull(value, context) { return try accessor.fill(storage, from: value, context) }
            guard let converted = try converter.convert(value, context) else { return false }
            return place.store(converted, storage)
        }
        fillUnconverted = { storage, value in
            converter.unconverted(value).map { place.store($0, storage) } ?? false
        }
        write = { storage, output throws(ExportFailure) in
            guard isOptional else {
                return try converter.write(storage.load(Converter.Value.self, at: place.offset), to: &output)
            }
            guard let value = storage.load(Converter.Value?.self, at: place.offset) else { return .null }
            return try converter.write(value, to: &output)
        }
    }

    /// The paths of an accessor.
    ///
    /// - Parameters:
    ///   - attempt: Fills it from a usual value at the cursor; false leaves the value to the accessor.
    ///   - fillUnconverted: Fills it from a value that needs no conversion; false for any other value.
    @inline(__always)
    init(
        _ accessor: any PropertyAccessor,
        _ attempt: @escaping @Sendable (PropertyStorage, inout JSONReader) throws -> Bool,
        fillUnconverted: @escaping @Sendable (PropertyStorage, LentValue) -> Bool
    ) {
        fill = { storage, reader, mapper, options in
            let start = reader
            if try attempt(storage, &reader) { return true }
            reader = start
            return try accessor.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
        }
        fillFromAny = { storage, value, mapper, options in
            try accessor.fill(storage, fromAny: value, MappingContext(mapper: mapper, options: options))
        }
        self.fillUnconverted = fillUnconverted
        write = { storage, output throws(ExportFailure) in
            try accessor.write(storage, to: &output)
        }
    }
}

/// A converter of a statically known type.
///
/// Properties of the type, and arrays of it, have compiled paths.
protocol CompiledConverter: ValueConverter {}

extension CompiledConverter {
    @inline(__always)
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        compiledValueOrArray(accessor)
    }
}

/// Inlined, so that each converter gets specialized code.
extension ValueConverter {
    @inline(__always)
    func compiledValueOrArray(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        if let access = CompiledAccess(self, accessor) { return access }
        return CompiledAccess(ArrayConverter(element: self), accessor)
    }

    /// Includes arrays of Optionals, such as the values of a chart.
    @inline(__always)
    func compiledInAnyArray(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        if let access = compiledValueOrArray(accessor) { return access }
        return CompiledAccess(ArrayConverter(element: OptionalConverter(wrapped: self)), accessor)
    }

    @inline(__always)
    func compiledInAnyContainer(_ accessor: any PropertyAccessor) -> CompiledAccess? where Value: Hashable {
        if let access = compiledInAnyArray(accessor) { return access }
        if let access = CompiledAccess(SetConverter(element: self), accessor) { return access }
        return CompiledAccess(DictionaryConverter(key: .text, value: self), accessor)
    }
}

/// The place of a property's value of a statically known type, or of its Optional, for code that handles
/// both.
///
/// Nulls, and texts that may mean null, are left to the accessor. (Not generic: the runtime would search for the type
/// when the property is first used.)
struct CompiledPlace {
    let offset: Int
    let isOptional: Bool

    /// Nil if the property has another type.
    @inline(__always)
    init?<Value>(_ accessor: any PropertyAccessor, of type: Value.Type) {
        let propertyType = accessor.type
        guard !accessor.isWrapped, propertyType == type || propertyType == Value?.self else { return nil }
        offset = accessor.offset
        isOptional = propertyType != type
    }

    @inline(__always)
    func store<Value>(_ value: Value, _ storage: PropertyStorage) -> Bool {
        if isOptional {
            storage.store(value, at: offset, as: Value?.self)
        } else {
            storage.store(value, at: offset)
        }
        return true
    }
}
