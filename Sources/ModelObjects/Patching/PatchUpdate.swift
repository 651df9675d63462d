/// Turns a changed document of a model into an update of the model.
///
/// Models that stay in the document keep their identity: those that did not change are passed as they are, and those
/// that did are filled in place.
final class PatchUpdate {
    /// A member of a model that the document no longer has.
    struct Removal {
        let model: ModelObject
        let path: [String]
        /// The place of the member in the document.
        let pointer: JSONPointer
    }

    /// A place of the changed document that the model cannot hold.
    struct Fault: Error {
        let pointer: JSONPointer
        let reason: String
    }

    private(set) var removals: [Removal] = []
    /// The models of the document before the change.
    private var originals: [ObjectIdentifier: ExportedValue] = [:]
    /// The models of the document after the change.
    private var remaining: Set<ObjectIdentifier> = []
    private let mapper: ObjectMapper
    private let keepsUnknown: (ModelObject, _ key: String) -> Bool

    init(
        _ document: ExportedValue, _ mapper: ObjectMapper,
        keepsUnknown: @escaping (ModelObject, _ key: String) -> Bool
    ) {
        self.mapper = mapper
        self.keepsUnknown = keepsUnknown
        Self.forEachModel(document, inside: nil) { originals[ObjectIdentifier($0)] = $1 }
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

    /// The members of the root that change, which keeps its class.
    func changes(
        ofRoot model: ModelObject, from old: ExportedValue, to new: ExportedValue
    ) throws -> [String: Any] {
        if let name = changedName(of: model, from: old, to: new, nil) {
            throw Self.fault(name, JSONPointer([]))
        }
        Self.forEachModel(new, inside: nil) { model, _ in remaining.insert(ObjectIdentifier(model)) }
        return try changes(of: model, from: old, to: new, at: JSONPointer([]))
    }

    /// Whether a place has lost its model, which is elsewhere in the document.
    private func hasMoved(_ old: ExportedValue, _ new: ExportedValue, in model: ModelObject) -> Bool {
        guard let owner = old.owner, owner !== model, new.owner !== owner else { return false }
        return remaining.contains(ObjectIdentifier(owner))
    }

    /// The members of a model that change.
    ///
    /// - Parameters:
    ///   - path: The steps from the model to the object, which is a part of it if there are any.
    ///   - pointer: The place of the object in the document.
    func changes(
        of model: ModelObject, from old: ExportedValue, to new: ExportedValue, path: [String] = [],
        at pointer: JSONPointer
    ) throws -> [String: Any] {
        guard let members = new.members else {
            throw Fault(pointer: pointer, reason: "the value is not an object")
        }
        let olds = MemberIndex(old.members ?? [])
        var changes: [String: Any] = [:]
        for member in members {
            let old = olds[member.key]
            if let old, !hasMoved(old, member.value, in: model), old.isSame(as: member.value) { continue }
            let place = path + [member.key]
            let isKept = path.isEmpty && keepsUnknown(model, member.key)
            guard old != nil || Self.exports(model, place) || isKept else {
                throw Fault(pointer: pointer + member.key, reason: "no property has this key")
            }
            changes[member.key] = try value(
                member.value, replacing: old, in: model, path: place, at: pointer + member.key)
        }
        let news = MemberIndex(members)
        for member in old.members ?? [] where news[member.key] == nil {
            removals.append(
                Removal(
                    model: model, path: path + [member.key], pointer: pointer + member.key))
        }
        return changes
    }

    private static func exports(_ model: ModelObject, _ path: [String]) -> Bool {
        let layout = layout(of: model)
        let steps = path.map { PathComponent.key($0) }
        return layout.paths.contains { $0.starts(with: steps) }
            || layout.classNames?.members.contains { $0.key.components.starts(with: path) } == true
    }

    private func value(
        _ new: ExportedValue, replacing old: ExportedValue?, in model: ModelObject, path: [String],
        at pointer: JSONPointer
    ) throws -> Any {
        let inner = Self.steps(below: path, of: model)
        if case .array(let news, _) = new, case .array(let olds, _)? = old, !inner.isEmpty {
            return try parts(news, replacing: olds, in: model, path: path, at: pointer)
        }
        let property = layout(of: model).property(at: path)
        if property?.rule.conversion != nil { return new.plain }
        let type = property?.content(in: ModelSchema.of(Swift.type(of: model))) ?? .untyped
        var new = new
        if let owner = new.owner, owner !== model, !inner.isEmpty {
            // The prefix of a path is no place for a model, only for an object.
            var unlimited = Int.max
            new = try new.unowned(&unlimited)
        }
        if property == nil, !inner.isEmpty {
            let indices = inner.count { Int($0) != nil }
            switch new {
            case .null: removals.append(Removal(model: model, path: path, pointer: pointer))
            case .array where indices > 0, .object where indices < inner.count: break
            default:
                let expected = indices > 0 ? "array" : "object"
                throw Fault(pointer: pointer, reason: "the value is not an \(expected)")
            }
        }
        guard case .object(_, let owner) = new else { return try content(new, at: pointer, type) }
        let isModel = property?.content.kind == .model
        if let old, let oldOwner = old.owner, owner == nil || owner === oldOwner,
            !hasMoved(old, new, in: model)
        {
            if oldOwner === model {
                return try changes(of: model, from: old, to: new, path: path, at: pointer)
            }
            if try keepsClass(oldOwner, from: old, to: new, type, at: pointer) {
                let changes = try changes(of: oldOwner, from: old, to: new, at: pointer)
                // An update fills a property's model in place.
                return isModel ? changes : PatchedModel(model: oldOwner, changes: changes)
            }
            new = .object(new.members ?? [])
        }
        if let property, isModel, old?.owner != nil { mapper.willReplaceModel(of: property, in: model) }
        return try content(new, at: pointer, type)
    }

    /// An array that the paths of several properties share, such as `p.0.name` and `p.1`: each part stays at its index.
    private func parts(
        _ news: [ExportedValue], replacing olds: [ExportedValue], in model: ModelObject, path: [String],
        at pointer: JSONPointer
    ) throws -> [Any] {
        for index in news.count..<max(news.count, olds.count) {
            removals.append(
                Removal(
                    model: model, path: path + ["\(index)"], pointer: pointer + "\(index)"))
        }
        return try news.enumerated().map { index, new in
            let (path, pointer) = (path + ["\(index)"], pointer + "\(index)")
            let old = index < olds.count ? olds[index] : nil
            var new = new
            if new.owner === model, old?.owner !== model {
                // A part that was moved here is a new value.
                var unlimited = Int.max
                new = try new.unowned(&unlimited)
            }
            if case .null = new { removals.append(Removal(model: model, path: path, pointer: pointer)) }
            return try value(new, replacing: old, in: model, path: path, at: pointer)
        }
    }

    /// The next steps of the properties whose paths lead into the value at a path.
    private static func steps(below path: [String], of model: ModelObject) -> [String] {
        let steps = path.map { PathComponent.key($0) }
        return layout(of: model).paths.filter { $0.count > steps.count && $0.starts(with: steps) }
            .map { $0[steps.count].text }
    }

    /// The name by which a changed document makes an object of another class than the model has; nil for none.
    ///
    /// - Parameter type: The class that the place of the model declares; nil if it declares none.
    private func changedName(
        of model: ModelObject, from old: ExportedValue, to new: ExportedValue, _ type: ModelObject.Type?
    ) -> ObjectMapper.Name? {
        let schema = ModelSchema.of(Swift.type(of: model))
        guard let top = type ?? schema.discriminatorLevels.last?.classes.last else { return nil }
        let (declared, news) = (ModelSchema.of(top), mapper.names(in: new, of: schema))
        let changed = mapper.changedName(
            of: schema, declared, from: mapper.names(in: old, of: schema), to: news)
        guard changed != nil, mapper.classFound(by: declared, in: news) == schema.type else { return changed }
        mapper.detailed.keptModels.insert(ObjectIdentifier(model))
        return nil
    }

    /// Whether a model is filled in place with a changed document.
    ///
    /// - Parameter content: What the place of the model holds.
    /// - Throws: `Fault` if the document names a class that the place does not ask for.
    private func keepsClass(
        _ model: ModelObject, from old: ExportedValue, to new: ExportedValue, _ content: TypeContent,
        at pointer: JSONPointer
    ) throws -> Bool {
        let declared = content.placedClass
        if changedName(of: model, from: old, to: new, declared) != nil { return false }
        guard let declared, let names = layout(of: model).classNames?.members else { return true }
        let schema = ModelSchema.of(type(of: model))
        let (olds, news) = (mapper.names(in: old, of: schema), mapper.names(in: new, of: schema))
        for level in schema.discriminatorLevels.dropFirst(
            schema.levels(below: ModelSchema.of(declared)).count)
        {
            guard let name = names.first(where: { $0.key == level.discriminator.key }), !name.isOfAnyText,
                let changed = mapper.name(level, in: news, of: schema),
                !name.texts.contains(changed.text ?? ""),
                changed.text != mapper.name(level, in: olds, of: schema)?.text,
                !keepsUnknown(model, changed.steps[0])
            else { continue }
            throw Self.fault(changed, pointer)
        }
        return true
    }

    private static func fault(_ name: ObjectMapper.Name, _ pointer: JSONPointer) -> Fault {
        Fault(
            pointer: JSONPointer(pointer.steps + name.steps),
            reason: "the object cannot become one of another class")
    }

    /// A value that does not replace a model in its place.
    ///
    /// - Parameter type: What the place holds: a model of another class is copied there.
    private func content(_ value: ExportedValue, at pointer: JSONPointer, _ type: TypeContent) throws -> Any {
        switch value {
        case .array(let elements, _):
            return try elements.enumerated().map {
                try content($0.element, at: pointer + "\($0.offset)", type.inside)
            }
        case .object(_, let model?):
            guard let original = originals[ObjectIdentifier(model)] else { return value.plain }
            guard type.takes(model) else { return value.plain }
            if original.isSame(as: value) { return model }
            guard try keepsClass(model, from: original, to: value, type, at: pointer) else {
                return try content(.object(value.members ?? []), at: pointer, type)
            }
            return PatchedModel(
                model: model, changes: try changes(of: model, from: original, to: value, at: pointer))
        case .object(let members, nil):
            var content: [String: Any] = [:]
            for member in members {
                content[member.key] = try self.content(member.value, at: pointer + member.key, type.inside)
            }
            return content
        default:
            return value.plain
        }
    }
}

/// The layout of a model's document.
private func layout(of model: ModelObject) -> ExportLayout {
    let options = ExportOptions()
    return ObjectExporter(options).layout(of: type(of: model), options)
}

extension ObjectMapper {
    /// Removes what a document no longer has from its model.
    func apply(_ removal: PatchUpdate.Removal) throws {
        let model = removal.model
        let schema = ModelSchema.of(type(of: model))
        let layout = layout(of: model)
        let steps = removal.path.map { PathComponent.key($0) }
        let properties = layout.paths.indices.filter {
            !steps.isEmpty && layout.paths[$0].starts(with: steps)
        }
        for index in properties {
            let property = schema.properties[index]
            if property.rule.isRequired {
                throw ModelError(
                    .missingRequired, at: removal.pointer.steps.map { .key($0) },
                    "Required `\(property.name)` cannot be removed",
                    expected: property.accessor.expected, found: "no value")
            }
            remove(index, of: model, schema)
        }
        if properties.isEmpty, let key = removal.path.first {
            remember(model, schema)
            model.attachment?.unknownValues?[key] = nil
        }
    }
}
