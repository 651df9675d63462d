extension DecodingError {
    /// The error of a model inside a value that a decoder decodes.
    ///
    /// - Parameter outer: The path of the value that the error's own path starts from.
    static func of(
        _ error: ModelError, _ type: any Any.Type, at outer: [any CodingKey] = []
    ) -> DecodingError {
        func context(_ path: [any CodingKey]) -> DecodingError.Context {
            .init(codingPath: outer + path, debugDescription: error.description, underlyingError: error)
        }
        switch error.code {
        case .missingRequired:
            guard let key = error.codingPath.last else { break }
            return .keyNotFound(key, context(error.codingPath.dropLast()))
        case .typeMismatch, .invalidRoot:
            return .typeMismatch(type, context(error.codingPath))
        default: break
        }
        return .dataCorrupted(context(error.codingPath))
    }
}
