import Foundation

/// What the library knows of one class: its properties, its rules, its keys, the hooks it overrides.
///
/// Made once per class, immutable, never freed.
final class ModelSchema: @unchecked Sendable {  // Immutable; the metatypes and rules in it are Sendable.
    let type: ModelObject.Type
    /// The shortcuts that were taken into account.
    let shortcuts: RuntimeShortcuts
    let properties: [Property]
    let unmappable: [UnmappableProperty]
    let options: MappingOptions
    /// Whether `options` sets anything.
    let hasOptions: Bool
    let discriminator: Discriminator?
    /// The discriminators by which an object of the class may have been chosen: its own and those of its
    /// superclasses, the nearest first.
    let discriminators: [Discriminator]

    /// What keys that no property wants were probably meant for.
    let suggestions: NameSuggestions

    /// One entry per property, in the same order.
    let slots: ImmortalBuffer<PropertySlot>
    /// The properties' compiled ways, at their indices.
    let compiled: ImmortalBuffer<Immortal<CompiledAccess>?>
    private let fuzzyMatcher: KeyMatcher
    private let fuzzyTables: ImmortalBuffer<KeyMatcher.Tables>
    private let builder: SchemaBuilder
    private let plans = PublishedTable<AnyObject>(capacity: 8)

    private let discriminatorMatchers: [KeyMatcher]
    /// From the discriminator's texts to `discriminatorClasses`.
    let discriminatorTable: SpellingTable
    /// The class to make for each text; nil where that is none of this class or below.
    let discriminatorClasses: [ModelObject.Type?]
    /// The texts of those that are of this class or below, as a sentence lists them.
    let discriminatorTexts: String?

    /// The keys of redacted properties.
    private let redactedKeys: [DeclaredKey]

    /// One entry per property: the class of a model, or of an array's or a dictionary's models.
    ///
    /// Nil for one that is redacted: the mapper's short ways do not hide values.
    let modelClasses: ImmortalBuffer<ModelObject.Type?>
    private let modelSchemas: FoundReferences<ModelSchema>
    /// An object of the class is made by its `init` and filled with the options around it: nothing in the payload
    /// or the class has a say in that.
    let isMadePlainly: Bool
    /// Something is to be done after the last key.
    let hasFinish: Bool
    /// A hook or a `combined` rule gets an object of the class, or a value in it, as a dictionary.
    let needsDictionary: Bool

    /// A property may hold models.
    let mayHoldModels: Bool
    /// The properties whose rule says `required`.
    let required: [Int]
    /// The properties with a `combined` rule.
    let combined: [Int]

    /// Which hooks the class overrides is not known: each counts as overridden.
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
    /// The class to make is not settled by the declared type alone.
    var isPolymorphic: Bool { discriminator != nil || overridesModelClass }

    /// The schema of a class.
    ///
    /// A fast look-up after the first use of the class, which makes it.
    @inline(__always)
    static func of(_ type: ModelObject.Type) -> ModelSchema {
        if let schema = SchemaCache.table.element(for: type) { return schema }
        return SchemaCache.make(type)
    }

    /// Lends the schema of a class, without reference counting.
    @inline(__always)
    static func with<Result>(
        _ type: ModelObject.Type, _ body: (ModelSchema) throws -> Result
    ) rethrows -> Result {
        try SchemaCache.table.withElement(for: type, body) ?? body(SchemaCache.make(type))
    }

    init(_ type: ModelObject.Type, _ shortcuts: RuntimeShortcuts = .enabled) {
        self.shortcuts = shortcuts
        var builder = SchemaBuilder(type, shortcuts)
        builder.build()
        self.type = type
        properties = builder.properties
        unmappable = builder.unmappable
        suggestions = NameSuggestions(builder.properties)
        options = type.mappingOptions
        hasOptions = options.setsAnything
        discriminator = type.discriminator
        discriminators = Self.discriminators(of: type)
        slots = ImmortalBuffer(
            builder.properties.map { property in
                PropertySlot(
                    offset: Int32(property.accessor.offset), kind: Self.slotKind(of: property, shortcuts),
                    isOptional: property.content.isOptional,
                    isCleared: property.content.isOptional && property.rule.conversion == nil
                        && shortcuts.contains(.layout))
            })
        mayHoldModels = properties.contains(where: \.content.mayHoldModels)
        compiled = ImmortalBuffer(builder.properties.map { $0.compiled.map { Immortal($0) } })
        fuzzyMatcher = builder.matcher(.fuzzy)
        fuzzyTables = fuzzyMatcher.tables
        self.builder = builder
        modelClasses = ImmortalBuffer(
            builder.properties.map { $0.isSecret ? nil : $0.content.modelClass })
        modelSchemas = FoundReferences(count: builder.properties.count)
        redactedKeys = builder.redactedKeys
        discriminatorMatchers = discriminator.map { SchemaBuilder.matchers(of: $0.key) } ?? []
        let texts = Array(discriminator?.classes ?? [:])
        discriminatorTable = SpellingTable(
            texts.enumerated().map { (Array($0.element.key.utf8), Int32($0.offset)) })
        discriminatorClasses = texts.map { Discriminator.allowed($0.value, for: type) }
        discriminatorTexts = discriminator?.texts(for: type)
        required = builder.properties.indices.filter { builder.properties[$0].rule.isRequired }
        combined = builder.properties.indices.filter { builder.properties[$0].rule.combination != nil }
        hooks = shortcuts.contains(.hookPlaces) ? HookDetection.overridden(by: type) : .all
        isMadePlainly =
            hooks.isDisjoint(with: [.willMap, .modelClass]) && discriminator == nil && !hasOptions
        hasFinish =
            !required.isEmpty || !combined.isEmpty
            || !hooks.isDisjoint(with: [.didMap, .validate])
        needsDictionary = !hooks.isDisjoint(with: [.serializeValue, .didMap]) || !combined.isEmpty
    }

