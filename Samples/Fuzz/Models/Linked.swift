import ModelObjects

/// A model that may be a member of a cycle, which has to be taken apart for its memory to be freed.
class Linked: ModelObject {
    /// What was made since somebody asked; nil where nobody does.
    nonisolated(unsafe) private static var made: [Linked]?

    required init() {
        super.init()
        Self.made?.append(self)
    }

    /// Among what was made are Sets of what may be in a circle with them.
    static var hasSetsInCircles: Bool {
        (made ?? []).contains {
            ($0 as? Knot)?.friends.isEmpty == false || ($0 as? Colony)?.figures.isEmpty == false
        }
    }

    /// Runs a step, and returns what it made.
    static func madeBy(_ step: () throws -> Void) rethrows -> [Linked] {
        made = []
        defer { made = nil }
        try step()
        return made ?? []
    }
}

extension [Linked] {
    /// Gives each model the values of a new one.
    func takeApart() { for model in self { model.merge(from: type(of: model).init()) } }
}
