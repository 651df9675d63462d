extension ExportOutput {
    /// Writes a dictionary with `member(_:)`; of several members that fail, the error is that of the first key.
    ///
    /// - Parameters:
    ///   - write: Writes the members in any order.
    ///   - writeInOrder: Writes the members in the order of their keys, up to one that has failed.
    @inline(__always)
    mutating func dictionary(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void,
        inOrder writeInOrder: (inout ExportOutput, _ failed: PathComponent?) throws(ExportFailure) -> Void
    ) throws(ExportFailure) -> ExportOutcome {
        try dictionary { output throws(ExportFailure) in
            if output.isInKeyOrder { return try writeInOrder(&output, nil) }
            let mark = output.mark
            do throws(ExportFailure) {
                try write(&output)
            } catch {
                output.restore(mark)
                try output.check { output throws(ExportFailure) in
                    try writeInOrder(&output, error.steps.last)
                }
                throw error
            }
        }
    }

    /// Writes members of a dictionary in the order of their keys, without output.
    ///
    /// The dictionaries in them are written in this order, too: if each of them looked for its own first error, the time
    /// would double with each level.
    @inline(never)
    private mutating func check(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        isInKeyOrder = true
        // A caller may continue after an error.
        defer { isInKeyOrder = false }
        _ = try collect { output throws(ExportFailure) in
            try output.object(write)
            return .written
        }
    }
}
