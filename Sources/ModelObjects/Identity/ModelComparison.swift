/// Says whether two models unfold to the same values, in a time that is linear in the objects.
///
/// What is compared goes through a list, not through the stack. Two models that were met as partners are put
/// into one class of a union-find, and partners that are in one class already need no second look: that holds
/// as long as nothing unequal turns up, and then the answer is no (Hopcroft and Karp's algorithm for the
/// equivalence of automata). So a cycle ends, and no more than n + m - 1 pairs are looked at, however many
/// paths lead to them.
///
///     a: [b, b]  b: [c, c]  c: []        a', b', c' alike
///     tasks (a,a') -> classes {a,a'}, tasks (b,b') (b,b') -> {b,b'}, tasks (c,c') (c,c') (b,b') -> ...
///     the second (c,c') and the second (b,b') are found in one class each: 3 pairs, not 7
///
/// The members of two sets are paired by their hashes. Where several have the same hash, each possible
/// partner is tried, and a trial that fails takes its classes back. (A failure is final, a success is one
/// within the trial around it; since equality is an equivalence, the first partner that fits is as good as
/// any other.)
struct ModelComparison {
    /// Something still to be compared.
    enum Task {
        case models(ModelObject, ModelObject)
        case arrays([Any], [Any])
        case objects([String: Any], [String: Any])
        case keyed([AnyHashable: Any], [AnyHashable: Any])
        case sets([Any], [Any])
        case untyped(Any, Any)
    }

    /// Members of equal hash, of which one after the other has to find a partner.
    private struct Trial {
        var buckets: [(left: [Any], right: [Any])]
        /// Which of the last bucket's `right` is tried for the last of its `left`.
        var candidate = 0
        /// The tasks below belong to what is around the trial.
        let taskCount: Int
        var classes: ModelClasses.Mark
    }

    fileprivate struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    /// What a comparison knows, and hands to those that a value's own `==` makes.
    struct State {
        fileprivate var classes = ModelClasses()
        /// Models that were found unequal, by a trial or by a value's own `==`.
        fileprivate var unequal: Set<Pair> = []
        /// Models that a value's own `==` may have made: what is known of them must not pass to others at their place.
        fileprivate var kept: [ModelObject] = []
        fileprivate(set) var rest: Int64

        /// The state, which is moved and not copied.
        mutating func taken() -> State {
            defer { self = State(rest: 0) }
            return self
        }
    }

    /// Models that properties hold are equal only if they are the same object.
    let comparesIdentities: Bool
    private var tasks: [Task] = []
    /// What only encoding made, kept alive for `state.classes`.
    private var encoded: [AnyObject] = []
    var state: State
    private var trials: [Trial] = []

    /// How many values may still be compared, by the weights of `ComparisonMeter`; below zero the answer is
    /// no, whatever it would have been.
    private(set) var rest: Int64 {
        get { state.rest }
        set { state.rest = newValue }
    }

    init(limit: Int64 = .max) {
        self.init(State(rest: limit))
    }

    init(_ state: State) {
        self.state = state
        comparesIdentities = false
    }

    /// A comparison of values in which each model is equal to itself alone.
    static var byIdentity: ModelComparison { ModelComparison(comparesIdentities: true) }

    private init(comparesIdentities: Bool) {
        state = State(rest: .max)
        self.comparesIdentities = comparesIdentities
    }

