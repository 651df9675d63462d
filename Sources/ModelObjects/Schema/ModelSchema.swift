/// The library's description of one class: its properties, rules, keys, and overridden hooks.
///
/// The table keeps one for each class. It is immutable and never freed.
final class ModelSchema: @unchecked Sendable {  // Immutable; the metatypes and rules in it are Sendable.
    let type: ModelObject.Type
    /// The runtime shortcuts that the schema was built with.
    let shortcuts: RuntimeShortcuts
    let properties: [Property]
    var unmappable: [UnmappableProperty] { builder.unmappable }
    /// The properties that a rule or `mappedProperties` excludes from mapping.
    var excluded: [DescribedField] { builder.excluded }
    /// The keys of redacted properties, even of those that are excluded.
    var redactedKeys: [DeclaredKey] { builder.redactedKeys }
    let options: MappingOptions
    /// Whether `options` sets anything.
    let hasOptions: Bool
    let discriminator: Discriminator?
    let discriminatorLevels: [DiscriminatorLevel]
    /// How discriminators lead to the class, the nearest discriminator first.
    let discriminatorValues: [DiscriminatorValue]
    /// The class that declares the discriminator: this one or a superclass.
    let discriminatorOwner: ModelObject.Type?

    /// One entry per property, in the same order.
    let slots: ImmortalBuffer<PropertySlot>
    /// The compiled accessors of the properties, at their indices.
    let compiled: ImmortalBuffer<Immortal<CompiledAccess>?>
    /// Those that may report values: nil for a property whose values must not be shown.
    let showing: ImmortalBuffer<Immortal<CompiledAccess>?>
    /// What a snapshot of an object copies: the memory of the properties.
    let imageLayout: ImageLayout
    private let fuzzyMatcher: KeyMatcher
    /// The matchers that few classes use, by their modes: for properties, then for the discriminator's key.
    private let otherMatchers = LazyReferences<KeyMatcher>(count: 6)
    /// Those for patches, by their modes and by whether the patch makes the object.
    private let patchMatchers = LazyReferences<KeyMatcher>(count: 6)
    private let builder: SchemaBuilder
    private let plans = PublishedTable<AnyObject>(bucketCount: 8)

    private let fuzzyDiscriminatorMatcher: KeyMatcher?
    private let fuzzyDiscriminatorTables: ImmortalBuffer<KeyMatcher.Tables>?
    /// Maps the discriminator's texts to indices of `discriminatorClasses`.
    let discriminatorTable: SpellingTable
    /// The class to make for each text; nil if the text's class is neither this class nor a subclass.
    let discriminatorClasses: ImmortalBuffer<ModelObject.Type?>

    /// One entry per property: the class of a model, or of an array's or a dictionary's models.
    ///
    /// Nil for a redacted property, because the mapper's fast paths don't hide values.
    let modelClasses: ImmortalBuffer<ModelObject.Type?>
    private let modelSchemas: LazyReferences<ModelSchema>
    /// Whether an object of the class is always made by its `init` and filled with the options of the model around it:
    /// the class has no discriminator, no options, and no hooks that affect its creation.
    let isMadeDirectly: Bool
    /// Whether the class would be made directly without its discriminator.
    let isMadeDirectlyOnceChosen: Bool
    /// Whether an object is checked, or given to a hook or rule, after its last key.
    let hasFinish: Bool
    /// Whether an object may be rejected even if the payload is accepted as a whole, and required values aren't missing.
    let mayReject: Bool
    /// Whether `didMap` or a `combined` rule needs an object of the class, or a value in it, as a dictionary.
    let needsDictionary: Bool
    /// Whether the class is filled from bytes without a dictionary or a call for each key.
    let isFilledDirectly: Bool

    /// The properties with a key that is a path.
    let pathProperties: [Property]
    /// Whether a property can lead to other models, also as a part of a Codable value or of a raw value.
    let mayReachModels: Bool
    /// The properties whose rule says `required`.
    let required: [Int]
    /// The properties with a `combined` rule.
    let combined: [Int]
    /// The properties in property wrappers.
    let wrapped: [Int]

    /// Whether the overridden hooks can't be detected; every hook then counts as overridden.
    var areHooksUncertain: Bool { !shortcuts.contains(.hookPlaces) }
    /// The hooks that the class, or a class between it and `ModelObject`, overrides.
    let hooks: Hooks
    var overridesSerializeValue: Bool { hooks.contains(.serializeValue) }
    var overridesWillMap: Bool { hooks.contains(.willMap) }
    var overridesDidMap: Bool { hooks.contains(.didMap) }
    var overridesValidate: Bool { hooks.contains(.validate) }
    var overridesExportedValue: Bool { hooks.contains(.exportedValue) }
    var overridesDidExport: Bool { hooks.contains(.didExport) }
    var overridesModelClass: Bool { hooks.contains(.modelClass) }
    var observesChanges: Bool { !hooks.isDisjoint(with: [.willChange, .didChange]) }
    /// Whether the class to make depends on more than the declared type.
    var isPolymorphic: Bool { discriminator != nil || overridesModelClass }

