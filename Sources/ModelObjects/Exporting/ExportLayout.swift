import Foundation

/// The data that the exporter needs about a class for given options: its members and their keys.
///
/// Made once per class and combination of options that affect keys; immutable, never freed. A call that selects
/// properties gets a separate layout.
final class ExportLayout: @unchecked Sendable {  // Immutable; the schema and the members are Sendable.
    let schema: ModelSchema
    let members: [ExportMember]
    /// Pairs of properties with conflicting keys.
    let collisions: [KeyCollision]
    /// Maps a property's index to its place in the exported object; empty for properties that are not exported.
    let paths: [[PathComponent]]
    /// How exported objects name their class; nil if no discriminator has a text for it.
    let discriminators: ExportedDiscriminators?
    /// Whether neither rules, hooks nor options affect the exported value of a property, by its index.
    let isPlain: [Bool]
    /// The format that the class's options set.
    let dateFormat: DateFormat?
    /// The fast path: one entry for each member, with the same index.
    ///
    /// Nil if hooks, a date format or a collision affect the export, or if the runtime doesn't allow a quick check for
    /// attachments.
    let fastMembers: ImmortalBuffer<FastMember>?

    /// The data about a member that the exporter's loop needs, in plain words, so that it needs no reference counting.
    struct FastMember: BitwiseCopyable {
        let key: RenderedKey
        /// The property's index; negative if rules, options or paths affect the member.
        let property: Int32
        /// The property's location, and how its value is written.
        let slot: PropertySlot
    }

    /// The suffix of a relation's key in Rails' nested attributes.
    static let railsSuffix = "_attributes"

    /// - Parameter isFiltered: Whether the options select properties.
    init(_ schema: ModelSchema, _ options: ExportOptions, isFiltered: Bool = false) {
        let discriminators = ExportedDiscriminators(schema, options.keyStyle)
        let keys = schema.properties.map { property in
            isFiltered && !options.includes(property) ? nil : Self.key(of: property, schema, options)
        }
        var members: [ExportMember] = []
        var collisions: [(property: Int, other: Int)] = []
        for (index, key) in keys.enumerated() {
            guard let key, let other = members.insert(.property(index), under: key[...]) else { continue }
            collisions.append((index, other))
        }
        for name in (discriminators?.members ?? []).reversed() {
            _ = members.insert(.className(name), under: name.key.components[...], isFirst: true)
        }
        var all = members
        // Which properties a call exports must not decide whether numbers in paths are indices or keys.
        if !schema.pathProperties.isEmpty {
            for (index, property) in schema.properties.enumerated() {
                _ = all.insert(.property(index), under: property.exportedKey(options.keyStyle)[...])
            }
        }
        members = members.arranged(isSorted: options.sortedKeys, among: all)
        let paths = keys.map { members.place(at: $0 ?? []) }
        self.schema = schema
        (self.members, self.paths, self.discriminators) = (members, paths, discriminators)
        self.collisions = collisions.map { property, other in
            KeyCollision(
                path: paths[property], property: schema.properties[property].name,
                other: schema.properties[other].name)
        }
        dateFormat = schema.options.setDateFormat
        let isPlain = schema.properties.enumerated().map { index, property in
            !schema.overridesExportedValue && discriminators?.substitutes[index] == nil
                && Self.isPlain(property, schema, options)
        }
        self.isPlain = isPlain
        // The suffix of a relation that only its value shows moves its key.
        let mayMoveKeys = options.sortedKeys && options.relations == .railsAttributes
        let isFast =
            !mayMoveKeys && !isFiltered && !schema.overridesExportedValue && !schema.overridesDidExport
            && collisions.isEmpty && dateFormat == nil && schema.shortcuts.contains(.layout)
        fastMembers = isFast ? Self.fastMembers(of: members, isPlain, schema) : nil
    }

    /// The key of a property, or the steps of its path; nil if the property is left out.
    private static func key(
        of property: Property, _ schema: ModelSchema, _ options: ExportOptions
    ) -> [String]? {
        guard property.rule.isExported else { return nil }
        var key = property.exportedKey(options.keyStyle)
        guard property.holdsModels(schema) else { return key }
        switch options.relations {
        case .nested: break
        case .none: return nil
        case .railsAttributes: key[key.count - 1] += railsSuffix
        }
        return key
    }

    private static func fastMembers(
        of members: [ExportMember], _ isPlain: [Bool], _ schema: ModelSchema
    ) -> ImmortalBuffer<FastMember> {
        ImmortalBuffer(count: members.count) { index in
            let key = RenderedKey(members[index].key)
            guard case .property(let property) = members[index].content, isPlain[property] else {
                let slot = PropertySlot(offset: 0, kind: .other, isOptional: false, nullEffect: .other)
                return FastMember(key: key, property: -1, slot: slot)
            }
            return FastMember(key: key, property: Int32(property), slot: schema.slots[property])
        }
    }

