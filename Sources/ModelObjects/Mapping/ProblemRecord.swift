/// A problem as the mapper notes it: its path is found when somebody asks for it.
///
/// A class, so that "no problem", which is what nearly every object answers, is a null reference.
final class ProblemRecord: Sendable {
    /// How many problems a call keeps; the rest is counted.
    static let limit = 100

    let code: ModelError.Code
    let location: PayloadLocation
    let expected: String
    let found: String
    /// The value as a message shows it, where it may and somebody wants that.
    let value: String?
    let action: MappingProblem.Action
    let rejects: Bool
    let underlyingError: (any Error)?
    let headline: Headline?

    init(
        code: ModelError.Code, location: PayloadLocation, expected: String, found: String,
        value: String? = nil, action: MappingProblem.Action, rejects: Bool, underlyingError: (any Error)?,
        headline: Headline? = nil
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
