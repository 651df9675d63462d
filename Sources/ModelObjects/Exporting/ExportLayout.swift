import Foundation

/// What the exporter has to know of a class for some options: its members with their keys.
///
/// Made once per class and options that decide the keys, immutable, never freed. Where a call chooses among the
/// properties, a layout is made for that call.
final class ExportLayout: @unchecked Sendable {  // Immutable; the schema and the members are Sendable.
    let schema: ModelSchema
    let members: [ExportMember]
    /// Pairs of properties with one key.
    let collisions: [KeyCollision]
    /// From a property's index to the steps of its key; empty for those that are not exported.
    let paths: [[PathComponent]]
    /// How the objects say what class they are of; nil where no discriminator has a text for it.
    let classNames: ClassNames?
    /// The format that the class's options set.
    let dateFormat: DateFormat?
    /// The fast path: one entry for each member.
    ///
    /// Nil where hooks, a date format or a collision have a say, or
    /// where an attachment is not seen at a glance.
    let steps: ImmortalBuffer<Step>?
    /// The bytes that an object of the class took.
    let size = SizeHint()

    /// What the exporter's loop has to know of a member: plain words, so that it takes no reference counting.
    struct Step: BitwiseCopyable {
        let key: JSONKeyText
        /// The member's index.
        let member: Int32
        /// The property's index; negative where rules, options or paths have a say in the member.
        let property: Int32
        /// Where the property is, and how its value is written.
        let slot: PropertySlot
    }

    /// What Rails wants behind the key of a relation.
    static let railsSuffix = "_attributes"

    /// - Parameter isFiltered: Whether the options choose among the properties.
    init(_ schema: ModelSchema, _ options: ExportOptions, isFiltered: Bool = false) {
        let classNames = ClassNames(schema, options.keyStyle)
        var members: [ExportMember] = []
        var collisions: [KeyCollision] = []
        var paths: [[PathComponent]] = Array(repeating: [], count: schema.properties.count)
        for (index, property) in schema.properties.enumerated() where property.rule.isExported {
            if isFiltered, !options.includes(property) { continue }
            var keys = property.exportedKey(options.keyStyle)
            if property.holdsModels(schema) {
                if options.relations == .none { continue }
                if options.relations == .railsAttributes { keys[keys.count - 1] += Self.railsSuffix }
            }
            paths[index] = keys.map { .key($0) }
            guard let other = members.insert(.property(index), under: keys[...]) else { continue }
            collisions.append(
                KeyCollision(
                    path: paths[index], property: property.name, other: schema.properties[other].name))
        }
        for name in (classNames?.members ?? []).reversed() {
            _ = members.insert(.className(name.text), under: name.keys[...], isFirst: true)
        }
        self.schema = schema
        self.members = members.arranged(isSorted: options.sortedKeys)
        (self.collisions, self.paths, self.classNames) = (collisions, paths, classNames)
        dateFormat = schema.options.setDateFormat
        let isPlain =
            !isFiltered && !schema.overridesExportedValue && !schema.overridesDidExport && collisions.isEmpty
            && dateFormat == nil && schema.shortcuts.contains(.layout)
        steps =
            isPlain
            ? Self.steps(self.members) { index in
                Self.isPlain(schema.properties[index], schema, options) && classNames?.standIns[index] == nil
                    ? schema.slots[index] : nil
            } : nil
    }

    /// - Parameter slot: The place of a property whose value is written as its type says.
    private static func steps(
        _ members: [ExportMember], _ slot: (Int) -> PropertySlot?
    ) -> ImmortalBuffer<Step> {
        ImmortalBuffer(
            members.enumerated().map { index, member in
                guard case .property(let property) = member.content, let slot = slot(property) else {
                    return Step(
                        key: JSONKeyText(member.key), member: Int32(index), property: -1,
                        slot: PropertySlot(offset: 0, kind: .other, isOptional: false, isCleared: false))
                }
                return Step(
                    key: JSONKeyText(member.key), member: Int32(index), property: Int32(property), slot: slot)
            })
    }

    /// Whether neither rules nor options have a say in a property's exported value.
    private static func isPlain(_ property: Property, _ schema: ModelSchema, _ options: ExportOptions) -> Bool
    {
        if property.rule.makesExportedValue { return false }
        return options.relations == .nested
            || !property.content.isUntypedContainer && !property.holdsModels(schema)
    }

    // MARK: Cache

    /// The layouts for some options, by class.
    typealias Table = PublishedTable<ExportLayout>

    private static let tables: [Table] = (0..<ExportOptions.layoutCount).map { _ in Table() }

    static func table(_ options: ExportOptions) -> Table { tables[options.layoutNumber] }

    /// Makes the layout of a class.
    @inline(never)
    static func make(_ type: ModelObject.Type, _ options: ExportOptions) -> ExportLayout {
        table(options).add(ExportLayout(ModelSchema.of(type), options), for: type)
    }
}

extension ExportLayout {
    /// What `ModelObject.audit` finds: properties with one key, or with a key within the value of another.
    static func findings(_ type: ModelObject.Type) -> [AuditFinding] {
        make(type, ExportOptions()).collisions.map { collision in
            AuditFinding(
                kind: .exportCollision, properties: [collision.other, collision.property],
                message:
                    "\(collision.other) and \(collision.property) want \(collision.path.path) both on export, which "
                    + "throws: mark one .notExported.")
        }
    }
}

/// Two properties that want one key, or of which one wants a key within the value of the other.
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
    /// How many combinations there are of the options that decide keys.
    fileprivate static let layoutCount = 30

    /// The number of the combination.
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

    /// Whether a property of an outermost object takes part.
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
        hasDeclaredKey ? firstKey.components : [style.key(for: name)]
    }

    /// Whether the property holds models, as far as its type, its rule and the options of its class say.
    ///
    /// What a rule makes another value or a text of is none.
    func holdsModels(_ schema: ModelSchema) -> Bool {
        if rule.makesExportedValue { return false }
        if content.holdsModels { return true }
        guard content.isUntypedContainer, !schema.options.arrayMappings.isEmpty else { return false }
        return ResolvedOptions(call: nil, own: schema.options, around: nil).elementClass(of: self) != nil
    }
}

extension PropertyRule {
    /// The property's exported value is not simply that of its type.
    var makesExportedValue: Bool { conversion?.to != nil || isEmbeddedJSON }
}