    /// The schema of a class.
    ///
    /// A fast lookup, except for the first use of the class, which builds the schema.
    @inline(__always)
    static func of(_ type: ModelObject.Type) -> ModelSchema {
        if let schema = table.element(for: type) { return schema }
        return make(type)
    }

    /// Lends the schema of a class, without reference counting.
    @inline(__always)
    static func with<Result>(
        _ type: ModelObject.Type, _ body: (ModelSchema) throws -> Result
    ) rethrows -> Result {
        try table.withElement(for: type, body) ?? body(make(type))
    }

    /// Every schema of the process.
    private static let table = PublishedTable<ModelSchema>()

    /// Makes the schema of a class; if several threads do so at the same time, one of the results is kept.
    ///
    /// No lock is held, because a class's configuration is user code, which can wait for a thread that makes
    /// another schema.
    @inline(never)
    private static func make(_ type: ModelObject.Type) -> ModelSchema {
        table.add(ModelSchema(type), for: type)
    }

    init(_ type: ModelObject.Type, _ shortcuts: RuntimeShortcuts = .enabled) {
        self.shortcuts = shortcuts
        let builder = SchemaBuilder(type, shortcuts)
        self.type = type
        properties = builder.properties
        options = type.mappingOptions
        hasOptions = options.setsAnything
        discriminator = type.discriminator
        discriminatorLevels = DiscriminatorLevel.levels(of: type)
        discriminatorValues = DiscriminatorValue.values(of: type, discriminatorLevels)
        discriminatorOwner = discriminator == nil ? nil : discriminatorLevels.first?.classes.last
        // Locals, because closures can't use `self` yet.
        let (properties, count) = (builder.properties, builder.properties.count)
        slots = ImmortalBuffer(count: count) { index in
            let property = properties[index]
            return PropertySlot(
                offset: Int32(property.accessor.offset), kind: Self.slotKind(of: property, shortcuts),
                isOptional: property.content.isOptional,
                nullEffect: shortcuts.contains(.layout) ? Self.nullEffect(of: property) : .other)
        }
        pathProperties = properties.filter { $0.keys.contains { $0.components.count > 1 } }
        mayReachModels = properties.contains {
            $0.content.mayHoldModels || $0.content.archivedClass != nil
        }
        let compiled = ImmortalBuffer(count: count) { properties[$0].compiled.map { Immortal($0) } }
        self.compiled = compiled
        showing = ImmortalBuffer(count: count) { properties[$0].isSecret ? nil : compiled[$0] }
        imageLayout = ImageLayout(builder.mapped.map(\.field))
        fuzzyMatcher = builder.matcher(.fuzzy)
        self.builder = builder
        modelClasses = ImmortalBuffer(count: count) {
            properties[$0].isSecret ? nil : properties[$0].content.modelClass
        }
        modelSchemas = LazyReferences(count: count)
        fuzzyDiscriminatorMatcher = discriminator.map { builder.matcher(of: $0.key, .fuzzy) }
        fuzzyDiscriminatorTables = fuzzyDiscriminatorMatcher?.tables
        let texts = discriminator.map { Array($0.classes.keys) } ?? []
        discriminatorTable = SpellingTable(
            SpellingList(texts), targets: texts.indices.map { Int32($0) })
        let classes = discriminator?.classes
        discriminatorClasses = ImmortalBuffer(count: texts.count) { index in
            classes?[texts[index]].flatMap { Discriminator.allowed($0, for: type) }
        }
        required = properties.indices.filter { properties[$0].rule.isRequired }
        combined = properties.indices.filter { properties[$0].rule.combination != nil }
        wrapped = properties.indices.filter { properties[$0].isWrapped }
        hooks = shortcuts.contains(.hookPlaces) ? HookDetection.overridden(by: type) : .all
        isMadeDirectlyOnceChosen = hooks.isDisjoint(with: [.willMap, .modelClass]) && !hasOptions
        isMadeDirectly = isMadeDirectlyOnceChosen && discriminator == nil
        hasFinish =
            !required.isEmpty || !combined.isEmpty
            || !hooks.isDisjoint(with: [.didMap, .validate])
        mayReject = hasFinish || properties.contains { $0.rule.conversion != nil }
        needsDictionary = hooks.contains(.didMap) || !combined.isEmpty
        isFilledDirectly = !needsDictionary && !hooks.contains(.serializeValue)
    }

