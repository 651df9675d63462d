/// The model that a value of any type is.
///
/// A plain `as?` would do, but for Linux: there a cast of a Swift array, set or dictionary to a class converts it
/// to Foundation's, with all that it holds. For deep values that does not end in any useful time; and a set's
/// members are hashed, without end where one is a model that holds the set.
func model(in value: Any) -> ModelObject? {
    type(of: value) is AnyClass || !(value is any Collection) ? value as? ModelObject : nil
}
