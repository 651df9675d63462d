/// The classes that a discriminator names, ordered once for all classes that inherit it.
final class NamedClasses: Sendable {
    /// By each class that they are, or are a subclass of.
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

    /// Those of the classes that are a class or a subclass of it, in the same order.
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
