/// Finds the differences between two models of one class in declaration order, with a work list instead of recursion.
///
/// Pairs that have been compared are not visited again: a value that several paths reach is reported at the first one.
///
/// There may be as many pairs as the product of the numbers of objects. If (a, a'), (a, b') and (b, a') are equal,
/// (b, b') follows from them (see `ModelComparison`). Of the pairs that would follow from others, only a limited number
/// is visited, so the time is linear in the number of objects.
struct ChangeFinder {
    /// A location in the model, as a linked path: the parent step and its own component.
    ///
    /// All steps share one array, because the path to the last of 100,000 objects can have 100,000 steps.
    private struct Step {
        let parent: Int
        let component: PathComponent
        let isRedacted: Bool
    }

    /// The index of a location's step; -1 for the model itself.
    private typealias Place = Int

    private enum Task {
        case values(old: Any?, new: Any?, Place)
        /// The values of a property that are known to be unequal.
        case unequal(old: Any, new: Any, Place)
        /// Runs after the tasks of a pair's parts: if they found no difference, the pair itself is reported.
        case unlessFound(after: Int, old: Any, new: Any, Place)
    }

    private var steps: [Step] = []
    private var tasks: [Task] = []
    private var visited: Set<ComparisonScope.Pair> = []
    private var classes = EquivalenceClasses()
    /// How many of the visited pairs follow from others.
    private var implied = 0
    private var comparison = ModelComparison()
    private var changes: [PropertyChange] = []

    static func changes(from old: ModelObject, to new: ModelObject) -> [PropertyChange] {
        var finder = ChangeFinder()
        finder.tasks = [.values(old: old, new: new, -1)]
        while let task = finder.tasks.popLast() { finder.step(task) }
        return finder.changes
    }

    private mutating func step(_ task: Task) {
        switch task {
        case .values(let old, let new, let place):
            compare(old, new, place)
        case .unequal(let old, let new, let place):
            tasks.append(.unlessFound(after: changes.count, old: old, new: new, place))
            compare(old, new, place)
        case .unlessFound(let count, let old, let new, let place):
            if changes.count == count { record(old, new, place) }
        }
    }

    private mutating func compare(_ old: Any?, _ new: Any?, _ place: Place) {
        let areBothThere = old != nil && new != nil
        let (oldValue, newValue) = (old.flatMap { present($0) }, new.flatMap { present($0) })
        guard let old = oldValue, let new = newValue else {
            guard let value = oldValue ?? newValue else { return }
            // Null equals nil, but a missing value equals neither.
            if !areBothThere || !JSONValue(value).isNull { record(oldValue, newValue, place) }
            return
        }
        if let oldModel = model(in: old), let newModel = model(in: new) {
            return compare(oldModel, newModel, place)
        }
        switch (JSONValue(old), JSONValue(new)) {
        case (.array(let old), .array(let new)):
            compare(old, new, place)
        case (let oldValue, let newValue):
            if let oldMembers = oldValue.members, let newMembers = newValue.members {
                return compare(oldMembers, newMembers, of: (old, new), place)
            }
            if !comparison.decide({ $0.isEqual(untyped: old, new) }) { record(old, new, place) }
        }
    }

    private mutating func compare(_ old: ModelObject, _ new: ModelObject, _ place: Place) {
        if old === new { return }
        guard type(of: old) == type(of: new) else { return record(old, new, place) }
        guard isNew(old, new) else { return }
        let schema = ModelSchema.of(type(of: old))
        if !schema.mayHoldModels, comparison.decide({ $0.isEqual(model: old, new) }) { return }
        let (oldStorage, newStorage) = (PropertyStorage(old), PropertyStorage(new))
        for property in schema.properties.reversed() {
            let accessor = property.accessor
            let holdsModels = property.content.mayHoldModels
            if !holdsModels, comparison.decide({ accessor.isEqual(oldStorage, newStorage, &$0) }) { continue }
            let (oldValue, newValue) = (accessor.load(oldStorage), accessor.load(newStorage))
            let inner = step(.key(property.name), from: place, isRedacted: property.rule.isRedacted)
            tasks.append(
                holdsModels
                    ? .values(old: oldValue, new: newValue, inner)
                    : .unequal(old: oldValue, new: newValue, inner))
        }
        withExtendedLifetime((old, new)) {}
    }

    private mutating func isNew(_ old: ModelObject, _ new: ModelObject) -> Bool {
        guard visited.insert(.init(old, new)).inserted else { return false }
        if classes.join(old, new) { return true }
        implied += 1
        return implied <= 1_000 + 4 * (visited.count - implied)
    }

    private mutating func compare(_ old: [Any], _ new: [Any], _ place: Place) {
        if old.count != new.count {
            tasks.append(.unlessFound(after: changes.count, old: old, new: new, place))
        }
        for index in stride(from: max(old.count, new.count) - 1, through: 0, by: -1) {
            let inner = step(.index(index), from: place)
            tasks.append(
                .values(
                    old: index < old.count ? old[index] : nil, new: index < new.count ? new[index] : nil,
                    inner))
        }
    }

    private mutating func compare(
        _ old: [String: Any], _ new: [String: Any], of whole: (old: Any, new: Any), _ place: Place
    ) {
        let keys = Set(old.keys).union(new.keys).sortedByScalars()
        if old.count != keys.count || new.count != keys.count {
            tasks.append(.unlessFound(after: changes.count, old: whole.old, new: whole.new, place))
        }
        for key in keys.reversed() {
            let inner = step(.key(key), from: place)
            tasks.append(.values(old: old[key], new: new[key], inner))
        }
    }

    // MARK: Places

    private mutating func step(
        _ component: PathComponent, from place: Place, isRedacted: Bool = false
    ) -> Place {
        steps.append(
            Step(parent: place, component: component, isRedacted: isRedacted || self.isRedacted(place)))
        return steps.count - 1
    }

    private func isRedacted(_ place: Place) -> Bool { place >= 0 && steps[place].isRedacted }

    private mutating func record(_ old: Any?, _ new: Any?, _ place: Place) {
        var components: [PathComponent] = []
        var index = place
        while index >= 0 {
            components.append(steps[index].component)
            index = steps[index].parent
        }
        changes.append(
            PropertyChange(
                path: components.reversed().path, old: old.flatMap { present($0) },
                new: new.flatMap { present($0) }, isRedacted: isRedacted(place)))
    }
}

/// The value in Optionals and in `Presence`; nil if there is none, and the `Presence` itself if it is missing.
private func present(_ value: Any) -> Any? {
    guard let value = unwrapped(value) else { return nil }
    guard let presence = value as? any PresenceView, let content = presence.content else { return value }
    return present(content)
}

extension JSONValue {
    /// The members of a dictionary with keys of any type; nil for any other value. (An empty one always counts as an
    /// object.)
    fileprivate var members: [String: Any]? {
        switch self {
        case .object(let object): return object
        case .other(let other as any DictionaryView):
            var members: [String: Any] = [:]
            for (key, value) in other.membersByText where members[key] == nil { members[key] = value }
            return members
        default: return nil
        }
    }
}
