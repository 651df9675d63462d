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
        ModelError(moved(error.main), error.problems.map { moved($0) }, omitted: error.omittedProblems)
    }

    func moved(_ problem: MappingProblem) -> MappingProblem {
        var moved = problem
        moved.components = path + problem.components
        // One without a position gets that of the element.
        (moved.line, moved.column) = position.lineAndColumn(
            line: problem.line ?? 1, column: problem.column ?? 1)
        return moved
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
