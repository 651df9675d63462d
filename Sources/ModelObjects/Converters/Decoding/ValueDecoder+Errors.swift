/// The errors of values that don't fit their type.
extension ValueDecoder {
    /// The error of a value that its type can't use because it is missing, null or of another kind.
    ///
    /// - Parameter string: What a string should have been, if strings are of the right kind.
    @inline(never)
    func mismatch(
        _ type: any Any.Type, _ reader: JSONReader, _ step: Step?, string: String? = nil
    ) -> any Error {
        // Text that isn't JSON is found later: to skip the value for each type that is tried would take quadratic time.
        let kind = reader.kind(at: reader.offset)
        if kind == .string, let string { return corrupted(type, step, expected: string) }
        let context = DecodingError.Context(
            codingPath: path(step),
            debugDescription: "Expected \(string ?? "\(type)"), found \(kind.rawValue).")
        return kind == .null
            ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
    }

    func outOfRange(_ type: any Any.Type, _ step: Step?) -> DecodingError {
        corrupted(type, step, expected: "\(type)", found: "a number that it cannot hold")
    }

    /// The error of a value of the right kind that its type cannot use.
    func corrupted(
        _ type: any Any.Type, _ step: Step?, expected: String, found: String = "another string"
    ) -> DecodingError {
        let path = path(step)
        return .dataCorrupted(
            .init(
                codingPath: path, debugDescription: "Expected \(expected), found \(found).",
                underlyingError: ModelError(
                    .typeMismatch, at: session.steps(path), expected: "\(type)", found: found)))
    }

    /// The error of a scalar, moved to the scalar's path.
    func moved(_ error: DecodingError, to path: [any CodingKey]) -> DecodingError {
        func moved(_ context: DecodingError.Context) -> DecodingError.Context {
            DecodingError.Context(
                codingPath: path, debugDescription: context.debugDescription,
                underlyingError: error.modelError?.moved(to: session.steps(path)))
        }
        switch error {
        case .typeMismatch(let type, let context): return .typeMismatch(type, moved(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, moved(context))
        case .dataCorrupted(let context): return .dataCorrupted(moved(context))
        default: return error
        }
    }
}
