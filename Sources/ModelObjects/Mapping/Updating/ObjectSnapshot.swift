/// The values that an object held before a call.
struct ObjectSnapshot {
    let object: ModelObject
    let schema: ModelSchema
    let values: [Any]
    private let unknownValues: [String: Any]?

    init(_ object: ModelObject, _ schema: ModelSchema) {
        self.object = object
        self.schema = schema
        let storage = PropertyStorage(object)
        values = schema.properties.map { $0.accessor.load(storage) }
        unknownValues = object.attachment?.unknownValues
    }

    /// The values that the object holds now.
    var now: ObjectSnapshot { ObjectSnapshot(object, schema) }

    /// Restores all values.
    ///
    /// The setter of a property wrapper is called only if its value has changed.
    func restore() {
        let wrapped = changed { !$0.accessor.isPlain }
        restore(schema.properties.indices.filter { schema.properties[$0].accessor.isPlain } + wrapped)
    }

    /// The properties whose values differ from those that the object holds now; for models, those that hold other
    /// objects.
    func changed(where isIncluded: (Property) -> Bool = { _ in true }) -> [Int] {
        var comparison = ModelComparison(models: .byIdentity)
        let storage = PropertyStorage(object)
        return schema.properties.indices.filter { index in
            let property = schema.properties[index]
            return isIncluded(property)
                && !comparison.decide { property.accessor.isEqual(values[index], storage, &$0) }
        }
    }

    /// Restores the values of some properties, and those of unknown keys.
    func restore(_ properties: some Sequence<Int>) {
        let storage = PropertyStorage(object)
        for index in properties { _ = schema.properties[index].accessor.store(values[index], storage) }
        object.attachment?.unknownValues = unknownValues
    }

    /// The models that properties of the object held, and that a call may fill in place.
    var models: [ModelObject] {
        schema.properties.indices.compactMap { index in
            schema.slots[index].isModel ? model(in: values[index]) : nil
        }
    }
}
