import Foundation

/// The outermost object, and the path that leads to it.
extension CoderReader {
    /// Fills a model from a decoder.
    ///
    /// - Throws: `DecodingError`, with the `ModelError` of a value that isn't accepted.
    static func fill(_ object: ModelObject, _ decoder: any Decoder) throws {
        let schema = ModelSchema.of(type(of: object))
        func fillHere(_ decoder: any Decoder) throws {
            if let decoder = decoder as? ValueDecoder { return try decoder.fill(object) }
            try fill(object, schema, decoder)
        }
        // In the library's decoder, the elements of arrays have no path, either.
        let isRoot = (decoder as? ValueDecoder)?.isRootOfCall ?? decoder.codingPath.isEmpty
        let session = (decoder as? ValueDecoder)?.session
        // The root path applies only to the outermost object, and is followed here; one in the options of the call was
        // followed already.
        guard let path = schema.options.rootPath, isRoot, session?.setsRootPath != true else {
            return try fillHere(decoder)
        }
        let steps = DeclaredKey(path: path).components
        let keyMatching = session?.keyMatching(for: schema) ?? schema.options.keyMatching
        let isFilled = try follow(steps[...], in: decoder, keyMatching) {
            try fillHere($0)
        }
        if isFilled { return }
        throw DecodingError.of(.missingRoot(path, at: steps.map { PathComponent.key($0) }), schema.type)
    }

    private static func fill(_ object: ModelObject, _ schema: ModelSchema, _ decoder: any Decoder) throws {
        var options: MappingOptions?
        if schema.options.rootPath != nil {
            options = MappingOptions()
            options?.rootPath = nil
        }
        // Inside a value, a decoder whose path is empty reads a separate text, such as JSON in a string.
        let scope = DecodingScope(
            limit: min(schema.options.limits.depth, MappingLimits.maximumDepth),
            isOwnText: decoder.codingPath.isEmpty)
        let isJSON = CoderDictionary.isRecognized(by: decoder)
        let reader = CoderReader(depth: scope.depth, limit: scope.limit, isJSON: isJSON)
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

    /// Calls a closure with the decoder of the value at a path.
    ///
    /// - Returns: Whether there is such a value.
    private static func follow(
        _ path: ArraySlice<String>, in decoder: any Decoder, _ keyMatching: MappingOptions.KeyMatching,
        _ body: (any Decoder) throws -> Void
    ) throws -> Bool {
        guard let component = path.first else {
            try body(decoder)
            return true
        }
        var isFound = false
        func next(_ decoder: any Decoder) throws -> Any {
            isFound = try follow(path.dropFirst(), in: decoder, keyMatching, body)
            return NSNull()
        }
        if let index = PathComponent.index(of: component), var elements = try? decoder.unkeyedContainer() {
            var remaining = index
            while remaining > 0, !elements.isAtEnd {
                _ = try CoderPart.reading(with: { _ in NSNull() }) { try elements.decode($0) }
                remaining -= 1
            }
            if !elements.isAtEnd { _ = try CoderPart.reading(with: next) { try elements.decode($0) } }
            return isFound
        }
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return false }
        let ranked = container.allKeys.sorted(byText: \.stringValue).compactMap { key in
            KeyMatcher.rank(of: key.stringValue, for: component, keyMatching).map { (rank: $0, key: key) }
        }
        let key = ranked.min { $0.rank < $1.rank }?.key ?? CoderKey(component)
        guard container.contains(key) else { return false }
        _ = try CoderPart.reading(with: next) { try container.decode($0, forKey: key) }
        return isFound
    }
}