    /// The fast path that the mapper's loop may take for a property; `other` where rules or secrecy stand before
    /// its values.
    private static func slotKind(of property: Property, _ shortcuts: RuntimeShortcuts) -> PropertyKind {
        let kind = property.content.kind
        if kind == .model, !property.accessor.isPlain || property.rule.isEmbeddedJSON {
            return .indirectModel
        }
        if !property.accessor.isPlain || property.hasValueRule || property.content.isUntypedContainer {
            return .other
        }
        if kind != .other, shortcuts.contains(.layout) {
            return property.isSecret && ![.string, .int, .double, .bool, .model].contains(kind)
                ? .other : kind
        }
        if kind == .model { return .indirectModel }
        return property.compiled != nil && !property.isSecret ? .compiled : .other
    }

    /// Whether a redacted property of the class, or of one that the discriminator names, is fed by the
    /// discriminator's key.
    func redacts(_ discriminator: Discriminator) -> Bool {
        let classes = [type] + discriminator.classes.values.filter { $0 != type }
        return classes.contains { type in
            let schema = ModelSchema.of(type)
            // A redacted property may be fed by one of the two naming rules.
            return schema.redactedKeys.contains { $0.overlaps(discriminator.key) }
                || schema.matcher(.fuzzy).matches(discriminator.key.components[0]).contains { match in
                    if case .property(let index) = match.target {
                        schema.properties[index].isSecret
                    } else {
                        false
                    }
                }
        }
    }

    /// Whether a key leads to the value that chose the class of an object.
    func isDiscriminatorKey(_ key: String, _ mode: MappingOptions.KeyMatching) -> Bool {
        discriminators.contains { KeyMatcher.rank(of: key, for: $0.key.components[0], mode) != nil }
    }

    private static func discriminators(of type: ModelObject.Type) -> [Discriminator] {
        var discriminators: [Discriminator] = []
        var current: AnyClass? = type
        while let model = current as? ModelObject.Type {
            if let discriminator = model.discriminator { discriminators.append(discriminator) }
            current = superclass(of: model)
        }
        return discriminators
    }

    /// Finds the discriminator's key.
    func discriminatorMatcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher? {
        discriminatorMatchers.first { $0.mode == mode }
    }

    @inline(__always)
    func tables(_ mode: MappingOptions.KeyMatching) -> ImmortalBuffer<KeyMatcher.Tables> {
        mode == .fuzzy ? fuzzyTables : matcher(mode).tables
    }

    @inline(__always)
    func matcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher {
        mode == .fuzzy ? fuzzyMatcher : plan(OtherMatchers.self, OtherMatchers.init).matcher(mode)
    }

    /// Lends the class of the models that a property holds, and its schema; nil, and nothing is done, where it has none.
    ///
    /// (The schema is not asked for before the first model comes: classes may hold one another.)
    @inline(__always)
    func withModels<Result>(
        at index: Int, _ body: (ModelObject.Type, ModelSchema) throws -> Result
    ) rethrows -> Result? {
        guard let type = modelClasses[index] else { return nil }
        return try modelSchemas.lend(at: index, find: { ModelSchema.of(type) }) { try body(type, $0) }
    }

    // MARK: Plans

    /// What a higher room keeps with the class: made when it is first asked for, then there for good.
    ///
    /// - Parameter make: may be called by several threads at the same time; one of the results is kept.
    func plan<Plan: AnyObject & Sendable>(_: Plan.Type, _ make: (ModelSchema) -> Plan) -> Plan {
        if let plan = plans.element(for: Plan.self) as? Plan { return plan }
        let plan = make(self)
        return plans.add(plan, for: Plan.self) as? Plan ?? plan
    }

    /// The matchers of the ways that few classes use.
    private final class OtherMatchers: Sendable {
        let matchers: [KeyMatcher]

        init(_ schema: ModelSchema) {
            matchers = [.caseInsensitive, .exact].map { schema.builder.matcher($0) }
        }

        func matcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher {
            matchers[mode == .exact ? 1 : 0]
        }
    }
}

/// Every schema of the process.
enum SchemaCache {
    static let table = PublishedTable<ModelSchema>()
    private static let lock = NSRecursiveLock()

    @inline(never)
    static func make(_ type: ModelObject.Type) -> ModelSchema {
        // Recursive: a class's configuration is the user's code, which may use models itself.
        lock.withLock {
            if let schema = table.element(for: type) { return schema }
            return table.add(ModelSchema(type), for: type)
        }
    }
}
