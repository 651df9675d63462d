/// A problem as the mapper notes it: its path is computed on demand.
///
/// A class, so that "no problem", the result for nearly every object, is a null reference.
final class ProblemRecord: Sendable {
    /// The maximum number of problems that a call keeps, unless it is for an audit; the rest are counted.
    static let limit = 100

    let code: ModelError.Code
    let location: PayloadLocation
    let expected: String
    let found: String
    /// The value as a message shows it, if that is allowed and requested.
    let value: String?
    let action: MappingProblem.Action
    let rejects: Bool
    let underlyingError: (any Error)?
    let headline: Headline?

    // Never inlined: problems are rare, and recorded in many places.
    @inline(never)
    init(
        code: ModelError.Code, location: PayloadLocation, expected: String, found: String,
        value: String? = nil, action: MappingProblem.Action, rejects: Bool = false,
        underlyingError: (any Error)? = nil, headline: Headline? = nil
    ) {
        self.code = code
        self.location = location
        self.expected = expected
        self.found = found
        self.value = value
        self.action = action
        self.rejects = rejects
        self.underlyingError = underlyingError
        self.headline = headline
    }
}

/// A converter threw an error, so the object with the value is rejected.
struct ConverterFailure: Error {
    let problem: ProblemRecord
}

extension ProblemRecord {
    func rejecting(_ rejects: Bool) -> ProblemRecord { copy(at: location, rejects: rejects) }

    func copy(at location: PayloadLocation, rejects: Bool) -> ProblemRecord {
        ProblemRecord(
            code: code, location: location, expected: expected, found: found, value: value, action: action,
            rejects: rejects, underlyingError: underlyingError, headline: headline)
    }
}
