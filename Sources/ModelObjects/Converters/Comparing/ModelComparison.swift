import Foundation

/// Compares whether two models unfold to the same values, in time linear in the number of objects.
///
/// Pending comparisons are kept in a list, not on the stack. Two models that are compared are put into one
/// class of a union-find, and a pair that is already in one class isn't compared again. This is valid as long
/// as nothing unequal is found; otherwise, the result is false anyway (Hopcroft and Karp's algorithm for the
/// equivalence of automata). So cycles terminate, and at most n + m - 1 pairs are compared, regardless of the
/// number of paths to them.
///
///     a: [b, b]  b: [c, c]  c: []        a', b', c' likewise
///     tasks (a,a') -> classes {a,a'}, tasks (b,b') (b,b') -> {b,b'}, tasks (c,c') (c,c') (b,b') -> ...
///     the second (c,c') and the second (b,b') are each already in one class: 3 pairs, not 7
///
/// The members of two sets are paired by their hashes. If several have the same hash, each possible partner is tried,
/// and a failed trial undoes its joins. (A failure is final; a success depends on the enclosing trial. Since equality
/// is an equivalence relation, the first partner that fits is as good as any other.)
struct ModelComparison {
    /// A pending comparison of two models, the elements of two arrays, the members of two Sets, or two untyped values.
    enum Task {
        case models(ModelObject, ModelObject)
        case elements([Any], [Any])
        case sets([Any], [Any])
        case values(Any, Any)
    }

    /// Members with equal hashes, for each of which a partner is searched.
    private struct Trial {
        var buckets: [(left: [Any], right: [Any])]
        /// The index in the last bucket's `right` that is tried for the last member of its `left`.
        var candidate = 0
        /// The number of tasks that belong to the context outside the trial.
        let taskCount: Int
        var classes: Int
    }

    /// When two models are equal.
    enum Models {
        /// If their properties are.
        case byContents
        /// If they are the same object.
        case byIdentity
        /// If they have the same class.
        case byClass
    }

    let models: Models
    /// The types whose exported values contain the compared values.
    ///
    /// A value of such a type is compared by its parts, because it may export itself again.
    private let exporting: [any Any.Type]
    private let scope: ComparisonScope
    private var tasks: [Task] = []
    private var trials: [Trial] = []

    init(_ scope: ComparisonScope, models: Models = .byContents, exporting: [any Any.Type] = []) {
        self.scope = scope
        self.models = models
        self.exporting = exporting
    }

    init(limit: Int64 = .max, models: Models = .byContents) {
        self.init(ComparisonScope(limit: limit), models: models)
    }

    /// How many values may still be compared.
    var remaining: Int64 { scope.remaining }

