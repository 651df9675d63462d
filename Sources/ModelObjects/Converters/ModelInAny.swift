import Foundation

/// Returns the value as a model, if it is one.
///
/// A plain `as?` is not enough on Linux, where casting a Swift array, set or dictionary to a class converts
/// it, and everything in it, to Foundation's types. For deep values this practically never ends. Members of a
/// set are hashed, which never ends if a member is a model that contains the set. A URL is parsed again.
func asModel(_ value: Any) -> ModelObject? {
    let type = type(of: value)
    if type is AnyClass { return value as? ModelObject }
    return value is any Collection || type == URL.self ? nil : value as? ModelObject
}
