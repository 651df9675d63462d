import Foundation

func snakeCaseDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
}

/// An encoder with this library's default output: `/` is not escaped, dates are ISO 8601.
func plainEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .iso8601
    return encoder
}

/// JSONSerialization's result for the document, which must be an object.
func dictionary(_ data: Data) throws -> [String: Any] {
    guard let dictionary = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw ComparisonError(description: "the root is not an object")
    }
    return dictionary
}

/// JSONSerialization's result for the document, which must be an array of objects.
func dictionaries(_ data: Data) throws -> [[String: Any]] {
    guard let dictionaries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
        throw ComparisonError(description: "the root is not an array of objects")
    }
    return dictionaries
}
