/// Writes models for values that hold them.
protocol ModelExporting {
    func write(_ model: ModelObject, to output: inout ExportOutput) throws(ExportFailure)
}

/// The result of writing a value.
enum ExportOutcome {
    /// It is in the output.
    case written
    /// It is nil; nothing was written.
    case null
    /// It is left out; nothing was written.
    case omitted
}
