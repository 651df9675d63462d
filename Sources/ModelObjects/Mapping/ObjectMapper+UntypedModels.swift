/// Models, and arrays and dictionaries of models, from untyped dictionaries, with fast paths for `[String:
/// Any]`.
///
/// (If the words of an `Any` are not inspected, no slot has a model kind.)
extension ObjectMapper {
    /// Fills a property that holds models from a member of a dictionary.
    ///
    /// Returns nil and does nothing if there is no fast path.
    @inline(never)
    func fillModels(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, key: String,
        _ value: LentValue, _ options: ResolvedOptions
    ) throws -> Bool? {
        guard slot.holdsModels else { return nil }
        let offset = Int(slot.offset)
        let isFilled = try schema.withModels(at: index) { type, schema -> Bool? in
            try at(.key(key)) {
                switch slot.kind {
                case .modelDictionary where !isMergePatch:
                    guard let members = value.value(as: [String: Any].self) else { return nil }
                    storage.storeModels(try makeModels(type, schema, members, options), at: offset)
                case .modelArray:
                    guard let values = value.value(as: [Any].self) else { return nil }
                    storage.storeModels(try makeModels(type, schema, values, options), at: offset)
                case .model where !storage.holdsObject(at: offset):
                    guard let dictionary = value.value(as: [String: Any].self) else { return nil }
                    let model = try makeModel(type, schema, dictionary, options, isElement: false)
                    guard let model else { return false }
                    storage.store(model: model, at: offset)
                default: return nil
                }
                return true
            }
        }
        return isFilled ?? nil
    }

    private func makeModel(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ dictionary: [String: Any],
        _ options: ResolvedOptions, isElement: Bool
    ) throws -> ModelObject? {
        guard schema.isMadePlainly else {
            return try makeModel(type, dictionary, context(in: options, isElement: isElement))
        }
        let model = type.init()
        let refusal = try fill(model, schema, options, dictionary, isNew: true)
        guard let refusal else { return model }
        return refuse(refusal, context(in: options, isElement: isElement))
    }

    /// Makes a model of a value in an array or a dictionary; nil if it is rejected or is no model.
    private func makeElement(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ value: LentValue, _ options: ResolvedOptions
    ) throws -> ModelObject? {
        if let dictionary = value.value(as: [String: Any].self) {
            return try withAutoreleasePool {
                try makeModel(type, schema, dictionary, options, isElement: true)
            }
        }
        func convert<Model: ModelObject>(to type: Model.Type) throws -> ModelObject? {
            let converter = ModelConverter<Model>(elementClass: type)
            return try converter.convert(any: value.any, context(in: options, isElement: true))
        }
        // Opens to the class itself; `ModelObject.Type` would not.
        let model: any ModelClass.Type = type
        return try convert(to: model)
    }

    /// - Parameter checksDepth: Whether the depth of each element must be checked, just before it is mapped.
    func makeModels(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ values: [Any], _ options: ResolvedOptions,
        checksDepth: Bool = false
    ) throws -> [ModelObject] {
        try nested {
            var models: [ModelObject] = []
            models.reserveCapacity(values.count)
            try values.lendElements { index, value in
                let model = try at(.index(index)) {
                    if checksDepth { try checkDepth(of: value.any, inside: 1) }
                    return try makeElement(type, schema, value, options)
                }
                if let model { models.append(model) }
            }
            return models
        }
    }

    /// Makes the models in the order of their keys, so that problems are always reported in the same order.
    private func makeModels(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ members: [String: Any], _ options: ResolvedOptions
    ) throws -> [String: ModelObject] {
        try nested {
            var models = [String: ModelObject](minimumCapacity: members.count)
            for (key, value) in members.sorted(byText: \.key) {
                models[key] = try at(.key(key)) {
                    try LentValue.lend(value) { try makeElement(type, schema, $0, options) }
                }
            }
            return models
        }
    }
}
