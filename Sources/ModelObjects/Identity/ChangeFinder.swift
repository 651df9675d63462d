/// Finds the differences between two models of one class in declaration order, with a work list instead of recursion.
///
/// Pairs that have been compared are not visited again, so a value with several paths is reported at the
/// first path.
///
/// The number of pairs can be the product of the numbers of objects. If (a, a'), (a, b') and (b, a') are
/// equal, (b, b') follows from them (see `ModelComparison`). Only a limited number of pairs that follow from
/// others is visited, so the time is linear in the number of objects. Pairs of models that reach no other models are
/// not limited: each is compared once, and no others follow from it.
struct ChangeFinder {
    /// A location in the model.
    private struct Place {
        /// The end of its path in `paths`.
        let path: Int
        let isRedacted: Bool
    }

    /// A pending comparison.
    private enum Task {
        case values(old: Any?, new: Any?, Place)
        /// The values of a property that are known to be unequal.
        case unequal(old: Any, new: Any, Place)
        /// Runs after the tasks of a pair's parts: if they found no difference, the pair itself is reported.
        case unlessFound(after: Int, old: Any, new: Any, Place)
    }

    private let paths = PathTree()
    private var tasks: [Task] = []
    private var visited: Set<ObjectPair> = []
    private var classes = EquivalenceClasses()
    /// How many pairs of models that reach others follow from other pairs, and how many don't.
    private var (implied, independent) = (0, 0)
    private var comparison = ModelComparison()
    /// Compares a property's value up to the models in it, which are visited separately.
    private var shallowComparison = ModelComparison(models: .byClass)
    private var changes: [PropertyChange] = []

    static func changes(from old: ModelObject, to new: ModelObject) -> [PropertyChange] {
        var finder = ChangeFinder()
        let place = Place(path: PathTree.root, isRedacted: false)
        finder.tasks = [.values(old: old, new: new, place)]
        while let task = finder.tasks.popLast() { finder.run(task) }
        return finder.changes
    }

    private mutating func run(_ task: Task) {
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
        guard let old, let new else { return record(old, new, place) }
        let (oldValue, newValue) = (JSONValue(old), JSONValue(new))
        if case (.array(let old), .array(let new)) = (oldValue, newValue) { return compare(old, new, place) }
        if case (.other(let old), .other(let new)) = (oldValue, newValue) {
            if let old = asModel(old), let new = asModel(new) { return compare(old, new, place) }
            if type(of: old) == type(of: new), let old = (old as? any PresenceView)?.content,
                let new = (new as? any PresenceView)?.content
            {
                return tasks.append(.values(old: old, new: new, place))
            }
        }
        if let old = oldValue.members, let new = newValue.members, compare(old, new, place) { return }
        if !comparison.decide({ $0.isEqual(untyped: old, new) }) { record(old, new, place) }
    }

    private mutating func compare(_ old: ModelObject, _ new: ModelObject, _ place: Place) {
        if old === new { return }
        guard type(of: old) == type(of: new) else { return record(old, new, place) }
        let schema = ModelSchema.of(type(of: old))
        guard visited.insert(.init(old, new)).inserted else { return }
        if schema.mayReachModels ? !mayVisit(old, new) : comparison.decide({ $0.isEqual(model: old, new) }) {
            return
        }
        let (oldStorage, newStorage) = (PropertyStorage(old), PropertyStorage(new))
        for (index, property) in schema.properties.enumerated().reversed() {
            let accessor = property.accessor
            let holdsModels = property.content.mayHoldModels
            let isEqual =
                holdsModels
                ? shallowComparison.decide { $0.isEqual(at: index, of: schema, oldStorage, newStorage) }
                : comparison.decide { $0.isEqual(at: index, of: schema, oldStorage, newStorage) }
            if isEqual, !holdsModels { continue }
            let (oldValue, newValue) = (accessor.load(oldStorage), accessor.load(newStorage))
            let inner = self.place(.key(property.name), in: place, isRedacted: property.isSecret)
            tasks.append(
                isEqual
                    ? .values(old: oldValue, new: newValue, inner)
                    : .unequal(old: oldValue, new: newValue, inner))
        }
        withExtendedLifetime((old, new)) {}
    }

    /// Whether a pair of models doesn't follow from others, or not too many such pairs were visited.
    private mutating func mayVisit(_ old: ModelObject, _ new: ModelObject) -> Bool {
        let isIndependent = classes.join(old, new)
        if isIndependent { independent += 1 } else { implied += 1 }
        return isIndependent || implied <= 1_000 + 4 * independent
    }

    private mutating func compare(_ old: [Any], _ new: [Any], _ place: Place) {
        for index in stride(from: max(old.count, new.count) - 1, through: 0, by: -1) {
            let inner = self.place(.index(index), in: place)
            tasks.append(
                .values(
                    old: index < old.count ? old[index] : nil, new: index < new.count ? new[index] : nil,
                    inner))
        }
    }

    /// Compares the members of two dictionaries by their keys; false if their keys or paths cannot distinguish them.
    private mutating func compare(
        _ old: [AnyHashable: Any], _ new: [AnyHashable: Any], _ place: Place
    ) -> Bool {
        var found: [Member]?
        let isDecided = comparison.decide { comparison in
            found = comparison.runForeign { Self.members(of: old, new) }
            return true
        }
        guard isDecided, let members = found, Set(members.map(\.text)).count == members.count else {
            return false
        }
        for member in members.reversed() {
            let inner = self.place(.key(member.text), in: place)
            tasks.append(.values(old: member.old, new: member.new, inner))
        }
        return true
    }

    private typealias Member = (text: String, old: Any?, new: Any?)

    /// The members of two dictionaries, matched by their keys, in the order of the keys' texts.
    private static func members(of old: [AnyHashable: Any], _ new: [AnyHashable: Any]) -> [Member]? {
        // No lookup finds a NaN.
        guard old.keys.allSatisfy(\.equalsItself), new.keys.allSatisfy(\.equalsItself) else { return nil }
        var members = old.map { Member(keyText($0.key), $0.value, new[$0.key]) }
        for (key, value) in new where old[key] == nil { members.append((keyText(key), nil, value)) }
        return members.sorted(byText: \.text)
    }

    // MARK: Places

    private func place(_ component: PathComponent, in outer: Place, isRedacted: Bool = false) -> Place {
        Place(path: paths.append(component, to: outer.path), isRedacted: isRedacted || outer.isRedacted)
    }

    private mutating func record(_ old: Any?, _ new: Any?, _ place: Place) {
        let path = paths.path(to: place.path)
        changes.append(
            PropertyChange(
                path: path.path, property: path.first?.text, old: old.flatMap { present($0) },
                new: new.flatMap { present($0) }, isRedacted: place.isRedacted))
    }
}

/// The value in Optionals and in `Presence`; nil if there is none, and the `Presence` itself if it is missing.
private func present(_ value: Any) -> Any? {
    guard let value = unwrapped(value) else { return nil }
    guard let presence = value as? any PresenceView, let content = presence.content else { return value }
    return present(content)
}

extension JSONValue {
    /// The members of a dictionary with keys of any type; nil if keys hold models, and for any other value. (An empty
    /// dictionary always counts as an object.)
    fileprivate var members: [AnyHashable: Any]? {
        switch self {
        case .object(let object): object.untypedMembers
        case .other(let other as any DictionaryView): other.hasKeysOfModels ? nil : other.untypedMembers
        default: nil
        }
    }
}