    /// Whether neither rules nor options affect a property's exported value.
    private static func isPlain(_ property: Property, _ schema: ModelSchema, _ options: ExportOptions) -> Bool
    {
        if property.rule.makesExportedValue { return false }
        return options.relations == .nested
            || !property.content.isUntypedContainer && !property.holdsModels(schema)
    }

    // MARK: Paths

    /// The indices of the properties that are exported at a path or inside of its value.
    func properties(atOrBelow path: [String]) -> [Int] {
        if path.isEmpty { return Array(paths.indices) }
        // Not by a comparison with all paths: patches would take quadratic time in the number of properties.
        let content = path.reduce(.object(members) as ExportMember.Content?) { $0?[$1] }
        return content?.properties.sorted() ?? []
    }

    // MARK: Cache

    /// The layouts for some options, by class.
    typealias Table = PublishedTable<ExportLayout>

    private static let tables: [Table] = (0..<ExportOptions.layoutCount).map { _ in Table(bucketCount: 256) }

    static func table(_ options: ExportOptions) -> Table { tables[options.layoutNumber] }

    /// The layout of all properties of a class.
    static func of(_ type: ModelObject.Type, _ options: ExportOptions = ExportOptions()) -> ExportLayout {
        table(options).element(for: type) ?? make(type, options)
    }

    /// Makes the layout of a class.
    @inline(never)
    static func make(_ type: ModelObject.Type, _ options: ExportOptions) -> ExportLayout {
        table(options).add(ExportLayout(ModelSchema.of(type), options), for: type)
    }
}

extension ExportLayout {
    /// The findings for `ModelObject.audit`: properties with the same key, or with a key inside another property's
    /// value.
    static func findings(_ type: ModelObject.Type) -> [AuditFinding] {
        of(type).collisions.map { collision in
            AuditFinding(
                kind: .exportCollision, properties: [collision.other, collision.property],
                message:
                    "\(collision.other) and \(collision.property) can't both be exported as \(collision.path.path); mark "
                    + "one of them .notExported.")
        }
    }
}

/// Two properties with the same key, or with one key inside the value of the other.
struct KeyCollision: Sendable {
    let path: [PathComponent]
    let property: String
    let other: String

    var failure: ExportFailure {
        ExportFailure(
            .keyCollision,
            Headline(
                "Cannot export both \(other) and \(property)", ending: "; mark one of them .notExported"),
            expected: "one property under the key", found: "\(other) and \(property)"
        )
        .under(path)
    }
}

extension ExportOptions {
    /// The number of combinations of the options that affect keys: styles, relations, and whether keys are sorted.
    fileprivate static let layoutCount = 5 * 3 * 2

    /// The index of the combination.
    fileprivate var layoutNumber: Int {
        let style =
            switch keyStyle {
            case .declared: 0
            case .snakeCase: 1
            case .kebabCase: 2
            case .camelCase: 3
            case .pascalCase: 4
            }
        let relation =
            switch relations {
            case .nested: 0
            case .none: 1
            case .railsAttributes: 2
            }
        return (style * 3 + relation) * 2 + (sortedKeys ? 1 : 0)
    }

    /// Whether a property of an outermost object is exported.
    fileprivate func includes(_ property: Property) -> Bool {
        func names(_ properties: Set<String>) -> Bool {
            properties.contains(property.name) || property.otherName.map { properties.contains($0) } == true
        }
        return only.map(names) != false && !names(except)
    }
}

extension Property {
    /// The steps of the key that the property is exported with.
    func exportedKey(_ style: ExportOptions.KeyStyle) -> [String] {
        // A plain case of CodingKeys declares no other key than the name.
        let isNamed = rule.codingKeys != nil && firstKey.text == name
        return hasDeclaredKey && !isNamed ? firstKey.components : [style.key(for: name)]
    }

    /// Whether the property holds models, by its type, its rule and the options of its class.
    ///
    /// The result of a rule that changes the exported value doesn't count.
    func holdsModels(_ schema: ModelSchema) -> Bool {
        if rule.makesExportedValue { return false }
        if content.holdsModels { return true }
        guard content.isUntypedContainer, !schema.options.arrayMappings.isEmpty else { return false }
        return ResolvedOptions.ofClass(schema).elementClass(of: self) != nil
    }
}

extension PropertyRule {
    /// Whether a rule changes the property's exported value.
    var makesExportedValue: Bool { conversion?.to != nil || isEmbeddedJSON }
}
