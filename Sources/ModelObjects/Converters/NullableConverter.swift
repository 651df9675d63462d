/// A converter that adds null to the values of another converter.
///
/// It implements everything except the null value itself: how null is recognized in a payload, and how the
/// options apply.
protocol NullableConverter<Value>: ValueConverter {
    associatedtype Wrapped: ValueConverter
    var wrapped: Wrapped { get }

    /// A value that is not null.
    func some(_ value: Wrapped.Value) -> Value
}

extension NullableConverter {
    var wrappedType: any Any.Type { Wrapped.Value.self }

    /// A value of the wrapped type as one that is not null; nil for a value of another type.
    func some(any value: Any) -> Value? {
        (exactly(value, as: Wrapped.Value.self) ?? (value as? Wrapped.Value)).map { some($0) }
    }

    var expected: String { wrapped.expected }
    var coderForm: CoderForm { wrapped.coderForm }
    var form: ValueForm { .optional(wrapped.form) }
    var keepsDigits: Bool { wrapped.keepsDigits }
    var takesEmptyTextAsNull: Bool { wrapped.takesEmptyTextAsNull }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool {
        wrapped.takesNullWord(word, context)
    }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        if reader.peek() == UInt8(ascii: "n") {
            try reader.readNull()
            return null(context)
        }
        if mayMeanNull(&reader) { return try readUntyped(&reader, context) }
        return try wrapped.read(&reader, context).map { some($0) }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        try convertNullable(value, context)
    }

    func convertNullable(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if wrapped.meansNull(value, context) {
            let null = null(context)
            if null != nil { context.foundNull(as: value) }
            return null
        }
        return try wrapped.convert(value, context).map { some($0) }
    }

    /// Whether a wrapped value is an untyped null, which equals nil.
    func isNull(_ value: Wrapped.Value) -> Bool {
        exactly(value, as: Any.self).map { JSONValue($0).isNull } ?? false
    }

    /// Null, unless the options keep the current value.
    private func null(_ context: MappingContext) -> Value? {
        // A new array or dictionary has no current value to keep.
        context.isElement || context.options.nulls == .clearOptionals ? valueForNull(isAbsent: false) : nil
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        try unarchivedNullable(node, context)
    }

    func unarchivedNullable(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        switch node {
        case .null: valueForNull(isAbsent: false)
        case .marked(ArchiveLayout.Mark.some, let content):
            try wrapped.unarchived(content, context).map { some($0) }
        default: try wrapped.unarchived(node, context).map { some($0) }
        }
    }
}
