import Foundation

/// Fills a property from the value at the cursor, as its accessor does; false if it keeps its value.
typealias PropertyFilling =
    @Sendable (PropertyStorage, inout JSONReader, ObjectMapper, ResolvedOptions) throws -> Bool

/// Fills a property from a value of a dictionary, as its accessor does; false if it keeps its value.
typealias AnyFilling = @Sendable (PropertyStorage, Any, ObjectMapper, ResolvedOptions) throws -> Bool

/// Writes a property's value, as its accessor does.
typealias PropertyWriting =
    @Sendable (PropertyStorage, inout ExportOutput) throws(ExportFailure) -> ExportOutcome

/// An accessor's fast paths, compiled for the types that the library knows: the standard scalars, their Optionals, and
/// a few containers of them.
///
/// They fill a property from bytes or from a dictionary, and write it to bytes. Through `any PropertyAccessor` the type
/// is known only at run time: every step asks the runtime for the types that it works with, which takes several times
/// as long as the work. An enum is a user's type, but its raw value's type is known.
///
/// (A class, so that a schema can lend it: a closure in a struct is retained for each call, with one reference count
/// that all threads share.)
final class CompiledAccess: Sendable {
    let fill: PropertyFilling
    let fillFromAny: AnyFilling
    let write: PropertyWriting

    fileprivate init(
        fill: @escaping PropertyFilling, fillFromAny: @escaping AnyFilling, write: @escaping PropertyWriting
    ) {
        self.fill = fill
        self.fillFromAny = fillFromAny
        self.write = write
    }

    /// The compiled paths of an accessor; nil if its type is none of these.
    static func of(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard accessor.isPlain else { return nil }
        var converter: any ValueConverter = accessor.converter
        if let optional = converter as? any OptionalValueConverter { converter = optional.wrappedConverter }
        if let access = makers[ObjectIdentifier(type(of: converter))]?(converter, accessor) { return access }
        return enumFilling(accessor).map { fill in
            CompiledAccess(fill: fill) { storage, value, mapper, options in
                try accessor.fill(
                    storage, fromAny: value, MappingContext(mapper: mapper, options: options))
            } write: { storage, output throws(ExportFailure) in
                try accessor.write(storage, to: &output)
            }
        }
    }

    private typealias Maker = @Sendable (any ValueConverter, any PropertyAccessor) -> CompiledAccess?

    /// Keyed by the converter's type: getting the type of a converter's accessor takes the runtime longer, and most of
    /// them are never needed.
    private static let makers: [ObjectIdentifier: Maker] = {
        var makers: [ObjectIdentifier: Maker] = [:]
        makers.add(StringConverter.self)
        makers.add(BoolConverter.self)
        makers.add(IntegerConverter<Int>.self)
        makers.add(IntegerConverter<Int8>.self)
        makers.add(IntegerConverter<Int16>.self)
        makers.add(IntegerConverter<Int32>.self)
        makers.add(IntegerConverter<Int64>.self)
        makers.add(IntegerConverter<UInt>.self)
        makers.add(IntegerConverter<UInt8>.self)
        makers.add(IntegerConverter<UInt16>.self)
        makers.add(IntegerConverter<UInt32>.self)
        makers.add(IntegerConverter<UInt64>.self)
        makers.add(FloatConverter<Double>.self)
        makers.add(FloatConverter<Float>.self)
        makers.add(DecimalConverter.self)
        makers.add(DateConverter.self)
        makers.add(URLConverter.self)
        makers.add(UUIDConverter.self)
        makers.add(DataConverter.self)
        makers.add(ArrayConverter<StringConverter>.self)
        makers.add(ArrayConverter<BoolConverter>.self)
        makers.add(ArrayConverter<IntegerConverter<Int>>.self)
        makers.add(ArrayConverter<IntegerConverter<Int64>>.self)
        makers.add(ArrayConverter<FloatConverter<Double>>.self)
        makers.add(ArrayConverter<FloatConverter<Float>>.self)
        makers.add(ArrayConverter<DateConverter>.self)
        makers.add(ArrayConverter<URLConverter>.self)
        makers.add(ArrayConverter<UUIDConverter>.self)
        makers.add(SetConverter<String, StringConverter>.self)
        makers.add(SetConverter<Int, IntegerConverter<Int>>.self)
        makers.add(DictionaryConverter<String, StringConverter>.self)
        makers.add(DictionaryConverter<String, IntegerConverter<Int>>.self)
        return makers
    }()

    // MARK: Enums

    private static func enumFilling(_ accessor: any PropertyAccessor) -> PropertyFilling? {
        // (An enum whose `ModelValue` conformance precedes its raw value has no such content.)
        guard accessor.content.enumeration != nil else { return nil }
        let wrapped = (accessor.type as? any OptionalType.Type)?.wrappedType
        func cases<Case: RawRepresentable>(_: Case.Type) -> any Sendable {
            EnumStorage<Case>(offset: accessor.offset, isOptional: wrapped != nil)
        }
        guard let type = (wrapped ?? accessor.type) as? any RawRepresentable.Type else { return nil }
        switch cases(type) {
        case let cases as any TextEnumStorage: return filling(accessor, texts: cases)
        case let cases as any IntegerEnumStorage: return filling(accessor, integers: cases)
        default: return nil
        }
    }

