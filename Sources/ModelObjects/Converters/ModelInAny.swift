import Foundation

/// The model that a value of any type is.
///
/// A plain `as?` would do, but for Linux: there a cast of a Swift array, set or dictionary to a class converts it
/// to Foundation's, with all that it holds. For deep values that does not end in any useful time; and a set's
/// members are hashed, without end where one is a model that holds the set. A URL is parsed anew.
func model(in value: Any) -> ModelObject? {
    let type = type(of: value)
    if type is AnyClass { return value as? ModelObject }
    return value is any Collection || type == URL.self ? nil : value as? ModelObject
}
