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
    private static let containersFirst = 16

    /// The number of objects and arrays that enclose the value.
    private var depth: Int
    /// The maximum of `depth`.
    private let limit: Int
    /// Whether the coder is one for JSON, which has an object or an array only where the payload has one.
    private let isJSON: Bool
    /// Whether dictionaries are decoded as such, so that no key strategy converts their keys.
    private var decodesDictionaries: Bool
    /// Whether the values of keys without a property are read, because a class around them may use them.
    private var readsUnknownValues = false
    /// How keys match in the model around the value.
    private(set) var keyMatching = MappingOptions.KeyMatching.fuzzy

    /// The reader for models and Codable types, whose keys the coder's strategy converts.
    var convertingKeys: CoderReader {
        var reader = self
        reader.decodesDictionaries = false
        return reader
    }

    // MARK: The root

    static func fill(_ object: ModelObject, _ decoder: any Decoder) throws {
        let schema = ModelSchema.of(type(of: object))
        if let decoder = decoder as? ValueDecoder, schema.options.rootPath == nil {
            return try decoder.fill(object)
        }
        let limit = min(schema.options.limits.depth, MappingLimits.maximumDepth)
        var decoder = decoder
        var options: MappingOptions?
        if let path = schema.options.rootPath {
            // The root path applies only to the outermost object, and is followed here.
            if decoder.codingPath.isEmpty {
                guard let root = try Self.decoder(at: path, in: decoder, schema.options.keyMatching) else {
                    let steps = DeclaredKey(path: path).components.map { PathComponent.key($0) }
                    throw DecodingError.of(.missingRoot(path, at: steps), schema.type)
                }
                decoder = root
            }
            options = MappingOptions()
            options?.rootPath = nil
        }
        let scope = DecodingScope(limit: limit)
        let isJSON = CoderDictionary.isRecognized(by: decoder)
        let reader = CoderReader(
            depth: scope.depth, limit: scope.limit, isJSON: isJSON, decodesDictionaries: isJSON)
        try scope.run {
            // If there is no object, the coder's own error is thrown.
            let container = try decoder.container(keyedBy: CoderKey.self)
            let dictionary = try reader.inside(decoder).members(of: container, schema, object)
            do {
                try MappingCall(options: options, type: schema.type)
                    .fill(object, dictionary, keepsNotFinite: true, userInfo: decoder.userInfo)
            } catch let error as ModelError {
                throw DecodingError.of(error, schema.type, at: decoder.codingPath)
            }
        }
    }

    /// The reader for the contents of an object or an array.
    ///
    /// - Throws: `DecodingError` if the nesting is too deep, or this thread's stack has no room for it.
    private func inside(_ decoder: any Decoder) throws -> CoderReader {
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

    /// The decoder of the value at a path; nil if there is none.
    private static func decoder(
        at path: String, in decoder: any Decoder, _ keyMatching: MappingOptions.KeyMatching
    ) throws -> (any Decoder)? {
        var decoder = decoder
        for component in DeclaredKey(path: path).components {
            if let index = PathComponent.index(of: component),
                var elements = try? decoder.unkeyedContainer()
            {
                for _ in 0..<index {
                    if elements.isAtEnd { break }
                    _ = try elements.superDecoder()
                }
                if elements.isAtEnd { return nil }
                decoder = try elements.superDecoder()
                continue
            }
            guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
            let ranked = container.allKeys.sorted(byText: \.stringValue).compactMap { key in
                KeyMatcher.rank(of: key.stringValue, for: component, keyMatching).map { (rank: $0, key: key) }
            }
            let key = ranked.min { $0.rank < $1.rank }?.key ?? CoderKey(component)
            guard container.contains(key) else { return nil }
            decoder = try container.superDecoder(forKey: key)
        }
        return decoder
    }

    // MARK: Models

    /// The dictionary of a model; nil if the coder has no object here.
    ///
    /// - Parameter existing: the object that the mapper will fill, unless the coder names another class.
    private func model(
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
    private func members(
        of container: KeyedDecodingContainer<CoderKey>, _ schema: ModelSchema, _ object: ModelObject?
    ) throws -> [String: Any] {
        var reader = self
        if schema.usesUnknownValues { reader.readsUnknownValues = true }
        reader.keyMatching = schema.options.setKeyMatching ?? keyMatching
        let matcher = schema.matcher(reader.keyMatching)
        return try reader.members(of: container) { key, decoder in
            try reader.member(decoder, matcher.matches(key), schema, object)
        }
    }

    private func members(
        of container: KeyedDecodingContainer<CoderKey>, _ value: (String, any Decoder) throws -> Any
    ) throws -> [String: Any] {
        var members: [String: Any] = [:]
        for key in container.allKeys {
            members[key.stringValue] = try value(key.stringValue, container.superDecoder(forKey: key))
        }
        return members
    }

    private func member(
        _ decoder: any Decoder, _ matches: [KeyMatch], _ schema: ModelSchema, _ object: ModelObject?
    ) throws -> Any {
        // Reading an untyped value is slow: most coders make an error for each type that it doesn't have.
        if matches.isEmpty, !readsUnknownValues { return NSNull() }
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
        return try reader.members(of: container) { key, decoder in
            try reader.member(decoder, node.matcher.matches(key), schema, object)
        }
    }

    /// The match that determines the type in which a value is requested, if it suits all of the matches: that of a
    /// property that holds models, if the others are paths into it, or of several properties of one type.
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

    // MARK: Values

    /// The value in a given form; untyped if the coder doesn't have the value in this form.
    private func value(_ form: CoderForm, _ decoder: any Decoder) throws -> Any {
        try valueIfPresent(form, decoder)
            ?? (form.mayBeModels ? convertingKeys : self).untyped(decoder)
    }

    /// The value in a given form; nil if the coder has another value.
    private func valueIfPresent(_ form: CoderForm, _ decoder: any Decoder) throws -> Any? {
        switch form {
        case .untyped, .untypedCodable: return nil
        case .scalar(let types):
            for type in types { if let value = try typed(type, decoder) { return value } }
            return nil
        case .float: return try typed(NotFiniteNumber.self, decoder)?.value
        case .codable(let type):
            return try DecodingScope(depth: depth + 1, limit: limit).run { try typed(type, decoder) }
        case .model(let type): return try model(type, decoder)
        case .models(let type): return try array(of: form, decoder) ?? model(type, decoder)
        case .array(let element): return try array(of: element, decoder)
        case .object(let member): return try object(of: member, decoder) ?? pairs(of: member, decoder)
        }
    }

    /// The value as a type; nil if the coder has another value.
    ///
    /// - Throws: The error of a nested model that exceeds a limit.
    private func typed<Value: Decodable>(_ type: Value.Type, _ decoder: any Decoder) throws -> Value? {
        guard let container = try? decoder.singleValueContainer(), !container.decodeNil() else { return nil }
        do {
            return try container.decode(type)
        } catch let error where error.exceededLimit != nil {
            throw error
        } catch {
            return nil
        }
    }

    /// The elements of an array; nil if the coder has another value.
    private func array(of element: CoderForm, _ decoder: any Decoder) throws -> [Any]? {
        try elements(of: decoder) { reader, _, decoder in try reader.value(element, decoder) }
    }

    /// A dictionary in the form of a list in which keys and values alternate; nil if the coder has another value.
    private func pairs(of member: CoderForm, _ decoder: any Decoder) throws -> [Any]? {
        try elements(of: decoder) { reader, index, decoder in
            try reader.value(index.isMultiple(of: 2) ? .untyped : member, decoder)
        }
    }

    /// The elements of an array, of which the closure reads each; nil if the coder has another value.
    private func elements(
        of decoder: any Decoder, _ read: (CoderReader, _ index: Int, any Decoder) throws -> Any
    ) throws -> [Any]? {
        guard var container = try? decoder.unkeyedContainer() else { return nil }
        let reader = try inside(decoder)
        var elements: [Any] = []
        while !container.isAtEnd {
            elements.append(try read(reader, elements.count, container.superDecoder()))
        }
        return elements
    }

    /// The members of an object; nil if the coder has another value.
    private func object(of member: CoderForm, _ decoder: any Decoder) throws -> [String: Any]? {
        if decodesDictionaries {
            let members = try CoderDictionary.members(in: decoder) { try inside(decoder).value(member, $0) }
            if members?.isEmpty == true { _ = try inside(decoder) }
            return members
        }
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
        let reader = try inside(decoder)
        return try members(of: container) { try reader.value(member, $1) }
    }

    /// The value as it would appear in a payload.
    ///
    /// A coder doesn't expose the type of its content, so one type after another is tried. Date and Data are
    /// last, because a coder can read them from numbers and strings.
    func untyped(_ decoder: any Decoder) throws -> Any {
        let single = try? decoder.singleValueContainer()
        if single?.decodeNil() == true { return NSNull() }
        if isJSON, depth >= Self.containersFirst {
            if let members = try object(of: .untyped, decoder) { return members }
            if let elements = try array(of: .untyped, decoder) { return elements }
        }
        if let value = single {
            if let text = try? value.decode(String.self) { return text }
            if let bool = try? value.decode(Bool.self) { return bool }
            if let integer = try? value.decode(Int.self) { return integer }
            #if _pointerBitWidth(_32)
            if let integer = try? value.decode(Int64.self) { return integer }
            #endif
            if let unsigned = try? value.decode(UInt64.self) { return unsigned }
            if let double = try? value.decode(Double.self) {
                // A larger integer keeps its digits as a Decimal.
                guard double.magnitude >= 0x1p63, double.magnitude <= 0x1p128 else { return double }
                return (try? value.decode(Decimal.self)) ?? double
            }
        }
        if let elements = try array(of: .untyped, decoder) { return elements }
        if !decodesDictionaries, let number = decimal(decoder) { return number }
        if let members = try object(of: .untyped, decoder) { return members }
        let value = try decoder.singleValueContainer()
        if let date = try? value.decode(Date.self) { return date }
        if let data = try? value.decode(Data.self) { return data }
        // The error says what is wrong with a number that no type holds, such as 1e400, or with a string.
        do { return try value.decode(Double.self) } catch DecodingError.typeMismatch {
            return try value.decode(String.self)
        }
    }
}

extension CoderReader {
    /// A Decimal that the coder has in the form of an object, as in a property list; nil for any other value.
    private func decimal(_ decoder: any Decoder) -> Decimal? {
        guard let container = try? decoder.container(keyedBy: CoderKey.self),
            container.contains(CoderKey("mantissa"))
        else { return nil }
        return try? decoder.singleValueContainer().decode(Decimal.self)
    }
}

extension ModelSchema {
    /// Whether hooks or options of the class may use the value of a key without a property, anywhere in its objects.
    fileprivate var usesUnknownValues: Bool {
        !hooks.isDisjoint(with: [.willMap, .serializeValue, .didMap, .modelClass]) || isPolymorphic
            || options.unknownKeys == .keep || options.limits.elements != nil
    }
}
