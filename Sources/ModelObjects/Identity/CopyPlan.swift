/// The data that `copy()` and `merge(from:)` need about a class in addition to its schema.
final class CopyPlan: @unchecked Sendable {  // Immutable.
    let schema: ModelSchema
    /// The properties that can hold models.
    let modelProperties: [Int]
    /// The properties that are copied first: they can't contain sets of models, whose members must be complete before
    /// they are hashed.
    let plainProperties: [Int]
    /// The properties that are copied last.
    let setProperties: [Int]
    /// Stored properties that a rule or `mappedProperties` excludes from mapping but that are still copied.
    let unmapped: [any PropertyAccessor]

    /// The plan of a class; makes the class's schema if needed.
    static func of(_ type: ModelObject.Type) -> CopyPlan {
        ModelSchema.of(type).plan(CopyPlan.self) { CopyPlan($0) }
    }

    private init(_ schema: ModelSchema) {
        self.schema = schema
        let all = schema.properties.indices
        modelProperties = all.filter { schema.properties[$0].content.mayHoldModels }
        plainProperties = all.filter { !schema.properties[$0].content.mayHoldSets }
        setProperties = all.filter { schema.properties[$0].content.mayHoldSets }
        let mapped = Set(schema.properties.map(\.accessor.offset))
        unmapped = FieldNames(schema.type).fields.compactMap { field in
            guard field.isVar, field.isStrong, !field.isLazy, !mapped.contains(field.offset),
                isAccessibleGenerically(field.type)
            else { return nil }
            // A rule may convert a type that nothing else converts.
            let rule = schema.excludedRules[field.name] ?? PropertyRule()
            return ConverterFactory(rule: rule).accessor(for: field)
        }
    }
}
