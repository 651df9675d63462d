/// The place of an element in a longer text, which moves the places of its problems there.
struct ElementPlace {
    let path: [PathComponent]
    let position: TextPosition

    /// An error of the element, with its path and its position from the start of the text.
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
        let (line, column) = moved(problem.line, problem.column)
        return MappingProblem(
            code: problem.code, expected: problem.expected, found: problem.found,
            value: problem.value, action: problem.action, line: line, column: column,
            underlyingError: problem.underlyingError, components: path + problem.components,
            headline: problem.headline)
    }

    /// Converts a position in the element to a position in the text; for an error without a position, the
    /// position of the element.
    private func moved(_ line: Int?, _ column: Int?) -> (line: Int?, column: Int?) {
        guard let line, let column else { return position.lineAndColumn }
        return position.lineAndColumn(line: line, column: column)
    }
}

extension TextPosition {
    /// The line and column in the whole text, for a line and column counted from here.
    fileprivate func lineAndColumn(line: Int, column: Int) -> (line: Int, column: Int) {
        let start = lineAndColumn
        return (
            start.line.addingClamped(line - 1),
            line == 1 ? start.column.addingClamped(column - 1) : column
        )
    }
}
