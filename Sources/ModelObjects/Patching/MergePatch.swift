import Foundation

/// Turns a merge patch (RFC 7396) into an update of a model.
///
/// An update fills nested models in place and keeps unmentioned values, like a merge patch. The differences
/// are prepared here: an object for a dictionary changes its entries, and null at the prefix of a path clears
/// every property below it.
///
/// The dictionary of a property is changed by its converter (`DictionaryPatch`). If a hook, a rule or an
/// export affects the value, the dictionary with all of its entries is made here instead.
struct MergePatch {
    let mapper: ObjectMapper
    /// The model to patch; nil for a new one.
    let model: ModelObject?
    let schema: ModelSchema
    let options: ResolvedOptions
    /// Matches the patch's keys.
    let matcher: KeyMatcher
    /// Finds the classes of the model's parts.
    let classes: DocumentClasses
    /// The paths of properties into objects: all of them, the first one of each property, and those under which
    /// properties are exported.
    private let (keyPaths, firstPaths, exportedPaths): ([[String]], [[String]], [[String]])
    private let exports: Exports

    /// The exports of objects whose `didExport` needs all members, so that each object is exported once.
    private final class Exports {
        var trees: [ObjectIdentifier: ExportedValue] = [:]
    }

    init(of model: ModelObject, _ mapper: ObjectMapper) {
        self.init(
            of: model, ModelSchema.of(type(of: model)), DocumentClasses(mapper: mapper), Exports())
    }

    private init(
        of model: ModelObject?, _ schema: ModelSchema, _ around: DocumentClasses, _ exports: Exports
    ) {
        (mapper, self.model, self.schema, self.exports) = (around.mapper, model, schema, exports)
        (options, classes) = (around.options(of: schema), around.inside(schema))
        let mode = options.keyMatching
        matcher = schema.patchMatcher(mode, isNew: model == nil)
        keyPaths = schema.properties.flatMap { $0.keys.map(\.components) }.filter { $0.count > 1 }
        let nested = schema.properties.filter { $0.exportedKey(.declared).count > 1 }
        firstPaths = nested.map { $0.exportedKey(.declared) }
        exportedPaths = nested.filter(\.rule.isExported).map { $0.exportedKey(.declared) }
    }

    /// The patch of a model inside this one.
    func inside(_ model: ModelObject) -> MergePatch {
        MergePatch(of: model, ModelSchema.of(type(of: model)), classes, exports)
    }

    /// The members of a new model of a class inside this one.
    func members(ofNew schema: ModelSchema, _ patch: [String: Any]) throws -> [String: Any] {
        try MergePatch(of: nil, schema, classes, exports).update(patch)
    }

    /// The update of the model.
    ///
    /// Only properties to which the patch assigns an object are exported, without models in them, because
    /// unaffected values may not be exportable.
    @inline(never)
    func update(_ patch: [String: Any]) throws -> [String: Any] {
        try addInputs(patch)
        return try update(patch, path: [], of: patch)
    }

    /// - Parameters:
    ///   - path: The steps from the model to the part of it that is patched.
    ///   - whole: The patch of the model.
    private func update(
        _ patch: [String: Any], path: [String], of whole: [String: Any]
    ) throws -> [String: Any] {
        try mapper.nested {
            var update: [String: Any] = [:]
            // Sorted, so that the first error is always the same.
            for (key, value) in patch.sorted(byText: \.key) {
                update[key] = try mapper.at(.key(key)) { try member(value, path + [key], of: whole) }
            }
            return update
        }
    }

    /// The update of a member; nil for one that a new object doesn't have.
    private func member(_ value: Any, _ place: [String], of whole: [String: Any]) throws -> Any? {
        if JSONValue(value).isNull {
            let below = paths(firstPaths, into: place)
            if model == nil, below.isEmpty, property(place) == nil { return nil }
            try checkRequired(below.isEmpty ? [place] : below, whole, depth: place.count)
            return below.isEmpty ? value : Self.nulls(below, from: place.count)
        }
        let below = paths(keyPaths, into: place)
        guard case .object(let inner) = JSONValue(value) else {
            replaceModels(at: below)
            return value
        }
        return try below.isEmpty ? self.value(inner, place) : update(inner, path: place, of: whole)
    }

    /// Those of some paths that lead into the object at a path; only those under which properties are exported if a
    /// property has the key of the object itself.
    private func paths(_ all: [[String]], into path: [String]) -> [[String]] {
        if all.isEmpty { return [] }
        return paths(below: path, in: property(path) == nil ? all : exportedPaths)
    }

    /// Records that models at paths into an array are replaced with the array.
    private func replaceModels(at paths: [[String]]) {
        guard let model else { return }
        for property in paths.compactMap(property) where property.content.kind == .model {
            mapper.willReplaceModel(of: property, in: model)
        }
    }

