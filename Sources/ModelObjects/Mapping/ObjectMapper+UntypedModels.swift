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
        let offset = Int(slot.offset)
        switch slot.kind {
        case .model:
            guard let dictionary = value.value(as: [String: Any].self) else { return nil }
            if storage.holdsObject(at: offset) {
                return try fillInPlace(schema, index, slot, storage, options) { model, schema in
                    try at(.key(key)) {
                        try fill(model, schema, options, dictionary, isNew: !isUpdate)
                    }
                }
            }
            return try schema.withModels(at: index) { type, schema in
                try at(.key(key)) {
                    let model = try makeModel(type, schema, dictionary, options, isElement: false)
                    guard let model else { return false }
                    storage.store(model: model, at: offset)
                    return true
                }
            }
        case .modelArray:
            guard let values = value.value(as: [Any].self), holdDictionaries(values) else { return nil }
            return try schema.withModels(at: index) { type, schema in
                try at(.key(key)) {
                    storage.storeModels(try makeModels(type, schema, values, options), at: offset)
                    return true
                }
            }
        case .modelDictionary:
            guard !isMergePatch, let members = value.value(as: [String: Any].self),
                holdDictionaries(members)
            else { return nil }
            return try schema.withModels(at: index) { type, schema in
                try at(.key(key)) {
                    storage.storeModels(try makeModels(type, schema, members, options), at: offset)
                    return true
                }
            }
        default:
            return nil
        }
    }

    private func makeModel(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ dictionary: [String: Any],
        _ options: ResolvedOptions, isElement: Bool
    ) throws -> ModelObject? {
        guard schema.isMadeDirectly else {
            return try makeModel(type, dictionary, context(in: options, isElement: isElement))
        }
        let model = type.init()
        let rejection = try fill(model, schema, options, dictionary, isNew: true)
        guard let rejection else { return model }
        return recordRejection(rejection, context(in: options, isElement: isElement))
    }

    private func makeModels(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ values: [Any], _ options: ResolvedOptions
    ) throws -> [ModelObject] {
        try nested {
            var models: [ModelObject] = []
            models.reserveCapacity(values.count)
            try values.lendElements { index, value in
                guard let dictionary = value.value(as: [String: Any].self) else { return }
                let model = try withAutoreleasePool {
                    try at(.index(index)) {
                        try makeModel(type, schema, dictionary, options, isElement: true)
                    }
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
                let dictionary = LentValue.lend(value) { $0.value(as: [String: Any].self) }
                guard let dictionary else { continue }
                models[key] = try withAutoreleasePool {
                    try at(.key(key)) { try makeModel(type, schema, dictionary, options, isElement: true) }
                }
            }
            return models
        }
    }

    private func holdDictionaries(_ values: [Any]) -> Bool {
        var areDictionaries = true
        values.lendElements { _, value in
            if value.boxedType != [String: Any].self { areDictionaries = false }
        }
        return areDictionaries
    }

    private func holdDictionaries(_ values: [String: Any]) -> Bool {
        var members = LentMembers(values)
        while let member = members.next() {
            if member.value.boxedType != [String: Any].self { return false }
        }
        return true
    }
}
