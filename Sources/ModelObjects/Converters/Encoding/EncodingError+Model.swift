extension EncodingError {
    /// The error of a value that could not be exported.
    ///
    /// - Parameter path: The path of the value that the failure's own path starts from.
    @inline(never)
    static func of(_ failure: ExportFailure, _ value: Any, at path: [any CodingKey]) -> EncodingError {
        let error = failure.under([PathComponent](path)).modelError
        return .invalidValue(
            value,
            .init(codingPath: error.codingPath, debugDescription: error.description, underlyingError: error))
    }
}
