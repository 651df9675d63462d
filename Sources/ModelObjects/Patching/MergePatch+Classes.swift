/// Merge patches that name the class of a model.
///
/// Worked example, for a Visa in a property `var p: Payment?`:
///
///     its names       {"method": "card", "brand": "visa"}
///     the patch       {"brand": null, "amount": 5}
///     both together   {"method": "card", "brand": null, "amount": 5}    Payment finds a Card for them
///     a new Card of   {"method": "card", "amount": 5}
extension MergePatch {
    /// The payload of the object that replaces a model because a patch changes its class; nil if the model is filled in
    /// place.
    ///
    /// - Parameters:
    ///   - inner: The patch of the model.
    ///   - content: What the place of the model holds.
    func replacement(
        of inner: MergePatch, _ patch: [String: Any], _ content: TypeContent
    ) throws -> [String: Any]? {
        guard let model = inner.model, let type = content.placedClass else { return nil }
        let (schema, declared, mode) = (inner.schema, ModelSchema.of(type), inner.options.keyMatching)
        let top = schema.levels(below: declared).last
        let isNamed = top != nil && patch.keys.contains { schema.isDiscriminatorKey($0, mode) }
        guard isNamed || declared.overridesModelClass else { return nil }
        let tree = try exporting { try inner.choosingTree(of: model, declared) }
        let old = classes.choosingMembers(in: tree, of: schema, declared)
        let new = Self.adding(old, to: patch, mode)
        // A patch that leaves no discriminator text doesn't name a new class.
        let isUnnamed = top.map { classes.value($0, in: new, of: schema) == nil } ?? false
        let found = classes.chosenClass(by: declared, in: new)
        if isUnnamed && found == nil || !classes.changesClass(of: model, from: old, to: new, declared) {
            classes.keep(model)
            return nil
        }
        let other = found.map { ModelSchema.of($0) } ?? declared
        let kept = old.filter { other.isDiscriminatorKey($0.key, mode) }
        return try members(ofNew: other, Self.adding(kept, to: patch, mode))
    }

    /// The export of the members that choose the model's class.
    private func choosingTree(of model: ModelObject, _ declared: ModelSchema) throws -> ExportedValue {
        if declared.overridesModelClass {
            return try Export.tree(
                model, ExportOptions(maxDepth: ExportedValue.levels(mapper.maximumDepth)), models: .members,
                allowsUnexportable: true)
        }
        let readers = schema.properties.filter { property in
            schema.discriminatorLevels.contains {
                let key = $0.discriminator.key.components
                return KeyMatcher.rank(of: property.exportedKey(.declared), for: key, options.keyMatching)
                    != nil
            }
        }
        // A path can lead into a model.
        return try tree(of: model, only: readers, keepsUnknown: true, models: .members)
    }

    /// A patch with the members of an object that it does not change.
    private static func adding(
        _ members: [String: Any], to patch: [String: Any], _ mode: MappingOptions.KeyMatching
    ) -> [String: Any] {
        let spellings = Dictionary(grouping: patch) { KeyFolding.fold($0.key) }
        var patch = patch
        for (key, value) in members {
            let changes = (spellings[KeyFolding.fold(key)] ?? []).filter {
                KeyMatcher.rank(of: $0.key, for: key, mode) != nil
            }
            if changes.isEmpty { patch[key] = value }
            for (spelling, change) in changes {
                guard case .object(let inner) = JSONValue(change), let value = value as? [String: Any] else {
                    continue
                }
                patch[spelling] = adding(value, to: inner, mode)
            }
        }
        return patch
    }
}
