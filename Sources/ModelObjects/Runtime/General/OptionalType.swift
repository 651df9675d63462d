/// An Optional of any type, for casts of an `Any`.
protocol OptionalType {
    var wrapped: Any? { get }
}

extension Optional: OptionalType {
    var wrapped: Any? { map { $0 as Any } }
}

/// The value inside an Any that holds Optionals, nested to any depth; nil if one of them is nil.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalType else { return value }
    return optional.wrapped.flatMap { unwrapped($0) }
}
