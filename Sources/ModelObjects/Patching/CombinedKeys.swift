// A patch can mention some of the keys of a `combined` rule. Its closure then gets the others from the model's export.
// They are no part of the update, in which they would fill other properties that have these keys.
//
// Only what the rule reads is exported. For `keys: ["title", "author.name"]`, that is the title, and of the author only
// the name: in a chain of models, each of them would otherwise export all models below it.

extension MergePatch {
    /// Adds keys of `combined` rules that the patch does not mention, and completes those that it changes in part.
    func addInputs(_ patch: [String: Any]) throws {
        guard let model else { return }
        let mode = options.keyMatching
        let rules = schema.combined(reading: patch.keys, mode)
        if rules.isEmpty { return }
        let document = try exporting { try export(of: model, at: rules.flatMap(schema.inputPaths), mode) }
        let members = document.unowned().members ?? []
        var added: [Int: [String: Any]] = [:]
        for rule in rules {
            // Not the values that the patch has as a whole: a hook may pass on others.
            added[rule] = try inputs(schema.inputPaths(of: rule), of: patch, into: members)
                .filter { key, value in patch[key] == nil || value is [String: Any] }
                .mapValues { try mapper.plain($0) }
        }
        mapper.details.patch.addedInputs[ObjectIdentifier(model)] = added
    }

    /// What paths read in a patch, and in the members of the object that it changes.
    private func inputs(
        _ paths: [ArraySlice<String>], of patch: [String: Any], into members: [ExportedValue.Member]
    ) throws -> [String: Any] {
        var inputs: [String: Any] = [:]
        for (step, paths) in paths.byFirstStep {
            let member = members.best(for: step, options.keyMatching)
            let changes = patch.filter { KeyMatcher.rank(of: $0.key, for: step, options.keyMatching) != nil }
            if changes.isEmpty, let member {
                inputs[member.key] =
                    member.value.reduced(to: paths, options.keyMatching) { _, _ in nil }.plain
            }
            for (key, value) in changes where !JSONValue(value).isNull {
                guard case .object(let inner) = JSONValue(value) else {
                    inputs[key] = value
                    continue
                }
                inputs[key] =
                    paths.contains(where: \.isEmpty)
                    ? try merged(inner, into: member.map { withModels($0.value) } ?? [:], TypeContent())
                    : try self.inputs(paths, of: inner, into: member?.value.members ?? [])
            }
        }
        return inputs
    }

    /// The export of what paths read in a model.
    private func export(
        of model: ModelObject, at paths: [ArraySlice<String>], _ mode: MappingOptions.KeyMatching
    ) throws -> ExportedValue {
        let patch = model === self.model ? self : inside(model)
        if paths.contains(where: \.isEmpty) {
            return try patch.tree(
                of: model, only: patch.schema.properties, keepsUnknown: true, models: .marked)
        }
        let properties = patch.schema.properties.filter { property in
            let step = property.exportedKey(.declared)[0]
            return paths.contains { KeyMatcher.rank(of: step, for: $0.first ?? "", mode) != nil }
        }
        // The text of embedded JSON contains its models.
        let models: ExportedValue.Models =
            properties.contains(where: \.rule.isEmbeddedJSON) ? .marked : .references
        let tree = try patch.tree(of: model, only: properties, keepsUnknown: true, models: models)
        return try tree.reduced(to: paths, mode) { value, paths in
            guard let inner = value.owner, inner !== model, value.members?.isEmpty == true else { return nil }
            return try patch.export(of: inner, at: paths, mode)
        }
    }
}

extension PatchUpdate {
    /// Whether a `combined` rule reads a key, which an export without the value need not have.
    static func isInput(_ key: String, of model: ModelObject, _ classes: DocumentClasses) -> Bool {
        let schema = ModelSchema.of(type(of: model))
        let mode = classes.options(of: schema).keyMatching
        return !schema.combined(reading: [key], mode).isEmpty
    }

    /// Adds all keys of the `combined` rules of which a key changes, except those whose changes are the whole value.
    ///
    /// - Parameters:
    ///   - members: The members of the model after the change.
    ///   - changedKeys: The keys of the members that change or are removed.
    static func addInputs(
        of model: ModelObject, from members: [ExportedValue.Member], _ changedKeys: [String],
        _ changes: [String: Any], _ classes: DocumentClasses
    ) {
        let schema = ModelSchema.of(type(of: model))
        let mode = classes.options(of: schema).keyMatching
        let rules = schema.combined(reading: changedKeys, mode)
        if rules.isEmpty { return }
        var added: [Int: [String: Any]] = [:]
        for rule in rules {
            var inputs: [String: Any] = [:]
            for (step, paths) in schema.inputPaths(of: rule).byFirstStep {
                guard let member = members.best(for: step, mode) else { continue }
                if changes[member.key] != nil {
                    switch member.value {
                    case .array, .object: break
                    default: continue
                    }
                }
                inputs[member.key] = member.value.reduced(to: paths, mode) { _, _ in nil }.plain
            }
            added[rule] = inputs
        }
        classes.mapper.details.patch.addedInputs[ObjectIdentifier(model)] = added
    }
}

extension [ExportedValue.Member] {
    /// The member whose key is the best match for a step.
    fileprivate func best(for step: String, _ mode: MappingOptions.KeyMatching) -> ExportedValue.Member? {
        compactMap { member in KeyMatcher.rank(of: member.key, for: step, mode).map { ($0, member) } }
            .min { $0.0 < $1.0 }?.1
    }
}

extension ModelSchema {
    /// The keys of a property's `combined` rule, as steps.
    fileprivate func inputPaths(of property: Int) -> [ArraySlice<String>] {
        properties[property].inputs.map { $0.components[...] }
    }
}

extension ExportedValue {
    /// The value without what no path reads.
    ///
    /// - Parameter replacement: Returns another value for one in it and the paths that read that one, or nil.
    fileprivate func reduced(
        to paths: [ArraySlice<String>], _ mode: MappingOptions.KeyMatching,
        _ replacement: (ExportedValue, [ArraySlice<String>]) throws -> ExportedValue?
    ) rethrows -> ExportedValue {
        if let other = try replacement(self, paths) { return other }
        if paths.contains(where: \.isEmpty) {
            return try mapParts { try $0.reduced(to: [[]], mode, replacement) }
        }
        let groups = paths.byFirstStep
        switch self {
        case .array(let elements, let isSet):
            let elements = try elements.enumerated().map { index, element in
                guard let paths = groups.first(where: { $0.step == "\(index)" })?.paths else {
                    return ExportedValue.null
                }
                return try element.reduced(to: paths, mode, replacement)
            }
            return .array(elements, isSet: isSet)
        case .object(let members, let owner):
            let members = try members.compactMap { member -> Member? in
                let inner = groups.filter { KeyMatcher.rank(of: member.key, for: $0.step, mode) != nil }
                if inner.isEmpty { return nil }
                return Member(
                    key: member.key,
                    value: try member.value.reduced(to: inner.flatMap(\.paths), mode, replacement))
            }
            return .object(members, of: owner)
        default: return self
        }
    }
}

extension [ArraySlice<String>] {
    /// The remaining steps of the paths, by their first step.
    fileprivate var byFirstStep: [(step: String, paths: [ArraySlice<String>])] {
        filter { !$0.isEmpty }.grouped { $0[$0.startIndex] }.map { step, paths in
            (step, paths.map { $0.dropFirst() })
        }
    }
}
