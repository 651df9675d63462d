/// A model in a payload that is filled in place, at any depth of a container.
struct PatchedModel {
    let model: ModelObject
    /// The members that change, in the form of an update.
    let changes: [String: Any]
}

/// An object of a merge patch for a property with a dictionary, which the property's converter applies.
struct DictionaryPatch {
    /// The dictionary before the patch; nil for a new one.
    let old: Any?
    let members: [String: Any]
}

extension ObjectMapper {
    /// What a value of a merge patch gives for an entry of a dictionary.
    ///
    /// - Parameters:
    ///   - old: The value of the entry; nil for a new one.
    ///   - content: The content of the dictionary's values.
    func merged(_ value: Any, into old: Any?, _ content: TypeContent) throws -> Any {
        guard case .object(let patch) = JSONValue(value) else { return value }
        if old.flatMap({ ModelObjects.model(in: $0) }) == nil {
            if content.levels.first == .dictionary { return DictionaryPatch(old: old, members: patch) }
            // In a new model, null is a value.
            if content.levels.isEmpty, content.modelClass != nil { return value }
        }
        return try MergePatch(self).merged(patch, into: old)
    }

    /// Gives a property the value of a new object: what null in a merge patch means for one that has no null.
    func storeDefault(_ accessor: any PropertyAccessor, _ storage: PropertyStorage) {
        let fresh = type(of: storage.object).init()
        _ = accessor.store(accessor.load(PropertyStorage(fresh)), storage)
        withExtendedLifetime(fresh) {}
    }

    /// Removes a property's value: an Optional becomes nil, a `Presence` missing, and any other property gets the value
    /// of a new object.
    func remove(_ property: Int, of model: ModelObject, _ schema: ModelSchema) {
        remember(model, schema)
        let accessor = schema.properties[property].accessor
        let storage = PropertyStorage(model)
        if !accessor.clear(storage, forNull: false) { storeDefault(accessor, storage) }
        withExtendedLifetime(model) {}
    }

    /// The model of a patched element.
    func fill(_ patched: PatchedModel, _ declared: ModelObject.Type, _ context: MappingContext) throws
        -> ModelObject?
    {
        detailed.patchedModels.insert(ObjectIdentifier(patched.model))
        return try nested { try fillNested(patched.model, declared, patched.changes, context) }
    }
}
