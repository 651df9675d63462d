/// Models from the dictionaries in a dictionary, on fast paths if those are `[String: Any]`, as nearly all of them
/// are.
///
/// (If the words of an `Any` are not inspected, no slot has a model kind.)
extension ObjectMapper {
    /// Fills a property that holds models from a member of a dictionary.
    ///
    /// Returns nil and does nothing if there is no fast path.
    @inline(never)
    func fillModels(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, key: String,
        _ value: Any, _ context: MappingContext
    ) throws -> Bool? {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .model:
            guard !storage.holdsObject(at: offset),
                let dictionary = uncheckedInlineValue(value, as: [String: Any].self)
            else { return nil }
            return try schema.modelClasses[index].map { type in
                try at(.key(key)) {
                    guard let model = try makeDictionaryModel(type, dictionary, context) else { return false }
                    storage.store(model: model, at: offset)
                    return true
                }
            }
        case .modelArray:
            guard let values = uncheckedInlineValue(value, as: [Any].self), holdsDictionaries(values)
            else { return nil }
            return try schema.modelClasses[index].map { type in
                try at(.key(key)) {
                    storage.storeModels(try makeModels(type, values, context.forElements), at: offset)
                    return true
                }
            }
        case .modelDictionary:
            guard let members = uncheckedInlineValue(value, as: [String: Any].self),
                holdsDictionaries(members.values)
            else { return nil }
            return try schema.modelClasses[index].map { type in
                try at(.key(key)) {
                    storage.storeModels(try makeModels(type, members, context.forElements), at: offset)
                    return true
                }
            }
        default:
            return nil
        }
    }

    private func makeDictionaryModel(
        _ type: ModelObject.Type, _ dictionary: [String: Any], _ context: MappingContext
    ) throws -> ModelObject? {
        try ModelSchema.with(type) { schema in
            guard schema.isMadePlainly else { return try makeModel(type, dictionary, context) }
            let model = type.init()
            let refusal = try fillGuarded(model, schema, context.options, dictionary, isNew: true)
            guard let refusal else { return model }
            return refuse(refusal, context)
        }
    }

    private func makeModels(
        _ type: ModelObject.Type, _ values: [Any], _ context: MappingContext
    ) throws -> [ModelObject] {
        try nested {
            var models: [ModelObject] = []
            models.reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                guard let dictionary = uncheckedInlineValue(value, as: [String: Any].self) else { continue }
                let model = try withAutoreleasePool {
                    try at(.index(index)) { try makeDictionaryModel(type, dictionary, context) }
                }
                if let model { models.append(model) }
            }
            return models
        }
    }

    /// Makes the models in the order of their keys, so that problems are always reported in the same order.
    private func makeModels(
        _ type: ModelObject.Type, _ members: [String: Any], _ context: MappingContext
    ) throws -> [String: ModelObject] {
        try nested {
            var models = [String: ModelObject](minimumCapacity: members.count)
            for (key, value) in members.sorted(byText: \.key) {
                guard let dictionary = uncheckedInlineValue(value, as: [String: Any].self) else { continue }
                models[key] = try withAutoreleasePool {
                    try at(.key(key)) { try makeDictionaryModel(type, dictionary, context) }
                }
            }
            return models
        }
    }

    private func holdsDictionaries(_ values: some Sequence<Any>) -> Bool {
        values.allSatisfy { uncheckedBoxedType(of: $0) == [String: Any].self }
    }
}
