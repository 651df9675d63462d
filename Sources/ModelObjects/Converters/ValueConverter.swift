/// Makes values of one Swift type from values of a payload.
///
/// There is one converter per property, made with the schema. A container's converter holds its elements' converter.
///
/// `read` and `convert` return nil if the value cannot be used; by then they have reported the reason to the mapper.
/// They throw only errors that end the whole call: text that is not JSON, an exceeded limit.
protocol ValueConverter<Value>: Sendable {
    associatedtype Value

    /// The type's name in messages.
    var expected: String { get }

    /// The value for null or, if `isAbsent`, for a key that a patch removes; nil if the type has no such value.
    func valueForNull(isAbsent: Bool) -> Value?

    /// Whether null may be a value of a type that is not Optional. `convert` is then called for it.
    var takesNull: Bool { get }

    /// What the values are and can hold.
    var content: TypeContent { get }

    /// The type that a coder decodes a value as.
    var coderForm: CoderForm { get }

    /// The JSON that the converter writes, for schemas.
    var form: ValueForm { get }

    /// Whether a null word (`null`, `<null>`, `(null)`, `nil`) is an ordinary value of the type.
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool

    /// Whether a text of only white space counts as a missing value.
    var takesEmptyTextAsNull: Bool { get }

    /// Whether a value that already has the type may be stored unchanged: no nil, no NaN, no infinity.
    func isUsable(_ value: Value) -> Bool

    /// Whether `isUsable` may return false for a value that isn't nil, so that the elements of a container must be checked.
    var mayBeUnusable: Bool { get }

    /// Whether a number with a fraction or an exponent is read with all of its digits, not as a Double.
    var keepsDigits: Bool { get }

    /// Makes a value from the one at the cursor, and moves the cursor past it even if it cannot be used.
    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value?

    /// Makes values from the elements at the cursor, up to the end of their array; leaves out those that can't be used.
    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value]

    /// The value of a member or an element that has the type already, or is an NSNumber with such a value; nil for any
    /// other value, and for types that convert each value.
    func unconverted(_ value: LentValue) -> Value?

    /// Makes a value from an untyped one.
    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value?

    /// Writes a value; the caller, which knows the key, handles nil and omitted values.
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome

    /// The fast paths of a property that holds a value, or values in a container; nil for none.
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess?

    // Comparing, hashing and copying. No requirement recurses from model to model: the models that a value holds are
    // passed to the comparison or to the copier, which keep a list of pending work. So a chain of 100,000 objects needs
    // no deep stack.

    /// Whether two values are equal as far as can be decided here; models inside are left to the comparison.
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool
    /// Whether the elements of two arrays are. (A requirement, so that each known type has compiled code for it.)
    func isEqual(elements left: [Value], _ right: [Value], _ comparison: inout ModelComparison) -> Bool
    /// Feeds the value to the hasher; equal values feed the same.
    func hash(_ value: Value, into hasher: inout ModelHasher)
    /// The value with its models replaced; only called if it may hold models.
    func copy(_ value: Value, _ models: any ModelReplacing) -> Value

    // Archiving. No requirement calls a hook of the mapping.

    /// The archived form of the value.
    ///
    /// - Throws: `ModelError` for a value that could not be read back, and for one nested too deeply.
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode

    /// The value of a node; nil if `archived` doesn't produce such a node, because the property had another
    /// type.
    ///
    /// - Throws: `ModelError` for a model that is not allowed here.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value?
}

extension ValueConverter {
    var expected: String { "\(Value.self)" }
    func valueForNull(isAbsent: Bool) -> Value? { nil }
    var takesNull: Bool { false }
    var content: TypeContent { TypeContent() }
    var coderForm: CoderForm { .untyped }
    var form: ValueForm { .any() }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool { false }
    var takesEmptyTextAsNull: Bool { false }
    func isUsable(_ value: Value) -> Bool { true }
    var mayBeUnusable: Bool { false }
    var keepsDigits: Bool { false }
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? { nil }
    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? { nil }

    /// Whether a text means null.
    func meansNull(_ text: String, _ context: MappingContext) -> Bool {
        isNullWord(text) && !takesNullWord(text, context)
            || takesEmptyTextAsNull && text.trimmed.isEmpty
    }

    /// Whether a value is null, or a text that means null.
    func meansNull(_ value: JSONValue, _ context: MappingContext) -> Bool {
        switch value {
        case .null: true
        case .string(let text): meansNull(text, context)
        default: false
        }
    }

    /// Whether the value under the cursor is a string that may mean null: `meansNull` decides.
    @inline(__always)
    func mayMeanNull(_ reader: inout JSONReader) -> Bool {
        reader.peek() == UInt8(ascii: "\"")
            && (reader.isAtNullWord || takesEmptyTextAsNull && reader.mayBeBlankText)
    }

    /// For converters without a faster path: reads the untyped value and converts it.
    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        try readUntyped(&reader, context)
    }

    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        try readEach(&reader, context)
    }

    /// Inlined, so that each converter of a statically known type gets specialized code.
    @inline(__always)
    func readEach(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        try collectedElements { isLast in
            let value = try read(&reader, context)
            isLast = try !reader.hasNextElement()
            return value
        }
    }

    func readUntyped(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        _ = reader.peek()
        let offset = reader.offset
        let value = try reader.readValue(keepingDigits: keepsDigits)
        return try context.mapper.at(offset) { try convert(value, context) }
    }
}

extension ValueConverter {
    /// Returns a value that already has the converter's type; reports any other value, which the converter
    /// can't convert, to the mapper.
    func typedOrMismatch(_ value: JSONValue, _ context: MappingContext) -> Value? {
        if case .other(let any) = value, let typed = any as? Value, isUsable(typed) { return typed }
        let content = content
        return context.mismatch(
            expected, value, showsValue: content.modelClass == nil && !content.isUntypedContainer)
    }

    /// A value that already has the type and needs no conversion; nil for any other.
    func usable(_ value: Any) -> Value? {
        guard !content.isUntypedContainer, let typed = exactly(value, as: Value.self), isUsable(typed) else {
            return nil
        }
        return typed
    }

    /// Returns a value that already has the type; converts any other.
    func convert(any value: Any, _ context: MappingContext) throws -> Value? {
        try usable(value) ?? convert(JSONValue(value), context)
    }
}
