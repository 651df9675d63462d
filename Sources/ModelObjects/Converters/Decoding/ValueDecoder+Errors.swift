/// The errors of values that don't fit their type.
extension ValueDecoder {
    /// The error of a value of another kind, or of null.
    @inline(never)
    func mismatch(_ type: any Any.Type, _ reader: JSONReader, _ step: Step?) -> any Error {
        unusual(type, reader, step, nil)
    }

    /// The error of a value that its type cannot use: it is null, or no value at all, or of another kind than expected.
    ///
    /// - Parameter text: What a text should have been, if texts are of the right kind.
    @inline(never)
    func unusual(
        _ type: any Any.Type, _ reader: JSONReader, _ step: Step?, _ text: String?
    ) -> any Error {
        // Text that isn't JSON is found later: to skip the value for each type that is tried would take quadratic time.
        var ahead = reader
        _ = ahead.peek()
        let kind = ahead.kind(at: ahead.offset)
        let context = DecodingError.Context(
            codingPath: path(step),
            debugDescription:
                "Expected \(text ?? "\(type)"), found \(kind == .string && text != nil ? "another text" : kind.rawValue)."
        )
        if kind == .null { return DecodingError.valueNotFound(type, context) }
        return kind == .string && text != nil
            ? DecodingError.dataCorrupted(context) : DecodingError.typeMismatch(type, context)
    }

    func outOfRange(_ type: any Any.Type, _ step: Step?) -> DecodingError {
        corrupted("Expected \(type), found a number that it cannot hold.", step)
    }

    func corrupted(_ text: String, _ step: Step?) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(step), debugDescription: text))
    }
}

extension DecodingError {
    /// The error at another path.
    func moved(to path: [any CodingKey]) -> DecodingError {
        func moved(_ context: Context) -> Context {
            Context(
                codingPath: path, debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
        switch self {
        case .typeMismatch(let type, let context): return .typeMismatch(type, moved(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, moved(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, moved(context))
        case .dataCorrupted(let context): return .dataCorrupted(moved(context))
        @unknown default: return self
        }
    }
}
