/// Merge patches that name the class of a model.
///
/// Worked example, for a Visa in a property `var p: Payment?`:
///
///     its names       {"method": "card", "brand": "visa"}
///     the patch       {"brand": null, "amount": 5}
///     both together   {"method": "card", "brand": null, "amount": 5}    Payment finds a Card for them
///     a new Card of   {"method": "card", "amount": 5}
extension MergePatch {
    /// The payload of the object that replaces a model because a patch names another class; nil if the model is filled
    /// in place.
    ///
    /// - Parameter content: What the place of the model holds.
    func replacement(
        of model: ModelObject, _ patch: [String: Any], _ content: TypeContent
    ) throws -> [String: Any]? {
        guard let type = content.placedClass else { return nil }
        let (schema, declared) = (ModelSchema.of(Swift.type(of: model)), ModelSchema.of(type))
        if declared.overridesModelClass, let chosen = type.modelClass(for: patch) {
            return mapper.allowed(chosen, type) == schema.type ? nil : try new(patch, content)
        }
        let mode = keyMatching(schema)
        guard let top = schema.levels(below: declared).last,
            patch.keys.contains(where: { schema.isDiscriminatorKey($0, mode) })
        else {
            return nil
        }
        let readers = schema.properties.filter { property in
            schema.discriminatorLevels.contains {
                let key = $0.discriminator.key.components
                return KeyMatcher.rank(of: property.exportedKey(.declared), for: key, mode) != nil
            }
        }
        let document = try tree(of: model, schema, only: readers, keepsUnknown: true)
        let names = mapper.names(in: document, of: schema)
        let patched = Self.adding(names, to: patch, mode)
        let found = mapper.classFound(by: declared, in: patched)
        // A patch that leaves no text for the declared class does not say what the model becomes.
        if found == schema.type || found == nil && mapper.name(top, in: patched, of: schema) == nil
            || mapper.changedName(of: schema, declared, from: names, to: patched) == nil
        {
            mapper.detailed.keptModels.insert(ObjectIdentifier(model))
            return nil
        }
        let other = found.map { ModelSchema.of($0) } ?? declared
        let kept = names.filter { other.isDiscriminatorKey($0.key, mode) }
        return try update(Self.adding(kept, to: patch, mode), of: nil, other, path: [])
    }

    /// A patch with the members of an object that it does not change.
    private static func adding(
        _ members: [String: Any], to patch: [String: Any], _ mode: MappingOptions.KeyMatching
    ) -> [String: Any] {
        var patch = patch
        for (key, value) in members {
            let changes = patch.filter { KeyMatcher.rank(of: $0.key, for: key, mode) != nil }
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
