import Foundation

/// Turns a changed document of a model into an update of the model.
///
/// Models that stay in the document keep their identity: unchanged models are passed unchanged, and changed
/// models are filled in place.
final class PatchUpdate {
    /// A place of the changed document that doesn't fit the model.
    struct Fault: Error {
        let pointer: JSONPointer
        let reason: String
    }

    /// The places of models' members that the document no longer has.
    var removals: [DocumentPlace] = []
    /// The places of new members that only a hook can take.
    var additions: [DocumentPlace] = []
    /// The models of the document before the change.
    private var originals: [ObjectIdentifier: ExportedValue] = [:]
    /// The models of the document after the change.
    private var modelsAfter: Set<ObjectIdentifier> = []
    let mapper: ObjectMapper
    private let original: ExportedValue
    let document: DocumentNode
    /// The models whose objects an operation replaced by new ones.
    var rewrittenModels: Set<ObjectIdentifier> = []

    init(from original: ExportedValue, to document: DocumentNode, _ mapper: ObjectMapper) {
        (self.original, self.document, self.mapper) = (original, document, mapper)
        Self.forEachModel(original, inside: nil) { originals[ObjectIdentifier($0)] = $1 }
    }

    /// Calls a function for each model in a value, and its object.
    private static func forEachModel(
        _ value: ExportedValue, inside owner: ModelObject?, _ body: (ModelObject, ExportedValue) -> Void
    ) {
        switch value {
        case .array(let elements, _):
            for element in elements { forEachModel(element, inside: owner, body) }
        case .object(let members, let model):
            if let model, model !== owner { body(model, value) }
            for member in members { forEachModel(member.value, inside: model, body) }
        default:
            break
        }
    }

    /// The changed members of the root, which keeps its class.
    func changes(ofRoot model: ModelObject) throws -> [String: Any] {
        let (old, new) = (original, document.value)
        Self.forEachModel(new, inside: nil) { model, _ in modelsAfter.insert(ObjectIdentifier(model)) }
        let root = DocumentPlace(mapper)
        try checkClassNames(of: model, from: old, to: new, nil, at: root)
        return try changes(of: model, from: old, to: new, at: root.inside(model))
    }

    /// Whether a value is the same as before, and its models have stayed in their places.
    func isUnchanged(_ old: ExportedValue, _ new: ExportedValue, in model: ModelObject) -> Bool {
        func isAffected(_ old: ExportedValue, _ new: ExportedValue) -> Bool {
            hasMoved(old, new, in: model) || mayBeCleared(old, new)
        }
        guard !isAffected(old, new), old.isSame(as: new) else { return false }
        return !(document.hasMoves || document.storesNull)
            || !old.isAnyPart(besidePartOf: new, where: isAffected)
    }

    /// Whether the model of a place was moved elsewhere in the document.
    private func hasMoved(_ old: ExportedValue, _ new: ExportedValue, in model: ModelObject) -> Bool {
        guard let owner = old.owner, owner !== model, new.owner !== owner else { return false }
        return modelsAfter.contains(ObjectIdentifier(owner))
    }

    /// The changed members of a model.
    ///
    /// - Parameter place: The place of the object inside of the model: with steps if it is a part of the model.
    private func changes(
        of model: ModelObject, from old: ExportedValue, to new: ExportedValue, at place: DocumentPlace
    ) throws -> [String: Any] {
        guard let members = new.members else {
            throw Fault(pointer: place.pointer, reason: "the value is not an object")
        }
        if place.steps.isEmpty, new.owner !== model { rewrittenModels.insert(ObjectIdentifier(model)) }
        let pairs = MemberPairs(old: old.members ?? [], new: members)
        var changes: [String: Any] = [:]
        var changedKeys: [String] = []
        for (index, member) in members.enumerated() {
            let old = pairs.oldValue(at: index)
            if let old, isUnchanged(old, member.value, of: model, at: place.member(member.key)) { continue }
            changedKeys.append(member.key)
            changes[member.key] = try change(to: member, replacing: old, in: model, at: place)
        }
        for member in pairs.removed {
            changedKeys.append(member.key)
            let change = try removal(of: member, in: model, at: place)
            // A new key can be equal to a removed one, such as `é` in composed and decomposed form.
            changes[member.key] = changes[member.key] ?? change
        }
        if place.steps.isEmpty {
            removals += Self.clearedProperties(of: model, from: members, changedKeys, &changes, place.classes)
                .map { $0.exportedKey(.declared).reduce(place) { $0.member($1) } }
            Self.addInputs(of: model, from: members, changedKeys, changes, place.classes)
        } else if changedKeys.contains(where: { Self.source(of: place.member($0).steps, in: model) == .hook })
        {
            // The hook gets them in one object, of which it may need several.
            for member in members where changes[member.key] == nil {
                guard Self.source(of: place.member(member.key).steps, in: model) == .hook else { continue }
                changes[member.key] = try payload(of: member.value, at: place.member(member.key), .untyped)
            }
        }
        return changes
    }

