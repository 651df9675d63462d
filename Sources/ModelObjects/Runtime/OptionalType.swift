/// Lets an Optional's wrapped type be asked for.
protocol OptionalType {
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
}

/// An Optional of a model, whose reference can be asked for.
protocol OptionalModelType {}

extension Optional: OptionalModelType where Wrapped: ModelObject {}
