import ModelObjects

/// A model that may be a member of a cycle, which must be broken to free its memory.
class Linked: ModelObject {
    /// The models created since recording started; nil if recording is off.
    nonisolated(unsafe) private static var made: [Linked]?

    required init() {
        super.init()
        Self.made?.append(self)
    }

    /// The models that this model refers to, and those of them that are in a Set.
    var references: (all: [Linked], inSets: [Linked]) { ([], []) }

    /// Whether a created model is reachable from a member of one of its Sets.
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

    /// Runs a step, and returns the models that it created.
    static func madeBy(_ step: () throws -> Void) rethrows -> [Linked] {
        made = []
        defer { made = nil }
        try step()
        return made ?? []
    }
}

extension [Linked] {
    /// Resets each model to the values of a new one.
    func takeApart() { for model in self { model.merge(from: type(of: model).init()) } }
}
