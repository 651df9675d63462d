/// Reads, converts and stores one property of any type, with a type-erased converter and the property's place
/// in memory.
///
/// Higher layers add their operations on properties in extensions that use the converter and the typed value.
protocol PropertyAccessor<Converter>: Sendable {
    associatedtype Converter: ValueConverter

    var converter: Converter { get }
    /// Where the property's memory begins.
    var offset: Int { get }
    /// Whether the property's memory holds a property wrapper, not the value itself.
    var isWrapped: Bool { get }

    func value(in storage: PropertyStorage) -> Converter.Value
    func set(_ value: Converter.Value, in storage: PropertyStorage)
    /// Copies what the property's memory holds into the same property of another object; for a property wrapper, without
    /// calling its `set`.
    func copyMemory(_ storage: PropertyStorage, to target: PropertyStorage)

    /// Fills the property from the value at the cursor; false if it keeps its value.
    func fill(_ storage: PropertyStorage, from reader: inout JSONReader, _ context: MappingContext) throws
        -> Bool
    /// Fills the property from an untyped value; false if it keeps its value.
    func fill(_ storage: PropertyStorage, from value: JSONValue, _ context: MappingContext) throws -> Bool
    /// Fills the property from a value of a dictionary; a value of the property's own type is stored unchanged.
    func fill(_ storage: PropertyStorage, fromAny value: Any, _ context: MappingContext) throws -> Bool
    /// The model that the property holds; nil for other values.
    func model(in storage: PropertyStorage) -> ModelObject?

    // Requirements, because with the associated type each call would ask the runtime for the converter's type.

    /// Copies the value into the same property of another object, unchanged.
    func copyValue(_ storage: PropertyStorage, to target: PropertyStorage)
    /// Whether two objects have equal values, as far as can be decided immediately.
    func isEqual(_ left: PropertyStorage, _ right: PropertyStorage, _ comparison: inout ModelComparison)
        -> Bool
    func hash(_ storage: PropertyStorage, into hasher: inout ModelHasher)
    /// The fast paths for the property's type; nil for none.
    func compiled() -> CompiledAccess?
    /// The archived form of the value.
    func archived(_ storage: PropertyStorage, _ context: ArchivingContext) throws -> ArchiveNode
    /// Stores the value of a node, converted as in mapping if necessary.
    func unarchive(_ node: ArchiveNode, into storage: PropertyStorage, _ context: UnarchivingContext) throws
}

extension PropertyAccessor {
    var type: any Any.Type { Converter.Value.self }
    /// What the property is and can hold. (Computed on each access; `Property` caches it.)
    var content: TypeContent { converter.content }
    /// The type's name in messages.
    var expected: String { converter.expected }

    /// Applies null to the property: an Optional becomes nil, unless the options keep its value.
    ///
    /// Other types keep their value, unless null is a value of the type.
    ///
    /// - Parameter found: Null, or the text that means null.
    /// - Returns: Whether the type made a value of null.
    func acceptNull(
        _ storage: PropertyStorage, _ context: MappingContext, from found: JSONValue = .null
    ) throws -> Bool {
        if context.options.nulls == .clearOptionals {
            if clear(storage) {
                context.foundNull(as: found)
                return false
            }
            if converter.takesNull, let value = try converter.convert(.null, context.quiet) {
                context.foundNull(as: found)
                set(value, in: storage)
                return true
            }
        }
        if context.mapper.isMergePatch {
            if !context.mapper.fillsNewObject { storeDefault(storage) }
        } else {
            context.recordMismatch(expected, found: .null)
        }
        return false
    }

    func write(
        _ storage: PropertyStorage, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        try converter.write(value(in: storage), to: &output)
    }
}

/// The accessor of a property whose values are made by one converter.
struct TypedAccessor<Converter: ValueConverter, Place: PropertyPlace<Converter.Value>>: PropertyAccessor {
    let converter: Converter
    let place: Place
    /// The declared class of a model; nil for other values.
    private let modelClass: ModelObject.Type?
    /// Whether two values with equal bits are equal: in an Any, a closure isn't.
    let comparesBits: Bool
    /// A reference is read and written as a word if the property is a reference (`RuntimeShortcuts.layout`).
    let hasReferenceWord: Bool

    init(converter: Converter, place: Place, hasReferenceWord: Bool) {
        self.converter = converter
        self.place = place
        self.hasReferenceWord = hasReferenceWord
        let content = converter.content
        comparesBits = !content.mayHoldModels
        modelClass = content.kind == .model ? content.modelClass : nil
    }

    var offset: Int { place.offset }
    var isWrapped: Bool { Place.isWrapped }
    func compiled() -> CompiledAccess? { converter.compiled(self) }

