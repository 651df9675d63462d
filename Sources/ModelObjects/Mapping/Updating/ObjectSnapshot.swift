/// The values that an object held before a call.
struct ObjectSnapshot {
    let object: ModelObject
    let schema: ModelSchema
    let values: [Any]
    /// The property wrappers, by property.
    private let wrappers: [Int: Any]
    private let unknownValues: [String: Any]?

    init(_ object: ModelObject, _ schema: ModelSchema) {
        self.object = object
        self.schema = schema
        let storage = PropertyStorage(object)
        values = schema.properties.map { $0.accessor.load(storage) }
        var wrappers: [Int: Any] = [:]
        for (index, property) in schema.properties.enumerated() where property.isWrapped {
            wrappers[index] = property.accessor.wrapper(in: storage)
        }
        self.wrappers = wrappers
        unknownValues = object.attachment?.unknownValues
    }

    /// The values that the object holds now.
    var now: ObjectSnapshot { ObjectSnapshot(object, schema) }

    /// Restores all values; those in property wrappers last, because their setters are the app's code.
    func restore() {
        restore(schema.properties.indices.filter { wrappers[$0] == nil } + wrappers.keys.sorted())
    }

    /// The properties whose values differ from those that the object holds now; for models, those that hold other
    /// objects.
    func changed() -> [Int] {
        var comparison = ModelComparison(models: .byIdentity)
        return schema.properties.indices.filter { !isUnchanged($0, &comparison) }
    }

    private func isUnchanged(_ index: Int, _ comparison: inout ModelComparison) -> Bool {
        let (accessor, storage) = (schema.properties[index].accessor, PropertyStorage(object))
        return comparison.decide { accessor.isEqual(values[index], storage, &$0) }
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
        if let wrapper = wrappers[index] {
            accessor.store(wrapper: wrapper, in: storage)
            var comparison = ModelComparison(models: .byIdentity)
            if isUnchanged(index, &comparison) { return }
        }
        _ = accessor.store(values[index], storage)
    }

    /// The models that properties of the object held, and that a call may fill in place.
    var models: [ModelObject] {
        schema.properties.indices.compactMap { index in
            schema.slots[index].isModel ? model(in: values[index]) : nil
        }
    }
}
