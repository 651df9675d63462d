import Foundation

/// What the exporter has to know of a class for one form of keys: each member with its key already as JSON
/// text.
///
/// Made once per class and form, immutable, never freed.
final class ExportLayout: @unchecked Sendable {  // Immutable; the accessors and the tree are Sendable.
    let schema: ModelSchema
    let tree: ExportTree
    let plan: ExportPlan
    /// By property: whether its rule, or the name of the class, has a say in its exported value.
    let makesExportedValue: [Bool]
    /// By outermost member: the type of a property that holds several models.
    let modelCollections: [(any ModelCollection.Type)?]
    /// The format that the class's options set.
    let dateFormat: DateFormat?
    /// The bytes that an object of the class took.
    let size = SizeHint()

    private init(_ schema: ModelSchema, _ form: ExportForm) {
        self.schema = schema
        let tree = ExportTree(schema, form)
        self.tree = tree
        dateFormat = schema.options.setDateFormat
        modelCollections = tree.members.map { member in
            guard case .property(let property) = member.content else { return nil }
            return schema.properties[property].accessor.modelCollection
        }
        makesExportedValue = schema.properties.enumerated().map { index, property in
            property.rule.makesExportedValue || tree.classNames?.standIns[index] != nil
        }
        let steps = ImmortalBuffer(
            tree.members.enumerated().map { index, member in
                guard case .property(let property) = member.content else {
                    return ExportStep(
                        key: JSONKeyText(member.key), offset: 0, member: Int32(index), kind: .branch)
                }
                let kind = schema.properties[property].exportKind(form, schema).allowed(by: schema.shortcuts)
                return ExportStep(
                    key: JSONKeyText(member.key), offset: Int32(schema.properties[property].accessor.offset),
                    member: Int32(index),
                    kind: tree.classNames?.standIns[property] == nil ? kind : kind.named)
            })
        plan = ExportPlan(
            steps: steps,
            isPlain: !schema.overridesExportedValue && !schema.overridesDidExport && tree.collisions.isEmpty
                && dateFormat == nil && schema.shortcuts.contains(.layout))
    }

    func exportKind(of property: Int, _ form: ExportForm) -> ExportKind {
        makesExportedValue[property] ? .rule : schema.properties[property].exportKind(form, schema)
    }

    // MARK: Cache

    /// The layouts of one form, by class.
    typealias Table = PublishedTable<ExportLayout>

    private static let tables: [Table] = (0..<ExportForm.count).map { _ in Table() }
    private static let lock = NSLock()

    static func table(_ form: ExportForm) -> Table { tables[form.number] }

    /// The plan of a class.
    ///
    /// A fast look-up after the first use of the class in this form, which makes it.
    @inline(__always)
    static func plan(of type: ModelObject.Type, _ form: ExportForm, in table: Table) -> ExportPlan {
        if let layout = table.element(for: type) { return layout.plan }
        return make(type, form, in: table).plan
    }

    /// The layout of a class.
    static func of(_ type: ModelObject.Type, _ form: ExportForm, in table: Table) -> ExportLayout {
        if let layout = table.element(for: type) { return layout }
        return make(type, form, in: table)
    }

    @inline(never)
    private static func make(_ type: ModelObject.Type, _ form: ExportForm, in table: Table) -> ExportLayout {
        // Before the lock is taken: the first use of a class runs its user's code.
        let schema = ModelSchema.of(type)
        return lock.withLock {
            if let layout = table.element(for: type) { return layout }
            let layout = ExportLayout(schema, form)
            table.add(layout, for: type)
            return layout
        }
    }
}

/// What the exporter's loop has to know of a class: plain words, so that to have them costs no reference
/// counting.
struct ExportPlan: BitwiseCopyable {
    /// One entry per outermost member of the layout's tree, in the same order.
    let steps: ImmortalBuffer<ExportStep>
    /// No hook is overridden, no date format set, no keys collide, and an attachment is seen at a glance: all that there
    /// is to do is in the steps.
    let isPlain: Bool
}

/// What the exporter's loop has to know of a member, in a few words.
struct ExportStep: BitwiseCopyable {
    let key: JSONKeyText
    /// Where the property lies.
    let offset: Int32
    /// The member's index in the layout's tree.
    let member: Int32
    let kind: ExportKind
}

extension Property {
    func exportKind(_ form: ExportForm, _ schema: ModelSchema) -> ExportKind {
        if rule.makesExportedValue { return .rule }
        let kind = accessor.exportKind
        if form.sortedKeys && (kind == .integersByKey || kind == .models) { return .other }
        if form.relations == .nested || kind == .model { return kind }
        return content.isUntypedContainer || holdsModels(schema) ? .relation : kind
    }
}
