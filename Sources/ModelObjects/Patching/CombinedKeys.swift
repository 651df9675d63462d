// A patch can mention some of the keys of a `combined` rule. Its closure then gets the others from the model's export.
// They are no part of the update, in which they would fill other properties that have these keys.

extension MergePatch {
    /// Adds keys of `combined` rules that the patch does not mention, and completes those that it changes in part.
    func addInputs(_ patch: [String: Any]) throws {
        guard let model, !schema.combined.isEmpty else { return }
        func key(for step: String) -> String? { patch.keys.first { matches($0, step) } }
        let steps = schema.inputs { key(for: $0) != nil }
        if steps.isEmpty { return }
        let exported = schema.properties.filter { steps.contains($0.exportedKey(.declared)[0]) }
        let document = try exporting { try tree(of: model, only: exported, hasModels: true) }.unowned
        var inputs: [String: Any] = [:]
        for step in steps {
            let member = document.members?.first { matches($0.key, step) }
            if let key = key(for: step) {
                guard case .object(let inner)? = patch[key].map({ JSONValue($0) }) else { continue }
                inputs[key] = try mapper.plain(merged(inner, into: member?.value.members, TypeContent()))
            } else if let member {
                inputs[member.key] = member.value.plain
            }
        }
        mapper.detailed.patch.addedInputs[ObjectIdentifier(model)] = inputs
    }

    private func matches(_ key: String, _ step: String) -> Bool {
        KeyMatcher.rank(of: key, for: step, options.keyMatching) != nil
    }
}

extension PatchUpdate {
    /// Whether a `combined` rule reads a key, which an export without the value need not have.
    static func isInput(_ key: String, of model: ModelObject, _ classes: DocumentClasses) -> Bool {
        let schema = ModelSchema.of(type(of: model))
        let mode = classes.options(of: schema).keyMatching
        return !schema.inputs { KeyMatcher.rank(of: key, for: $0, mode) != nil }.isEmpty
    }

    /// Adds all keys of the `combined` rules of which a key changes, except those whose changes are the whole value.
    static func addInputs(
        of model: ModelObject, from old: ExportedValue, to new: ExportedValue, _ changes: [String: Any],
        _ classes: DocumentClasses
    ) {
        let schema = ModelSchema.of(type(of: model))
        if schema.combined.isEmpty { return }
        let mode = classes.options(of: schema).keyMatching
        func member(_ document: ExportedValue, _ step: String) -> ExportedValue.Member? {
            document.members?.first { KeyMatcher.rank(of: $0.key, for: step, mode) != nil }
        }
        let steps = schema.inputs { step in
            guard let old = member(old, step) else { return member(new, step) != nil }
            return member(new, step).map { !old.value.isSame(as: $0.value) } ?? true
        }
        var inputs: [String: Any] = [:]
        for step in steps {
            guard let member = member(new, step) else { continue }
            if changes[member.key] != nil {
                switch member.value {
                case .array, .object: break
                default: continue
                }
            }
            inputs[member.key] = member.value.plain
        }
        if !inputs.isEmpty { classes.mapper.detailed.patch.addedInputs[ObjectIdentifier(model)] = inputs }
    }
}
