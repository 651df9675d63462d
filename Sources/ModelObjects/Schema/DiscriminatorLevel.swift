/// A discriminator, and the classes of one hierarchy that have it.
///
/// Most hierarchies have one level. If a subclass overrides the discriminator, there are two: the class is
/// chosen in two steps, and an export has a key for each.
struct DiscriminatorLevel: Sendable {
    let discriminator: Discriminator
    /// The nearest first; the last one declares the discriminator.
    private(set) var classes: [ModelObject.Type]

    /// The levels of a class and its superclasses, the nearest first.
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
}

extension Discriminator {
    fileprivate func isSame(as other: Discriminator) -> Bool {
        key == other.key && fallback == other.fallback && classes.count == other.classes.count
            && (bytes(of: classes) == bytes(of: other.classes)
                || classes.allSatisfy { $1 == other.classes[$0] })
    }
}
