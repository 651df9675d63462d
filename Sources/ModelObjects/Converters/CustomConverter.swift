/// Converts a user's type that conforms to `ModelValue`.
///
/// Its exported value may be of such a type again, and may even be the same value. So exporting checks the stack.
struct CustomConverter<Value: ModelValue>: ValueConverter {
    var expected: String { "\(Value.self)" }
    var content: TypeContent { TypeContent(archivedClass: ModelObject.self) }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return context.mismatch(expected, value) }
        if case .other(let any) = value, let typed = any as? Value { return typed }
        guard let any = try context.untyped(value) else { return nil }
        return Value.modelValue(from: any) ?? context.mismatch(expected, value)
    }
}

// MARK: Exporting

extension CustomConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.checkStack()
        return try output.write(any: value.exportedValue)
    }
}

// MARK: Archiving

extension CustomConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try UntypedArchiving.node(of: value.exportedValue, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        let value = try UntypedArchiving.value(of: node, context)
        return context.isPostponed ? nil : Value.modelValue(from: value)
    }
}
