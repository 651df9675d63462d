/// Enums, option sets, and anything else with a raw value.
struct EnumConverter<Value: RawRepresentable, Raw: ValueConverter<Value.RawValue>>: ValueConverter,
    @unchecked Sendable
{
    // Unchecked: `fallback` is a constant of the user's type that the rule received as Sendable.
    let raw: Raw
    let fallback: Value?

    var content: TypeContent { raw.content.asRawValue(of: Value.self, hasFallback: fallback != nil) }
    var keepsDigits: Bool { raw.keepsDigits }
    var coderForm: CoderForm { raw.coderForm }
    var takesNull: Bool { raw.takesNull || raw.content.isOptional }
    /// An option set's values are combinations of its cases.
    var form: ValueForm {
        guard !(Value.self is any OptionSet.Type), let type = Value.self as? any CaseIterable.Type else {
            return raw.form
        }
        return .cases(rawValues(of: type), of: raw.form)
    }

    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool {
        guard raw.takesNullWord(word, context) else { return false }
        return (try? raw.convert(.string(word), context.quiet)).flatMap { Value(rawValue: $0) } != nil
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? { raw.unconverted(value).flatMap { Value(rawValue: $0) } }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value {
            let rawValue = takesNull ? try raw.convert(value, context.quiet) : nil
            return rawValue.flatMap { Value(rawValue: $0) } ?? context.mismatch(expected, value)
        }
        if case .other(let any) = value, let typed = any as? Value { return typed }
        if case .string(let word) = value, isNullWord(word), !takesNullWord(word, context) {
            return try convert(.null, context)
        }
        var rawValue: Raw.Value?
        // Conversions in the raw value are reported only if it makes a value of the type.
        let notes = try context.mapper.collectingNotes { rawValue = try raw.convert(value, context) }
        guard let rawValue else { return unknown(value, expected, context) }
        guard let result = Value(rawValue: rawValue) else {
            return unknown(value, "a raw value of \(Value.self)", context)
        }
        context.mapper.append(notes)
        return result
    }

    private func unknown(_ value: JSONValue, _ expected: String, _ context: MappingContext) -> Value? {
        guard let fallback else { return context.mismatch(expected, value) }
        context.recordMismatch(expected, found: value.kind, value: value, usesFallback: true)
        return fallback
    }
}

private func rawValues<Enum: CaseIterable>(of type: Enum.Type) -> [Any] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue }
}

// MARK: Exporting

extension EnumConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        // A value of the type, not nil.
        let outcome = try raw.write(value.rawValue, to: &output)
        return outcome == .null ? output.write(.null) : outcome
    }
}

// MARK: Comparing

extension EnumConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        if haveEqualBits(left, right) { return true }
        // The models inside are compared later.
        if raw.content.mayHoldModels, !(Value.self is any Equatable.Type) {
            return raw.isEqual(left.rawValue, right.rawValue, &comparison)
        }
        comparison.charge(bytes: textLength(left))
        return comparison.isEqual(leaf: left, right)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combine(leaf: value, length: textLength(value))
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        Value(rawValue: raw.copy(value.rawValue, models)) ?? value
    }

    /// The length in bytes of the raw value, if it is a text.
    private func textLength(_ value: Value) -> Int {
        Value.RawValue.self == String.self ? exactly(value.rawValue, as: String.self)?.utf8.count ?? 0 : 0
    }
}

// MARK: Archiving

extension EnumConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let rawValue = value.rawValue
        guard Value(rawValue: rawValue) != nil else {
            throw ModelError.notArchivable(
                "a value of type \(Value.self) that its raw value does not give again")
        }
        return try raw.archived(rawValue, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if context.postpones([node]) { return nil }
        return try raw.unarchived(node, context).flatMap { Value(rawValue: $0) }
    }
}
