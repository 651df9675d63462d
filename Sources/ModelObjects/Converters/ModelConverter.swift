/// Converts to new models.
///
/// An existing model is filled in place by the property's accessor.
struct ModelConverter<Value: ModelObject>: ValueConverter {
    let elementClass: Value.Type?

    var expected: String { "\(elementClass ?? Value.self)" }
    var content: TypeContent {
        TypeContent(
            kind: .model, modelClass: elementClass ?? Value.self, archivedClass: Value.self,
            isUntypedElement: Value.self == ModelObject.self, holdsModels: true, mayHoldModels: true)
    }
    var coderForm: CoderForm { .model(elementClass ?? Value.self) }
    var form: ValueForm { .model(elementClass ?? Value.self) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "{") else { return try readUntyped(&reader, context) }
        return try context.mapper.makeModel(type(context), &reader, context).map {
            KnownClass.model($0, as: Value.self)
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .object(let dictionary) = value else { return try convertOther(value, context) }
        let model = try withAutoreleasePool {
            try context.mapper.makeModel(type(context), dictionary, context)
        }
        return model.map { KnownClass.model($0, as: Value.self) }
    }

    /// Not part of `convert`, whose stack frame is needed once for each level of nested models.
    @inline(never)
    private func convertOther(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        switch value {
        case .other(let patched as PatchedModel):
            return try context.mapper.fill(patched, type(context), context) as? Value
        case .other(let any):
            return (asModel(any) as? Value) ?? context.mismatch(expected, value, showsValue: false)
        default: return context.mismatch(expected, value, showsValue: false)
        }
    }

    private func type(_ context: MappingContext) -> Value.Type {
        if let elementClass { return elementClass }
        if Value.self == ModelObject.self, let type = context.elementClass as? Value.Type { return type }
        return Value.self
    }
}

// MARK: Exporting

extension ModelConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.write(value)
    }
}

// MARK: Comparing

extension ModelConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(model: left, right)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(model: value) }
    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        models.replacement(for: value) as? Value ?? value
    }
}

// MARK: Archiving

extension ModelConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try context.models.node(for: value)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        guard case .reference(let number) = node else { return nil }
        return KnownClass.model(try context.model(number, of: Value.self), as: Value.self)
    }
}
