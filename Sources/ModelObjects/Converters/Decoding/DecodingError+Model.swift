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
            guard !error.isOfUnusableValue, let key = codingPath.last else { break }
            return .keyNotFound(key, context(codingPath.dropLast()))
        case .typeMismatch, .invalidRoot:
            return .typeMismatch(type, context(codingPath))
        default: break
        }
        return .dataCorrupted(context(codingPath))
    }

    private var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The library's error that caused this one; nil if the decoded type made it.
    var modelError: ModelError? { context?.underlyingError as? ModelError }

    /// The steps to the value that doesn't fit, or to the missing key.
    var steps: [PathComponent] {
        var path = context?.codingPath ?? []
        if path.first is SessionKey { path.removeFirst() }
        if case .keyNotFound(let key, _) = self { path.append(key) }
        return [PathComponent](path)
    }

    /// What doesn't fit, as a part of a sentence: the expected type and the steps to the value, or the missing key.
    ///
    /// A type's own message can contain anything, even the value, so it isn't used. The library's own errors have an
    /// `expected`.
    var reason: String {
        let steps = steps
        if case .keyNotFound = self { return "\(steps.shortSteps) is missing" }
        let place = steps.isEmpty ? "" : " at \(steps.shortSteps)"
        if let expected = modelError?.expected { return "expected \(expected)\(place)" }
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): return "expected \(type)\(place)"
        default: return "\(steps.isEmpty ? "the value" : steps.shortSteps) doesn't fit"
        }
    }
}
