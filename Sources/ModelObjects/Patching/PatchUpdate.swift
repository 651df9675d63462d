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
        /// Whether another object comes in the place of the removed one.
        var isReplaced = false
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
    private let keepsUnknown: (ModelObject, _ key: String) -> Bool

    init(_ document: ExportedValue, keepsUnknown: @escaping (ModelObject, _ key: String) -> Bool) {
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
        if Self.isOfOtherClass(new, than: old, model) {
            throw Fault(
                pointer: JSONPointer(Self.classKey(new, than: old, model)),
                reason: "the object cannot become one of another class")
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
        let property = Self.property(at: path, of: model)
        if property?.rule.conversion != nil { return new.plain }
        let type = property?.content ?? .untyped
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
        if let old, hasMoved(old, new, in: model) {
            removals.append(Removal(model: model, path: path, pointer: pointer, isReplaced: true))
        } else if let old, let oldOwner = old.owner, owner == nil || owner === oldOwner {
            if Self.isOfOtherClass(new, than: old, oldOwner) {
                return try content(.object(new.membersOfOtherClass(than: oldOwner)), at: pointer, type)
            }
            if oldOwner === model {
                return try changes(of: model, from: old, to: new, path: path, at: pointer)
            }
            let changes = try changes(of: oldOwner, from: old, to: new, at: pointer)
            // An update fills a property's model in place.
            return property?.content.kind == .model
                ? changes : PatchedModel(model: oldOwner, changes: changes)
        }
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

    /// The property that is exported at a path.
    private static func property(at path: [String], of model: ModelObject) -> Property? {
        let layout = layout(of: model)
        return layout.paths.firstIndex { $0.map(\.text) == path }.map { layout.schema.properties[$0] }
    }

    /// Whether an object names another class than the model that it replaces.
    private static func isOfOtherClass(
        _ new: ExportedValue, than old: ExportedValue, _ model: ModelObject
    ) -> Bool {
        guard case .named(let named) = new.namedClass(type(of: model)) else { return false }
        guard case .named(let before) = old.namedClass(type(of: model)) else {
            return named != type(of: model)
        }
        return named != before
    }

    /// The key that names another class in an object.
    private static func classKey(
        _ new: ExportedValue, than old: ExportedValue, _ model: ModelObject
    ) -> [String] {
        let schema = ModelSchema.of(type(of: model))
        let mode = schema.options.keyMatching
        for key in schema.discriminatorLevels.map(\.discriminator.key.components) {
            let found = text(at: key[...], in: new, mode)
            if let found, found.text != text(at: key[...], in: old, mode)?.text { return found.steps }
        }
        return []
    }

    /// The text at a path in any spelling that a class accepts, and the path as it is spelled.
    private static func text(
        at path: ArraySlice<String>, in value: ExportedValue, _ mode: MappingOptions.KeyMatching
    ) -> (text: String, steps: [String])? {
        guard let key = path.first else {
            return switch value {
            case .string(let text): (text, [])
            case .integer(let number): ("\(number)", [])
            case .bool(let bool): ("\(bool)", [])
            default: nil
            }
        }
        for member in value.members ?? [] where KeyMatcher.rank(of: member.key, for: key, mode) != nil {
            guard let found = text(at: path.dropFirst(), in: member.value, mode) else { continue }
            return (found.text, [member.key] + found.steps)
        }
        return nil
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
            if Self.isOfOtherClass(value, than: original, model) {
                return try content(.object(value.membersOfOtherClass(than: model)), at: pointer, type)
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
            if property.rule.isRequired, !removal.isReplaced {
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

extension TypeContent {
    fileprivate static let untyped = TypeContent(isUntypedElement: true)

    /// What the parts of a value hold; those of a new model are not known here.
    fileprivate var inside: TypeContent {
        if levels.isEmpty { return isUntypedElement || modelClass != nil ? .untyped : TypeContent() }
        var content = self
        content.levels.removeFirst()
        if content.levels.isEmpty, isUntypedContainer { content.isUntypedElement = true }
        return content
    }

    /// Whether a value of the type can be this model.
    fileprivate func takes(_ model: ModelObject) -> Bool {
        guard levels.isEmpty, !isUntypedElement else { return isUntypedElement }
        // Of a Set, only the class in an archive is known; of a Codable type, not even that.
        let declared = modelClass ?? archivedClass.flatMap { $0 == ModelObject.self ? nil : $0 }
        return declared.map { isSubclass(type(of: model), of: $0) || type(of: model) == $0 } ?? false
    }
}
