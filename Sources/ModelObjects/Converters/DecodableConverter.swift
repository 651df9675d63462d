/// A Codable type that is not a model: decoded by its own `init(from:)`, with its own keys.
struct DecodableConverter<Value: Decodable>: ValueConverter {
    let format: DateFormat?

    var content: TypeContent { TypeContent(archivedClass: ModelObject.self, mayBeDates: true) }
    /// With the coder's strategies, unless a rule specifies the format of dates.
    var coderForm: CoderForm { format == nil ? .codable(Value.self) : .untypedCodable }
    /// The type's own decoding decides whether null is a value.
    var takesNull: Bool { true }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool {
        var isTaken = false
        // What models in the type record doesn't count.
        _ = context.mapper.collectingNotes { isTaken = (try? convert(.string(word), context.quiet)) != nil }
        return isTaken
    }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        var session: DecodingSession?
        return try read(&reader, context, &session)
    }

    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        var session: DecodingSession?
        return try collectedElements { isLast in
            let value = try read(&reader, context, &session)
            isLast = try !reader.hasNextElement()
            return value
        }
    }

    private func read(
        _ reader: inout JSONReader, _ context: MappingContext, _ session: inout DecodingSession?
    ) throws -> Value? {
        _ = reader.peek()
        let start = reader
        let kind = reader.kind(at: start.offset)
        return try context.mapper.at(start.offset) {
            do {
                return try decode(&reader, context, .property, format, depth: reader.depth, &session)
            } catch let failure as TypeFailure {
                try reader.skipValue()
                var scalar = start
                let isScalar = kind != .array && kind != .object
                record(failure.error, kind, try isScalar ? scalar.readValue() : nil, context)
                return nil
            }
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .other = value { return typedOrMismatch(value, context) }
        var dates = TextDates(format ?? context.options.dateFormat)
        guard let text = try context.mapper.jsonText(of: value, &dates) else {
            return context.mismatch(expected, value)
        }
        do {
            return try withJSONReader(text, maximumDepth: MappingLimits.maximumDepth) {
                var session: DecodingSession?
                return try decode(&$0, context, .value, dates.readFormat ?? format, &session)
            }
        } catch let failure as TypeFailure {
            record(failure.error, value.kind, value, context)
            return nil
        } catch let exceeded as JSONDepthExceeded {
            throw context.mapper.rejection(
                .tooDeep(levels: exceeded.limit, isOfStack: exceeded.isOfStack, at: []))
        }
    }

    private func record(
        _ error: any Error, _ kind: JSONKind, _ shown: JSONValue?, _ context: MappingContext
    ) {
        if error is RecordedRejection { return }
        if kind == .null { return context.recordMismatch(expected, found: .null) }
        context.recordMismatch(
            expected, found: kind, value: shown, underlyingError: error, headline: headline(error, kind))
    }

    /// The sentence that also describes what inside the value doesn't fit, or that the type rejects an object or an array
    /// as a whole; nil if the kind of the value is the reason.
    private func headline(_ error: any Error, _ kind: JSONKind) -> Headline? {
        let error = error as? DecodingError
        if let error, !error.steps.isEmpty { return Headline(ending: ": \(error.reason)") }
        switch error {
        case .typeMismatch, .valueNotFound: return nil
        default:
            let isContainer = kind == .object || kind == .array
            return isContainer ? Headline(ending: ": its `init(from:)` threw an error") : nil
        }
    }

    /// - Parameters:
    ///   - origin: Where the text is from.
    ///   - format: The format of dates, if it isn't that of the options.
    ///   - depth: How many objects and arrays enclose the value.
    ///   - session: The session of the element before it in an array.
    /// - Throws: `TypeFailure`. The text's error. `MappingCall.Rejection` if a model in the value exceeds a limit.
    private func decode(
        _ reader: inout JSONReader, _ context: MappingContext, _ origin: DecodingSession.Origin,
        _ format: DateFormat?, depth: Int = 0, _ session: inout DecodingSession?
    ) throws -> Value {
        let mapper = context.mapper
        let options = format.map { mapper.options(context.options, dateFormat: $0) } ?? context.options
        let scope = DecodingScope(depth: depth + 1, limit: mapper.maximumDepth)
        let notes = mapper.beginNotes()
        do {
            let value = try scope.run {
                try DecodingSession.decode(Value.self, &reader, mapper, options, origin, &session)
            }
            mapper.endNotes(notes, isDecoded: true)
            return value
        } catch {
            let isRejected = mapper.endNotes(notes, isDecoded: false)
            guard let failure = error as? TypeFailure else { throw error }
            if let (exceeded, path) = failure.error.exceededLimit {
                throw mapper.at([PathComponent](path)) { mapper.rejection(exceeded) }
            }
            throw isRejected ? TypeFailure(error: RecordedRejection()) : failure
        }
    }
}

