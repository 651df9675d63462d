/// The classes that a discriminator names, ordered once for all classes that inherit it.
final class NamedClasses: Sendable {
    /// In the order of their texts, then the fallback; each class once.
    let all: [ModelObject.Type]
    /// Without the fallback: by each class that they are, or are a subclass of.
    private let subclasses: [ObjectIdentifier: [ModelObject.Type]]

    fileprivate init(_ discriminator: Discriminator) {
        var all: [ModelObject.Type] = []
        var known: Set<ObjectIdentifier> = []
        var subclasses: [ObjectIdentifier: [ModelObject.Type]] = [:]
        for (_, type) in discriminator.classes.sorted(byText: \.key)
        where known.insert(ObjectIdentifier(type)).inserted {
            all.append(type)
            for each in classHierarchy(of: type) {
                subclasses[ObjectIdentifier(each), default: []].append(type)
            }
        }
        if let fallback = discriminator.fallback, known.insert(ObjectIdentifier(fallback)).inserted {
            all.append(fallback)
        }
        (self.all, self.subclasses) = (all, subclasses)
    }

    /// A class, if a text names it, and those of its subclasses that a text names.
    func subclasses(of type: ModelObject.Type) -> [ModelObject.Type] {
        subclasses[ObjectIdentifier(type)] ?? []
    }
}

extension ModelSchema {
    /// The classes that the discriminator names; nil without one.
    var namedClasses: NamedClasses? {
        guard let discriminator, let discriminatorOwner else { return nil }
        return ModelSchema.of(discriminatorOwner).plan(NamedClasses.self) { _ in NamedClasses(discriminator) }
    }
}
