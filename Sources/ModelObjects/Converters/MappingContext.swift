/// The context of a conversion: everything that a converter needs in addition to the value.
///
/// Its references are not counted. The function that makes a context has the mapper as a parameter, or as a member of its
/// object, and the context is used only while that function runs. (`UnarchivingContext` keeps one, with its mapper.) The
/// mapper keeps the options alive (see `ObjectMapper.options(for:around:)`), or they are a parameter, too. An object that
/// can outlive the call, such as a decoder, refers to both strongly.
struct MappingContext {
    private let unretainedMapper: Unretained<ObjectMapper>
    private let unretainedOptions: Unretained<ResolvedOptions>
    /// The class of the elements of an untyped container, if a rule or `arrayMappings` names one.
    var elementClass: ModelObject.Type?
    /// Whether the value is an element of a container: if it cannot be used, it is left out.
    private(set) var isElement = false
    /// Whether neither problems nor conversions are recorded, because the caller records them more precisely.
    private(set) var isQuiet = false

    init(mapper: ObjectMapper, options: ResolvedOptions) {
        unretainedMapper = Unretained(mapper)
        unretainedOptions = Unretained(options)
    }

    var mapper: ObjectMapper { unretainedMapper.object }
    var options: ResolvedOptions { unretainedOptions.object }

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

    /// Whether the options reject an object whose property or element cannot be used.
    var rejects: Bool { isElement ? options.elements == .reject : options.mismatches == .reject }

    /// Reports to the mapper that a value cannot be used.
    ///
    /// - Parameter showsValue: Whether a message may show the value. It may not if a model was expected, because the value
    ///   can be a model in another text format.
    /// - Returns: Always nil, for the caller to return.
    @inline(__always)
    func mismatch<Value>(_ expected: String, _ found: JSONValue, showsValue: Bool = true) -> Value? {
        recordMismatch(expected, found, showsValue: showsValue)
        return nil
    }

    /// Never inlined: every conversion can fail, and would contain a copy of it.
    @inline(never)
    private func recordMismatch(_ expected: String, _ found: JSONValue, showsValue: Bool) {
        if case .string(let text) = found, isNullWord(text) { return recordMismatch(expected, found: .null) }
        recordMismatch(expected, found: found.kind, value: showsValue ? found : nil)
    }

    /// - Parameters:
    ///   - value: The value that was found, if a message may show it.
    ///   - usesFallback: Whether a rule's fallback replaces the value, which no option rejects then.
    @inline(never)
    func recordMismatch(
        _ expected: @autoclosure () -> String, found: JSONKind, value: JSONValue? = nil,
        underlyingError: (any Error)? = nil, headline: @autoclosure () -> Headline? = nil,
        usesFallback: Bool = false
    ) {
        if isQuiet { return }
        var rejects = rejects && !usesFallback
        if found == .null, !isElement {
            if options.nulls == .keep { return }
            rejects = rejects && options.nullIsMismatch
        }
        mapper.record(
            .typeMismatch, expected: expected(), found: found.rawValue,
            action: usesFallback ? .usedFallback : isElement ? .skippedElement : .keptValue, rejects: rejects,
            value: options.includeValues ? value : nil,
            underlyingError: mapper.hidesValues ? nil : underlyingError, headline: headline())
    }

    /// Reports to the mapper that a key of a dictionary does not fit its key type.
    func badKey(_ expected: String) {
        if isQuiet { return }
        mapper.record(
            .typeMismatch, expected: expected, found: "another key", action: .skippedElement,
            rejects: options.elements == .reject)
    }

    /// Whether a report lists the conversions.
    var recordsConversions: Bool { mapper.report != nil && !isQuiet }

    /// Reports to the mapper that a value was converted from another kind, or lost a part.
    @inline(__always)
    func converted(_ value: JSONValue, _ loss: NumberLoss? = nil, to expected: @autoclosure () -> String) {
        if recordsConversions { recordConversion(value, loss, to: expected()) }
    }

    /// Reports to the mapper that a value was taken as null: a text like `nil` is listed as converted.
    func foundNull(as value: JSONValue) {
        if case .string = value { converted(value, to: JSONKind.null.rawValue) }
    }

    @inline(never)
    private func recordConversion(_ value: JSONValue, _ loss: NumberLoss?, to expected: String) {
        let kind = value.kind.rawValue
        let from = loss.map { "\(kind) \($0.rawValue)" } ?? kind
        mapper.note(.conversion(from: from, to: expected), at: mapper.currentLocation)
    }
}
