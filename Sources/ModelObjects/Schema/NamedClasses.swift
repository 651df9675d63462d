/// The classes that a discriminator names, ordered once for all classes that inherit it.
final class NamedClasses: Sendable {
    /// The named classes, listed under themselves and under each of their superclasses.
    private let subclasses: [ObjectIdentifier: [ModelObject.Type]]

    fileprivate init(_ discriminator: Discriminator) {
        var known: Set<ObjectIdentifier> = []
        var subclasses: [ObjectIdentifier: [ModelObject.Type]] = [:]
        let named = discriminator.classes.sorted(byText: \.key).map(\.value)
        for type in named + [discriminator.fallback].compactMap(\.self)
        where known.insert(ObjectIdentifier(type)).inserted {
            for each in classHierarchy(of: type) {
                subclasses[ObjectIdentifier(each), default: []].append(type)
            }
        }
        self.subclasses = subclasses
    }

    /// In the order of their texts, then the fallback; each class once.
    var all: [ModelObject.Type] { subclasses(of: ModelObject.self) }

    /// The named classes that are the given class or a subclass of it, in the order of `all`.
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
