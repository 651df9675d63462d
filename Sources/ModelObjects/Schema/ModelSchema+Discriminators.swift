/// The classes that discriminators lead to.
extension ModelSchema {
    /// Whether the discriminator's key feeds a redacted property of the class or of a class that the discriminator
    /// names.
    func redacts(_ discriminator: Discriminator) -> Bool {
        reachable.contains { schema in
            // One of the two naming rules can match the key to a redacted property.
            return schema.redactedKeys.contains { $0.overlaps(discriminator.key) }
                || schema.matcher(.fuzzy).matches(discriminator.key.components[0]).contains { match in
                    if case .property(let index) = match.target {
                        schema.properties[index].isSecret
                    } else {
                        false
                    }
                }
        }
    }

    /// Whether the class has another discriminator than the superclass whose discriminator chose it.
    @inline(__always)
    func overridesDiscriminator(of superclass: ModelSchema) -> Bool {
        discriminator != nil && discriminatorOwner != superclass.discriminatorOwner
    }

    /// The class that a superclass's discriminator chooses before another discriminator chooses this one.
    ///
    /// Nil if the superclass's discriminator is the only one, or if it doesn't lead to this class.
    func intermediateClass(below superclass: ModelSchema) -> ModelObject.Type? {
        guard overridesDiscriminator(of: superclass), let discriminator = superclass.discriminator
        else { return nil }
        if let name = discriminatorValues.first(where: { $0.key == discriminator.key }) { return name.type }
        guard let fallback = discriminator.fallback, isSubclass(type, of: fallback) else { return nil }
        return ModelSchema.of(fallback).overridesDiscriminator(of: superclass) ? fallback : nil
    }

    /// The schemas of this class and of the classes that its discriminator names, recursively.
    var reachable: [ModelSchema] { plan(ReachableClasses.self, ReachableClasses.init).schemas }

    /// The discriminators that choose an object of this class where a superclass is declared, the nearest first.
    func levels(below declared: ModelSchema) -> ArraySlice<DiscriminatorLevel> {
        let top = discriminatorLevels.firstIndex { $0.classes.last == declared.discriminatorOwner }
        return top.map { discriminatorLevels[...$0] } ?? []
    }

    /// Whether a key holds the value that chose an object's class.
    func isDiscriminatorKey(_ key: String, _ mode: MappingOptions.KeyMatching) -> Bool {
        discriminatorLevels.contains {
            KeyMatcher.rank(of: key, for: $0.discriminator.key.components[0], mode) != nil
        }
    }

    /// The classes that objects of a class can have, in the order in which their discriminators name them.
    private final class ReachableClasses: Sendable {
        let schemas: [ModelSchema]

        init(_ schema: ModelSchema) {
            var schemas = [schema]
            var known: Set = [ObjectIdentifier(schema.type)]
            // Subclasses that inherit a discriminator name the same classes again.
            var owners: Set<ObjectIdentifier> = []
            var next = 0
            while next < schemas.count {
                let each = schemas[next]
                next += 1
                guard let owner = each.discriminatorOwner, let named = each.namedClasses,
                    owners.insert(ObjectIdentifier(owner)).inserted
                else { continue }
                for type in named.subclasses(of: schema.type)
                where known.insert(ObjectIdentifier(type)).inserted {
                    schemas.append(ModelSchema.of(type))
                }
            }
            self.schemas = schemas
        }
    }
}