    /// The value of a property after a patch.
    private func value(_ patch: [String: Any], _ path: [String]) throws -> Any {
        let property = property(path)
        let isConverted = property?.rule.conversion != nil
        let content = property.flatMap { isConverted ? nil : $0.content(options) } ?? TypeContent()
        guard let model else { return try newValue(from: patch, content) }
        if let property, content.kind == .model, !property.rule.makesExportedValue {
            defer { withExtendedLifetime(model) {} }
            guard let old = property.accessor.model(in: PropertyStorage(model)) else {
                return try newValue(from: patch, content)
            }
            let inner = inside(old)
            guard let other = try replacement(of: inner, patch, content) else {
                return try inner.update(patch)
            }
            mapper.willReplaceModel(of: property, in: model)
            return other
        }
        let patch =
            property.map { isConverted ? patch : spelledAsExported(patch, stored($0, model)) } ?? patch
        if let property, let merged = try merged(patch, intoValueOf: property, of: model) { return merged }
        var old = try exported(property, of: model, path)
        // A conversion gets the same value as from a payload.
        if isConverted { old = old?.unowned() }
        if let nested = old?.owner { return try patched(nested, patch, content) }
        if old == nil, let property, !isConverted, !property.rule.makesExportedValue,
            let merged = try merged(patch, intoStored: stored(property, model), content)
        {
            // A hook leaves the value out of the export.
            return merged
        }
        return try merged(patch, into: old?.members, content)
    }

    /// A model in a container after a patch, or the payload of the object that replaces it.
    private func patched(_ model: ModelObject, _ patch: [String: Any], _ content: TypeContent) throws -> Any {
        let inner = inside(model)
        return try replacement(of: inner, patch, content)
            ?? PatchedModel(model: model, changes: try inner.update(patch))
    }

    /// The payload for a missing value, or for one that the patch replaces.
    ///
    /// Null is a value of a model's property, and removes an entry of a dictionary.
    private func newValue(from patch: [String: Any], _ content: TypeContent) throws -> [String: Any] {
        guard let declared = content.placedClass else {
            return try merged(patch, into: [], content)
        }
        let schema = ModelSchema.of(declared)
        return try members(
            ofNew: classes.found(by: schema, in: patch).map { ModelSchema.of($0) } ?? schema, patch)
    }

    /// The exported value at a path, with references to models.
    private func exported(
        _ property: Property?, of model: ModelObject, _ path: [String]
    ) throws -> ExportedValue? {
        // A hook can export a property under another key.
        guard property != nil || schema.overridesDidExport else {
            let unknown = path.count == 1 ? model.attachment?.unknownValues?[path[0]] : nil
            return try unknown.map { try exported($0) }
        }
        return try exporting(depth: path.count) {
            let tree = try tree(of: model, only: property.map { [$0] } ?? [])
            let place = property?.exportedKey(.declared) ?? path
            let value = try? DocumentNode(tree).node(at: place[...]).value
            if case .null? = value, let property, !JSONValue(stored(property, model)).isNull {
                // The error, if the value can't be exported.
                _ = try Export.tree(model, ExportOptions(only: [property.name]))
            }
            return try value?.checkStack()
        }
    }

    /// Puts the path to what is exported before the path of an error.
    ///
    /// - Parameter depth: The number of steps from what is exported to the current location.
    func exporting<Result>(depth: Int = 0, _ export: () throws -> Result) throws -> Result {
        do {
            return try export()
        } catch let error as ModelError {
            let place = mapper.currentLocation.path.components.dropLast(depth)
            throw error.moved(to: place + [PathComponent](error.codingPath))
        }
    }

    /// The export of some properties of the model, with references to models, and of what names its class.
    ///
    /// - Parameters:
    ///   - keepsUnknown: Whether it contains the unknown values that mapping kept.
    ///   - models: Nil for references, unless a conversion may look into the models.
    func tree(
        of model: ModelObject, only properties: [Property], keepsUnknown: Bool = false,
        models: ExportedValue.Models? = nil
    ) throws -> ExportedValue {
        var options = ExportOptions(maxDepth: ExportedValue.levels(mapper.maximumDepth))
        if schema.overridesDidExport {
            // The hook needs the whole object.
            let identity = ObjectIdentifier(model)
            let tree =
                try exports.trees[identity]
                ?? Export.tree(model, options, allowsUnexportable: true, dateFormat: self.options.dateFormat)
            exports.trees[identity] = tree
            return tree
        }
        let names = Set(properties.map(\.name))
        if keepsUnknown {
            options.except = Set(schema.properties.map(\.name)).subtracting(names)
        } else {
            options.only = names
        }
        let isConverted = properties.contains { $0.rule.conversion != nil }
        // A hook may look into the models, too.
        let models =
            schema.overridesExportedValue ? .marked : models ?? (isConverted ? .marked : .references)
        return try Export.tree(
            model, options, models: models, allowsUnexportable: true,
            dateFormat: self.options.dateFormat)
    }

