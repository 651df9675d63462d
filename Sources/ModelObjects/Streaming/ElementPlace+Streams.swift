extension ElementPlace {
    /// The problem of a record that is left out because of an error; nil for an error that ends the stream.
    func problem(ofRecord error: any Error) -> MappingProblem? {
        switch moved(error) {
        case let error as JSONSyntaxError:
            return MappingProblem(
                code: .typeMismatch, expected: "JSON", found: "other text", value: nil,
                action: .skippedElement, line: error.line, column: error.column, underlyingError: error,
                components: path, headline: Headline(error.reason))
        case let error as ModelError where error.code == .invalidRoot:
            var problem = error.main
            problem.action = .skippedElement
            return problem
        default:
            return nil
        }
    }
}

extension ModelError {
    /// The error for a part of a stream that is too large, at its start.
    ///
    /// - Parameter kind: The name of the part.
    static func tooLarge(_ kind: String, _ limit: Int, at path: [PathComponent]) -> ModelError {
        let limit = counted(max(limit, 0), "byte")
        return ModelError(
            .limitExceeded, at: path, "\(kind) larger than \(limit)", expected: "at most \(limit)",
            found: "more")
    }
}
