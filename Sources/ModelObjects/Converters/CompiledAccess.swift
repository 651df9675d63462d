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

    private init(
        fill: @escaping PropertyFilling, fillFromAny: @escaping AnyFilling, write: @escaping PropertyWriting
    ) {
        self.fill = fill
        self.fillFromAny = fillFromAny
        self.write = write
    }

    /// The compiled paths of an accessor; nil if its type is none of these.
    static func of(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard accessor.isPlain else { return nil }
        if let access = makers[ObjectIdentifier(accessor.converterType)]?(accessor) { return access }
        return enumFilling(accessor).map { fill in
            CompiledAccess(fill: fill) { storage, value, mapper, options in
                try accessor.fill(
                    storage, fromAny: value, MappingContext(mapper: mapper, options: options))
            } write: { storage, output throws(ExportFailure) in
                try accessor.write(storage, to: &output)
            }
        }
    }

    private typealias Makers = [ObjectIdentifier: @Sendable (any PropertyAccessor) -> CompiledAccess?]

    /// Keyed by the converter's type: getting the type of a converter's accessor takes the runtime longer, and most of
    /// them are never needed.
    private static let makers: Makers = {
        var makers: Makers = [:]
        add(StringConverter.self, to: &makers)
        add(BoolConverter.self, to: &makers)
        add(IntegerConverter<Int>.self, to: &makers)
        add(IntegerConverter<Int8>.self, to: &makers)
        add(IntegerConverter<Int16>.self, to: &makers)
        add(IntegerConverter<Int32>.self, to: &makers)
        add(IntegerConverter<Int64>.self, to: &makers)
        add(IntegerConverter<UInt>.self, to: &makers)
        add(IntegerConverter<UInt8>.self, to: &makers)
        add(IntegerConverter<UInt16>.self, to: &makers)
        add(IntegerConverter<UInt32>.self, to: &makers)
        add(IntegerConverter<UInt64>.self, to: &makers)
        add(DoubleConverter.self, to: &makers)
        add(FloatConverter.self, to: &makers)
        add(DecimalConverter.self, to: &makers)
        add(DateConverter.self, to: &makers)
        add(URLConverter.self, to: &makers)
        add(UUIDConverter.self, to: &makers)
        add(DataConverter.self, to: &makers)
        add(ArrayConverter<StringConverter>.self, to: &makers)
        add(ArrayConverter<BoolConverter>.self, to: &makers)
        add(ArrayConverter<IntegerConverter<Int>>.self, to: &makers)
        add(ArrayConverter<IntegerConverter<Int64>>.self, to: &makers)
        add(ArrayConverter<DoubleConverter>.self, to: &makers)
        add(ArrayConverter<FloatConverter>.self, to: &makers)
        add(ArrayConverter<DateConverter>.self, to: &makers)
        add(ArrayConverter<URLConverter>.self, to: &makers)
        add(ArrayConverter<UUIDConverter>.self, to: &makers)
        add(SetConverter<String, StringConverter>.self, to: &makers)
        add(SetConverter<Int, IntegerConverter<Int>>.self, to: &makers)
        add(DictionaryConverter<String, StringConverter>.self, to: &makers)
        add(DictionaryConverter<String, IntegerConverter<Int>>.self, to: &makers)
        return makers
    }()

    /// Adds a type and its Optional. (Inlined, so that each converter gets specialized code.)
    @inline(__always)
    private static func add<Converter: ValueConverter>(_: Converter.Type, to makers: inout Makers) {
        addOne(Converter.self, to: &makers)
        addOne(OptionalConverter<Converter>.self, to: &makers)
    }

    @inline(__always)
    private static func addOne<Converter: ValueConverter>(_: Converter.Type, to makers: inout Makers) {
        makers[ObjectIdentifier(Converter.self)] = { accessor in
            guard let accessor = accessor as? TypedAccessor<Converter, PlainPlace<Converter.Value>> else {
                return nil
            }
            return CompiledAccess { storage, reader, mapper, options in
                try accessor.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
            } fillFromAny: { storage, value, mapper, options in
                try accessor.fill(
                    storage, fromAny: value, MappingContext(mapper: mapper, options: options))
            } write: { storage, output throws(ExportFailure) in
                try accessor.write(storage, to: &output)
            }
        }
    }

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
