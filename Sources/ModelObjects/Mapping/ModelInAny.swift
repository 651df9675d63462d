/// The model that a value of any type is.
///
/// A plain `as?` would do, but for Linux: there a cast of a Swift array or dictionary to a class converts it to
/// Foundation's, with all that it holds, which for deep values does not end in any useful time.
func model(in value: Any) -> ModelObject? {
    type(of: value) is AnyClass || !(value is any Collection) ? value as? ModelObject : nil
}
