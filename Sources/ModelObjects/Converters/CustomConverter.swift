import Foundation

/// Converts a user's type that conforms to `ModelValue`, or any type by the functions of a rule.
///
/// The exported value can be of such a type again, or even the same value, so exporting checks the stack.
struct CustomConverter<Value>: ValueConverter {
    private let value: @Sendable (_ exported: Any) -> Value?
    private let exported: @Sendable (Value) -> Any

    init() where Value: ModelValue {
        value = { Value.modelValue(from: $0) }
        exported = { $0.exportedValue }
    }

    /// Nil if the rule makes values of another type, or has no function to export them.
    init?(_ conversion: ValueConversion?) {
        guard let conversion, let export = conversion.to, conversion.valueType == Value.self else {
            return nil
        }
        value = { (try? conversion.from($0)) as? Value }
        exported = { (try? export($0)) ?? NSNull() }
    }

    var content: TypeContent { TypeContent(archivedClass: ModelObject.self) }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool { value(word) != nil }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return context.mismatch(expected, value) }
        if case .other(let any) = value, let typed = any as? Value { return typed }
        guard let any = try context.untyped(value) else { return nil }
        return self.value(any) ?? context.mismatch(expected, value)
    }
}

// MARK: Exporting

extension CustomConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.checkStack()
        return try output.write(any: exported(value))
    }
}

// MARK: Archiving

extension CustomConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        try UntypedArchiving.node(of: exported(value), context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        let exported = try UntypedArchiving.value(of: node, context)
        return context.isPostponed ? nil : value(exported)
    }
}
