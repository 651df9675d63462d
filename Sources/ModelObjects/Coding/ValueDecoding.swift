/// How a type's values are read from a coder: what only the coder knows (its form of dates and data, a
/// Codable type's own decoding) is decoded as the type itself; all else comes out untyped, for the mapper to
/// convert.
protocol ValueDecoding<Value> {
    associatedtype Value

    /// The value for the mapper: one of `Value`'s own type or of a payload's.
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any
}

extension ValueDecoding {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any { try reader.untyped(decoder) }
}

extension PropertyAccessor {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try converter.decode(decoder, reader)
    }
}
