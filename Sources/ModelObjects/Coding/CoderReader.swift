import Foundation

/// Reads a coder's content into dictionaries, which the mapper then maps with its rules, fuzzy keys, hooks and
/// polymorphism.
///
/// The class's properties only determine the type in which each value is requested.
struct CoderReader {
    /// From this depth on, an untyped value of JSON is tried as a container first.
    ///
    /// JSONDecoder makes an error for each type that the value doesn't have, and on Linux, the time for an error grows with
    /// the square of the depth: it is 1 ms at level 400. Values at such depths are nearly always containers.
    static let containersFirst = 16

    /// The number of objects and arrays that enclose the value.
    private(set) var depth: Int
    /// The maximum of `depth`.
    let limit: Int
    /// Whether the coder is one for JSON, which has an object or an array only where the payload has one.
    let isJSON: Bool
    /// Whether dictionaries are decoded as such, so that no key strategy converts their keys.
    private(set) var decodesDictionaries: Bool
    /// Whether the values of keys without a property are read, because a class around them may use them.
    private var readsUnknownValues = false
    /// How keys match in the model around the value.
    private(set) var keyMatching = MappingOptions.KeyMatching.fuzzy

    init(depth: Int, limit: Int, isJSON: Bool) {
        (self.depth, self.limit, self.isJSON) = (depth, limit, isJSON)
        decodesDictionaries = isJSON
    }

    /// The reader for models and Codable types, whose keys the coder's strategy converts.
    var convertingKeys: CoderReader {
        var reader = self
        reader.decodesDictionaries = false
        return reader
    }

