/// Turns a changed document of a model into an update of the model.
///
/// Models that stay in the document keep their identity: those that did not change are passed as they are, and those
/// that did are filled in place.
final class PatchUpdate {
    /// A member of a model that the document no longer has.
    struct Removal {
        let model: ModelObject
        let path: [String]
    }

    /// A place of the changed document that the model cannot hold.
    struct Fault: Error {
        let pointer: JSONPointer
        let reason: String
    }

    private(set) var removals: [Removal] = []
    /// The models of the document before the change.
    private var originals: [ObjectIdentifier: ExportedValue] = [:]
    private let keepsUnknown: (ModelObject, _ key: String) -> Bool

    init(_ document: ExportedValue, keepsUnknown: @escaping (ModelObject, _ key: String) -> Bool) {
        self.keepsUnknown = keepsUnknown
        collect(document, inside: nil)
    }

    private func collect(_ value: ExportedValue, inside owner: ModelObject?) {
        switch value {
        case .array(let elements, _):
            for element in elements { collect(element, inside: owner) }
        case .object(let members, let model):
            if let model, model !== owner { originals[ObjectIdentifier(model)] = value }
            for member in members { collect(member.value, inside: model) }
        default:
            break
        }
    }

    /// The members of the root that change, which keeps its class.
    func changes(
        ofRoot model: ModelObject, from old: ExportedValue, to new: ExportedValue
    ) throws -> [String: Any] {
        if let place = Self.otherClass(new, than: old, model) {
            throw Fault(pointer: JSONPointer(place), reason: "the object cannot become one of another class")
        }
        return try changes(of: model, from: old, to: new, at: JSONPointer([]))
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
            if let old, old.isSame(as: member.value) { continue }
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
            removals.append(Removal(model: model, path: path + [member.key]))
        }
        return changes
    }

    private static func exports(_ model: ModelObject, _ path: [String]) -> Bool {
        let layout = layout(of: model)
        let steps = path.map { PathComponent.key($0) }
        return layout.paths.contains { $0.starts(with: steps) }
            || layout.classNames?.members.contains { $0.keys.starts(with: path) } == true
    }

    private func value(
        _ new: ExportedValue, replacing old: ExportedValue?, in model: ModelObject, path: [String],
        at pointer: JSONPointer
    ) throws -> Any {
        if case .array(let news, _) = new, case .array(let olds, _)? = old, Self.hasParts(model, path) {
            return try parts(news, replacing: olds, in: model, path: path, at: pointer)
        }
        let property = Self.property(at: path, of: model)
        if property?.rule.conversion != nil { return new.plain }
        guard case .object(_, let owner) = new else {
            if Self.isPrefix(path, of: model) {
                guard case .null = new else {
                    throw Fault(pointer: pointer, reason: "the value is not an object")
                }
                removals.append(Removal(model: model, path: path))
            }
            return try content(new, at: pointer)
        }
        if let old, let oldOwner = old.owner, owner == nil || owner === oldOwner {
            if Self.otherClass(new, than: old, oldOwner) != nil {
                return try content(.object(new.members ?? []), at: pointer)
            }
            if oldOwner === model {
                return try changes(of: model, from: old, to: new, path: path, at: pointer)
            }
            let changes = try changes(of: oldOwner, from: old, to: new, at: pointer)
            // An update fills a property's model in place.
            return property?.content.kind == .model
                ? changes : PatchedModel(model: oldOwner, changes: changes)
        }
        return try content(new, at: pointer)
    }

    /// An array that the paths of several properties share, such as `p.0.name` and `p.1`: each part stays at its index.
    private func parts(
        _ news: [ExportedValue], replacing olds: [ExportedValue], in model: ModelObject, path: [String],
        at pointer: JSONPointer
    ) throws -> [Any] {
        for index in news.count..<max(news.count, olds.count) {
            removals.append(Removal(model: model, path: path + ["\(index)"]))
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
            if case .null = new { removals.append(Removal(model: model, path: path)) }
            return try value(new, replacing: old, in: model, path: path, at: pointer)
        }
    }

    /// Whether the paths of properties lead into the value at a path.
    private static func hasParts(_ model: ModelObject, _ path: [String]) -> Bool {
        let steps = path.map { PathComponent.key($0) }
        return layout(of: model).paths.contains { $0.count > steps.count && $0.starts(with: steps) }
    }

    /// Whether a value only holds those of properties inside it: no property has this path, and none leads to an
    /// element of an array there.
    private static func isPrefix(_ path: [String], of model: ModelObject) -> Bool {
        let steps = path.map { PathComponent.key($0) }
        let paths = layout(of: model).paths.filter { $0.starts(with: steps) }
        return !paths.isEmpty
            && paths.allSatisfy { $0.count > steps.count && Int($0[steps.count].text) == nil }
    }

    /// The property that is exported at a path.
    private static func property(at path: [String], of model: ModelObject) -> Property? {
        let layout = layout(of: model)
        return layout.paths.firstIndex { $0.map(\.text) == path }.map { layout.schema.properties[$0] }
    }

    /// The place of the discriminator's text in an object, if that text differs from the one of the model that the
    /// object replaces.
    private static func otherClass(
        _ new: ExportedValue, than old: ExportedValue, _ model: ModelObject
    ) -> [String]? {
        let layout = layout(of: model)
        if let names = layout.classNames {
            let places = names.members.map(\.keys) + names.standIns.keys.map { layout.paths[$0].map(\.text) }
            return places.first { steps in
                guard let name = try? new.value(at: steps[...]), let before = try? old.value(at: steps[...])
                else { return false }
                return !name.isSame(as: before)
            }
        }
        // The model's class has no text: any text of a class names another one.
        return layout.schema.discriminators.first { discriminator in
            guard case .string(let text)? = try? new.value(at: discriminator.key.components[...]) else {
                return false
            }
            return discriminator.classes[text] != nil
        }?.key.components
    }

    /// A value that does not replace a model in its place.
    private func content(_ value: ExportedValue, at pointer: JSONPointer) throws -> Any {
        switch value {
        case .array(let elements, _):
            return try elements.enumerated().map { try content($0.element, at: pointer + "\($0.offset)") }
        case .object(_, let model?):
            guard let original = originals[ObjectIdentifier(model)] else { return value.plain }
            if original.isSame(as: value) { return model }
            if Self.otherClass(value, than: original, model) != nil {
                return try content(.object(value.members ?? []), at: pointer)
            }
            return PatchedModel(
                model: model, changes: try changes(of: model, from: original, to: value, at: pointer))
        case .object(let members, nil):
            var content: [String: Any] = [:]
            for member in members {
                content[member.key] = try self.content(member.value, at: pointer + member.key)
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
                    .missingRequired, at: steps, "Required `\(property.name)` cannot be removed",
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