    /// The properties that null clears if paths through a node lead into it, each with its first path.
    func clearedEnds(of node: PathNode) -> [KeyMatch] {
        var found = PropertySet()
        return node.ends.filter { end in
            guard case .property(let index) = end.target, properties[index].accessor.isClearable else {
                return false
            }
            return found.insertNew(index)
        }
    }

    private static func nullEffect(of property: Property) -> NullEffect {
        if property.rule.conversion != nil { return .other }
        if property.content.isOptional { return .clears }
        return property.content.isUntypedElement || property.accessor.converter.takesNull ? .other : .none
    }

    /// The fast path that the mapper's loop can take for a property; `other` if rules or redaction apply to its values.
    private static func slotKind(of property: Property, _ shortcuts: RuntimeShortcuts) -> PropertyKind {
        let kind = property.content.kind
        if kind == .model, property.accessor.isWrapped || property.rule.isEmbeddedJSON {
            return .indirectModel
        }
        if property.accessor.isWrapped || property.hasValueRule || property.content.isUntypedContainer {
            return .other
        }
        if kind != .other, shortcuts.contains(.layout) {
            return property.isSecret && ![.string, .int, .double, .bool, .model].contains(kind)
                ? .other : kind
        }
        if kind == .model { return .indirectModel }
        return property.compiled != nil && !property.isSecret ? .compiled : .other
    }

    /// Whether exports write the value of a `combined` rule under a key, or inside its value.
    func exportsCombined(under key: String, _ mode: MappingOptions.KeyMatching) -> Bool {
        combined.contains { index in
            let property = properties[index]
            return property.rule.isExported
                && KeyMatcher.rank(of: key, for: property.firstKey.components[0], mode) != nil
        }
    }

    /// The properties whose `combined` rule reads the values of some keys, or values inside them.
    func combined(reading keys: some Sequence<String>, _ mode: MappingOptions.KeyMatching) -> [Int] {
        combined.filter { index in
            properties[index].inputs.contains { input in
                keys.contains { KeyMatcher.rank(of: $0, for: input.components[0], mode) != nil }
            }
        }
    }

    /// Finds the discriminator's key.
    func discriminatorMatcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher? {
        if mode == .fuzzy { return fuzzyDiscriminatorMatcher }
        return (discriminator?.key).map { key in
            otherMatchers.lend(at: 3 + mode.number, make: { builder.matcher(of: key, mode) }) { $0 }
        }
    }

    /// The tables of that matcher.
    @inline(__always)
    func discriminatorTables(_ mode: MappingOptions.KeyMatching) -> ImmortalBuffer<KeyMatcher.Tables>? {
        mode == .fuzzy ? fuzzyDiscriminatorTables : discriminatorMatcher(mode)?.tables
    }

    @inline(__always)
    func matcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher {
        mode == .fuzzy ? fuzzyMatcher : otherMatcher(mode)
    }

    private func otherMatcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher {
        otherMatchers.lend(at: mode.number, make: { builder.matcher(mode) }) { $0 }
    }

    /// Matches the keys of an object in a patch.
    ///
    /// - Parameter isNew: Whether the patch makes the object.
    func patchMatcher(_ mode: MappingOptions.KeyMatching, isNew: Bool) -> KeyMatcher {
        if isNew, combined.isEmpty { return matcher(mode) }
        let number = 2 * mode.number + (isNew ? 1 : 0)
        return patchMatchers.lend(at: number, make: { builder.patchMatcher(mode, isNew: isNew) }) { $0 }
    }

    /// Lends the class of the models that a property holds, and its schema; returns nil without calling `body` if there
    /// is none.
    ///
    /// (The schema is looked up when the first model appears, because classes can refer to each other.)
    @inline(__always)
    func withModels<Result>(
        at index: Int, _ body: (ModelObject.Type, ModelSchema) throws -> Result
    ) rethrows -> Result? {
        guard let type = modelClasses[index] else { return nil }
        return try modelSchemas.lend(at: index, make: { ModelSchema.of(type) }) { try body(type, $0) }
    }

    // MARK: Plans

    /// Data that a higher layer caches with the class: made on first use, never freed.
    ///
    /// - Parameter make: can be called by several threads at the same time; one of the results is kept.
    func plan<Plan: AnyObject & Sendable>(_: Plan.Type, _ make: (ModelSchema) -> Plan) -> Plan {
        if let plan = plans.element(for: Plan.self) as? Plan { return plan }
        let plan = make(self)
        return plans.add(plan, for: Plan.self) as? Plan ?? plan
    }
}

extension MappingOptions.KeyMatching {
    /// The index of the mode's matcher.
    fileprivate var number: Int {
        switch self {
        case .fuzzy: 0
        case .caseInsensitive: 1
        case .exact: 2
        }
    }
}
