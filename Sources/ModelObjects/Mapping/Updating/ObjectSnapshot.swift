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

    func restore() { restore(schema.properties.indices) }

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
