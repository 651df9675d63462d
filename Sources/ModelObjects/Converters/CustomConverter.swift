import Foundation

/// Converts a user's type that conforms to `ModelValue`, or any type by the functions of a rule.
///
/// The exported value can be of such a type again, or even the same value, so exporting checks the stack.
struct CustomConverter<Value>: ValueConverter {
    private let value: @Sendable (_ exported: Any) -> Value?
    private let exported: @Sendable (Value) throws -> Any

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
        exported = { try export($0) ?? NSNull() }
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
        return try output.write(any: export(value))
    }

    private func export(_ value: Value) throws(ExportFailure) -> Any {
        do {
            return try exported(value)
        } catch {
            throw ExportFailure(
                .hookFailed, "The converter of \(Value.self) threw an error",
                expected: "a value that its converter exports", found: "one that it rejects",
                underlyingError: error)
        }
    }
}

// MARK: Archiving

extension CustomConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let exported: Any
        do throws(ExportFailure) {
            exported = try export(value)
        } catch {
            throw error.modelError
        }
        return try UntypedArchiving.node(of: exported, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if context.postpones([node]) { return nil }
        let exported = JSONValue(try UntypedArchiving.value(of: node, context))
        if exported.isNull { return nil }
        return value(try plain(exported, context))
    }

    /// A value of an archive in the form that mapping a dictionary gives it: an Int, not an Int64.
    private func plain(_ value: JSONValue, _ context: UnarchivingContext) throws -> Any {
        switch value {
        case .array(let elements):
            try context.checkStack()
            return try elements.map { try plain(JSONValue($0), context) } as [Any]
        case .object(let members):
            try context.checkStack()
            return try members.mapValues { try plain(JSONValue($0), context) } as [String: Any]
        default: return value.any
        }
    }
}
