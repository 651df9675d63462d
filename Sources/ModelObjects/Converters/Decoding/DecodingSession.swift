/// The shared state of the decoders of one text, for a call of `ModelDecoder`, for a property or for the elements of an
/// array.
///
/// Values are read when they are requested; the text is read once if types request their keys in the
/// payload's order. The rest of a value is validated when the value is complete, so that the whole text has
/// been read at the end.
final class DecodingSession {
    let text: RetainedText
    let dateFormat: DateFormat
    let userInfo: [CodingUserInfoKey: Any]
    /// The mapper of the call, or of the model with the Codable property.
    private let mapper: ObjectMapper
    /// The options around the text.
    private let options: ResolvedOptions
    private let origin: Origin
    /// Whether the last member with a repeated key is used, as in a model, or the first, as in JSONDecoder.
    var lastMemberCounts: Bool { origin != .call }
    /// Whether the text is that of a call of `ModelDecoder`.
    var isOfCall: Bool { origin == .call }
    /// The ends of skipped values, so that skipping takes linear time at any depth.
    private(set) lazy var containerIndex = origin == .value ? ContainerIndex() : mapper.containerIndex
    /// The number of members of the last object, usually the same for the next.
    var memberCount = 0
    /// Whether a model could not be made.
    var hasFailedPart = false
    /// The text's error, which ends the call even if a caller catches it: it isn't JSON, or is nested too deeply.
    private var failure: (any Error)?

    /// Where the text is from.
    enum Origin {
        /// It is the text of the call.
        case call
        /// It is in the text of the call.
        case property
        /// It was made from the value of a dictionary or a hook.
        case value
    }

    /// Where the value starts, or the first of the elements.
    private let start: Int

    /// The key of the member whose value is decoded: some types take their name from it.
    ///
    /// The keys around it are left out, because finding them would take a pass over the text for each value.
    private(set) lazy var key: SessionKey? = {
        switch origin {
        case .call: return nil
        case .property:
            return text.reader(at: start, remainingDepth: 0).keyBeforeValue().map { SessionKey($0) }
        case .value:
            guard case .key(let key)? = mapper.currentLocation.path.components.last else { return nil }
            return SessionKey(key)
        }
    }()

    private init(_ reader: JSONReader, _ mapper: ObjectMapper, _ options: ResolvedOptions, _ origin: Origin) {
        start = reader.offset
        text = RetainedText(reader)
        (self.mapper, self.options, self.origin) = (mapper, options, origin)
        (dateFormat, userInfo) = (options.dateFormat, mapper.detailsIfMade?.userInfo ?? [:])
    }

