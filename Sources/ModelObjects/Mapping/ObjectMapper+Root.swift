/// The outermost object, array or dictionary that a call requests.
extension ObjectMapper {
    /// Makes the object that a call requests.
    func makeRoot<Model: ModelObject>(_ type: Model.Type, _ reader: inout JSONReader) throws -> Model {
        KnownClass.model(try model(of: make(type, &reader, around: nil)), as: Model.self)
    }

    func makeRoot<Model: ModelObject>(_ type: Model.Type, _ dictionary: [String: Any]) throws -> Model {
        KnownClass.model(try model(of: make(type, dictionary, around: nil)), as: Model.self)
    }

    private func model(of outcome: Outcome) throws -> ModelObject {
        switch outcome {
        case .made(let model): return model
        case .rejected(let problem): throw MappingCall.Rejection(problem: problem)
        }
    }

    /// Makes the objects of the array under the cursor.
    func makeArray<Model: ModelObject>(_ type: Model.Type, _ reader: inout JSONReader) throws -> [Model] {
        report?.beginContainer(.init(levels: [.array], modelClass: type))
        let schema = ModelSchema.of(type)
        let models = try readModelArray(type, schema, &reader, elementOptions(of: schema))
        return KnownClass.array(models, as: Model.self, schema.shortcuts)
    }

    /// - Parameter checksDepth: Whether the depth of each element must be checked. That is done just before the element
    ///   is mapped: a separate pass over a large array would read all its memory from outside the processor's caches.
    func makeArray<Model: ModelObject>(
        _ type: Model.Type, _ array: [Any], checksDepth: Bool
    ) throws -> [Model] {
        report?.beginContainer(.init(levels: [.array], modelClass: type))
        let converter = ModelConverter<Model>(elementClass: type)
        let options = elementOptions(of: ModelSchema.of(type))
        let context = MappingContext(mapper: self, options: options).forElements
        return try nested {
            var models: [Model] = []
            models.reserveCapacity(array.count)
            for (index, value) in array.enumerated() {
                let model = try at(.index(index)) {
                    if checksDepth { try checkDepth(of: value, inside: 1) }
                    return try converter.convert(any: value, context)
                }
                if let model { models.append(model) }
            }
            return models
        }
    }

    /// Makes the objects of the members of the object under the cursor.
    func makeDictionary<Model: ModelObject>(
        _ type: Model.Type, _ reader: inout JSONReader
    ) throws -> [String: Model] {
        report?.beginContainer(.init(levels: [.dictionary], modelClass: type))
        let schema = ModelSchema.of(type)
        let models = try readModelDictionary(type, schema, &reader, elementOptions(of: schema))
        return KnownClass.dictionary(models, as: Model.self, schema.shortcuts)
    }

    func makeDictionary<Model: ModelObject>(
        _ type: Model.Type, _ dictionary: [String: Any]
    ) throws -> [String: Model] {
        report?.beginContainer(.init(levels: [.dictionary], modelClass: type))
        let converter = DictionaryConverter(
            key: KeyConversion<String>.text, value: ModelConverter<Model>(elementClass: type))
        let context = MappingContext(mapper: self, options: elementOptions(of: ModelSchema.of(type)))
        return try converter.convert(.object(dictionary), context) ?? [:]
    }

    /// Fills the object that a call is made on.
    ///
    /// No class is chosen, because the object already exists.
    func fillRoot(_ object: ModelObject, _ reader: inout JSONReader) throws {
        let rejection = try ModelSchema.with(type(of: object)) { schema -> ProblemRecord? in
            if schema.overridesWillMap, try needsWillMapResult(schema, reader) {
                let offset = reader.offset
                let dictionary = try reader.readObject()
                try at(offset) { try fillRoot(object, dictionary) }
                return nil
            }
            if isUpdate { takeSnapshot(of: object, schema) }
            return try withOptions(for: schema) { options in
                try fill(object, schema, options, &reader, isNew: !isUpdate)
            }
        }
        if let rejection { throw MappingCall.Rejection(problem: rejection) }
    }

    func fillRoot(_ object: ModelObject, _ dictionary: [String: Any]) throws {
        let schema = ModelSchema.of(type(of: object))
        guard let dictionary = payloadFromWillMap(of: schema, dictionary) else {
            throw MappingCall.Rejection(problem: rejectedByWillMap(schema.type))
        }
        if isUpdate { takeSnapshot(of: object, schema) }
        let options = options(for: schema, around: nil)
        if let rejection = try fill(object, schema, options, dictionary, isNew: !isUpdate) {
            throw MappingCall.Rejection(problem: rejection)
        }
    }
}