    func value(in storage: PropertyStorage) -> Converter.Value { place.load(storage) }
    func set(_ value: Converter.Value, in storage: PropertyStorage) { place.store(value, storage) }
    func copyMemory(_ storage: PropertyStorage, to target: PropertyStorage) {
        place.copyMemory(storage, to: target)
    }
    func copyValue(_ storage: PropertyStorage, to target: PropertyStorage) {
        place.store(place.load(storage), target)
    }

    func fill(_ storage: PropertyStorage, from reader: inout JSONReader, _ context: MappingContext) throws
        -> Bool
    {
        if let modelClass, reader.peek() == UInt8(ascii: "{"), let model = model(in: storage) {
            let filled = try context.mapper.fillNested(model, modelClass, &reader, context)
            return replace(model, with: filled, storage)
        }
        if converter.mayMeanNull(&reader) { return try fillFromString(storage, &reader, context) }
        guard let value = try converter.read(&reader, context) else { return false }
        place.store(value, storage)
        return true
    }

    /// Not part of `fill`, whose stack frame is needed once for each level of nested models.
    @inline(never)
    private func fillFromString(
        _ storage: PropertyStorage, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        let start = reader.offset
        let text = try reader.readString()
        return try context.mapper.at(start) { try fill(storage, from: .string(text), context) }
    }

    func fill(_ storage: PropertyStorage, from value: JSONValue, _ context: MappingContext) throws -> Bool {
        if let modelClass, case .object(let dictionary) = value, let model = model(in: storage),
            !context.mapper.replacesModel(at: offset, in: storage)
        {
            let filled = try context.mapper.fillNested(model, modelClass, dictionary, context)
            return replace(model, with: filled, storage)
        }
        if converter.meansNull(value, context) { return try acceptNull(storage, context, from: value) }
        guard let value = try converter.convert(value, context) else { return false }
        place.store(value, storage)
        return true
    }

    func fill(_ storage: PropertyStorage, fromAny value: Any, _ context: MappingContext) throws -> Bool {
        if let typed = converter.usable(value) {
            place.store(typed, storage)
            return true
        }
        return try fill(storage, from: JSONValue(value), context)
    }

    func model(in storage: PropertyStorage) -> ModelObject? {
        guard modelClass != nil else { return nil }
        guard hasReferenceWord else { return asModel(place.load(storage)) }
        return storage.holdsObject(at: offset) ? storage.load(ModelObject?.self, at: offset) : nil
    }

    /// Replaces the property's model with another model of the property's class; false if there is none.
    private func replace(_ model: ModelObject, with other: ModelObject?, _ storage: PropertyStorage) -> Bool {
        guard let other else { return false }
        if other === model { return true }
        return store(other, storage)
    }
}

extension PropertyAccessor {
    /// Sets an Optional to nil, and a `Presence` to null or missing; false for any other type.
    ///
    /// - Parameter isAbsent: Whether to clear for a key that a patch removes, not for null.
    func clear(_ storage: PropertyStorage, isAbsent: Bool = false) -> Bool {
        guard let value = converter.valueForNull(isAbsent: isAbsent) else { return false }
        set(value, in: storage)
        return true
    }

    /// Gives the property the value of a new object.
    func storeDefault(_ storage: PropertyStorage) {
        let fresh = Swift.type(of: storage.object).init()
        copyValue(PropertyStorage(fresh), to: storage)
        withExtendedLifetime(fresh) {}
    }

    /// Whether `clear` has an effect.
    var isClearable: Bool { converter.valueForNull(isAbsent: false) != nil }

    /// A type-erased copy of the value.
    func load(_ storage: PropertyStorage) -> Any {
        // With the generic type, an Any would be returned inside a second Any, in which no type is recognized.
        if Converter.Value.self == Any.self {
            let value = value(in: storage)
            return exactly(value, as: Any.self) ?? value
        }
        return value(in: storage)
    }

    /// Stores a value of exactly the property's type or of its wrapped type; false for any other type.
    func store(_ value: Any, _ storage: PropertyStorage) -> Bool {
        guard
            let typed = exactly(value, as: Converter.Value.self) ?? (value as? Converter.Value)
                ?? (converter as? any NullableConverter)?.some(any: value).flatMap({ $0 as? Converter.Value })
        else { return false }
        set(typed, in: storage)
        return true
    }

    /// Whether values of a type can be stored.
    func accepts(_ type: any Any.Type) -> Bool {
        let own: any Any.Type = Converter.Value.self
        let wrapped = (converter as? any NullableConverter)?.wrappedType ?? own
        // The type of `each` is given: otherwise, it would be one that runtimes before macOS 15 and iOS 18 may not know.
        if type == Any.self
            || [own, wrapped].contains(where: { (each: any Any.Type) in each == type || each == Any.self })
        {
            return true
        }
        guard let type = type as? AnyClass, let wrapped = wrapped as? AnyClass else { return false }
        return isSubclass(type, of: wrapped)
    }
}
