/// The classes that discriminators and hooks choose for a coder's content.
///
/// The mapper chooses each class again. Here, it only determines the types in which values are requested.
extension CoderReader {
    /// The members that name the class of a model, untyped, for all discriminators that its class has.
    func classNames(
        in container: KeyedDecodingContainer<CoderKey>, _ schema: ModelSchema
    ) throws -> [String: Any] {
        var names: [String: Any] = [:]
        for level in schema.discriminatorLevels {
            let matcher = ModelSchema.of(level.classes[0])
                .discriminatorMatcher(schema.options.setKeyMatching ?? keyMatching)
            names.merge(try classNames(in: container, matcher)) { $1 }
        }
        // A path leads into other values, which the mapper needs in the types of their properties.
        return names.filter { !($0.value is [Any] || $0.value is [String: Any]) }
    }

    /// The members that a discriminator reads.
    ///
    /// Objects that its path leads into contain only members on the path.
    private func classNames(
        in container: KeyedDecodingContainer<CoderKey>, _ matcher: KeyMatcher?
    ) throws -> [String: Any] {
        guard let matcher else { return [:] }
        var names: [String: Any] = [:]
        for key in container.allKeys {
            let matches = matcher.matches(key.stringValue)
            if matches.isEmpty { continue }
            func name(_ decoder: any Decoder) throws -> Any {
                if case .path(let node)? = matches.first?.target, matches.count == 1,
                    let inner = try? decoder.container(keyedBy: CoderKey.self)
                {
                    return try classNames(in: inner, node.matcher)
                }
                return try convertingKeys.untyped(decoder)
            }
            names[key.stringValue] = try value(of: key, in: container, name)
        }
        return names
    }

    /// The class that the mapper will choose, if `willMap` doesn't change the payload.
    func chosenClass(
        _ declared: ModelObject.Type, _ container: KeyedDecodingContainer<CoderKey>, _ decoder: any Decoder,
        _ existing: ModelObject?
    ) throws -> ModelObject.Type {
        let schema = ModelSchema.of(declared)
        guard schema.isPolymorphic else { return existing.map { type(of: $0) } ?? declared }
        let mapper = ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false)
        var around = MappingOptions()
        around.keyMatching = keyMatching
        let options = ResolvedOptions(
            call: nil, own: schema.options, around: ResolvedOptions(call: nil, own: around, around: nil))
        if schema.overridesModelClass {
            let dictionary = try convertingKeys.untyped(decoder) as? [String: Any] ?? [:]
            return mapper.chosenClass(schema, dictionary, options, existing: existing).type ?? declared
        }
        let kept = mapper.keptClass(of: existing, declared)
        func search(_ schema: ModelSchema) throws -> ClassChoice? {
            let names = try classNames(in: container, schema.discriminatorMatcher(options.keyMatching))
            return try mapper.search(schema, .init(whole: names), options, PayloadSource())
        }
        return try mapper.followDiscriminators(from: search(schema), schema, kept: kept, search).type
            ?? declared
    }
}
