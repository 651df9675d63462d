/// The type that a coder decodes the values of a property as.
///
/// Values whose form depends on the coder (dates, data, Codable types) are decoded as the type itself.
/// Everything else is decoded as untyped values, which the mapper converts.
///
/// If the coder does not hold the value in this form, it is read as `untyped`.
indirect enum CoderForm {
    case untyped
    /// The first of these types that the coder can decode.
    case scalar([any Decodable.Type])
    /// A Double if it is not finite; any other number is read as untyped.
    case float
    /// A Codable type that may hold models.
    case codable(any Decodable.Type)
    /// The same with dates in a format that the coder doesn't know.
    case untypedCodable
    case model(ModelObject.Type)
    /// A model, or arrays of models at any depth.
    case models(ModelObject.Type)
    case array(CoderForm)
    case object(CoderForm)

    /// Whether objects in the value may be models or Codable types, and not only dictionaries.
    var mayBeModels: Bool {
        switch self {
        case .untyped, .scalar, .float: false
        case .codable, .untypedCodable, .model, .models: true
        case .array(let inner), .object(let inner): inner.mayBeModels
        }
    }

    /// Whether the value is a model or contains only models, so that paths can lead into it.
    var isMadeOfModels: Bool {
        switch self {
        case .model, .models: true
        case .array(let inner), .object(let inner): inner.isMadeOfModels
        case .untyped, .scalar, .float, .codable, .untypedCodable: false
        }
    }
}
