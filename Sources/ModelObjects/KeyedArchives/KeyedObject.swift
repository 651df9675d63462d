/// One object of a keyed archive, with the places of its parts in the property list.
enum KeyedObject {
    /// A nil reference.
    case null
    case value(Any)
    case list([Int])
    /// - Parameter omitted: the number of entries whose key is not a text, a number or a UUID.
    case dictionary([(key: String, place: Int)], omitted: Int)
    case model(ModelObject.Type, [(key: String, place: Int)])
    /// An object of a class that is not known.
    case unknown(className: String)
    /// An object of a class of Foundation without the members that the class writes.
    case unreadable(FoundationClass)

    var parts: [(step: PathComponent, place: Int)] {
        switch self {
        case .list(let places): places.enumerated().map { (.index($0.offset), $0.element) }
        case .dictionary(let members, _), .model(_, let members): members.map { (.key($0.key), $0.place) }
        case .null, .value, .unknown, .unreadable: []
        }
    }
}
