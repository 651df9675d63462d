/// What an object held before a call.
struct ObjectSnapshot {
    let object: ModelObject
    let values: [Any]
    private let schema: ModelSchema
    private let unknownValues: [String: Any]?

    init(_ object: ModelObject, _ schema: ModelSchema) {
        self.object = object
        self.schema = schema
        let storage = PropertyStorage(object)
        values = schema.properties.map { $0.accessor.load(storage) }
        unknownValues = object.attachment?.unknownValues
    }

    /// What the object holds now.
    var now: ObjectSnapshot { ObjectSnapshot(object, schema) }

    func restore() {
        let storage = PropertyStorage(object)
        for (property, value) in zip(schema.properties, values) {
            _ = property.accessor.store(value, storage)
        }
        object.attachment?.unknownValues = unknownValues
    }
}
