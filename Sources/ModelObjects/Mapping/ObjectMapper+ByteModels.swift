/// Models, and arrays and dictionaries of models, from bytes.
extension ObjectMapper {
    /// Fills a property from a value with the right opening bracket: an array or dictionary of models, or a model if
    /// the property holds none yet.
    ///
    /// False if the property keeps its value.
    @inline(never)
    func fillModels(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage,
        _ reader: inout JSONReader, _ options: ResolvedOptions
    ) throws -> Bool {
        let offset = Int(slot.offset)
        let isFilled = try schema.withModels(at: index) { type, schema in
            switch slot.kind {
            case .modelDictionary:
                storage.storeModels(try readModelDictionary(type, schema, &reader, options), at: offset)
            case .modelArray:
                storage.storeModels(try readModelArray(type, schema, &reader, options), at: offset)
            default:
                let model = try readObject(type, schema, &reader, options, isElement: false)
                guard let model else { return false }
                storage.store(model: model, at: offset)
            }
            return true
        }
        // The table has no class for a redacted property.
        return try isFilled ?? fillThroughAccessor(schema, index, storage, &reader, options)
    }

    /// Makes a model of the element under the cursor; nil if it is rejected or is not an object.
    @inline(never)
    private func readElement(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader, _ around: ResolvedOptions
    ) throws -> ModelObject? {
        guard reader.peek() == UInt8(ascii: "{") else {
            return try readModelOnSlowPath(type, schema, &reader, around, isElement: true)
        }
        return try readObject(type, schema, &reader, around, isElement: true)
    }

    /// Makes a model of the object under the cursor; nil if it is rejected.
    @inline(__always)
    private func readObject(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader,
        _ around: ResolvedOptions, isElement: Bool
    ) throws -> ModelObject? {
        guard schema.isMadeDirectly else {
            return try readModelOnSlowPath(type, schema, &reader, around, isElement: isElement)
        }
        return try makeDirectly(type, schema, &reader, around, isElement: isElement)
    }

    /// Makes a model of exactly this class; nil if it is rejected.
    @inline(__always)
    private func makeDirectly(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader,
        _ around: ResolvedOptions, isElement: Bool
    ) throws -> ModelObject? {
        let model = type.init()
        guard let rejection = try fill(model, schema, around, &reader, isNew: true) else { return model }
        return recordRejection(rejection, context(in: around, isElement: isElement))
    }

    /// Makes a model of a class that has its own options or chooses what is made, or from another kind of value.
    @inline(never)
    private func readModelOnSlowPath(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader,
        _ around: ResolvedOptions, isElement: Bool
    ) throws -> ModelObject? {
        guard reader.peek() == UInt8(ascii: "{") else {
            let context = context(in: around, isElement: isElement)
            return try ModelConverter<ModelObject>(elementClass: type).read(&reader, context)
        }
        guard schema.isMadeDirectlyOnceChosen else {
            return try makeModel(type, &reader, context(in: around, isElement: isElement))
        }
        let chosen = try discriminatedClass(schema, around, ahead: reader)
        if let chosen {
            let chosenSchema = ModelSchema.of(chosen)
            if chosenSchema.isMadeDirectlyOnceChosen {
                return try makeDirectly(chosen, chosenSchema, &reader, around, isElement: isElement)
            }
        }
        let outcome = try make(chosen: chosen, declared: schema, &reader, around: around)
        return model(outcome, context(in: around, isElement: isElement))
    }

    /// Makes the model of an element of a stream; nil if the element is left out, which is recorded.
    func makeElement(_ type: ModelObject.Type, _ reader: inout JSONReader) throws -> ModelObject? {
        let schema = ModelSchema.of(type)
        return try readElement(type, schema, &reader, elementOptions(of: schema))
    }

    /// Makes the models of the elements under the cursor of an array, up to the first one that starts at or after an
    /// offset, or to the end of the array.
    ///
    /// - Returns: The models, and whether the array continues.
    func readModels(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader, upTo end: Int
    ) throws -> (models: [ModelObject], hasMore: Bool) {
        let options = elementOptions(of: schema)
        var hasMore = true
        let models = try collectedElements { isLast in
            let model = try readElement(type, schema, &reader, options)
            hasMore = try reader.hasNextElement()
            if hasMore { _ = reader.peek() }
            isLast = !hasMore || reader.offset >= end
            return model
        }
        return (models, hasMore)
    }

    func readModelArray(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader,
        _ options: ResolvedOptions
    ) throws -> [ModelObject] {
        guard try reader.enterArray() else { return [] }
        return try collectedElements { isLast in
            let model = try readElement(type, schema, &reader, options)
            isLast = try !reader.hasNextElement()
            return model
        }
    }

    func readModelDictionary(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader,
        _ options: ResolvedOptions
    ) throws -> [String: ModelObject] {
        guard try reader.enterObject() else { return [:] }
        var duplicates = DuplicateKeys()
        let members = try collectedElements { isLast in
            let key = reader.string(try reader.readKey())
            _ = reader.peek()
            if report != nil { recordDuplicate(of: key, at: reader.offset, &duplicates) }
            let model = try readElement(type, schema, &reader, options)
            isLast = try !reader.hasNextMember()
            return model.map { (key, $0) }
        }
        var models = [String: ModelObject](minimumCapacity: members.count)
        for (key, model) in members { models[key] = model }
        return models
    }
}