    /// A property with a dictionary or a model after a patch; its other entries are unchanged.
    ///
    /// Nil if the value has to be exported.
    private func merged(
        _ patch: [String: Any], intoValueOf property: Property, of model: ModelObject
    ) throws -> Any? {
        let isSeenByHook =
            property.rule.isExported && (schema.overridesDidExport || schema.overridesExportedValue)
        if isSeenByHook || property.rule.makesExportedValue || property.rule.conversion != nil { return nil }
        let value = stored(property, model)
        if property.content.levels.first == .dictionary,
            value is any DictionaryView || JSONValue(value).isNull, property.rule.dateFormat == nil,
            schema.isFilledPlainly, !schema.overridesWillMap
        {
            return dictionaryPatch(patch, of: value, property.content(options))
        }
        return try merged(patch, intoStored: value, property.content(options))
    }

    /// - Parameters:
    ///   - old: The dictionary before the patch; nil for a new one.
    ///   - content: The content of the dictionary.
    private func dictionaryPatch(
        _ patch: [String: Any], of old: Any?, _ content: TypeContent
    ) -> DictionaryPatch {
        DictionaryPatch(old: old, members: patch) { try mergedEntry($0, into: $1, content.ofEntries) }
    }

    /// Merges a value of a patch into an entry of a dictionary.
    ///
    /// - Parameters:
    ///   - old: The value of the entry; nil for a new one.
    ///   - content: The content of the dictionary's values.
    private func mergedEntry(_ value: Any, into old: Any?, _ content: TypeContent) throws -> Any {
        guard case .object(let patch) = JSONValue(value) else { return value }
        let old = contentOfPresence(old)
        let model = old.flatMap { ModelObjects.model(in: $0) }
        if model == nil, content.levels.first == .dictionary {
            return dictionaryPatch(patch, of: old, content)
        }
        guard let old else { return try newValue(from: patch, content) }
        if let merged = try merged(patch, intoStored: old, content) { return merged }
        return try merged(patch, into: exported(old).members, content)
    }

    private func exported(_ value: Any) throws -> ExportedValue {
        let options = ExportOptions(maxDepth: ExportedValue.levels(mapper.maximumDepth))
        return try exporting {
            try Export.tree(any: value, options, dateFormat: self.options.dateFormat).checkStack()
        }
    }

    /// A stored value after a patch; nil if it has to be exported.
    private func merged(
        _ patch: [String: Any], intoStored value: Any, _ content: TypeContent
    ) throws -> Any? {
        if let model = ModelObjects.model(in: value) {
            return try patched(model, patch, content)
        }
        guard case (var members, true)? = (value as? any DictionaryView)?.membersByKeyText else {
            if case .other = JSONValue(value) { return nil }
            return try newValue(from: patch, content)
        }
        // No update takes such a number.
        if members.values.contains(where: { JSONValue($0).isNotFinite }) { return nil }
        return try mapper.nested {
            for (key, value) in patch {
                if JSONValue(value).isNull {
                    members[key] = nil
                } else if case .object(let inner) = JSONValue(value) {
                    let old = members[key] ?? NSNull()
                    let merged: Any? = try mapper.at(.key(key)) {
                        try self.merged(inner, intoStored: old, content.ofEntries)
                    }
                    guard let merged else { return nil }
                    members[key] = merged
                } else {
                    members[key] = value
                }
            }
            return members
        }
    }

    /// A property's value without its `Presence`.
    private func stored(_ property: Property, _ model: ModelObject) -> Any {
        defer { withExtendedLifetime(model) {} }
        let value: Any = property.accessor.value(in: PropertyStorage(model))
        return contentOfPresence(value) ?? value
    }

    /// A dictionary after a patch: null removes a member, and an object patches the existing member.
    ///
    /// - Parameters:
    ///   - members: Nil if there is no dictionary.
    ///   - content: The content of the dictionary.
    func merged(
        _ patch: [String: Any], into members: [ExportedValue.Member]?, _ content: TypeContent
    ) throws -> [String: Any] {
        guard let members else { return try newValue(from: patch, content) }
        return try mapper.nested {
            var merged: [String: Any] = [:]
            for member in members where patch[member.key] == nil {
                merged[member.key] = unchanged(member.value)
            }
            let index = MemberIndex(members)
            for (key, value) in patch where !JSONValue(value).isNull {
                guard case .object(let inner) = JSONValue(value) else {
                    merged[key] = value
                    continue
                }
                merged[key] = try mapper.at(.key(key)) { () throws -> Any in
                    if let child = index[key], let model = child.owner {
                        return try patched(model, inner, content.ofEntries)
                    }
                    return try self.merged(inner, into: index[key]?.members, content.ofEntries)
                }
            }
            return merged
        }
    }

    /// The unchanged value of a dictionary, with the models themselves.
    private func unchanged(_ value: ExportedValue) -> Any {
        switch value {
        case .array(let elements, _): elements.map { unchanged($0) }
        case .object(_, let model?): model
        case .object(let members, nil):
            members.reversed().reduce(into: [String: Any]()) { $0[$1.key] = unchanged($1.value) }
        default: value.plain
        }
    }
}

extension TypeContent {
    /// The content of a dictionary's values; that of any value if this is not one of a dictionary.
    fileprivate var ofEntries: TypeContent {
        guard levels.first == .dictionary else { return TypeContent() }
        var content = self
        content.levels.removeFirst()
        return content
    }
}
