/// What a comparison knows, and shares with those that a value's own `==` makes while it is running.
///
/// That `==` may lead back to models: to those that are being compared, or to any number of others. So a comparison of
/// models on this thread goes on with what is known already. Models that are being compared count as equal, as they do
/// in the comparison itself: if something unequal turns up elsewhere, the answer is no in any case.
final class ComparisonScope {
    struct Pair: Hashable {
        private let left: ObjectIdentifier
        private let right: ObjectIdentifier

        init(_ left: ModelObject, _ right: ModelObject) {
            (self.left, self.right) = (ObjectIdentifier(left), ObjectIdentifier(right))
        }
    }

    private static let slot = ThreadSlot<ComparisonScope>()
    static var current: ComparisonScope? { slot.current }

    /// How many values may still be compared, by the weights of `EqualityBudget`; below zero the answer is no, whatever
    /// it would have been.
    var remaining: Int64
    /// The models that count as equal.
    var classes = EquivalenceClasses()
    /// Models that were found unequal, by a trial or by a value's own `==`.
    var unequal: Set<Pair> = []
    /// Models that a value's own `==` may have made, and objects that only encoding made: what is known of them must not
    /// pass to others at their place.
    var kept: [AnyObject] = []
    /// Models that were not compared for want of stack: the comparison around the `==` has to do it.
    private var deferred: [(ModelObject, ModelObject)] = []

    init(limit: Int64) { remaining = limit }

    /// Runs a value's own `==`.
    ///
    /// - Returns: Its result, and the models that are still to be compared.
    func run<Result>(_ body: () -> Result) -> (Result, deferred: [(ModelObject, ModelObject)]) {
        let outer = deferred
        deferred = []
        defer { deferred = outer }
        return (Self.slot.withValue(self, body), deferred)
    }

    /// Whether two models are equal, asked by a value's own `==`.
    ///
    /// A no is remembered, since that `==` may not be the last to ask.
    func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        if left === right { return true }
        if StackSpace.current.isLow {
            deferred.append((left, right))
            return true
        }
        kept += [left, right]
        if unequal.contains(Pair(left, right)) { return false }
        var comparison = ModelComparison(self)
        if comparison.decide({ $0.isEqual(model: left, right) }) { return true }
        unequal.insert(Pair(left, right))
        return false
    }
}
