// A patch can mention some of the keys of a `combined` rule. Its closure then gets the others from the model's export.
// They are no part of the update, in which they would fill other properties that have these keys.

/// A value that a key of a `combined` rule reads in a model after a patch.
private typealias CombinedInput = (path: [PathComponent], value: Any)

extension ObjectMapper {
    /// Adds what the `combined` rules of a model read if a patch changes one of their keys.
    ///
    /// - Parameters:
    ///   - changedKeys: The keys of the members that change or are removed.
    ///   - read: Returns the value that a key reads, if there is one; nil if the mapper finds it in the update, where a
    ///     hook may pass on another value.
    fileprivate func addInputs(
        of model: ModelObject, _ changedKeys: some Sequence<String>, _ mode: MappingOptions.KeyMatching,
        _ read: (_ key: [String]) throws -> [CombinedInput]?
    ) rethrows {
        let schema = ModelSchema.of(type(of: model))
        var added: [KeyTarget: [Candidate]] = [:]
        for rule in schema.combined(reading: changedKeys, mode) {
            for (number, key) in schema.properties[rule].inputs.enumerated() {
                let target = KeyTarget.input(number, of: rule)
                added[target] = try read(key.components)?.map { path, value in
                    let rank = KeyMatcher.rank(of: path.map(\.text), for: key.components, mode) ?? .exact
                    let match = KeyMatch(target: target, declaredIndex: 0, rank: rank)
                    return Candidate(match: match, path: path, value: PayloadValue(value, place: 0))
                }
            }
        }
        if !added.isEmpty { details.patch.addedInputs[ObjectIdentifier(model)] = added }
    }
}

extension MergePatch {
    /// Adds what `combined` rules read that the patch does not mention, or changes in part.
    func addInputs(_ patch: [String: Any]) throws {
        guard let model else { return }
        try mapper.addInputs(of: model, patch.keys, options.keyMatching) {
            try inputs(at: $0, after: patch, of: model)
        }
    }

    private func inputs(
        at path: [String], after patch: [String: Any], of model: ModelObject
    ) throws -> [CombinedInput]? {
        var (patch, place) = (patch, [PathComponent]())
        for (depth, step) in path.enumerated() {
            guard let change = member(of: patch.sorted(byText: \.key), at: step, options.keyMatching) else {
                let part = try exporting { try exported(path[...], of: model) }
                if depth == 0, part == nil { return nil }
                return part.map { [(place + $0.path.dropFirst(depth), $0.value.plain)] } ?? []
            }
            place.append(.key(change.key))
            let value = JSONValue(change.value)
            if case .object(let inner) = value {
                patch = inner
            } else if depth == 0 {
                return nil
            } else {
                let value = value.isNull ? nil : try? ExportedValue(json: change.value)
                let part = value?.part(at: path[(depth + 1)...], options.keyMatching) { _, _ in nil }
                return part.map { [(place + $0.path, $0.value.plain)] } ?? []
            }
        }
        let old = try exporting { try exported(path[...], of: model)?.value.plain }
        return [(place, try mapper.plain(merged(patch, into: old ?? [:], TypeContent())))]
    }

