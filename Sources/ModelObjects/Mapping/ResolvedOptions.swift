/// The options in force for one object, with every member resolved.
///
/// Immutable, and shared by all objects that they apply to.
final class ResolvedOptions: Sendable {
    let keyMatching: MappingOptions.KeyMatching
    let dateConversion: MappingOptions.DateConversion
    let dateFormat: DateFormat
    /// The entries of `arrayMappings` on all levels, with folded names; the entries of the call are last.
    ///
    /// In each list, the last entry for a name is used.
    ///
    /// Not a dictionary, because the first one with String keys in a process is expensive (see `TextMap`).
    private let elementClasses: [[(name: String, type: ModelObject.Type)]]
    let nulls: MappingOptions.Nulls
    let mismatches: MappingOptions.Mismatches
    let missing: MappingOptions.Missing
    let elements: MappingOptions.Elements
    let unknownKeys: MappingOptions.UnknownKeys
    let conversions: MappingOptions.Conversions
    let numbers: MappingOptions.Numbers
    let nullIsMismatch: Bool
    let includeValues: Bool
    /// What surrounds the elements, if these are the options of a call's outermost array or dictionary; otherwise nil.
    ///
    /// An element has no enclosing model: one of a subclass doesn't get the options of the class that the call names.
    private let aroundElements: ResolvedOptions?
    /// The classes of the enclosing models and of the object whose options these are, outermost first.
    ///
    /// A class is in the list only once, at its innermost place: there it replaces what it set farther out. So the number of
    /// different options doesn't depend on the depth of a payload.
    let classes: [ModelSchema]
    /// The options around the first of these classes; nil if there are no classes.
    private let outermost: ResolvedOptions?
    /// The options around all classes.
    var aroundClasses: ResolvedOptions { outermost ?? self }
    /// The options that surround a model in a value with these options.
    var aroundModels: ResolvedOptions { aroundElements ?? self }

    static let defaults = makeDefaults()

    static func makeDefaults() -> ResolvedOptions {
        ResolvedOptions(call: nil, own: MappingOptions(), around: nil)
    }

    /// Resolves each option: the call's value, otherwise that of the object's own class, otherwise that of the
    /// enclosing model, otherwise the default.
    ///
    /// - Parameter schema: The object's class, if it isn't among those around the object.
    init(
        call: MappingOptions?, own: MappingOptions, around: ResolvedOptions?,
        aroundElements: ResolvedOptions? = nil, adding schema: ModelSchema? = nil
    ) {
        self.aroundElements = aroundElements
        classes = schema.map { (around?.classes ?? []) + [$0] } ?? []
        outermost = schema == nil ? nil : around?.aroundClasses
        keyMatching = call?.setKeyMatching ?? own.setKeyMatching ?? around?.keyMatching ?? own.keyMatching
        dateConversion =
            call?.setDateConversion ?? own.setDateConversion ?? around?.dateConversion ?? own.dateConversion
        // The format around the object can be that of a rule, which takes precedence over the call's.
        dateFormat =
            own.setDateFormat.map { call?.setDateFormat ?? $0 } ?? around?.dateFormat
            ?? call?.setDateFormat ?? own.dateFormat
        nulls = call?.setNulls ?? own.setNulls ?? around?.nulls ?? own.nulls
        mismatches = call?.setMismatches ?? own.setMismatches ?? around?.mismatches ?? own.mismatches
        missing = call?.setMissing ?? own.setMissing ?? around?.missing ?? own.missing
        elements = call?.setElements ?? own.setElements ?? around?.elements ?? own.elements
        unknownKeys = call?.setUnknownKeys ?? own.setUnknownKeys ?? around?.unknownKeys ?? own.unknownKeys
        conversions = call?.setConversions ?? own.setConversions ?? around?.conversions ?? own.conversions
        numbers = call?.setNumbers ?? own.setNumbers ?? around?.numbers ?? own.numbers
        nullIsMismatch = call?.setNullIsMismatch ?? own.setNullIsMismatch ?? around?.nullIsMismatch ?? false
        includeValues = call?.setIncludeValues ?? own.setIncludeValues ?? around?.includeValues ?? false
        var classes = around?.elementClasses ?? []
        if !own.arrayMappings.isEmpty { classes.append(Self.elementClasses(own.arrayMappings)) }
        if let call, !call.arrayMappings.isEmpty { classes.append(Self.elementClasses(call.arrayMappings)) }
        elementClasses = classes
    }

    /// If there are two spellings of a name, the one that sorts last is the last one, independently of the hash order.
    private static func elementClasses(
        _ mappings: [String: ModelObject.Type]
    ) -> [(name: String, type: ModelObject.Type)] {
        mappings.sorted(byText: \.key).map { (KeyFolding.fold($0.key), $0.value) }
    }

    /// The options of a class whose outermost objects are mapped without options of the call.
    static func ofClass(_ schema: ModelSchema) -> ResolvedOptions {
        schema.plan(ResolvedOptions.self) {
            ResolvedOptions(call: nil, own: $0.options, around: .defaults, adding: $0)
        }
    }

    /// The options of a class's outermost arrays and dictionaries that are mapped without options of the call.
    static func ofElements(of schema: ModelSchema) -> ResolvedOptions {
        schema.plan(ElementOptions.self) {
            ElementOptions(
                options: ResolvedOptions(
                    call: nil, own: $0.options, around: .defaults, aroundElements: .defaults))
        }.options
    }

    private final class ElementOptions: Sendable {
        let options: ResolvedOptions
        init(options: ResolvedOptions) { self.options = options }
    }

    /// Whether an option makes a call throw in a case that the default tolerates.
    var rejects: Bool {
        mismatches == .reject || elements == .reject || unknownKeys == .reject || missing == .reject
    }

    /// The class that `arrayMappings` names for a property: by its name or by any spelling of its keys.
    func elementClass(of property: Property) -> ModelObject.Type? {
        if elementClasses.isEmpty { return nil }
        let keys = property.keys.flatMap { [$0.components.last ?? "", $0.text] }
        let names = ([property.name] + keys).map(KeyFolding.fold)
        for classes in elementClasses.reversed() {
            for name in names {
                if let found = classes.last(where: { $0.name == name }) { return found.type }
            }
        }
        return nil
    }
}