    /// Decodes the value under the cursor, which moves past it.
    ///
    /// - Parameter shared: The session of an earlier element of the same array, to use it again; nil for a new one.
    ///   Afterwards, the session for the next element; nil if a type kept its decoder.
    /// - Throws: `TypeFailure`: then the cursor doesn't move, and the text was not read to the end of the value. The
    ///   text's error.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ mapper: ObjectMapper, _ options: ResolvedOptions,
        _ origin: Origin, _ shared: inout DecodingSession?
    ) throws -> Value {
        _ = reader.peek()
        var session = shared.take() ?? DecodingSession(reader, mapper, options, origin)
        defer { if isKnownUniquelyReferenced(&session) { shared = session } else { session.keepText() } }
        do {
            let decoder = ValueDecoder(session, at: reader.offset, remainingDepth: reader.remainingDepth)
            let value = try decoder.decode(type)
            let end = try decoder.finish()
            if let failure = session.failure { throw failure }
            reader.seek(to: end)
            return value
        } catch {
            throw session.failure ?? TypeFailure(error: error)
        }
    }

    /// Copies the text, once for all values in the text of a call.
    private func keepText() {
        guard origin != .value else {
            var own: TextCopy?
            return text.keep(&own)
        }
        text.keep(&mapper.outermost.details.textCopy)
    }

    /// Checks the remaining stack for a value that is requested again, without entering a level of the text.
    ///
    /// - Parameter count: The number of types that are waiting for the value.
    @inline(never)
    func checkStack(waiting count: Int, at offset: Int?) throws {
        let stack = StackSpace.current
        guard count > stack.uncheckedLevels, stack.isLow else { return }
        throw failed(JSONDepthExceeded(limit: count, offset: offset ?? 0, isOfStack: true))
    }

    /// Runs a step that reads the text.
    @inline(__always)
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw failed(error) }
    }

    @inline(never)
    func failed(_ error: any Error) -> any Error {
        if failure == nil, error is JSONSyntaxError || error is JSONDepthExceeded { failure = error }
        return error
    }

    // MARK: Models, each with its own mapper

    /// Whether the options of the call set a root path, or none, in place of that of a class.
    var setsRootPath: Bool { mapper.setsRootPath }

    /// How the keys of the outermost object match.
    func keyMatching(for schema: ModelSchema) -> MappingOptions.KeyMatching {
        mapper.options(for: schema, around: nil).keyMatching
    }

    /// The offset of the value under a cursor if it was tried as a model, and could not be made.
    @inline(never)
    func failedPart(at reader: JSONReader) -> Int? {
        var reader = reader
        _ = reader.peek()
        return mapper.detailsIfMade?.notesOfFailedParts[reader.offset] == nil ? nil : reader.offset
    }

    /// Forgets why a value was no model, because it was then decoded as another type.
    func didDecode(valueAt start: Int) { mapper.detailsIfMade?.notesOfFailedParts[start] = nil }

    /// Maps a value that is a model or contains models.
    ///
    /// - Throws: `DecodingError` with the `ModelError` of the value, or the text's error.
    func map(
        _ target: MappingTarget, into existing: ModelObject?, _ type: any Any.Type,
        _ reader: inout JSONReader, at path: @autoclosure () -> [any CodingKey]
    ) throws -> Any {
        if origin == .call, let report = mapper.report {
            CodingPlan.with(type) { report.addPart($0.content, at: steps(path())) }
        }
        let start = reader.offset
        let report = mapper.report
        let objects = report?.depth ?? 0
        let inner = ObjectMapper(inside: mapper, base: options, isInText: origin != .value)
        func part() -> TextPart {
            TextPart(
                start: start, path: steps(path()), lines: origin == .value ? nil : mapper.details.lines)
        }
        do {
            let result = try inner.map(target, into: existing, &reader)
            if inner.isRejected { throw MappingCall.Rejection(problem: nil) }
            passOn(inner.notes, of: inner, reader, part(), isMade: true)
            return result
        } catch let error where error is JSONSyntaxError || error is JSONDepthExceeded {
            report?.abandonObjects(to: objects)
            passOn(inner.notes, of: inner, reader, part(), isMade: false)
            throw error
        } catch {
            report?.abandonObjects(to: objects)
            var notes = inner.notes
            let rejection = error as? MappingCall.Rejection
            for problem in rejection?.problem?.all ?? [] {
                notes.problems.append(problem.rejecting(false), limit: .max)
            }
            passOn(notes, of: inner, reader, part(), isMade: false)
            inner.rollBack(to: 0)
            let final = rejection.map { MappingCall.modelError($0.problem, inner, reader, part()) } ?? error
            throw (final as? ModelError).map { DecodingError.of($0, type, rootSteps: rootSteps.count) }
                ?? final
        }
    }

    /// Adds the notes about a value to those of the call, or of the model with the Codable property.
    ///
    /// The mapper of a model also gets the problems that the options reject.
    private func passOn(
        _ notes: MappingNotes, of inner: ObjectMapper, _ reader: JSONReader,
        _ part: @autoclosure () -> TextPart, isMade: Bool
    ) {
        let isInModel = origin != .call
        let isNoted = isInModel ? inner.recordsTolerated || mapper.recordsTolerated : inner.report != nil
        if !isNoted || notes.isEmpty { return }
        let part = part()
        // Offsets in a text that was made from a value mean nothing to the caller. Notes get the value's location.
        let locations = origin == .value ? SourceLocations(notes.locations, in: reader, part: part) : nil
        let notes = locations.map { notes.moved($0, to: mapper.currentLocation) } ?? notes
        let counting = isInModel ? notes : notes.tolerated
        if isMade { mapper.append(counting) } else { mapper.holdBack(counting, ofPartAt: part.start) }
    }

    /// The path of a value from the root of the call's text.
    func steps(_ path: [any CodingKey]) -> [PathComponent] { rootSteps + [PathComponent](path) }

    private var rootSteps: [PathComponent] { origin == .call ? mapper.detailsIfMade?.rootSteps ?? [] : [] }
}

/// The key of the member whose value is decoded, at the start of a coding path.
///
/// It has its own type because the errors of decoded types have it in their paths, and reports leave it out.
struct SessionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
}

/// The error of a type that could not decode its value, as opposed to an error in the JSON text.
struct TypeFailure: Error {
    let error: any Error
}
