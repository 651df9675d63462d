/// The values that an object held before a call.
final class ObjectSnapshot {
    let object: ModelObject
    let schema: ModelSchema
    private let image: StorageImage
    /// The values of properties in property wrappers, by property: a wrapper may keep its value elsewhere, so that its
    /// copy in the image has the new one.
    private let wrappedValues: [Int: Any]
    private let unknownValues: [String: Any]?

    init(_ object: ModelObject, _ schema: ModelSchema) {
        self.object = object
        self.schema = schema
        let storage = PropertyStorage(object)
        image = StorageImage(of: storage, schema.imageLayout)
        var wrappedValues: [Int: Any] = [:]
        for index in schema.wrapped { wrappedValues[index] = schema.properties[index].accessor.load(storage) }
        self.wrappedValues = wrappedValues
        unknownValues = object.attachment?.unknownValues
    }

    /// The values that the object holds now.
    var now: ObjectSnapshot { ObjectSnapshot(object, schema) }

    /// The value that a property held.
    func value(of index: Int) -> Any {
        wrappedValues[index] ?? schema.properties[index].accessor.load(image.storage)
    }

    /// Restores all values; those in property wrappers last, because their setters are the app's code.
    func restore() {
        restore(schema.properties.indices.filter { wrappedValues[$0] == nil } + schema.wrapped)
    }

    /// The properties whose values differ from those that the object holds now; for models, those that hold other
    /// objects.
    func changed() -> [Int] {
        var comparison = ModelComparison(models: .byIdentity)
        return schema.properties.indices.filter { !isUnchanged($0, &comparison) }
    }

    private func isUnchanged(_ index: Int, _ comparison: inout ModelComparison) -> Bool {
        let (accessor, storage) = (schema.properties[index].accessor, PropertyStorage(object))
        let wrapped = wrappedValues[index]
        return comparison.decide { comparison in
            wrapped.map { accessor.isEqual($0, storage, &comparison) }
                ?? comparison.isEqual(at: index, of: schema, image.storage, storage)
        }
    }

    /// Restores the values of some properties, and those of unknown keys.
    func restore(_ properties: some Sequence<Int>) {
        for index in properties { restore(index) }
        object.attachment?.unknownValues = unknownValues
    }

    /// Restores the value of a property.
    ///
    /// A property wrapper is stored itself, because its setter may not take the old value back. The setter is called only
    /// if the wrapper keeps its value elsewhere, and so still has the new one.
    func restore(_ index: Int) {
        let (accessor, storage) = (schema.properties[index].accessor, PropertyStorage(object))
        accessor.copyMemory(image.storage, to: storage)
        guard let value = wrappedValues[index] else { return }
        var comparison = ModelComparison(models: .byIdentity)
        if !isUnchanged(index, &comparison) { _ = accessor.store(value, storage) }
    }

    /// The models that properties of the object held, and that a call may fill in place.
    var models: [ModelObject] {
        schema.properties.indices.compactMap { index in
            schema.slots[index].isModel ? asModel(value(of: index)) : nil
        }
    }
}
