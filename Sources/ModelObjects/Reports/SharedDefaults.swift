/// Finds the default models that all new objects of a class share, so that changing one object changes the others.
enum SharedDefaults {
    static func findings(_ type: ModelObject.Type) -> [AuditFinding] {
        let properties = ModelSchema.of(type).properties.filter(\.content.mayHoldModels)
        if properties.isEmpty { return [] }
        let (one, other) = (type.init(), type.init())
        defer { withExtendedLifetime((one, other)) {} }
        return properties.filter { property in
            let models = Set(ModelCopier.models(in: property, of: one).map(ObjectIdentifier.init))
            return !models.isDisjoint(
                with: ModelCopier.models(in: property, of: other).map(ObjectIdentifier.init))
        }.map { property in
            let name = property.name
            return AuditFinding(
                kind: .sharedDefault, properties: [name],
                message: property.content.kind == .model
                    ? "All new objects share the default object of \(name), and each fills it: make a new one."
                    : "All new objects share default objects in \(name): make new ones.")
        }
    }
}
