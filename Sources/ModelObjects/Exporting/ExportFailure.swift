/// Why an export failed. It gathers its path on the way out, so that nothing is spent on paths before.
struct ExportFailure: Error {
    let code: ModelError.Code
    let expected: String
    let found: String
    let underlyingError: (any Error)?
    /// The steps to the value that failed, the last first.
    private var steps: [PathComponent] = []

    init(_ code: ModelError.Code, expected: String, found: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.expected = expected
        self.found = found
        self.underlyingError = underlyingError
    }

    /// The failure as seen from the value around the one where it happened.
    func under(_ component: PathComponent) -> ExportFailure {
        var failure = self
        failure.steps.append(component)
        return failure
    }

    /// The failure as seen from the object of a property with this path.
    func under(_ path: [PathComponent]) -> ExportFailure {
        var failure = self
        failure.steps += path.reversed()
        return failure
    }

    var modelError: ModelError {
        ModelError(
            code, at: steps.reversed(), expected: expected, found: found, underlyingError: underlyingError)
    }
}
