/// What a decoder maps a value to.
enum MappingTarget: Sendable {
    case model(any ModelClass.Type)
    case container(any ValueConverter, MappingCall.Root, of: ModelObject.Type)

    /// The kind of JSON value that it needs.
    var root: MappingCall.Root {
        if case .container(_, let root, _) = self { root } else { .object }
    }
}

extension ObjectMapper {
    /// - Parameter existing: The model to fill; nil to make one.
    func map(_ target: MappingTarget, into existing: ModelObject?, _ reader: inout JSONReader) throws -> Any {
        switch target {
        case .model(let type):
            guard reader.peek() == UInt8(ascii: "{") else { throw mismatch(type, reader) }
            guard let existing else { return try makeRoot(type, &reader) as ModelObject }
            try fillRoot(existing, &reader)
            return existing
        case .container(let converter, _, let modelClass):
            return try makeContainer(converter, of: modelClass, &reader)
        }
    }

    /// Makes a container of models from the value under the cursor, which has the right bracket.
    private func makeContainer(
        _ converter: any ValueConverter, of modelClass: ModelObject.Type, _ reader: inout JSONReader
    ) throws -> Any {
        let schema = ModelSchema.of(modelClass)
        // As an existential, so that the generic function below is called for the class itself; `ModelObject.Type` would
        // call it for `ModelObject`.
        let model: any ModelClass.Type = modelClass
        let start = reader
        let context = MappingContext(mapper: self, options: elementOptions(of: schema))
        func read<Converter: ValueConverter>(_ converter: Converter) throws -> Any {
            let kind = converter.content.kind
            if let models = try makeModels(Converter.Value.self, kind, of: model, &reader) { return models }
            guard let value = try converter.read(&reader, context) else {
                throw mismatch(Converter.Value.self, start)
            }
            return value
        }
        return try read(converter)
    }

    /// Makes an array or a dictionary of models by the fast path; nil for any other container.
    private func makeModels<Model: ModelObject>(
        _ type: any Any.Type, _ kind: PropertyKind, of model: Model.Type, _ reader: inout JSONReader
    ) throws -> Any? {
        switch kind {
        case .modelArray where type == [Model].self: try makeArray(model, &reader)
        case .modelDictionary where type == [String: Model].self: try makeDictionary(model, &reader)
        default: nil
        }
    }

    /// The error of a value of another kind than a type needs.
    private func mismatch(_ type: any Any.Type, _ reader: JSONReader) -> MappingCall.Rejection {
        MappingCall.Rejection(
            problem: at(reader.offset) {
                problem(
                    .typeMismatch, expected: "\(type)", found: reader.kind(at: reader.offset).rawValue,
                    action: .refusedObject, rejects: true)
            })
    }
}
