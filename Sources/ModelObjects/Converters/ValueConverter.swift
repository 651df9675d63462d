/// Makes values of one Swift type from values of a payload.
///
/// There is one converter per property, made with the schema; those of containers hold those of their
/// elements.
///
/// Both functions return nil where the value cannot be used, and have told the mapper why by then. They throw
/// only what ends the whole call: text that is not JSON, a limit.
protocol ValueConverter<Value>: Sendable, ValueComparing, ValueArchiving {
    associatedtype Value

    /// The type as messages name it.
    var expected: String { get }

    /// What null becomes; nil where the type has nothing for it.
    var valueForNull: Value? { get }

    /// What the values are and can hold.
    var content: TypeContent { get }

    /// As what a coder is asked for a value.
    var coderForm: CoderForm { get }

    /// Whether a text that says null (`null`, `<null>`, `(null)`, `nil`) is an ordinary value of the type.
    func takesNullWord(_ word: String) -> Bool

    /// Whether a text of nothing but white space is a value that is not there.
    var takesEmptyTextAsNull: Bool { get }

    /// Whether a value that has the type already may be stored as it is: no nil, no NaN, no infinity.
    func isUsable(_ value: Value) -> Bool

    /// Makes a value of what stands under the cursor, which is behind it afterwards, also where nothing was
    /// made of it.
    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value?

    /// Makes a value of an untyped one.
    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value?

    /// Writes a value. What becomes of nil and of what is left out is the caller's business, who knows the key.
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome
}

extension ValueConverter {
    var valueForNull: Value? { nil }
    var content: TypeContent { TypeContent() }
    var coderForm: CoderForm { .untyped }
    func takesNullWord(_ word: String) -> Bool { false }
    var takesEmptyTextAsNull: Bool { false }
    func isUsable(_ value: Value) -> Bool { true }

    /// Whether a text is a null that was written as text.
    func standsForNull(_ text: String) -> Bool {
        isNullWord(text) && !takesNullWord(text) || takesEmptyTextAsNull && text.allSatisfy(\.isWhitespace)
    }

    /// For converters without a shorter way: through the untyped value.
    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        try readUntyped(&reader, context)
    }

    func readUntyped(
        _ reader: inout JSONReader, _ context: MappingContext, keepingDigits: Bool = false
    ) throws -> Value? {
        _ = reader.peek()
        let offset = reader.offset
        let value = try reader.readValue(keepingDigits: keepingDigits)
        return try context.mapper.at(offset) { try convert(value, context) }
    }
}

/// What a converter has to know beside the value.
struct MappingContext {
    let mapper: ObjectMapper
    let options: ResolvedOptions
    /// The class of the elements of an untyped container, where a rule or `arrayMappings` names one.
    var elementClass: ModelObject.Type?
    /// The value is an element of a container: where it cannot be used it is left out.
    private(set) var isElement = false
    /// Nobody is told of what goes wrong: the caller tells it better.
    private(set) var isQuiet = false

    init(mapper: ObjectMapper, options: ResolvedOptions) {
        self.mapper = mapper
        self.options = options
    }

    var forElements: MappingContext {
        var context = self
        context.isElement = true
        return context
    }

    var quiet: MappingContext {
        var context = self
        context.isQuiet = true
        return context
    }

    /// Tells the mapper that a value cannot be used.
    ///
    /// Always nil, to be returned.
    func mismatch<Value>(_ expected: @autoclosure () -> String, _ found: JSONValue) -> Value? {
        if case .string(let text) = found, isNullWord(text) { return mismatch(expected(), found: .null) }
        return mismatch(expected(), found: found.kind, value: found)
    }

    /// - Parameter value: What was found, where a message may show it.
    func mismatch<Value>(
        _ expected: @autoclosure () -> String, found: JSONKind, value: @autoclosure () -> JSONValue? = nil,
        underlyingError: (any Error)? = nil
    ) -> Value? {
        if isQuiet { return nil }
        let rejects: Bool
        if found == .null, !isElement {
            if options.nulls == .keep { return nil }
            rejects = options.nullIsMismatch && options.mismatches == .reject
        } else {
            rejects =
                (isElement ? options.elements : nil) == .reject
                || (!isElement && options.mismatches == .reject)
        }
        mapper.record(
            .typeMismatch, expected: expected(), found: found.rawValue,
            action: isElement ? .skippedElement : .keptValue, rejects: rejects,
            value: options.includeValues ? value() : nil,
            underlyingError: mapper.hidesValues ? nil : underlyingError)
        return nil
    }

    /// Tells the mapper that a value is none that models are made of.
    ///
    /// No message shows it: it may be a model after all, written as text in some other way.
    func noModel<Value>(_ expected: @autoclosure () -> String, _ found: JSONValue) -> Value? {
        if case .string(let text) = found, isNullWord(text) { return mismatch(expected(), found: .null) }
        return mismatch(expected(), found: found.kind)
    }

    /// Tells the mapper that a rule's fallback stands for a value that cannot be used, which no option
    /// rejects.
    func usedFallback(_ expected: @autoclosure () -> String, _ found: JSONValue) {
        if isQuiet { return }
        mapper.record(
            .typeMismatch, expected: expected(), found: found.kind.rawValue, action: .usedFallback,
            rejects: false, value: options.includeValues ? found : nil)
    }

    /// Tells the mapper that a key of a dictionary is none of its key type.
    func badKey(_ expected: @autoclosure () -> String) {
        mapper.record(
            .typeMismatch, expected: expected(), found: "another key", action: .skippedElement,
            rejects: options.elements == .reject)
    }

    /// Nobody wants to hear of conversions.
    var isSilent: Bool { mapper.report == nil || isQuiet }

    /// Tells the mapper that a value was converted from another kind, or lost something.
    func converted(_ value: JSONValue, _ loss: NumberLoss? = nil, to expected: @autoclosure () -> String) {
        if isSilent { return }
        let kind = value.kind.rawValue
        mapper.recordConversion(from: loss.map { "\(kind) \($0.rawValue)" } ?? kind, to: expected())
    }
}

/// The texts that stand for null, unless a String was asked for.
func isNullWord(_ text: String) -> Bool {
    text == "null" || text == "<null>" || text == "(null)" || text == "nil"
}

extension ValueConverter {
    /// Tells the mapper that a value is no container of the right kind.
    func container(_ value: JSONValue, _ context: MappingContext) -> Value? {
        content.modelClass == nil && !content.isUntypedContainer
            ? context.mismatch(expected, value) : context.noModel(expected, value)
    }

    /// Takes a value that has the type already; else converts it.
    func convert(any value: Any, _ context: MappingContext) throws -> Value? {
        if !content.isUntypedContainer, let typed = exactly(value, as: Value.self), isUsable(typed) {
            return typed
        }
        return try convert(JSONValue(value), context)
    }
}