    /// The part of a model's export that a path reads; nil if there is none.
    ///
    /// Only that is exported, such as the name of the author for `author.name`: in a chain of models, each of them would
    /// otherwise export all models below it.
    private func exported(_ path: ArraySlice<String>, of model: ModelObject) throws -> ExportedPart? {
        let patch = model === self.model ? self : inside(model)
        let properties = patch.schema.properties.filter { property in
            let key = property.exportedKey(.declared)[0]
            return path.first.map { KeyMatcher.rank(of: key, for: $0, options.keyMatching) != nil } ?? true
        }
        // The text of embedded JSON contains its models.
        let isWhole = path.isEmpty || properties.contains(where: \.rule.isEmbeddedJSON)
        let tree = try patch.tree(
            of: model, only: properties, keepsUnknown: true, models: isWhole ? .marked : .references)
        return try tree.part(at: path, options.keyMatching) { inner, path in
            inner === model ? nil : try exported(path, of: inner)
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

    /// The properties with `combined` rules all of whose keys a change removes.
    ///
    /// They get their defaults, because a rule has nothing to read.
    ///
    /// - Parameters:
    ///   - members: The members of the model after the change.
    ///   - changes: The changed values; those of the removed keys are left out.
    static func clearedProperties(
        of model: ModelObject, from members: [ExportedValue.Member], _ changedKeys: [String],
        _ changes: inout [String: Any], _ classes: DocumentClasses
    ) -> [Property] {
        let schema = ModelSchema.of(type(of: model))
        let mode = classes.options(of: schema).keyMatching
        return schema.combined(reading: changedKeys, mode).compactMap { index in
            let property = schema.properties[index]
            let inputs = property.inputs.map { $0.components[0] }
            if inputs.contains(where: { member(of: members.keyed, at: $0, mode) != nil }) { return nil }
            for key in inputs.compactMap({ member(of: changes.sorted(byText: \.key), at: $0, mode)?.key }) {
                changes[key] = nil
            }
            return property
        }
    }

    /// If a key of a `combined` rule changes, adds the values of all of the rule's keys, except those that the update
    /// already contains as a whole.
    ///
    /// - Parameters:
    ///   - members: The members of the model after the change.
    ///   - changedKeys: The keys of the members that change or are removed.
    static func addInputs(
        of model: ModelObject, from members: [ExportedValue.Member], _ changedKeys: [String],
        _ changes: [String: Any], _ classes: DocumentClasses
    ) {
        let mode = classes.options(of: ModelSchema.of(type(of: model))).keyMatching
        let members = members.keyed
        classes.mapper.addInputs(of: model, changedKeys, mode) { path in
            guard let read = member(of: members, at: path[0], mode) else { return nil }
            switch read.value {
            case .array, .object: break
            default: if changes[read.key] != nil { return nil }
            }
            let part = read.value.part(at: path.dropFirst(), mode) { _, _ in nil }
            return part.map { [([.key(read.key)] + $0.path, $0.value.plain)] } ?? []
        }
    }
}

/// The member whose key is the best match for a step.
private func member<Value>(
    of members: [(key: String, value: Value)], at step: String, _ mode: MappingOptions.KeyMatching
) -> (key: String, value: Value)? {
    members.compactMap { member in KeyMatcher.rank(of: member.key, for: step, mode).map { ($0, member) } }
        .min { $0.0 < $1.0 }?.1
}

extension [ExportedValue.Member] {
    fileprivate var keyed: [(key: String, value: ExportedValue)] { map { ($0.key, $0.value) } }
}

private typealias ExportedPart = (path: [PathComponent], value: ExportedValue)

extension ExportedValue {
    /// The part of the value that a path reads; nil if there is none.
    ///
    /// - Parameter partOfModel: Returns the part of a model to which the value has only a reference; nil for any other
    ///   model.
    fileprivate func part(
        at path: ArraySlice<String>, _ mode: MappingOptions.KeyMatching,
        _ partOfModel: (ModelObject, _ path: ArraySlice<String>) throws -> ExportedPart?
    ) rethrows -> ExportedPart? {
        if let owner, members?.isEmpty == true, let part = try partOfModel(owner, path) { return part }
        guard let step = path.first else {
            return ([], try mapParts { try $0.part(at: [], mode, partOfModel)?.value ?? $0 })
        }
        let found: (step: PathComponent, value: ExportedValue)
        switch self {
        case .array(let elements, _):
            guard let index = PathComponent.index(of: step), index < elements.count else { return nil }
            found = (.index(index), elements[index])
        case .object(let members, _):
            guard let member = member(of: members.keyed, at: step, mode) else { return nil }
            found = (.key(member.key), member.value)
        default: return nil
        }
        return try found.value.part(at: path.dropFirst(), mode, partOfModel).map { part in
            ([found.step] + part.path, part.value)
        }
    }
}
