/// The options in force for one object, with every member resolved.
///
/// Immutable, and shared by all objects that they apply to.
final class ResolvedOptions: Sendable {
    let keyMatching: MappingOptions.KeyMatching
    let dateConversion: MappingOptions.DateConversion
    let dateFormat: DateFormat
    /// The classes by folded name.
    let arrayMappings: [String: ModelObject.Type]
    let nulls: MappingOptions.Nulls
    let mismatches: MappingOptions.Mismatches
    let missing: MappingOptions.Missing
    let elements: MappingOptions.Elements
    let unknownKeys: MappingOptions.UnknownKeys
    let conversions: MappingOptions.Conversions
    let numbers: MappingOptions.Numbers
    let nullIsMismatch: Bool
    let includeValues: Bool

    static let defaults = makeDefaults()

    static func makeDefaults() -> ResolvedOptions {
        ResolvedOptions(call: nil, own: MappingOptions(), around: nil)
    }

    /// Resolves each option: the call's value, otherwise that of the object's own class, otherwise that of the
    /// enclosing model, otherwise the default.
    init(call: MappingOptions?, own: MappingOptions, around: ResolvedOptions?) {
        keyMatching = call?.setKeyMatching ?? own.setKeyMatching ?? around?.keyMatching ?? own.keyMatching
        dateConversion =
            call?.setDateConversion ?? own.setDateConversion ?? around?.dateConversion ?? own.dateConversion
        dateFormat = call?.setDateFormat ?? own.setDateFormat ?? around?.dateFormat ?? own.dateFormat
        nulls = call?.setNulls ?? own.setNulls ?? around?.nulls ?? own.nulls
        mismatches = call?.setMismatches ?? own.setMismatches ?? around?.mismatches ?? own.mismatches
        missing = call?.setMissing ?? own.setMissing ?? around?.missing ?? own.missing
        elements = call?.setElements ?? own.setElements ?? around?.elements ?? own.elements
        unknownKeys = call?.setUnknownKeys ?? own.setUnknownKeys ?? around?.unknownKeys ?? own.unknownKeys
        conversions = call?.setConversions ?? own.setConversions ?? around?.conversions ?? own.conversions
        numbers = call?.setNumbers ?? own.setNumbers ?? around?.numbers ?? own.numbers
        nullIsMismatch = call?.setNullIsMismatch ?? own.setNullIsMismatch ?? around?.nullIsMismatch ?? false
        includeValues = call?.setIncludeValues ?? own.setIncludeValues ?? around?.includeValues ?? false
        var mappings = around?.arrayMappings ?? [:]
        for classes in [own.arrayMappings, call?.arrayMappings ?? [:]] where !classes.isEmpty {
            // If one dictionary has two spellings of a name, the one that sorts last is used, independently of the
            // hash order.
            for name in classes.keys.sortedByScalars() { mappings[KeyFolding.fold(name)] = classes[name] }
        }
        arrayMappings = mappings
    }

    /// The options of a class whose outermost objects are mapped without options of the call.
    static func ofClass(_ schema: ModelSchema) -> ResolvedOptions {
        schema.plan(ResolvedOptions.self) {
            ResolvedOptions(call: nil, own: $0.options, around: .defaults)
        }
    }

    /// Whether an option makes a call throw in a case that the default tolerates.
    var rejects: Bool {
        mismatches == .reject || elements == .reject || unknownKeys == .reject || missing == .reject
    }

    /// The class that `arrayMappings` names for a property: by its name or by any spelling of its keys.
    func elementClass(of property: Property) -> ModelObject.Type? {
        if arrayMappings.isEmpty { return nil }
        if let type = arrayMappings[KeyFolding.fold(property.name)] { return type }
        for key in property.keys {
            if let type = arrayMappings[KeyFolding.fold(key.components.last ?? "")] { return type }
            if let type = arrayMappings[KeyFolding.fold(key.text)] { return type }
        }
        return nil
    }
}
