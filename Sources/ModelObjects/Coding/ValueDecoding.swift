import Foundation

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

/// The same for one property.
protocol PropertyDecoding {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any
}

extension TypedAccessor {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try converter.decode(decoder, reader)
    }
}

extension IntegerConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        if let integer = try reader.typed(Int.self, decoder) { return integer }
        // The digits that neither an Int nor a Double holds.
        if Value.bitWidth > 64, let number = try reader.typed(Decimal.self, decoder) { return number }
        return try reader.untyped(decoder)
    }
}

extension DoubleConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.typed(Double.self, decoder) ?? reader.untyped(decoder)
    }
}

/// Every digit, where the coder has them.
extension DecimalConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.typed(Decimal.self, decoder) ?? reader.untyped(decoder)
    }
}

/// By the property's own format, where a rule gives it one; else by the coder's strategy; what that cannot
/// read goes the way of any payload.
extension DateConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        if format == nil, let date = try reader.typed(Date.self, decoder) { return date }
        return try reader.untyped(decoder)
    }
}

extension DataConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.typed(Data.self, decoder) ?? reader.untyped(decoder)
    }
}

extension DecodableConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.codable(Value.self, decoder) ?? reader.untyped(decoder)
    }
}

extension EnumConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try raw.decode(decoder, reader)
    }
}

extension OptionalConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        reader.isNil(decoder) ? NSNull() : try wrapped.decode(decoder, reader)
    }
}

extension ArrayConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.array(decoder) { try element.decode($0, $1) } ?? reader.untyped(decoder)
    }
}

extension SetConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.array(decoder) { try element.decode($0, $1) } ?? reader.untyped(decoder)
    }
}

extension DictionaryConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.object(decoder) { try value.decode($0, $1) } ?? reader.untyped(decoder)
    }
}

extension ModelConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.model(elementClass ?? Value.self, decoder) ?? reader.untyped(decoder)
    }
}

extension AnyConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        guard let elementClass else { return try reader.untyped(decoder) }
        return try reader.array(decoder) { try decode($0, $1) } ?? reader.model(elementClass, decoder)
            ?? reader.untyped(decoder)
    }
}
