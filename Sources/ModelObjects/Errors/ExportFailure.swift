/// The reason why an export failed.
///
/// The path is built while the failure propagates, so that paths cost nothing in successful exports. A class,
/// so that the frames of a deep recursion contain only a reference.
final class ExportFailure: Error {
    let code: ModelError.Code
    let expected: String
    let found: String
    let underlyingError: (any Error)?
    let headline: Headline?
    /// The steps to the value that failed, in reverse order.
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

    /// The objects are nested more deeply than an option, or the space on this thread's stack, allows.
    static func tooDeep(levels: Int, isOfStack: Bool = false) -> ExportFailure {
        ExportFailure(
            .limitExceeded, .nested(deeperThan: levels, isOfStack: isOfStack),
            expected: ModelError.expected(levels: levels, isOfStack: isOfStack), found: "more")
    }

    static func cycle(_ model: ModelObject) -> ExportFailure {
        ExportFailure(
            .cycle, "Cannot export a cycle: \(type(of: model)) refers to itself",
            expected: "objects that do not contain themselves", found: "\(type(of: model)) inside itself")
    }

    /// The failure with the path step of an enclosing value added.
    func under(_ component: PathComponent) -> ExportFailure {
        under([component])
    }

    /// The failure with a property's path added.
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
