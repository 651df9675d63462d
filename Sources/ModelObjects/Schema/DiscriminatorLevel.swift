/// A discriminator, and the classes of one hierarchy that have it.
///
/// Most hierarchies have one level. If a subclass overrides the discriminator, there are two: an object is made in steps,
/// and its export has a text for each.
struct DiscriminatorLevel: Sendable {
    let discriminator: Discriminator
    /// The nearest first; the last one declares the discriminator.
    private(set) var classes: [ModelObject.Type]

    /// The levels that can have chosen an object's class: its own and those of its superclasses, the nearest first.
    static func levels(of type: ModelObject.Type) -> [DiscriminatorLevel] {
        var levels: [DiscriminatorLevel] = []
        var below: Discriminator?
        for type in classHierarchy(of: type) {
            let discriminator = type.discriminator
            defer { below = discriminator }
            guard let discriminator else { continue }
            if let below, below.isSame(as: discriminator) {
                levels[levels.count - 1].classes.append(type)
            } else {
                levels.append(DiscriminatorLevel(discriminator: discriminator, classes: [type]))
            }
        }
        return levels
    }

    /// The text by which a discriminator leads to a class, and the class that it names: this one, or a superclass
    /// whose own discriminator leads on.
    struct Name {
        let discriminator: Discriminator
        let text: String
        let type: ModelObject.Type
    }

    /// The names of the class whose levels these are, the nearest first.
    static func names(_ levels: [DiscriminatorLevel], of type: ModelObject.Type) -> [Name] {
        var names: [Name] = []
        var candidates = [type]
        for level in levels where !names.contains(where: { $0.discriminator.key == level.discriminator.key })
        {
            let discriminator = level.discriminator
            let named = candidates.lazy.compactMap { type in
                discriminator.text(for: type).map {
                    Name(discriminator: discriminator, text: $0, type: type)
                }
            }.first
            if let named { names.append(named) }
            let isFound = named != nil || candidates.contains { $0 == discriminator.fallback }
            if isFound { candidates += level.classes }
        }
        return names
    }
}

extension Discriminator {
    fileprivate func isSame(as other: Discriminator) -> Bool {
        key == other.key && fallback == other.fallback && classes.count == other.classes.count
            && classes.allSatisfy { $1 == other.classes[$0] }
    }
}
