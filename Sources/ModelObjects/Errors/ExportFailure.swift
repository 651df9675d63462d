/// Why an export failed.
///
/// It gathers its path on the way out, so that nothing is spent on paths before. A class, so that the frames
/// of a deep recursion hold no more of it than a reference.
final class ExportFailure: Error {
    let code: ModelError.Code
    let expected: String
    let found: String
    let underlyingError: (any Error)?
    let headline: Headline?
    /// The steps to the value that failed, the last first.
    private let steps: [PathComponent]

    init(
        _ code: ModelError.Code, _ headline: Headline? = nil, expected: String, found: String,
        underlyingError: (any Error)? = nil, steps: [PathComponent] = []
    ) {
        self.code = code
        self.expected = expected
        self.found = found
        self.underlyingError = underlyingError
        self.headline = headline
        self.steps = steps
    }

    /// The objects are nested deeper than an option allows, or than the stack of this thread has room for.
    static func tooDeep(levels: Int, isOfStack: Bool = false) -> ExportFailure {
        ExportFailure(
            .limitExceeded, .nested(deeperThan: levels, isOfStack: isOfStack),
            expected: ModelError.expected(levels: levels, isOfStack: isOfStack), found: "more")
    }

    /// The failure as seen from the value around the one where it happened.
    func under(_ component: PathComponent) -> ExportFailure {
        under([component])
    }

    /// The failure as seen from the object of a property with this path.
    func under(_ path: [PathComponent]) -> ExportFailure {
        ExportFailure(
            code, headline, expected: expected, found: found, underlyingError: underlyingError,
            steps: steps + path.reversed())
    }

    var modelError: ModelError {
        ModelError(
            code, at: steps.reversed(), headline, expected: expected, found: found,
            underlyingError: underlyingError)
    }
}