    static func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        if let scope = ComparisonScope.current { return scope.areEqual(left, right) }
        if let budget = EqualityBudget.current { return budget.areEqual(left, right) }
        var comparison = ModelComparison()
        return comparison.decide { $0.isEqual(model: left, right) }
    }

    /// Whether two values are equal, including everything in them.
    ///
    /// The closure makes the first comparison, which may add pending ones. If the result is false, nothing that was
    /// compared counts as equal.
    mutating func decide(_ compare: (inout ModelComparison) -> Bool) -> Bool {
        let mark = scope.classes.mark
        if compare(&self), run() { return true }
        tasks = []
        scope.classes.rollBack(to: mark)
        return false
    }

    /// Runs code of a value's type, such as its `==`, which may compare models.
    mutating func runForeign<Result>(_ body: () -> Result) -> Result {
        let (result, deferred) = scope.run(body)
        tasks += deferred.map { .models($0, $1) }
        return result
    }

    // MARK: Called by the converters

    /// Whether two models are equal as far as can be decided immediately; false is final.
    mutating func isEqual(model left: ModelObject, _ right: ModelObject) -> Bool {
        if left === right { return true }
        if models == .byIdentity || type(of: left) != type(of: right) { return false }
        if models == .byClass { return true }
        let schema = ModelSchema.of(type(of: left))
        if !schema.mayReachModels { return hasEqualProperties(left, right, schema) }
        return compareLater(.models(left, right))
    }

    /// Whether two objects of a class have equal values of a property, as far as can be decided immediately.
    @inline(__always)
    mutating func isEqual(
        at index: Int, of schema: ModelSchema, _ left: PropertyStorage, _ right: PropertyStorage
    ) -> Bool {
        charge(1)
        let slot = schema.slots[index]
        let offset = Int(slot.offset)
        func same<Value: Equatable>(_: Value.Type, length: (Value) -> Int = { _ in 0 }) -> Bool {
            let value = left.load(Value.self, in: slot)
            charge(bytes: value.map(length) ?? 0)
            return value == right.load(Value.self, in: slot)
        }
        func sameNumber<Value>(_: Value.Type, _ number: (Value) -> Double) -> Bool {
            let (left, right) = (left.load(Value.self, in: slot), right.load(Value.self, in: slot))
            guard let left = left.map(number), let right = right.map(number) else {
                return left == nil && right == nil
            }
            return left == right || left.isNaN && right.isNaN
        }
        return switch slot.kind {
        case .string: same(String.self) { $0.utf8.count }
        case .int: same(Int.self)
        case .bool: same(Bool.self)
        case .double: sameNumber(Double.self, \.self)
        case .date: sameNumber(Date.self, \.timeIntervalSinceReferenceDate)
        case .model:
            isEqual(left.load(ModelObject?.self, at: offset), right.load(ModelObject?.self, at: offset))
        case .modelArray: isEqual(left.loadModels(at: offset), right.loadModels(at: offset))
        default: schema.properties[index].accessor.isEqual(left, right, &self)
        }
    }

    /// Adds a pending comparison: whatever it compares is equal as far as can be decided immediately.
    @discardableResult
    mutating func compareLater(_ task: Task) -> Bool {
        tasks.append(task)
        return true
    }

    /// Whether two values of a type have equal raw values, or export equal values as a `ModelValue`; nil if it is
    /// neither.
    mutating func hasEqualPayloadForms(_ left: Any, _ right: Any) -> Bool? {
        let type = type(of: left)
        guard !exporting.contains(where: { $0 == type }), let left = payloadForm(of: left),
            let right = payloadForm(of: right)
        else { return nil }
        var comparison = ModelComparison(scope, models: models, exporting: exporting + [type])
        return comparison.decide { $0.isEqual(untyped: left, right) }
    }

    /// Whether two texts are equal.
    @inline(__always)
    mutating func isEqual(text left: String, _ right: String) -> Bool {
        charge(bytes: left.utf8.count)
        return left == right
    }

    /// Whether two objects of an Encodable class are equal by their encoded forms, as far as can be decided
    /// immediately.
    ///
    /// The objects that they refer to are compared later.
    mutating func isEqual(object left: AnyObject, _ right: AnyObject) -> Bool {
        if left === right { return true }
        guard scope.classes.join(left, right) else { return true }
        return hasEqualForms(left, right)
    }

    /// Whether the encoded forms of two values are equal; the objects that they refer to are compared later.
    mutating func hasEqualForms(_ left: Any, _ right: Any) -> Bool {
        charge(64)
        guard let left = CodableForm(left), let right = CodableForm(right) else { return false }
        charge(left.node.valueCount)
        scope.kept += left.objects + right.objects
        guard left.node == right.node else { return false }
        return compareLater(.elements(left.objects, right.objects))
    }

    /// Counts values that are compared; false once the limit is exceeded.
    @discardableResult
    func charge(_ count: Int) -> Bool {
        scope.remaining -= Int64(count)
        return scope.remaining >= 0
    }

    /// Counts the cost of a long text or data beyond one value.
    func charge(bytes: Int, times weight: Int64 = 1) { scope.remaining -= (weight * Int64(bytes)) >> 8 }

    /// Counts a key or a member that is hashed for a lookup: hashing a long text costs 16 times as much as comparing
    /// it.
    func charge<Key: Hashable>(hashed key: Key) -> Bool {
        if Key.self == String.self || Key.self == AnyHashable.self {
            let text = exactly(key, as: String.self) ?? exactly(key, as: AnyHashable.self)?.base as? String
            charge(bytes: text?.utf8.count ?? 0, times: 16)
        }
        return charge(1)
    }

    // MARK: The list

    /// Processes the list.
    private mutating func run() -> Bool {
        while true {
            if tasks.count > trials.last?.taskCount ?? 0, let task = tasks.popLast() {
                if step(task), remaining >= 0 { continue }
                guard remaining >= 0, tryNextCandidate() else { return false }
            } else if trials.isEmpty {
                return true
            } else {
                acceptCandidate()
            }
        }
    }

    private mutating func step(_ task: Task) -> Bool {
        charge(1)
        switch task {
        case .models(let left, let right):
            charge(16)
            if !scope.unequal.isEmpty, scope.unequal.contains(.init(left, right)) { return false }
            guard scope.classes.join(left, right) else { return true }
            return hasEqualProperties(left, right, ModelSchema.of(type(of: left)))
        case .elements(let left, let right):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) {
                guard remaining >= 0, isEqual(untyped: left, right) else { return false }
            }
            return true
        case .sets(let left, let right):
            return matchMembers(left, right)
        case .values(let left, let right):
            return isEqual(untyped: left, right)
        }
    }

    private mutating func hasEqualProperties(
        _ left: ModelObject, _ right: ModelObject, _ schema: ModelSchema
    ) -> Bool {
        let (leftStorage, rightStorage) = (PropertyStorage(left), PropertyStorage(right))
        defer { withExtendedLifetime((left, right)) {} }
        guard remaining >= 0 else { return false }
        for index in schema.properties.indices {
            guard isEqual(at: index, of: schema, leftStorage, rightStorage) else { return false }
        }
        return true
    }

    private mutating func isEqual(_ left: ModelObject?, _ right: ModelObject?) -> Bool {
        guard let left, let right else { return left === right }
        return isEqual(model: left, right)
    }

    private mutating func isEqual(_ left: [ModelObject]?, _ right: [ModelObject]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
            guard charge(1), isEqual(model: left, right) else { return false }
        }
        return true
    }

    // MARK: Sets

    private mutating func matchMembers(_ left: [Any], _ right: [Any]) -> Bool {
        guard left.count == right.count else { return false }
        let (leftBuckets, rightBuckets) = (buckets(left), buckets(right))
        guard remaining >= 0 else { return false }
        var ambiguous: [(left: [Any], right: [Any])] = []
        for (hash, members) in leftBuckets {
            guard let others = rightBuckets[hash], others.count == members.count else { return false }
            if members.count == 1 {
                tasks.append(.values(members[0], others[0]))
            } else {
                ambiguous.append((members, others))
            }
        }
        guard let last = ambiguous.last else { return true }
        trials.append(Trial(buckets: ambiguous, taskCount: tasks.count, classes: scope.classes.mark))
        tasks.append(.values(last.left[last.left.count - 1], last.right[0]))
        return true
    }

    private mutating func buckets(_ members: [Any]) -> [Int: [Any]] {
        var buckets: [Int: [Any]] = [:]
        for member in members {
            var hasher = ModelHasher()
            hasher.combine(untyped: member)
            charge(8 + hasher.usedValues)
            charge(bytes: hasher.usedBytes, times: 16)
            buckets[hasher.hasher.finalize(), default: []].append(member)
        }
        return buckets
    }

    /// Accepts the candidate of the innermost trial and moves to the next member.
    private mutating func acceptCandidate() {
        guard var trial = trials.popLast(), var bucket = trial.buckets.popLast() else { return }
        charge(bucket.right.count >> 5)
        bucket.left.removeLast()
        bucket.right.remove(at: trial.candidate)
        if !bucket.left.isEmpty { trial.buckets.append(bucket) }
        guard let next = trial.buckets.last else { return }
        trial.candidate = 0
        trial.classes = scope.classes.mark
        trials.append(trial)
        tasks.append(.values(next.left[next.left.count - 1], next.right[0]))
    }

    /// Handles an inequality; false if no enclosing trial has another candidate.
    private mutating func tryNextCandidate() -> Bool {
        while var trial = trials.popLast() {
            scope.classes.rollBack(to: trial.classes)
            tasks.removeLast(tasks.count - trial.taskCount)
            guard let bucket = trial.buckets.last else { continue }
            let member = bucket.left[bucket.left.count - 1]
            if let left = asModel(member), let right = asModel(bucket.right[trial.candidate]) {
                scope.unequal.insert(.init(left, right))
            }
            trial.candidate += 1
            if trial.candidate == bucket.right.count { continue }
            trials.append(trial)
            tasks.append(.values(member, bucket.right[trial.candidate]))
            return true
        }
        return false
    }
}
