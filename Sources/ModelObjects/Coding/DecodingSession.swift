import Foundation

/// One call of `ModelDecoder` for a Codable type: what all its decoders share.
///
/// The text is read as it is asked for, once if a type asks for its keys in the payload's order. The rest of a value
/// is checked when the value is complete, so that all of the text has been read at the end of the call.
final class DecodingSession {
    let text: RetainedText
    let userInfo: [CodingUserInfoKey: Any]
    /// The ends of skipped values, so that skipping takes linear time at any depth.
    let containers = ContainerIndex()
    let dateFormat: DateFormat
    private let call: MappingCall
    /// The mapper of the call; each model gets a separate one with the same options.
    private let mapper: ObjectMapper
    private let lines = LineIndex()
    /// The number of members of the last object, usually the same for the next.
    var memberCount = 0
    /// The error that ends the call, even if a caller catches it: the text isn't JSON, or is nested too deeply.
    private(set) var failure: (any Error)?

    init(
        _ reader: JSONReader, _ call: MappingCall, _ mapper: ObjectMapper,
        _ userInfo: [CodingUserInfoKey: Any]
    ) {
        text = RetainedText(reader)
        dateFormat = mapper.base.dateFormat
        (self.call, self.mapper, self.userInfo) = (call, mapper, userInfo)
    }

    /// Decodes the value under the cursor, which moves past it.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ call: MappingCall, _ mapper: ObjectMapper,
        _ userInfo: [CodingUserInfoKey: Any]
    ) throws -> Value {
        _ = reader.peek()
        let start = reader
        var session = DecodingSession(reader, call, mapper, userInfo)
        defer { if !isKnownUniquelyReferenced(&session) { session.text.keep() } }
        do {
            let (value, end) = try session.value(type, reader.offset, reader.remainingDepth)
            if let failure = session.failure { throw failure }
            reader.seek(to: end)
            return value
        } catch {
            if let failure = session.failure { throw failure }
            // A type was refused before the rest of the text was read.
            try start.validateRest(isNested: call.rootPath != nil)
            throw error
        }
    }

    private func value<Value: Decodable>(
        _ type: Value.Type, _ start: Int, _ remainingDepth: Int32
    ) throws -> (Value, end: Int) {
        let decoder = ValueDecoder(self, at: start, remainingDepth: remainingDepth)
        let value = try decoder.decode(type)
        return (value, try decoder.finish())
    }

    /// Runs a step that reads the text.
    @inline(__always)
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw failed(error) }
    }

    /// Keeps an error of the text.
    @inline(never)
    func failed(_ error: any Error) -> any Error {
        if failure == nil, error is JSONSyntaxError || error is JSONDepthExceeded { failure = error }
        return error
    }

    // MARK: Models

    /// Maps a value that is a model or contains models.
    ///
    /// - Throws: `DecodingError` with the `ModelError` of the value.
    func map(
        _ target: MappingTarget, into existing: ModelObject?, _ type: any Any.Type,
        _ reader: inout JSONReader,
        at path: @escaping @autoclosure () -> [any CodingKey]
    ) throws -> Any {
        let start = reader.offset
        let part = { [lines] in TextPart(start: start, path: [PathComponent](path()), lines: lines) }
        if let report = mapper.report {
            DecodingPlan.with(type) { report.addPart($0.shape, at: [PathComponent](path())) }
        }
        do {
            return try call.mapPart(mapper, &reader, part) { try $0.map(target, into: existing, &$1) }
        } catch let error as ModelError {
            throw DecodingError.of(error, type)
        } catch {
            throw failed(error)
        }
    }
}
