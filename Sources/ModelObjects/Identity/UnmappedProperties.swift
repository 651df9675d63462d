/// Stored properties that a rule or `mappedProperties` excludes from mapping but that are still copied.
final class UnmappedProperties: Sendable {
    let accessors: [any PropertyAccessor]

    init(_ schema: ModelSchema) {
        accessors = schema.excluded.compactMap { described in
            let field = described.field
            guard field.isVar, field.isStrong, !field.isLazy, isAccessibleGenerically(field.type) else {
                return nil
            }
            // A rule may convert a type that nothing else converts.
            return ConverterFactory(rule: described.rule).accessor(for: field)
        }
    }
}
