import ModelObjects

/// A model that may be a member of a cycle, which has to be taken apart for its memory to be freed.
class Linked: ModelObject {
    /// What was made since somebody asked; nil where nobody does.
    nonisolated(unsafe) private static var made: [Linked]?

    required init() {
        super.init()
        Self.made?.append(self)
    }

    /// What the model refers to, and what of it is in a Set.
    var references: (all: [Linked], inSets: [Linked]) { ([], []) }

    /// Among what was made is a model that a member of a Set of its own leads back to.
    static var hasSetsInCircles: Bool {
        (made ?? []).contains { owner in
            var waiting = owner.references.inSets
            var seen: Set<ObjectIdentifier> = []
            while let next = waiting.popLast() {
                if next === owner { return true }
                if seen.insert(ObjectIdentifier(next)).inserted { waiting += next.references.all }
            }
            return false
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