    private static func filling(
        _ accessor: any PropertyAccessor, texts cases: any TextEnumStorage
    ) -> PropertyFilling {
        { storage, reader, mapper, options in
            let start = reader
            if reader.peek() == UInt8(ascii: "\""), cases.store(try reader.readString(), storage) {
                return true
            }
            reader = start
            return try accessor.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
        }
    }

    private static func filling(
        _ accessor: any PropertyAccessor, integers cases: any IntegerEnumStorage
    ) -> PropertyFilling {
        { storage, reader, mapper, options in
            let start = reader
            _ = reader.peek()
            if let number = reader.readShortInteger(), cases.store(number, storage) { return true }
            reader = start
            return try accessor.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
        }
    }
}

extension [ObjectIdentifier: @Sendable (any ValueConverter, any PropertyAccessor) -> CompiledAccess?] {
    /// Adds a type and its Optional. (Inlined, so that each converter gets specialized code.)
    @inline(__always)
    fileprivate mutating func add<Converter: ValueConverter>(_: Converter.Type) {
        self[ObjectIdentifier(Converter.self)] = { converter, accessor in
            guard let converter = converter as? Converter else { return nil }
            let property = CompiledProperty(converter, accessor)
            return CompiledAccess { storage, reader, mapper, options in
                try property.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
            } fillFromAny: { storage, value, mapper, options in
                try property.fill(
                    storage, fromAny: value, MappingContext(mapper: mapper, options: options))
            } write: { storage, output throws(ExportFailure) in
                try property.write(storage, to: &output)
            }
        }
    }
}

/// A property of a type that is known statically, or of its Optional: one piece of code does both.
///
/// Nulls, and texts that may stand for null, are left to the accessor. (A class, so that its closures share it.)
private final class CompiledProperty<Converter: ValueConverter>: Sendable {
    private let converter: Converter
    private let accessor: any PropertyAccessor
    private let offset: Int
    private let isOptional: Bool

    init(_ converter: Converter, _ accessor: any PropertyAccessor) {
        self.converter = converter
        self.accessor = accessor
        offset = accessor.offset
        isOptional = accessor.type != Converter.Value.self
    }

    func fill(
        _ storage: PropertyStorage, from reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        if reader.peek() == UInt8(ascii: "\""),
            reader.nullWord() != nil || converter.takesEmptyTextAsNull && reader.mayBeBlankText
        {
            return try accessor.fill(storage, from: &reader, context)
        }
        guard let value = try converter.read(&reader, context) else { return false }
        return store(value, storage)
    }

    func fill(_ storage: PropertyStorage, fromAny value: Any, _ context: MappingContext) throws -> Bool {
        let typed =
            isOptional
            ? exactly(value, as: Converter.Value?.self).flatMap(\.self)
            : exactly(value, as: Converter.Value.self)
        if let typed, converter.isUsable(typed) { return store(typed, storage) }
        let value = JSONValue(value)
        if value.mayStandForNull { return try accessor.fill(storage, from: value, context) }
        guard let converted = try converter.convert(value, context) else { return false }
        return store(converted, storage)
    }

    private func store(_ value: Converter.Value, _ storage: PropertyStorage) -> Bool {
        if isOptional {
            storage.store(value, at: offset, as: Converter.Value?.self)
        } else {
            storage.store(value, at: offset)
        }
        return true
    }

    func write(
        _ storage: PropertyStorage, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        guard isOptional else {
            return try converter.write(storage.load(Converter.Value.self, at: offset), to: &output)
        }
        guard let value = storage.load(Converter.Value?.self, at: offset) else { return .null }
        return try converter.write(value, to: &output)
    }
}

extension JSONValue {
    /// Whether the value is null, or a text that means null for some type.
    fileprivate var mayStandForNull: Bool {
        switch self {
        case .null: true
        case .string(let text): isNullWord(text) || text.utf8.first.map { $0 <= 0x20 || $0 >= 0x80 } != false
        default: false
        }
    }
}

/// A property that holds a case of an enum with String raw values, or an optional case.
private protocol TextEnumStorage: Sendable {
    /// Stores the case of a raw value; false if there is none.
    func store(_ rawValue: String, _ storage: PropertyStorage) -> Bool
}

/// A property that holds a case of an enum with integer raw values, or an optional case.
private protocol IntegerEnumStorage: Sendable {
    /// Stores the case of a raw value; false if there is none.
    func store(_ rawValue: Int, _ storage: PropertyStorage) -> Bool
}

extension EnumStorage: TextEnumStorage where Case.RawValue == String {}
extension EnumStorage: IntegerEnumStorage where Case.RawValue == Int {}

private struct EnumStorage<Case: RawRepresentable>: Sendable {
    let offset: Int
    let isOptional: Bool

    func store(_ rawValue: Case.RawValue, _ storage: PropertyStorage) -> Bool {
        guard let made = Case(rawValue: rawValue) else { return false }
        if isOptional {
            storage.store(made, at: offset, as: Case?.self)
        } else {
            storage.store(made, at: offset)
        }
        return true
    }
}
