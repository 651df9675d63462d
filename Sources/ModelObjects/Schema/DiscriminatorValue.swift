/// How a discriminator leads to a class.
final class DiscriminatorValue: Sendable {
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

    /// Those of the class whose levels these are, the nearest first.
    static func values(of type: ModelObject.Type, _ levels: [DiscriminatorLevel]) -> [DiscriminatorValue] {
        var values: [DiscriminatorValue] = []
        var classes = [type]
        for (index, level) in levels.enumerated() {
            if values.contains(where: { $0.key == level.discriminator.key }) { continue }
            let isNamedAbove = levels[(index + 1)...].contains { $0.discriminator.text(for: type) != nil }
            let value = DiscriminatorValue(level.discriminator, classes, isNamedAbove: isNamedAbove)
            if let value { values.append(value) }
            if value != nil || classes.contains(where: { $0 == level.discriminator.fallback }) {
                classes += level.classes
            }
        }
        return values
    }
}