    /// The change to a member that is new or has another value.
    private func change(
        to member: ExportedValue.Member, replacing old: ExportedValue?, in model: ModelObject,
        at place: DocumentPlace
    ) throws -> Any {
        let isWhole = place.steps.isEmpty
        let inner = place.member(member.key)
        let source = Self.source(of: inner.steps, in: model)
        let isMapped =
            source == .property || old != nil && source != .unknownKey
            || isWhole && Self.keepsUnknown(member.key, of: model, place.classes.around)
            || isWhole && Self.isInput(member.key, of: model, place.classes)
        if !isMapped {
            guard source == .hook else { throw Self.noProperty(at: inner) }
            if !Self.isNull(member.value, forHookOf: model) { additions.append(inner) }
        }
        return try value(member.value, replacing: old, in: model, at: inner)
    }

    /// The change for a member that the document no longer has; nil if no value takes its place.
    private func removal(
        of member: ExportedValue.Member, in model: ModelObject, at place: DocumentPlace
    ) throws -> Any? {
        let inner = place.member(member.key)
        switch Self.source(of: inner.steps, in: model) {
        case .hook:
            return NSNull()
        case .unknownKey where !Self.keepsUnknown(member.key, of: model, place.classes.around):
            // The value stays, unless an operation names it.
            if document.hasRemoved(at: inner.pointer.steps) { throw Self.noProperty(at: inner) }
            return nil
        default:
            removals.append(inner)
            guard ModelSchema.of(type(of: model)).overridesDidExport, member.value.members != nil,
                layout(of: model).step(below: inner.steps) != nil
            else { return nil }
            // `didExport` can have added members to an object that paths lead into.
            let removed = try changes(of: model, from: member.value, to: .object([], of: model), at: inner)
            return removed.isEmpty ? nil : removed
        }
    }

    /// Checks that the hooks have taken the new members that no property has: the models export them now.
    func checkAdditions(of root: ModelObject) throws {
        if additions.isEmpty { return }
        let options = ExportOptions(maxDepth: ExportedValue.levels(mapper.maximumDepth))
        let tree = try Export.tree(root, options, allowsUnexportable: true)
        var exports: [ObjectIdentifier: DocumentNode] = [:]
        Self.forEachModel(tree, inside: nil) { exports[ObjectIdentifier($0)] = DocumentNode($1) }
        for place in additions {
            let model = place.model ?? root
            // An export can leave a model out.
            let export =
                try exports[ObjectIdentifier(model)]
                ?? DocumentNode(Export.tree(model, options, allowsUnexportable: true))
            if (try? export.node(at: place.steps[...])) == nil { throw Self.noProperty(at: place) }
        }
    }

    static func noProperty(at place: DocumentPlace) -> Fault {
        let keys = place.steps.count == 1 ? place.model.map { layout(of: $0).members.map(\.key) } : nil
        let hint = KeyFolding.spelling(of: place.steps[0], in: keys ?? []).map { ", but one has `\($0)`" }
        return Fault(pointer: place.pointer, reason: "no property has this key" + (hint ?? ""))
    }