    /// The reader for the contents of an object or an array.
    ///
    /// - Throws: `DecodingError` if the nesting is too deep, or this thread's stack has no room for it.
    func inside(_ decoder: any Decoder) throws -> CoderReader {
        let isLow = depth > 0 && StackSpace.current.isLow
        guard depth < limit, !isLow else {
            let error = ModelError.tooDeep(
                levels: depth, isOfStack: isLow, at: [PathComponent](decoder.codingPath))
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: error.description,
                    underlyingError: error
                ))
        }
        var reader = self
        reader.depth += 1
        return reader
    }

    // MARK: Models

    /// The dictionary of a model; nil if the coder has no object here.
    ///
    /// - Parameter existing: the object that the mapper will fill, unless the coder names another class.
    func model(
        _ declared: ModelObject.Type, _ decoder: any Decoder, existing: ModelObject? = nil
    ) throws -> Any? {
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
        let schema = ModelSchema.of(try chosenClass(declared, container, decoder, existing))
        let object = existing.flatMap { type(of: $0) == schema.type ? $0 : nil }
        var reader = try inside(decoder)
        guard ModelSchema.of(declared).isPolymorphic else {
            return try reader.members(of: container, schema, object)
        }
        // The mapper chooses the class again.
        reader.readsUnknownValues = true
        return try reader.members(of: container, schema, object)
            .merging(reader.classNames(in: container, schema)) { $1 }
    }

    /// The members of a model, each in the type of the property that its key matches.
    func members(
        of container: KeyedDecodingContainer<CoderKey>, _ schema: ModelSchema, _ object: ModelObject?
    ) throws -> [String: Any] {
        var reader = self
        if schema.usesUnknownValues { reader.readsUnknownValues = true }
        reader.keyMatching = schema.options.setKeyMatching ?? keyMatching
        let matcher = schema.matcher(reader.keyMatching)
        return try reader.members(of: container) { key in
            let matches = matcher.matches(key)
            if reader.skips(matches) { return nil }
            return (reader.form(of: matches, schema), { try reader.member($0, matches, schema, object) })
        }
    }

    /// The members of an object.
    ///
    /// Coders other than those for JSON can have values that no standard type represents. They don't fit any property, and
    /// are left out if they have none.
    ///
    /// - Parameter part: Returns the form of a key's value, nil if it has no property, and a function that reads it; nil
    ///   for a key whose value isn't used.
    func members(
        of container: KeyedDecodingContainer<CoderKey>,
        _ part: (String) -> (form: CoderForm?, read: (any Decoder) throws -> Any)?
    ) throws -> [String: Any] {
        var members: [String: Any] = [:]
        for key in container.allKeys {
            guard let (form, read) = part(key.stringValue) else {
                members[key.stringValue] = NSNull()
                continue
            }
            do {
                members[key.stringValue] =
                    try scalar(form, CoderMember(container: container, key: key))
                    ?? value(of: key, in: container, read)
            } catch {
                if isJSON || error.exceededLimit != nil { throw error }
                if form != nil { members[key.stringValue] = UnreadableValue() }
            }
        }
        return members
    }

    /// The value of a key, which a function reads from its decoder.
    ///
    /// JSONDecoder's super decoders take less time than other parts.
    func value(
        of key: CoderKey, in container: KeyedDecodingContainer<CoderKey>,
        _ read: (any Decoder) throws -> Any
    ) throws -> Any {
        if isJSON { return try read(container.superDecoder(forKey: key)) }
        return try CoderPart.reading(with: read) { try container.decode($0, forKey: key) }.value
    }

    /// Whether the value of a key isn't used.
    ///
    /// Reading it would be slow: most coders make an error for each type that an untyped value doesn't have.
    private func skips(_ matches: [KeyMatch]) -> Bool { matches.isEmpty && !readsUnknownValues }

    /// The form of the value of a key; nil if it has no property.
    private func form(of matches: [KeyMatch], _ schema: ModelSchema) -> CoderForm? {
        guard matches.count == 1, case .property(let index) = matches[0].target else {
            return matches.isEmpty ? nil : .untypedCodable
        }
        let property = schema.properties[index]
        if property.rule.conversion != nil || property.rule.isEmbeddedJSON { return .untyped }
        return property.accessor.converter.coderForm
    }

    /// The value of a member without its decoder; nil if the coder has another value, or for JSON.
    private func scalar(_ form: CoderForm?, _ member: CoderMember) throws -> Any? {
        guard !isJSON, let form else { return nil }
        if member.decodeNil() { return NSNull() }
        switch form {
        case .scalar(let types):
            for type in types { if let value = try typed(type, member) { return value } }
            return nil
        case .float: return try typed(NotFiniteNumber.self, member)?.value ?? scalar(member)
        case .untyped: return scalar(member)
        case .codable, .untypedCodable, .model, .models, .array, .object: return nil
        }
    }

    private func member(
        _ decoder: any Decoder, _ matches: [KeyMatch], _ schema: ModelSchema, _ object: ModelObject?
    ) throws -> Any {
        if skips(matches) { return NSNull() }
        guard matches.count == 1 else {
            guard let shared = sharedMatch(matches, schema) else {
                return try untyped(decoder, matches, schema)
            }
            var reader = self
            // Paths may lead to keys that the property's class doesn't have.
            reader.readsUnknownValues = true
            return try reader.member(decoder, [shared], schema, object)
        }
        switch matches[0].target {
        case .property(let index): return try value(of: schema.properties[index], decoder, object)
        case .path(let node): return try members(below: node, decoder, schema, object)
        case .ignored where !readsUnknownValues: return NSNull()
        case .input, .ignored: return try untyped(decoder)
        }
    }

    /// The value of a key that matches several properties of different types, or none.
    ///
    /// The value of an unknown key is kept unchanged, because it may contain dictionaries.
    private func untyped(_ decoder: any Decoder, _ matches: [KeyMatch], _ schema: ModelSchema) throws -> Any {
        let mayBeModels = matches.contains { match in
            switch match.target {
            case .property(let index): schema.properties[index].accessor.converter.coderForm.mayBeModels
            case .path: true
            case .input, .ignored: false
            }
        }
        return try (mayBeModels ? convertingKeys : self).untyped(decoder)
    }

    /// The value of a property; untyped if a rule converts it.
    private func value(of property: Property, _ decoder: any Decoder, _ object: ModelObject?) throws -> Any {
        guard property.rule.conversion == nil, !property.rule.isEmbeddedJSON else {
            return try untyped(decoder)
        }
        let nested = object.flatMap { object in
            withExtendedLifetime(object) { property.accessor.model(in: PropertyStorage(object)) }
        }
        guard let nested else { return try value(property.accessor.converter.coderForm, decoder) }
        return try model(property.content.modelClass ?? type(of: nested), decoder, existing: nested)
            ?? untyped(decoder)
    }

    /// The members or elements of a value that paths lead into.
    private func members(
        below node: PathNode, _ decoder: any Decoder, _ schema: ModelSchema, _ object: ModelObject?
    ) throws -> Any {
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else {
            let elements = try elements(of: decoder) { reader, index, decoder in
                let matches = node.matcher.matches("\(index)", isElement: true)
                return try reader.member(decoder, matches, schema, object)
            }
            return try elements ?? convertingKeys.untyped(decoder)
        }
        let reader = try inside(decoder)
        return try reader.members(of: container) { key in
            let matches = node.matcher.matches(key)
            if reader.skips(matches) { return nil }
            return (reader.form(of: matches, schema), { try reader.member($0, matches, schema, object) })
        }
    }

    /// The match that determines the type in which a value is requested; nil if no type suits all matches.
    ///
    /// One type suits several properties of the same type. It also suits paths into the value if the property holds
    /// models.
    private func sharedMatch(_ matches: [KeyMatch], _ schema: ModelSchema) -> KeyMatch? {
        var shared: (match: KeyMatch, property: Property)?
        var hasPath = false
        for match in matches {
            switch match.target {
            case .path(let node): hasPath = hasPath || node.isUsed
            case .property(let index):
                let property = schema.properties[index]
                guard property.rule.conversion == nil, !property.rule.isEmbeddedJSON,
                    shared.map({ $0.property.accessor.type == property.accessor.type }) ?? true
                else { return nil }
                shared = shared ?? (match, property)
            case .input: return nil
            case .ignored: break
            }
        }
        guard let shared else { return nil }
        return !hasPath || shared.property.accessor.converter.coderForm.isMadeOfModels ? shared.match : nil
    }
}

extension ModelSchema {
    /// Whether hooks or options of the class may use the value of a key without a property, anywhere in its objects.
    fileprivate var usesUnknownValues: Bool {
        !hooks.isDisjoint(with: [.willMap, .serializeValue, .didMap, .modelClass]) || isPolymorphic
            || options.unknownKeys == .keep || options.limits.elements != nil
    }
}

/// A value that a coder has, but that no standard type represents.
private struct UnreadableValue {}
