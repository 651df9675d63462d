/// Writes the models in other values.
protocol ModelExporting {
    func write(_ model: ModelObject, to output: inout ExportOutput) throws(ExportFailure)
}

/// The result of writing a value.
enum ExportOutcome {
    /// The value is in the output.
    case written
    /// The value is nil; nothing was written.
    case null
    /// The value is left out; nothing was written.
    case omitted
}