    /// The change to the value at a place, which can be that of a property, of a prefix of paths, or of an unknown key.
    func value(
        _ new: ExportedValue, replacing old: ExportedValue?, in model: ModelObject, at place: DocumentPlace
    ) throws -> Any {
        // The step after the place in paths of properties that lead through it.
        let nextStep = layout(of: model).step(below: place.steps)
        if case .array(let elements, _) = new, let nextStep {
            if case .array(let oldElements, _)? = old {
                return try parts(elements, replacing: oldElements, in: model, at: place)
            }
            if case .index = nextStep { return try parts(elements, replacing: [], in: model, at: place) }
        }
        let property = layout(of: model).property(at: place.steps)
        if let property, property.rule.isRequired, case .null = new {
            throw ModelError.cannotRemove(property, at: place.path, found: "null")
        }
        if property?.rule.conversion != nil { return new.plain }
        guard let nextStep else {
            return try value(new, replacing: old, owner: old?.owner, of: property, in: model, at: place)
        }
        // Only an object, not a model, can be at the prefix of a path.
        let part = new.owner == nil || new.owner === model ? new : new.unowned()
        try checkPrefix(part, before: nextStep, at: place)
        let oldPart = old?.members == nil ? .object([], of: model) : old
        // An object that only `didExport` made belongs to the model, too.
        let owner = oldPart?.owner ?? model
        return try value(part, replacing: oldPart, owner: owner, of: property, in: model, at: place)
    }

    /// The change to a property's value: of the models and dictionaries in their places, or a new value.
    ///
    /// - Parameters:
    ///   - owner: The model that the old object belongs to.
    ///   - property: The property of the place, if there is one.
    private func value(
        _ new: ExportedValue, replacing old: ExportedValue?, owner: ModelObject?, of property: Property?,
        in model: ModelObject, at place: DocumentPlace
    ) throws -> Any {
        let content = place.classes.around.flatMap { property?.content($0) } ?? .untyped
        let isModel = property?.content.kind == .model
        var new = new
        if case .object(_, let newOwner) = new, let old, !hasMoved(old, new, in: model) {
            if let property,
                let patch = try dictionaryPatch(
                    of: property, in: model, from: old, to: new, content, at: place)
            {
                return patch
            }
            if let owner, newOwner == nil || newOwner === owner {
                if owner === model { return try changes(of: model, from: old, to: new, at: place) }
                if try keepsClass(owner, from: old, to: new, content, at: place) {
                    let changes = try changes(of: owner, from: old, to: new, at: place.inside(owner))
                    // An update fills a property's model in place.
                    return isModel ? changes : PatchedModel(model: owner, changes: changes)
                }
                // The new object has the values of the old one's models, not the models: its class may take them elsewhere.
                new = new.unowned()
            }
        }
        if let property, isModel, case .object = new { mapper.willReplaceModel(of: property, in: model) }
        if let property, !property.rule.makesExportedValue {
            new = new.withoutOutdated(from: old, in: property.stored(in: model))
        }
        return try payload(of: new, at: place, content)
    }

    /// Checks the new value at a prefix of properties' paths, where an export has an object or an array.
    ///
    /// Null removes all of these properties.
    ///
    /// - Parameter step: The next step of these paths: an index if the export has an array.
    private func checkPrefix(
        _ new: ExportedValue, before step: PathComponent, at place: DocumentPlace
    ) throws {
        switch (new, step) {
        case (.null, _): removals.append(place)
        case (.array, .index), (.object, .key): break
        case (_, .index): throw Fault(pointer: place.pointer, reason: "the value is not an array")
        case (_, .key): throw Fault(pointer: place.pointer, reason: "the value is not an object")
        }
    }

    /// Whether a model is filled in place with a changed document.
    ///
    /// - Parameter content: What the place of the model holds.
    /// - Throws: `Fault` if the document names a class that the place doesn't allow.
    private func keepsClass(
        _ model: ModelObject, from old: ExportedValue, to new: ExportedValue, _ content: TypeContent,
        at place: DocumentPlace
    ) throws -> Bool {
        let classes = place.classes
        let declared = content.placedClass.map { ModelSchema.of($0) }
        if let declared, declared.isPolymorphic {
            let schema = ModelSchema.of(type(of: model))
            let oldChoice = classes.choosingMembers(in: old, of: schema, declared)
            let newChoice = classes.choosingMembers(in: new, of: schema, declared)
            if classes.changesClass(of: model, from: oldChoice, to: newChoice, declared) { return false }
            classes.keep(model)
        }
        try checkClassNames(of: model, from: old, to: new, declared, at: place)
        return true
    }

