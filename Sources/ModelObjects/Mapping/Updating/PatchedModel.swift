/// A model in a payload that is filled in place, at any depth of a container.
struct PatchedModel {
    let model: ModelObject
    /// The members that change, in the form of an update.
    let changes: [String: Any]
}

extension ObjectMapper {
    /// Records that the model of a property is replaced by a new one, not filled in place.
    func willReplaceModel(of property: Property, in object: ModelObject) {
        details.patch.replacedModels[ObjectIdentifier(object), default: []].insert(property.accessor.offset)
    }

    func replacesModel(at offset: Int, in storage: PropertyStorage) -> Bool {
        isPatch
            && detailsIfMade?.patch.replacedModels[ObjectIdentifier(storage.object)]?.contains(offset) == true
    }

    /// Removes a property's value: an Optional becomes nil, a `Presence` missing, and any other property gets the value
    /// of a new object.
    func remove(_ property: Int, of model: ModelObject, _ schema: ModelSchema) {
        let accessor = schema.properties[property].accessor
        let storage = PropertyStorage(model)
        if !accessor.clear(storage, isAbsent: true) { accessor.storeDefault(storage) }
        withExtendedLifetime(model) {}
    }

    /// Fills a property with a whole value.
    ///
    /// An object makes a new model, instead of updating the existing one. If the declared class has no subclasses that a
    /// payload can name, the model keeps its class.
    ///
    /// False if the property keeps its value.
    func replace(
        _ property: Property, _ storage: PropertyStorage, with value: JSONValue, _ context: MappingContext
    ) throws -> Bool {
        let accessor = property.accessor
        guard let model = accessor.model(in: storage).map(ObjectIdentifier.init) else {
            return try accessor.fill(storage, from: value, context)
        }
        details.patch.outdatedModels.insert(model)
        defer { details.patch.outdatedModels.remove(model) }
        return try accessor.fill(storage, from: value, context)
    }

    /// Whether a new object takes the place of a model: see `replace`.
    func isOutdated(_ model: ModelObject) -> Bool {
        isPatch && detailsIfMade?.patch.outdatedModels.contains(ObjectIdentifier(model)) == true
    }

    /// The model of a patched element.
    func fill(_ patched: PatchedModel, _ declared: ModelObject.Type, _ context: MappingContext) throws
        -> ModelObject?
    {
        details.patch.changedModels.insert(ObjectIdentifier(patched.model))
        let isAroundNew = fillsNewObject
        fillsNewObject = false
        defer { fillsNewObject = isAroundNew }
        // A hook around it got the model, so its changes are still to be converted.
        return try withPlainValues(if: false) {
            try fillNested(patched.model, declared, patched.changes, context)
        }
    }

    /// Checks that a patch has set no required property to nil, for example by a text that means null.
    func checkRemovals(from object: ModelObject, _ schema: ModelSchema) throws {
        let storage = PropertyStorage(object)
        defer { withExtendedLifetime(object) {} }
        for index in schema.required {
            let property = schema.properties[index]
            guard isNull(property.accessor.load(storage)),
                let before = lastSnapshot(of: object),
                !isNull(before.value(of: index))
            else { continue }
            let place = currentLocation.path.components + property.firstInput.steps
            throw ModelError.cannotRemove(property, at: place, found: "null")
        }
    }

    private func isNull(_ value: Any) -> Bool {
        contentOfPresence(value).map { JSONValue($0).isNull } ?? true
    }
}

extension ModelError {
    static func cannotRemove(_ property: Property, at path: [PathComponent], found: String) -> ModelError {
        ModelError(
            .missingRequired, at: path, "Required `\(property.name)` cannot be removed",
            expected: property.accessor.expected, found: found)
    }
}
