extension TextPosition {
    /// The line and column in the stream, for a line and column counted from here.
    fileprivate func lineAndColumn(line: Int, column: Int) -> (line: Int, column: Int) {
        let start = lineAndColumn
        return (
            start.line.addingClamped(line - 1),
            line == 1 ? start.column.addingClamped(column - 1) : column
        )
    }
}

struct StreamPlace {
    let path: [PathComponent]
    let position: TextPosition

    /// An error of the element, with its path and its position from the start of the stream.
    func moved(_ error: any Error) -> any Error {
        switch error {
        case let error as JSONSyntaxError: return moved(error)
        case let error as ModelError: return moved(error)
        default: return error
        }
    }

    func moved(_ error: JSONSyntaxError) -> JSONSyntaxError {
        let (line, column) = position.lineAndColumn(line: error.line, column: error.column)
        return JSONSyntaxError(
            offset: Int(clamping: position.offset + Int64(error.offset)), line: line, column: column,
            reason: error.reason)
    }

    private func moved(_ error: ModelError) -> ModelError {
        let (line, column) = moved(error.line, error.column)
        return ModelError(
            error.code, at: path + [PathComponent](error.codingPath), error.headline,
            expected: error.expected, found: error.found, value: error.value, line: line, column: column,
            problems: error.problems.map { moved($0) }, omittedProblems: error.omittedProblems,
            underlyingError: error.underlyingError)
    }

    func moved(_ problem: MappingProblem) -> MappingProblem {
        let components = path + problem.components
        let (line, column) = moved(problem.line, problem.column)
        return MappingProblem(
            code: problem.code, path: components.path, expected: problem.expected, found: problem.found,
            value: problem.value, action: problem.action, line: line, column: column,
            underlyingError: problem.underlyingError, components: components, headline: problem.headline)
    }

    /// Converts a position in the element to a position in the stream; for an error without a position, the
    /// position of the element.
    private func moved(_ line: Int?, _ column: Int?) -> (line: Int?, column: Int?) {
        guard let line, let column else { return position.lineAndColumn }
        return position.lineAndColumn(line: line, column: column)
    }

    /// The problem of a record that is left out because of an error; nil for an error that ends the stream.
    func problem(ofRecord error: any Error) -> MappingProblem? {
        switch moved(error) {
        case let error as JSONSyntaxError:
            return MappingProblem(
                code: .typeMismatch, path: path.path, expected: "JSON", found: "other text", value: nil,
                action: .skippedElement, line: error.line, column: error.column, underlyingError: error,
                components: path, headline: Headline(error.reason))
        case let error as ModelError where error.code == .invalidRoot:
            return MappingProblem(
                code: error.code, path: error.path, expected: error.expected, found: error.found, value: nil,
                action: .skippedElement, line: error.line, column: error.column, underlyingError: nil,
                components: [PathComponent](error.codingPath), headline: error.headline)
        default:
            return nil
        }
    }

    /// - Parameter kind: The name of the part that is too large, for the error.
    func tooLarge(_ kind: String, _ limit: Int) -> ModelError {
        let (line, column) = position.lineAndColumn
        return ModelError(
            .limitExceeded, at: path, "\(kind) larger than \(limit) bytes",
            expected: "at most \(limit) bytes", found: "more", line: line, column: column)
    }
}
