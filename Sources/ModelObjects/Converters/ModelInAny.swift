import Foundation

/// Returns the value as a model, if it is one.
///
/// A plain `as?` is not enough on Linux: there a cast of a Swift array, set or dictionary to a class converts it to
/// Foundation's, with everything that it holds. For deep values this does not finish in any useful time. A set's
/// members are hashed, endlessly if one is a model that holds the set. A URL is parsed again.
func model(in value: Any) -> ModelObject? {
    let type = type(of: value)
    if type is AnyClass { return value as? ModelObject }
    return value is any Collection || type == URL.self ? nil : value as? ModelObject
}
