extension Presence: ContainerType {
    static func converter(_ factory: ConverterFactory) -> (any ValueConverter)? {
        func make<Element: ValueConverter<Value>>(_ wrapped: Element) -> any ValueConverter {
            PresenceConverter<Element>(wrapped: wrapped)
        }
        return factory.converter(of: Value.self).map { make($0) }
    }
}

/// Values with ``Presence``: null is a value of its own.
struct PresenceConverter<Wrapped: ValueConverter>: ValueConverter {
    typealias Value = Presence<Wrapped.Value>
    let wrapped: Wrapped

    var expected: String { wrapped.expected }
    var coderForm: CoderForm { wrapped.coderForm }
    var form: ValueForm { .optional(wrapped.form) }
    var valueForNull: Value? { .null }
    var valueForAbsence: Value? { .missing }
    var content: TypeContent {
        var content = wrapped.content
        content.kind = .other
        content.isOptional = true
        content.isUntypedElement = false
        return content
    }
    var takesEmptyTextAsNull: Bool { wrapped.takesEmptyTextAsNull }
    func takesNullWord(_ word: String) -> Bool { wrapped.takesNullWord(word) }
    func isUsable(_ value: Value) -> Bool { value.value.map { wrapped.isUsable($0) } ?? true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "n") {
            try reader.readNull()
            return null(context)
        }
        if byte == UInt8(ascii: "\"") {
            if wrapped.takesEmptyTextAsNull { return try readUntyped(&reader, context) }
            if let word = reader.nullWord(), !wrapped.takesNullWord(word) {
                try reader.skipValue()
                return null(context)
            }
        }
        return try wrapped.read(&reader, context).map { .value($0) }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return null(context) }
        if case .string(let text) = value, wrapped.standsForNull(text) { return null(context) }
        return try wrapped.convert(value, context).map { .value($0) }
    }

    private func null(_ context: MappingContext) -> Value? {
        // A new array or dictionary has no current value to keep.
        context.isElement || context.options.nulls == .clearOptionals ? .null : nil
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
        case (.value(let value), .null), (.null, .value(let value)): wrapped.isNull(value)
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
        switch node {
        case .marked(ArchiveLayout.Mark.missing, .null): .missing
        case .null: .null
        case .marked(ArchiveLayout.Mark.some, let content):
            try wrapped.unarchived(content, context).map { .value($0) }
        default: try wrapped.unarchived(node, context).map { .value($0) }
        }
    }
}
