extension AnyConverter {
    func archived(_ value: Any, _ context: ArchivingContext) throws -> ArchiveNode {
        try UntypedArchiving.node(of: value, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Any? {
        // Boxed by hand: a nil in the archive is a value here.
        .some(try UntypedArchiving.value(of: node, context))
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) {
        if let elementClass { classes.append(elementClass) }
        classes.append(ModelObject.self)
    }
}

extension ModelConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try context.models.node(for: value)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        guard case .reference(let number) = node else { return nil }
        return try context.model(number, as: Value.self)
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) {
        classes.append(Value.self)
    }
}

extension EnumConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try raw.archived(value.rawValue, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        try raw.unarchived(node, context).flatMap { Value(rawValue: $0) }
    }
}

extension CustomConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try UntypedArchiving.node(of: value.exportedValue, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        let value = try UntypedArchiving.value(of: node, context)
        return context.isPostponed ? nil : Value.modelValue(from: value)
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) { classes.append(ModelObject.self) }
}

extension DecodableConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        guard let encodable = value as? any Encodable else {
            throw ModelError.notArchivable("the type \(Value.self), which is Decodable but not Encodable")
        }
        do {
            return try ArchiveEncoder.node(of: encodable, context)
        } catch let error as ModelError {
            throw error
        } catch {
            if case .invalidValue(_, let context) = error as? EncodingError,
                let inner = context.underlyingError as? ModelError
            {
                // A model that the value encoded in its own place.
                throw ModelError(
                    inner.code, expected: inner.expected, found: inner.found,
                    underlyingError: inner.underlyingError)
            }
            throw ModelError(
                .notExportable, expected: "a value that can be encoded", found: "\(Value.self)",
                underlyingError: error)
        }
    }

    /// What the type does not decode counts as a value of another type.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        // There may be sets of models in it.
        if context.postpones([node]) { return nil }
        do {
            return try ArchiveDecoder.value(Value.self, of: node, context)
        } catch let error as ModelError {
            throw error
        } catch {
            return nil
        }
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) { classes.append(ModelObject.self) }
}
