import Foundation

/// Reads what a coder holds into the dictionaries that the mapper maps: rules, fuzzy keys, hooks and
/// polymorphism are its business.
///
/// The properties that a class has only say as what a value is asked for.
struct CoderReader {
    /// How many objects and arrays enclose the value that is read.
    private let depth: Int
    /// How many may do so.
    private let limit: Int

    // MARK: The root

    /// Fills an object from a coder.
    static func fill(_ object: ModelObject, _ decoder: any Decoder) throws {
        let schema = ModelSchema.of(type(of: object))
        let limit = min(schema.options.limits.depth, MappingLimits.maximumDepth)
        var decoder = decoder
        var options: MappingOptions?
        if let path = schema.options.rootPath {
            // For the outermost object alone, and followed here.
            if decoder.codingPath.isEmpty { decoder = try Self.decoder(at: path, in: decoder) }
            options = MappingOptions()
            options?.rootPath = nil
        }
        let scope = DecodingScope(schema.type, at: decoder.codingPath, limit: limit)
        try scope.run {
            try CoderReader(depth: scope.depth, limit: scope.limit).fill(object, schema, options, decoder)
        }
    }

    private func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: MappingOptions?, _ decoder: any Decoder
    ) throws {
        // Where there is no object, the coder's own error says so.
        let container = try decoder.container(keyedBy: CoderKey.self)
        let dictionary = try inside(decoder)
            .members(of: container, schema.matcher(.fuzzy), schema, object)
        do {
            try MappingCall(options: options, type: schema.type).fill(object, dictionary)
        } catch let error as ModelError {
            throw decodingError(error, schema.type, decoder.codingPath)
        }
    }

    /// The reader of what an object or an array holds.
    ///
    /// - Throws: `DecodingError` where it is too deep, or the stack of this thread has no room for it.
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
        return CoderReader(depth: depth + 1, limit: limit)
    }

    private static func decoder(at path: String, in decoder: any Decoder) throws -> any Decoder {
        var decoder = decoder
        for component in DeclaredKey(path: path).components {
            if let index = Int(component), var elements = try? decoder.unkeyedContainer() {
                for _ in 0..<index where !elements.isAtEnd { _ = try elements.superDecoder() }
                decoder = try elements.superDecoder()
                continue
            }
            let container = try decoder.container(keyedBy: CoderKey.self)
            let fold = KeyFolding.fold(component)
            let keys = container.allKeys.filter { KeyFolding.fold($0.stringValue) == fold }
                .sorted { KeyFolding.precedes($0.stringValue, $1.stringValue) }
            let key = keys.first { $0.stringValue == component } ?? keys.first
            // A coder names the key that is missing.
            decoder = try container.superDecoder(forKey: key ?? CoderKey(component))
        }
        return decoder
    }

    private func decodingError(
        _ error: ModelError, _ type: ModelObject.Type, _ outer: [any CodingKey]
    ) -> DecodingError {
        func context(_ path: [any CodingKey]) -> DecodingError.Context {
            .init(codingPath: outer + path, debugDescription: error.description, underlyingError: error)
        }
        switch error.code {
        case .missingRequired:
            guard let key = error.codingPath.last else { break }
            return .keyNotFound(key, context(error.codingPath.dropLast()))
        case .typeMismatch, .invalidRoot:
            return .typeMismatch(type, context(error.codingPath))
        default: break
        }
        return .dataCorrupted(context(error.codingPath))
    }

    // MARK: Models

    /// The dictionary of a model; nil where the coder holds no object there.
    ///
    /// - Parameter existing: the object that the mapper will fill, unless the coder names another class.
    private func model(
        _ declared: ModelObject.Type, _ decoder: any Decoder, existing: ModelObject? = nil
    ) throws -> Any? {
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
        let schema = ModelSchema.of(try chosenClass(declared, container, decoder, existing))
        let object = existing.flatMap { type(of: $0) == schema.type ? $0 : nil }
        return try inside(decoder).members(of: container, schema.matcher(.fuzzy), schema, object)
    }

    /// The class that the mapper will choose, as far as can be said before `willMap`: it decides as what
    /// values are asked for.
    private func chosenClass(
        _ declared: ModelObject.Type, _ container: KeyedDecodingContainer<CoderKey>, _ decoder: any Decoder,
        _ existing: ModelObject?
    ) throws -> ModelObject.Type {
        let schema = ModelSchema.of(declared)
        guard schema.isPolymorphic else { return existing.map { type(of: $0) } ?? declared }
        var dictionary: [String: Any] = [:]
        if schema.overridesModelClass || schema.overridesWillMap {
            dictionary = try untyped(decoder) as? [String: Any] ?? [:]
        } else if let matcher = schema.discriminatorMatcher(.fuzzy) {
            for key in container.allKeys where !matcher.matches(key.stringValue).isEmpty {
                dictionary[key.stringValue] = try untyped(container.superDecoder(forKey: key))
            }
        }
        let mapper = ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false)
        return mapper.chosenClass(declared, schema, dictionary, .defaults, existing: existing).type
            ?? declared
    }

    /// The members of an object, each asked for as the property wants it that its key leads to.
    private func members(
        of container: KeyedDecodingContainer<CoderKey>, _ matcher: KeyMatcher, _ schema: ModelSchema,
        _ object: ModelObject?
    ) throws -> [String: Any] {
        try members(of: container) { try member($1, matcher.matches($0), schema, object) }
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
        // A value that several want in different ways, or a rule in its own, comes as it is.
        guard matches.count == 1 else { return try untyped(decoder) }
        switch matches[0].target {
        case .property(let index):
            let property = schema.properties[index]
            guard property.rule.conversion == nil, !property.rule.isEmbeddedJSON else {
                return try untyped(decoder)
            }
            let nested = object.flatMap { object in
                withExtendedLifetime(object) { property.accessor.model(in: PropertyStorage(object)) }
            }
            if let nested {
                return try model(property.content.modelClass ?? type(of: nested), decoder, existing: nested)
                    ?? untyped(decoder)
            }
            return try value(property.accessor.coderForm, decoder)
        case .path(let node):
            guard let container = try? decoder.container(keyedBy: CoderKey.self) else {
                return try untyped(decoder)
            }
            return try inside(decoder).members(of: container, node.matcher, schema, object)
        case .input, .ignored:
            return try untyped(decoder)
        }
    }

    // MARK: Values

    /// The value in one form; else as a payload has it.
    private func value(_ form: CoderForm, _ decoder: any Decoder) throws -> Any {
        try valueIfPresent(form, decoder) ?? untyped(decoder)
    }

    /// The value in one form; nil where the coder does not hold one.
    private func valueIfPresent(_ form: CoderForm, _ decoder: any Decoder) throws -> Any? {
        switch form {
        case .untyped: return nil
        case .scalar(let types):
            for type in types { if let value = try typed(type, decoder) { return value } }
            return nil
        case .codable(let type): return try codable(type, decoder)
        case .model(let type): return try model(type, decoder)
        case .models(let type): return try array(of: form, decoder) ?? model(type, decoder)
        case .array(let element): return try array(of: element, decoder)
        case .object(let member): return try object(of: member, decoder)
        }
    }

    /// The value as one type; nil where the coder does not hold one.
    ///
    /// - Throws: What a model inside it throws where a limit is exceeded.
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

    /// The value as a Codable type that may hold models; nil where the coder does not hold one, or could not decode
    /// it before.
    private func codable<Value: Decodable>(_ type: Value.Type, _ decoder: any Decoder) throws -> Value? {
        let outer = DecodingScope.current
        if outer?.hasFailed(outer?.attempt(type, at: decoder.codingPath)) == true { return nil }
        return try DecodingScope(depth: depth + 1, limit: limit).run { try typed(type, decoder) }
    }

    /// The elements of an array; nil where the coder does not hold one.
    private func array(of element: CoderForm, _ decoder: any Decoder) throws -> [Any]? {
        guard var container = try? decoder.unkeyedContainer() else { return nil }
        let reader = try inside(decoder)
        var elements: [Any] = []
        while !container.isAtEnd { elements.append(try reader.value(element, container.superDecoder())) }
        return elements
    }

    /// The members of an object; nil where the coder does not hold one.
    private func object(of member: CoderForm, _ decoder: any Decoder) throws -> [String: Any]? {
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
        let reader = try inside(decoder)
        return try members(of: container) { try reader.value(member, $1) }
    }

    /// The value as a payload has it.
    ///
    /// A coder cannot say what it holds, so it is asked for one type after the other; for a date and for data
    /// last, since a coder may take numbers and texts for them.
    private func untyped(_ decoder: any Decoder) throws -> Any {
        if let value = try? decoder.singleValueContainer() {
            if value.decodeNil() { return NSNull() }
            if let text = try? value.decode(String.self) { return text }
            if let bool = try? value.decode(Bool.self) { return bool }
            if let integer = try? value.decode(Int.self) { return integer }
            if let unsigned = try? value.decode(UInt64.self) { return unsigned }
            if let double = try? value.decode(Double.self) {
                // A larger integer keeps its digits as a Decimal.
                guard double.magnitude >= 0x1p63, double.magnitude <= 0x1p128 else { return double }
                return (try? value.decode(Decimal.self)) ?? double
            }
        }
        if let elements = try array(of: .untyped, decoder) { return elements }
        if let members = try object(of: .untyped, decoder) { return members }
        let value = try decoder.singleValueContainer()
        if let date = try? value.decode(Date.self) { return date }
        return try value.decode(Data.self)
    }
}

/// Any key.
struct CoderKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }
}
