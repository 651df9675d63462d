import ModelObjects

/// Many values of one type.
final class ValueList<Value>: ModelObject {
    var values: [Value] = []
}

struct CodedValueList<Value: Decodable>: Decodable {
    var values: [Value]
}

/// A value in the JSON of `ValueList<Kind>`.
enum Kind: String, Decodable {
    case photo, video, article
}

/// A number that is sent as text, for a JSONDecoder.
struct NumberInText: Decodable {
    let number: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = Int(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number")
        }
        self.number = number
    }
}
