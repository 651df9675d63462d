/// A model in a payload that is filled in place, at any depth of a container.
struct PatchedModel {
    let model: ModelObject
    /// The members that change, in the form of an update.
    let changes: [String: Any]
}

extension ObjectMapper {
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
