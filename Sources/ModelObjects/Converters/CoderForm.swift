/// As what a coder is asked for the values of a type: what only the coder knows (its form of dates and data, a Codable
/// type's own decoding) as the type itself, all else as a payload has it, for the mapper to convert.
///
/// What the coder does not hold in this form is read as `untyped`.
indirect enum CoderForm {
    case untyped
    /// The first of these types that the coder gives.
    case scalar([any Decodable.Type])
    /// A Codable type that may hold models.
    case codable(any Decodable.Type)
    case model(ModelObject.Type)
    /// A model, or arrays of models at any depth.
    case models(ModelObject.Type)
    case array(CoderForm)
    case object(CoderForm)
}