/// A value was rejected because of recorded problems.
private struct RecordedRejection: Error {}

// MARK: Comparing

extension DecodableConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        haveEqualBits(left, right) || comparison.isEqual(leaf: left, right)
    }
}

// MARK: Exporting

extension DecodableConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        if output.isForCoder, format == nil, let encodable = value as? any Encodable {
            return output.write(.typed(encodable, output.scope))
        }
        guard let text = try text(of: value, &output) else { return .omitted }
        guard output.isText else {
            let value = try parsed(text)
            // A value of the type, or an infinite number: not nil.
            if case .null = value { return output.write(.null) }
            return try output.write(any: value.any)
        }
        output.text.append(text, from: 0, to: text.count)
        return .written
    }

    /// The value's Codable form, with its dates in the property's format.
    ///
    /// Nil if the value is left out. Its keys are sorted, because dictionaries encode their keys in no particular
    /// order. Inside another Codable value, the outer value's text is sorted instead.
    private func text(
        of value: Value, _ output: inout ExportOutput
    ) throws(ExportFailure) -> JSONWriter? {
        guard let encodable = value as? any Encodable else {
            throw ExportFailure(
                .notExportable,
                Headline("Cannot export \(Value.self)", ending: ": \(Self.whyNotEncodable)"),
                expected: "a type that is Encodable too", found: "\(Value.self)")
        }
        let text = EncodedText(output.separateText(rule: format), sortedKeys: !output.isSortedLater)
        do {
            let outcome = try output.scope.run { try text.write(encodable, isMember: true) }
            output.repetition = text.open.output.repetition
            return outcome == .omitted ? nil : try text.finish()
        } catch {
            throw Self.failure(error)
        }
    }

    /// Why a value cannot be cast to Encodable.
    ///
    /// If a conformance is isolated to an actor (SE-0470), casting a value fails off this actor, but casting its type
    /// doesn't. On Apple platforms, it doesn't fail before macOS 26 and iOS 26.
    private static var whyNotEncodable: String {
        Value.self is any Encodable.Type
            ? "its conformance to Encodable is isolated to an actor; declare the type `nonisolated`"
            : "it is Decodable, but not Encodable"
    }

    private static func failure(_ error: any Error) -> ExportFailure {
        if case .invalidValue(_, let context) = error as? EncodingError,
            let inner = context.underlyingError as? ModelError
        {
            return ExportFailure(inner).under([PathComponent](context.codingPath))
        }
        return ExportFailure(
            .notExportable,
            Headline("Cannot export \(Value.self)", ending: ": its encode(to:) threw an error"),
            expected: "a \(Value.self) that can be encoded", found: "one that cannot", underlyingError: error)
    }

    /// Parses the value's text, in which a Decimal may have more digits than a Double holds.
    private func parsed(_ text: borrowing JSONWriter) throws(ExportFailure) -> JSONValue {
        do {
            return try text.read(maximumDepth: ExportOutput.deepest) {
                JSONValue(try $0.readAny(keepingDigits: true))
            }
        } catch let exceeded as JSONDepthExceeded {
            throw .tooDeep(levels: exceeded.limit, isOfStack: exceeded.isOfStack)
        } catch {
            throw Self.failure(error)
        }
    }
}

// MARK: Archiving

extension DecodableConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        guard let encodable = value as? any Encodable else {
            throw ModelError.notArchivable("a value of type \(Value.self) (\(Self.whyNotEncodable))")
        }
        do {
            return try ArchiveEncoder.node(of: encodable, context)
        } catch let error as ModelError {
            throw error
        } catch {
            // A model that the value encoded as part of itself.
            if case .invalidValue(_, let context) = error as? EncodingError,
                let inner = context.underlyingError as? ModelError
            {
                throw inner.moved(to: [])
            }
            throw ModelError(
                .notExportable,
                Headline("Cannot archive \(Value.self)", ending: ": its encode(to:) threw an error"),
                expected: "a value that can be encoded", found: "\(Value.self)", underlyingError: error)
        }
    }

    /// A value that the type cannot decode counts as a value of another type.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if context.postpones([node]) { return nil }
        do {
            return try ArchiveDecoder(codingPath: [], node: node, context: context).decode(Value.self)
        } catch let error as ModelError {
            throw error
        } catch {
            return nil
        }
    }
}
