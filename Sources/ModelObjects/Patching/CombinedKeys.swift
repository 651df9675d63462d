// A patch can mention some of the keys of a `combined` rule. Its closure then gets the others from the model's export.

extension MergePatch {
    /// Adds keys of `combined` rules that the patch does not mention, and completes those that it changes in part.
    func addInputs(to update: inout [String: Any], _ patch: [String: Any]) throws {
        guard let model, !schema.combined.isEmpty else { return }
        func key(for step: String) -> String? { patch.keys.first { matches($0, step) } }
        let steps = schema.inputs { key(for: $0) != nil }
        if steps.isEmpty { return }
        let exported = schema.properties.filter { steps.contains($0.exportedKey(.declared)[0]) }
        let document = try tree(of: model, only: exported, hasModels: true).unowned
        for step in steps {
            let member = document.members?.first { matches($0.key, step) }
            if let key = key(for: step) {
                guard case .object(let inner)? = patch[key].map({ JSONValue($0) }) else { continue }
                update[key] = try merged(inner, into: member?.value.members, TypeContent())
            } else if let member {
                update[member.key] = member.value.plain
            }
        }
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

    /// Adds all keys of the `combined` rules of which a key changes.
    static func addInputs(
        to changes: inout [String: Any], of model: ModelObject, from old: ExportedValue,
        to new: ExportedValue, _ classes: DocumentClasses
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
        for step in steps {
            if let member = member(new, step) { changes[member.key] = member.value.plain }
        }
    }
}