    /// Checks that a model has no new text for a discriminator that doesn't apply at its place, unless a
    /// property stores the text.
    ///
    /// - Parameter declared: The class that the place of the model declares; nil if it declares none.
    private func checkClassNames(
        of model: ModelObject, from old: ExportedValue, to new: ExportedValue, _ declared: ModelSchema?,
        at place: DocumentPlace
    ) throws {
        guard new.members != nil, let names = layout(of: model).discriminators?.members else { return }
        let classes = place.classes
        let schema = ModelSchema.of(type(of: model))
        let oldChoice = classes.choosingMembers(in: old, of: schema, nil)
        let newChoice = classes.choosingMembers(in: new, of: schema, nil)
        let appliedLevels = declared.map { schema.levels(below: $0).count } ?? 0
        for level in schema.discriminatorLevels.dropFirst(appliedLevels) {
            let after = classes.value(level, in: newChoice, of: schema)
            let before = classes.value(level, in: oldChoice, of: schema)
            guard after?.text != before?.text, let value = after ?? (declared == nil ? before : nil),
                let name = names.first(where: { $0.key == level.discriminator.key }), !name.acceptsAnyText,
                after == nil || !name.texts.contains(after?.text ?? ""),
                !Self.keepsUnknown(value.steps[0], of: model, classes.options(of: schema))
            else { continue }
            throw Fault(
                pointer: JSONPointer(place.pointer.steps + value.steps),
                reason: "an operation cannot change the class of this object")
        }
    }

    /// A value that does not replace a model in its place.
    ///
    /// - Parameter content: What the place holds: a model of another class is copied there.
    func payload(
        of value: ExportedValue, at place: DocumentPlace, _ content: TypeContent
    ) throws -> Any {
        switch value {
        case .array(let elements, _):
            return try elements.enumerated().map {
                try payload(of: $0.element, at: place.element($0.offset), content.inside)
            }
        case .object(_, let model?):
            // A part of the model around the place, which an array has moved here, is not this model.
            guard model !== place.model, content.takes(model),
                let original = originals[ObjectIdentifier(model)]
            else { return value.plain }
            if isUnchanged(original, value, in: model) { return model }
            guard try keepsClass(model, from: original, to: value, content, at: place) else {
                return value.plain
            }
            let changes = try changes(of: model, from: original, to: value, at: place.inside(model))
            return PatchedModel(model: model, changes: changes)
        case .object(let members, nil):
            var payload: [String: Any] = [:]
            for member in members {
                payload[member.key] = try self.payload(
                    of: member.value, at: place.member(member.key), content.inside)
            }
            return payload
        default:
            return value.plain
        }
    }
}

/// The layout of a model's document.
private func layout(of model: ModelObject) -> ExportLayout { .of(type(of: model)) }

extension ObjectMapper {
    /// Clears the properties at and below a place of a model, which the document no longer has.
    func clear(_ place: DocumentPlace) throws {
        let steps = place.steps
        guard let model = place.model, let key = steps.first else { return }
        let schema = ModelSchema.of(type(of: model))
        // Once: another change of the unknown values would copy all of them.
        let isFirst = details.patch.changedModels.insert(ObjectIdentifier(model)).inserted
        if isFirst { takeSnapshot(of: model, schema) }
        let properties = layout(of: model).properties(atOrBelow: steps)
        for index in properties {
            let property = schema.properties[index]
            if property.rule.isRequired {
                throw ModelError.cannotRemove(property, at: place.path, found: "no value")
            }
            remove(index, of: model, schema)
        }
        if properties.isEmpty { model.attachment?.unknownValues?[key] = nil }
    }
}
