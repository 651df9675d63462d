/// Values with ``Presence``: null becomes `.null`, a missing key `.missing`.
struct PresenceConverter<WrappedValue, Wrapped: ValueConverter<WrappedValue>>: NullableConverter {
    typealias Value = Presence<WrappedValue>
    let wrapped: Wrapped

    func valueForNull(isAbsent: Bool) -> Value? { isAbsent ? .missing : .null }
    var content: TypeContent {
        var content = wrapped.content.inOptional
        content.kind = .other
        content.isUntypedElement = false
        return content
    }

    func isUsable(_ value: Value) -> Bool { value.value.map { wrapped.isUsable($0) } ?? true }
    var mayBeUnusable: Bool { wrapped.mayBeUnusable }
    func some(_ value: Wrapped.Value) -> Value { .value(value) }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .other(let presence as Value) = value else { return try convertNullable(value, context) }
        guard case .value(let content) = presence else { return presence }
        return try wrapped.convert(any: content, context).map { .value($0) }
    }
}

// MARK: Exporting

extension PresenceConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        switch value {
        case .missing: return .omitted
        case .null: return output.write(.null)
        case .value(let value):
            let outcome = try wrapped.write(value, to: &output)
            return outcome == .null ? output.write(.null) : outcome
        }
    }
}

// MARK: Comparing

extension PresenceConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        switch (left, right) {
        case (.missing, .missing), (.null, .null): true
        case (.value(let left), .value(let right)): wrapped.isEqual(left, right, &comparison)
        case (.value(let value), .null), (.null, .value(let value)): isNull(value)
        default: false
        }
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        switch value {
        case .missing: hasher.combine(2 as UInt8)
        case .null: hasher.combineNil()
        case .value(let value): wrapped.hash(value, into: &hasher)
        }
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        value.value.map { .value(wrapped.copy($0, models)) } ?? value
    }
}

// MARK: Archiving

extension PresenceConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        switch value {
        case .missing: return .marked(ArchiveLayout.Mark.missing, .null)
        case .null: return .null
        case .value(let value): return try wrapped.archived(value, context).asSome
        }
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if case .marked(ArchiveLayout.Mark.missing, .null) = node { return .missing }
        return try unarchivedNullable(node, context)
    }
}
