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
    /// The date format of the value that is patched.
    private var dateFormat: DateFormat
    /// Matches the patch's keys.
    let matcher: KeyMatcher
    /// Finds the classes of the model's parts.
    let classes: DocumentClasses
    /// All keys of properties that are paths into objects.
    private let keyPaths: [[String]]
    /// The first key of each property, if it is a path.
    private let firstPaths: [[String]]
    /// The paths under which properties are exported.
    private let exportedPaths: [[String]]
    /// Which of the required properties with a null have a value, so that many nulls don't search the patch again.
    final class GivenProperties {
        var known: [ObjectIdentifier: Bool] = [:]
    }
    let givenProperties = GivenProperties()

    init(of model: ModelObject, _ around: DocumentClasses) {
        self.init(of: model, ModelSchema.of(type(of: model)), around)
    }

    private init(of model: ModelObject?, _ schema: ModelSchema, _ around: DocumentClasses) {
        (mapper, self.model, self.schema) = (around.mapper, model, schema)
        (options, classes) = (around.options(of: schema), around.inside(schema))
        dateFormat = options.dateFormat
        let mode = options.keyMatching
        matcher = schema.patchMatcher(mode, isNew: model == nil)
        keyPaths = schema.pathProperties.flatMap { $0.keys.map(\.components) }.filter { $0.count > 1 }
        let nested = schema.pathProperties.filter { $0.exportedKey(.declared).count > 1 }
        firstPaths = nested.map { $0.exportedKey(.declared) }
        exportedPaths = nested.filter(\.rule.isExported).map { $0.exportedKey(.declared) }
    }

    /// The patch of a model inside this one.
    func inside(_ model: ModelObject) -> MergePatch { MergePatch(of: model, classes) }

    /// The members of a new model of a class inside this one.
    func members(ofNew schema: ModelSchema, _ patch: [String: Any]) throws -> [String: Any] {
        try MergePatch(of: nil, schema, classes).updatePayload(for: patch)
    }

    /// The update of the model.
    ///
    /// Only properties to which the patch assigns an object are exported, without models in them, because
    /// unaffected values may not be exportable.
    @inline(never)
    func updatePayload(for patch: [String: Any]) throws -> [String: Any] {
        try addInputs(patch)
        return try updatePayload(patch, path: [], of: patch)
    }

    /// - Parameters:
    ///   - path: The steps from the model to the part of it that is patched.
    ///   - whole: The patch of the model.
    private func updatePayload(
        _ patch: [String: Any], path: [String], of whole: [String: Any]
    ) throws -> [String: Any] {
        try mapper.nested {
            var update = patch
            // Without paths, an update takes all other values as they are.
            let changing = patch.lazy.filter { !keyPaths.isEmpty || isNullOrObject($0.value) }
            // Sorted, so that the first error is always the same.
            for (key, value) in changing.sorted(byText: \.key) {
                update[key] = try mapper.at(.key(key)) { try member(value, path + [key], of: whole) }
            }
            return update
        }
    }

    private func isNullOrObject(_ value: Any) -> Bool {
        switch JSONValue(value) {
        case .null, .object: true
        default: false
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
            return try completed(value, place, whole)
        }
        return try below.isEmpty ? self.value(inner, place) : updatePayload(inner, path: place, of: whole)
    }

    /// The paths that lead into the object at the given path.
    ///
    /// If a property has the key of the object itself, only the paths of exports are returned that begin with exactly
    /// this key: in exports, any other spelling is a different key.
    private func paths(_ all: [[String]], into path: [String]) -> [[String]] {
        if all.isEmpty { return [] }
        let property = property(path)
        return (property == nil ? all : exportedPaths).filter { components in
            components.count > path.count
                && KeyMatcher.rank(of: path, for: components, options.keyMatching) != nil
                && property?.keys.contains { components.starts(with: $0.components) } != false
        }
    }

    /// The new value of an array into which paths lead, with null for each property for which it has no value.
    private func completed(_ value: Any, _ place: [String], _ whole: [String: Any]) throws -> Any {
        guard !firstPaths.isEmpty, model != nil, case .array = JSONValue(value), property(place) == nil else {
            return value
        }
        let missing = paths(firstPaths, into: place).filter { path in
            PathComponent.index(of: path[place.count]) != nil
                && !hasValue(at: path[place.count...], in: value)
        }
        if missing.isEmpty { return value }
        try checkRequired(missing, whole, depth: place.count)
        return Self.completed(value, with: Self.nulls(missing, from: place.count))
    }

    /// Records that models at paths into an array are replaced with the array.
    private func replaceModels(at paths: [[String]]) {
        guard let model, !paths.isEmpty else { return }
        for property in paths.compactMap(property) where property.content.kind == .model {
            mapper.willReplaceModel(of: property, in: model)
        }
    }

    /// The value of a property after a patch.
    private func value(_ patch: [String: Any], _ path: [String]) throws -> Any {
        let property = property(path)
        let isConverted = property?.rule.conversion != nil
        let content = property.flatMap { isConverted ? nil : $0.content(options) } ?? TypeContent()
        guard let model else { return try merged(patch, into: NSNull(), content) }
        if let property, content.kind == .model, !property.rule.makesExportedValue {
            return try modelValue(of: property, in: model, patch, content)
        }
        let stored = property?.stored(in: model)
        func spelled() -> [String: Any] { isConverted ? patch : spelledAsExported(patch, stored) }
        if let property, let stored, !property.isChangedByExport(of: schema) {
            var inner = self
            inner.dateFormat = property.rule.dateFormat ?? dateFormat
            if property.isPatchedByConverter(stored, in: schema, content) {
                // The converter of a dictionary with a type compares the keys.
                return inner.dictionaryPatch(content.isUntyped ? spelled() : patch, of: stored, content)
            }
            let patch = spelled()
            return try inner.merged(patch, into: stored, content)
        }
        // A conversion gets the same value as from a payload.
        let old = try exported(property, of: model, path).map { isConverted ? $0.plain : withModels($0) }
        // A hook can leave the value out of the export.
        let kept = isConverted || property?.rule.makesExportedValue == true ? nil : stored
        return try merged(spelled(), into: old ?? kept ?? NSNull(), content)
    }

    /// The update of a property's model, or the payload of the object that replaces it.
    private func modelValue(
        of property: Property, in model: ModelObject, _ patch: [String: Any], _ content: TypeContent
    ) throws -> Any {
        defer { withExtendedLifetime(model) {} }
        guard let old = property.accessor.model(in: PropertyStorage(model)) else {
            return try merged(patch, into: NSNull(), content)
        }
        let inner = inside(old)
        guard let other = try replacement(of: inner, patch, content) else {
            return try inner.updatePayload(for: patch)
        }
        mapper.willReplaceModel(of: property, in: model)
        return other
    }

    /// A model in a container after a patch, or the payload of the object that replaces it.
    private func patched(_ model: ModelObject, _ patch: [String: Any], _ content: TypeContent) throws -> Any {
        let inner = inside(model)
        return try replacement(of: inner, patch, content)
            ?? PatchedModel(model: model, changes: try inner.updatePayload(for: patch))
    }

    /// The exported value at a path, with references to models.
    private func exported(
        _ property: Property?, of model: ModelObject, _ path: [String]
    ) throws -> ExportedValue? {
        let isKept = property == nil && path.count == 1
        let unknown = isKept ? model.attachment?.unknownValues?[path[0]] : nil
        // A hook can export a property under another key.
        guard property != nil || schema.overridesDidExport else {
            return try unknown.map { try exported($0) }
        }
        let value = try exporting(depth: path.count) {
            let tree = try tree(of: model, only: property.map { [$0] } ?? [])
            let place = property?.exportedKey(.declared) ?? path
            let value = part(of: tree, at: place, model)
            if case .null? = value, let property, !JSONValue(property.stored(in: model)).isNull {
                // The error, if the value can't be exported.
                _ = try Export.tree(model, ExportOptions(only: [property.name]))
            }
            return try value?.checkStack()
        }
        // The error, if the kept value can't be exported.
        if case .null? = value, let unknown { _ = try exported(unknown) }
        return value
    }

    /// The part of a model's export at a place; nil if there is none.
    private func part(of tree: ExportedValue, at place: [String], _ model: ModelObject) -> ExportedValue? {
        guard let key = place.first, let known = mapper.details.patch.exports[ObjectIdentifier(model)] else {
            return try? DocumentNode(tree).node(at: place[...]).value
        }
        return known.members[ExactText(key)].flatMap {
            try? DocumentNode($0).node(at: place.dropFirst()).value
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
            throw error.moved(to: place + error.main.components)
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
            if let known = mapper.details.patch.exports[identity] { return known.tree }
            let tree = try Export.tree(
                model, options, allowsUnexportable: true, dateFormat: dateFormat,
                callFormat: mapper.callDateFormat)
            let members = (tree.members ?? []).map { (ExactText($0.key), $0.value) }
            mapper.details.patch.exports[identity] = (tree, Dictionary(members) { first, _ in first })
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
            model, options, models: models, allowsUnexportable: true, dateFormat: dateFormat,
            callFormat: mapper.callDateFormat)
    }

    /// - Parameters:
    ///   - old: The dictionary before the patch; nil for a new one.
    ///   - content: The content of the dictionary.
    private func dictionaryPatch(
        _ patch: [String: Any], of old: Any?, _ content: TypeContent
    ) -> DictionaryPatch {
        let isSpelled = content.isUntyped
        let entries = patch.mapValues { value -> DictionaryPatch.NewValue? in
            if JSONValue(value).isNull { return nil }
            return { try mergedEntry(value, into: $0, content.inside, isSpelled: isSpelled) }
        }
        return DictionaryPatch(old: old, entries: entries)
    }

    /// Merges a value of a patch into an entry of a dictionary.
    ///
    /// - Parameters:
    ///   - old: The value of the entry; nil for a new one.
    ///   - content: The content of the dictionary's values.
    ///   - isSpelled: Whether the keys in the value are already those of `spelledAsExported`.
    private func mergedEntry(
        _ value: Any, into old: Any?, _ content: TypeContent, isSpelled: Bool
    ) throws -> Any {
        guard case .object(var patch) = JSONValue(value) else { return value }
        let old = contentOfPresence(old)
        if !isSpelled, content.levels.first != .dictionary { patch = spelledAsExported(patch, old) }
        let model = old.flatMap { asModel($0) }
        if model == nil,
            content.levels.first == .dictionary
                || content.isUntyped && old.flatMap({ JSONValue($0).entries }) != nil
        {
            return dictionaryPatch(patch, of: old, content)
        }
        return try merged(patch, into: old ?? NSNull(), content)
    }

    private func exported(_ value: Any) throws -> ExportedValue {
        let options = ExportOptions(maxDepth: ExportedValue.levels(mapper.maximumDepth))
        return try exporting {
            try Export.tree(
                any: value, options, dateFormat: dateFormat, callFormat: mapper.callDateFormat
            ).checkStack()
        }
    }

    /// A value after a patch.
    ///
    /// In a dictionary, null removes an entry, and an object patches the existing value. Any other value is replaced.
    ///
    /// - Parameter isFinite: Whether all numbers in the value are known to be finite.
    func merged(
        _ patch: [String: Any], into value: Any, _ content: TypeContent, isFinite: Bool = false
    ) throws -> Any {
        if let model = asModel(value) { return try patched(model, patch, content) }
        var members: [String: Any] = [:]
        let json = JSONValue(value)
        // No update takes a number that is not finite.
        if let entries = json.entries, isFinite || !json.holdsNotFinite {
            members = entries
        } else if json.kind == .object || json.kind == .other {
            return try merged(patch, into: withModels(exported(value)), content, isFinite: true)
        } else if let declared = content.placedClass.map({ ModelSchema.of($0) }) {
            let found = classes.chosenClass(by: declared, in: patch).map { ModelSchema.of($0) }
            return try self.members(ofNew: found ?? declared, patch)
        }
        return try mapper.nested {
            for (key, value) in patch.sorted(byText: \.key) {
                switch JSONValue(value) {
                case .null: members[key] = nil
                case .object(let inner):
                    let old = members[key] ?? NSNull()
                    let new = try mapper.at(.key(key)) {
                        try merged(inner, into: old, content.inside, isFinite: true)
                    }
                    members[key] = new
                default: members[key] = value
                }
            }
            return members
        }
    }

    /// An exported value with the models themselves.
    func withModels(_ value: ExportedValue) -> Any {
        switch value {
        case .array(let elements, _): elements.map(withModels)
        case .object(_, let model?): model
        case .object(let members, nil):
            members.reversed().reduce(into: [String: Any]()) { $0[$1.key] = withModels($1.value) }
        default: value.plain
        }
    }
}
