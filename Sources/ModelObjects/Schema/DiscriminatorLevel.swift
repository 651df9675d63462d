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

/// How a discriminator leads to a class.
final class ClassName: Sendable {
    let key: DeclaredKey
    /// The text that an export uses.
    let text: String
    /// All texts that lead to the class.
    let texts: [String]
    /// The class that the text names: the class itself, or a superclass with another discriminator that
    /// chooses the class.
    let type: ModelObject.Type
    /// Whether all other texts also lead to the class, because it is the fallback or a superclass's
    /// discriminator names it.
    let acceptsAnyText: Bool

    private init?(_ discriminator: Discriminator, _ classes: [ModelObject.Type], isNamedAbove: Bool) {
        let named = classes.lazy.compactMap { type in discriminator.text(for: type).map { (type, $0) } }.first
        guard let named else { return nil }
        (type, text) = named
        key = discriminator.key
        texts = discriminator.classes.filter { each in classes.contains { $0 == each.value } }.keys
            .sortedByScalars()
        acceptsAnyText = isNamedAbove || classes.contains { $0 == discriminator.fallback }
    }

    /// The names of the class whose levels these are, the nearest first.
    static func names(of type: ModelObject.Type, _ levels: [DiscriminatorLevel]) -> [ClassName] {
        var names: [ClassName] = []
        var classes = [type]
        for (index, level) in levels.enumerated() {
            if names.contains(where: { $0.key == level.discriminator.key }) { continue }
            let isNamedAbove = levels[(index + 1)...].contains { $0.discriminator.text(for: type) != nil }
            let name = ClassName(level.discriminator, classes, isNamedAbove: isNamedAbove)
            if let name { names.append(name) }
            if name != nil || classes.contains(where: { $0 == level.discriminator.fallback }) {
                classes += level.classes
            }
        }
        return names
    }
}

extension Discriminator {
    fileprivate func isSame(as other: Discriminator) -> Bool {
        key == other.key && fallback == other.fallback && classes.count == other.classes.count
            && (ModelObjects.isSame(classes, other.classes)
                || classes.allSatisfy { $1 == other.classes[$0] })
    }
}
