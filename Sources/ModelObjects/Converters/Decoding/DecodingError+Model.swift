extension DecodingError {
    /// The error of a model inside a value that a decoder decodes.
    ///
    /// - Parameters:
    ///   - outer: The path of the value that the error's own path starts from.
    ///   - rootSteps: The number of steps in the error's path that lead to the decoder's root.
    static func of(
        _ error: ModelError, _ type: any Any.Type, at outer: [any CodingKey] = [], rootSteps: Int = 0
    ) -> DecodingError {
        let codingPath = Array(error.codingPath.dropFirst(rootSteps))
        func context(_ path: [any CodingKey]) -> DecodingError.Context {
            .init(codingPath: outer + path, debugDescription: error.description, underlyingError: error)
        }
        switch error.code {
        case .missingRequired:
            guard let key = codingPath.last else { break }
            return .keyNotFound(key, context(codingPath.dropLast()))
        case .typeMismatch, .invalidRoot:
            return .typeMismatch(type, context(codingPath))
        default: break
        }
        return .dataCorrupted(context(codingPath))
    }
}