    static func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        if let scope = ComparisonScope.current { return scope.areEqual(left, right) }
        if let meter = ComparisonMeter.current { return meter.areEqual(left, right) }
        var comparison = ModelComparison()
        return comparison.isEqual(model: left, right) && comparison.run()
    }

    /// Whether two models are equal, all that they hold included.
    mutating func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        decided { $0.isEqual(model: left, right) }
    }

    /// Whether two values of one property are equal, all that they hold included.
    mutating func areEqual(
        _ accessor: any PropertyAccessor, _ left: PropertyStorage, _ right: PropertyStorage
    ) -> Bool {
        decided { accessor.isEqual(left, right, &$0) }
    }

    /// Whether a value of a property equals the one that it has now, all that they hold included.
    mutating func areEqual(_ accessor: any PropertyAccessor, _ value: Any, _ storage: PropertyStorage) -> Bool
    {
        decided { accessor.isEqual(value, storage, &$0) }
    }

    /// Whether two values of any type are equal, all that they hold included.
    mutating func areEqual(untyped left: Any, _ right: Any) -> Bool {
        decided { $0.isEqual(untyped: left, right) }
    }

    /// Works off what a first look leaves to do.
    ///
    /// Where the answer is no, nothing that was looked at counts as equal.
    private mutating func decided(_ look: (inout ModelComparison) -> Bool) -> Bool {
        let mark = state.classes.mark
        if look(&self), run() { return true }
        tasks = []
        state.classes.rollBack(to: mark)
        return false
    }

    /// Whether two models are equal, asked by a value's own `==`.
    ///
    /// A no is remembered, since that `==` may not be the last to
    /// ask.
    mutating func areEqualInForeignCode(_ left: ModelObject, _ right: ModelObject) -> Bool {
        state.kept += [left, right]
        let pair = Pair(left: .init(left), right: .init(right))
        if state.unequal.contains(pair) { return false }
        if areEqual(left, right) { return true }
        state.unequal.insert(pair)
        return false
    }

    /// Runs code of a value's type, such as its `==`, which may compare models.
    mutating func runForeign<Result>(_ body: () -> Result) -> Result {
        let scope = ComparisonScope(state.taken())
        let result = scope.run(body)
        state = scope.state.taken()
        tasks += scope.deferred.map { .models($0, $1) }
        return result
    }

    // MARK: From the converters

    /// Whether two models are equal as far as is known at once; false is final.
    mutating func isEqual(model left: ModelObject, _ right: ModelObject) -> Bool {
        if left === right { return true }
        if comparesIdentities || type(of: left) != type(of: right) { return false }
        let plan = IdentityPlan.of(type(of: left))
        if plan.modelProperties.isEmpty { return hasEqualProperties(left, right, plan.schema) }
        tasks.append(.models(left, right))
        return true
    }

    /// Pairs the members of two sets when what is under way is done.
    mutating func matchLater(_ left: [Any], _ right: [Any]) {
        tasks.append(.sets(left, right))
    }

    /// Whether two texts are equal.
    @inline(__always)
    mutating func isEqual(text left: String, _ right: String) -> Bool {
        use(bytes: left.utf8.count)
        return left == right
    }

    mutating func add(_ task: Task) { tasks.append(task) }

    /// Whether two objects of an Encodable class are equal by their encoded forms, as far as can be said here.
    ///
    /// What these refer to is compared later.
    mutating func isEqual(object left: AnyObject, _ right: AnyObject) -> Bool {
        if left === right { return true }
        use(64)
        guard state.classes.join(left, right) else { return true }
        guard let left = CodableForm(left), let right = CodableForm(right) else { return false }
        use(left.node.valueCount)
        encoded += left.objects + right.objects
        guard left.objects.count == right.objects.count, left.node == right.node else { return false }
        for (left, right) in zip(left.objects, right.objects) { tasks.append(.untyped(left, right)) }
        return true
    }

    /// Counts values that are compared.
    mutating func use(_ count: Int) { rest -= Int64(count) }
    /// Counts what a long text or data takes beyond one value.
    mutating func use(bytes: Int, times weight: Int64 = 1) { rest -= (weight * Int64(bytes)) >> 8 }
    /// Counts a key or a member that is hashed to be found: a long text takes 16 times what comparing it takes.
    mutating func use<Key: Hashable>(hashed key: Key) {
        use(1)
        guard Key.self == String.self || Key.self == AnyHashable.self else { return }
        let text = exactly(key, as: String.self) ?? exactly(key, as: AnyHashable.self)?.base as? String
        use(bytes: text?.utf8.count ?? 0, times: 16)
    }

    // MARK: The list

    /// Works the list off.
    private mutating func run() -> Bool {
        while true {
            if tasks.count > trials.last?.taskCount ?? 0, let task = tasks.popLast() {
                if step(task), rest >= 0 { continue }
                guard rest >= 0, tryNextCandidate() else {
                    tasks = []
                    return false
                }
            } else if trials.isEmpty {
                return true
            } else {
                acceptCandidate()
            }
        }
    }

    private mutating func step(_ task: Task) -> Bool {
        use(1)
        switch task {
        case .models(let left, let right):
            use(16)
            if !state.unequal.isEmpty, state.unequal.contains(Pair(left: .init(left), right: .init(right))) {
                return false
            }
            guard state.classes.join(left, right) else { return true }
            return hasEqualProperties(left, right, ModelSchema.of(type(of: left)))
        case .arrays(let left, let right):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) {
                guard rest >= 0, isEqual(untyped: left, right) else { return false }
            }
            return true
        case .objects(let left, let right):
            return hasEqualMembers(left, right)
        case .keyed(let left, let right):
            return hasEqualMembers(keyed: left, right)
        case .sets(let left, let right):
            return matchMembers(left, right)
        case .untyped(let left, let right):
            return isEqual(untyped: left, right)
        }
    }

    private mutating func hasEqualMembers(keyed left: [AnyHashable: Any], _ right: [AnyHashable: Any]) -> Bool
    {
        guard left.count == right.count else { return false }
        let pairs = runForeign { left.map { ($0.key, $0.value, right[$0.key]) } }
        for (key, value, other) in pairs {
            use(hashed: key)
            guard rest >= 0, let other, isEqual(untyped: value, other) else { return false }
        }
        return true
    }

    private mutating func hasEqualMembers(_ left: [String: Any], _ right: [String: Any]) -> Bool {
        guard left.count == right.count else { return false }
        for (key, value) in left {
            use(hashed: key)
            guard rest >= 0, let other = right[key], isEqual(untyped: value, other) else { return false }
        }
        return true
    }

    private mutating func hasEqualProperties(
        _ left: ModelObject, _ right: ModelObject, _ schema: ModelSchema
    ) -> Bool {
        let (left, leftObject, right, rightObject) = (
            PropertyStorage(left), left, PropertyStorage(right), right
        )
        defer { withExtendedLifetime((leftObject, rightObject)) {} }
        guard rest >= 0 else { return false }
        for index in schema.properties.indices {
            use(1)
            let slot = schema.slots[index]
            let isEqual =
                switch slot.kind {
                case .string:
                    switch (left.load(String.self, in: slot), right.load(String.self, in: slot)) {
                    case (nil, nil): true
                    case (let left?, let right?): isEqual(text: left, right)
                    default: false
                    }
                case .int: left.load(Int.self, in: slot) == right.load(Int.self, in: slot)
                case .bool: left.load(Bool.self, in: slot) == right.load(Bool.self, in: slot)
                default:
                    schema.properties[index].accessor.isEqual(left, right, &self)
                }
            if !isEqual { return false }
        }
        return true
    }

    // MARK: Sets

    private mutating func matchMembers(_ left: [Any], _ right: [Any]) -> Bool {
        guard left.count == right.count, rest >= 0 else { return false }
        let lefts = buckets(left)
        let rights = buckets(right)
        guard rest >= 0 else { return false }
        var ambiguous: [(left: [Any], right: [Any])] = []
        for (hash, members) in lefts {
            guard let others = rights[hash], others.count == members.count else { return false }
            if members.count == 1 {
                tasks.append(.untyped(members[0], others[0]))
            } else {
                ambiguous.append((members, others))
            }
        }
        guard let last = ambiguous.last else { return true }
        trials.append(Trial(buckets: ambiguous, taskCount: tasks.count, classes: state.classes.mark))
        tasks.append(.untyped(last.left[last.left.count - 1], last.right[0]))
        return true
    }

    private mutating func buckets(_ members: [Any]) -> [Int: [Any]] {
        var buckets: [Int: [Any]] = [:]
        for member in members {
            var hasher = ModelHasher()
            hasher.combine(untyped: member)
            use(8 + hasher.usedValues)
            use(bytes: hasher.usedBytes, times: 16)
            buckets[hasher.hasher.finalize(), default: []].append(member)
        }
        return buckets
    }

    /// The candidate of the innermost trial fits: on to the next member.
    private mutating func acceptCandidate() {
        guard var trial = trials.popLast(), var bucket = trial.buckets.popLast() else { return }
        use(bucket.right.count >> 5)
        bucket.left.removeLast()
        bucket.right.remove(at: trial.candidate)
        if !bucket.left.isEmpty { trial.buckets.append(bucket) }
        guard let next = trial.buckets.last else { return }
        trial.candidate = 0
        trial.classes = state.classes.mark
        trials.append(trial)
        tasks.append(.untyped(next.left[next.left.count - 1], next.right[0]))
    }

    /// Something was unequal: false where that is not within a trial that has another candidate.
    private mutating func tryNextCandidate() -> Bool {
        while var trial = trials.popLast() {
            state.classes.rollBack(to: trial.classes)
            tasks.removeLast(tasks.count - trial.taskCount)
            guard let bucket = trial.buckets.last else { continue }
            let member = bucket.left[bucket.left.count - 1]
            if let left = model(in: member), let right = model(in: bucket.right[trial.candidate]) {
                state.unequal.insert(Pair(left: .init(left), right: .init(right)))
            }
            trial.candidate += 1
            if trial.candidate == bucket.right.count { continue }
            trials.append(trial)
            tasks.append(.untyped(member, bucket.right[trial.candidate]))
            return true
        }
        return false
    }
}
