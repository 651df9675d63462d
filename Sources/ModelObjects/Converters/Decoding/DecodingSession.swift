/// The shared state of the decoders of one text, for a call of `ModelDecoder` or for a property.
///
/// Values are read when they are requested; the text is read once if types request their keys in the
/// payload's order. The rest of a value is validated when the value is complete, so that the whole text has
/// been read at the end.
final class DecodingSession {
    let text: RetainedText
    let dateFormat: DateFormat
    let userInfo: [CodingUserInfoKey: Any]
    let models: DecodedModels
    /// Whether the last member with a repeated key is used, as in a model, or the first, as in JSONDecoder.
    let lastMemberCounts: Bool
    /// The ends of skipped values, so that skipping takes linear time at any depth.
    private(set) lazy var containers = models.containers
    /// The number of members of the last object, usually the same for the next.
    var memberCount = 0
    /// Whether a model could not be made.
    var hasFailedPart = false
    /// The text's error, which ends the call even if a caller catches it: it isn't JSON, or is nested too deeply.
    private var failure: (any Error)?

    private init(
        _ reader: JSONReader, _ dateFormat: DateFormat, _ userInfo: [CodingUserInfoKey: Any],
        _ models: DecodedModels, lastMemberCounts: Bool
    ) {
        text = RetainedText(reader)
        (self.dateFormat, self.userInfo, self.models) = (dateFormat, userInfo, models)
        self.lastMemberCounts = lastMemberCounts
    }

    /// Decodes the value under the cursor, which moves past it.
    ///
    /// - Throws: `TypeFailure`: then the cursor doesn't move, and the text was not read to the end of the value. The
    ///   text's error.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ dateFormat: DateFormat,
        _ userInfo: [CodingUserInfoKey: Any], _ models: DecodedModels,
        lastMemberCounts: Bool = false
    ) throws -> Value {
        _ = reader.peek()
        var session = DecodingSession(
            reader, dateFormat, userInfo, models, lastMemberCounts: lastMemberCounts)
        defer { if !isKnownUniquelyReferenced(&session) { session.text.keep() } }
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
}

/// The error of a type that could not decode its value, as opposed to an error in the JSON text.
struct TypeFailure: Error {
    let error: any Error
}

/// Maps the models that a decoder finds in its text, each with its own mapper.
struct DecodedModels {
    /// The mapper of the call, or of the model with the Codable property.
    private let mapper: ObjectMapper
    private let options: ResolvedOptions
    private let place: Place

    /// Where the text is from.
    enum Place {
        /// It is the text of the call.
        case call
        /// It is in the text of the call.
        case property
        /// It was made from the value of a dictionary or a hook.
        case value
    }

    /// - Parameter options: The options around the text.
    init(_ mapper: ObjectMapper, _ options: ResolvedOptions, _ place: Place) {
        (self.mapper, self.options, self.place) = (mapper, options, place)
    }

    /// The ends of containers in the text that were skipped.
    var containers: ContainerIndex { place == .value ? ContainerIndex() : mapper.containers }

    /// The offset of the value under a cursor if it was tried as a model, and could not be made.
    @inline(never)
    func failedPart(at reader: JSONReader) -> Int? {
        var reader = reader
        _ = reader.peek()
        return mapper.holdsBackNotes(ofPartAt: reader.offset) ? reader.offset : nil
    }

    /// Forgets why a value was no model, because it was then decoded as another type.
    func didDecode(valueAt start: Int) { mapper.dropNotes(ofPartAt: start) }

    /// Maps a value that is a model or contains models.
    ///
    /// - Throws: `DecodingError` with the `ModelError` of the value, or the text's error.
    func map(
        _ target: MappingTarget, into existing: ModelObject?, _ type: any Any.Type,
        _ reader: inout JSONReader, at path: @escaping @autoclosure () -> [any CodingKey]
    ) throws -> Any {
        let start = reader.offset
        let part = { [self] in
            TextPart(
                start: start, path: steps(path()),
                lines: place == .value ? nil : mapper.detailed.lines)
        }
        if place == .call, let report = mapper.report {
            DecodingPlan.with(type) { report.addPart($0.shape, at: steps(path())) }
        }
        let inner = ObjectMapper(inside: mapper, base: options, isInText: place != .value)
        do {
            return try MappingCall.mapPart(inner, inside: mapper, &reader, part, isInModel: place != .call) {
                try $0.map(target, into: existing, &$1)
            }
        } catch let error as ModelError {
            throw DecodingError.of(error, type, rootSteps: rootSteps.count)
        }
    }

    /// The path of a value from the root of the call's text.
    func steps(_ path: [any CodingKey]) -> [PathComponent] { rootSteps + [PathComponent](path) }

    private var rootSteps: [PathComponent] { place == .call ? mapper.details?.rootSteps ?? [] : [] }
}
